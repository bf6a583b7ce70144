import { describe, expect, test } from "vitest";
import { decode, encode } from "../src/protocol/codec";

describe("what the daemon sends", () => {
  test("is read", () => {
    expect(decode('{"v":1,"type":"BALANCE","gameId":"friday","balance":9000}')).toMatchObject({
      type: "BALANCE",
      balance: 9000,
    });
  });
  test("may have new fields", () => {
    expect(decode('{"v":1,"type":"SHUTDOWN","in":3}')).toMatchObject({ type: "SHUTDOWN" });
  });
  test.each([
    ["of a later type", '{"v":1,"type":"TOURNAMENT"}'],
    ["that names a property of all objects", '{"v":1,"type":"constructor"}'],
    ["of another version", '{"v":2,"type":"SHUTDOWN"}'],
    ["that is no JSON", "{"],
    ["that is a list", "[1]"],
    [
      "without what it must have",
      '{"v":1,"type":"TABLE_STATE","gameId":"a","tableId":"b","epoch":1,"version":2,"state":{},"events":[]}',
    ],
  ])("a message %s is left out", (_what, text) => expect(decode(text)).toBeUndefined());
  test("binary is left out", () => expect(decode(new ArrayBuffer(2))).toBeUndefined());
});

test("a command carries version, type and number", () => {
  expect(JSON.parse(encode(7, { type: "WATCH", tableId: "demo-t1" }))).toEqual({
    v: 1,
    type: "WATCH",
    id: 7,
    tableId: "demo-t1",
  });
});
