import { describe, expect, test } from "vitest";
import { judge, share } from "../src/state/frame";
import { frame, message, online, run, seat, table, view } from "./world";

describe("versions, gaps, snapshots", () => {
  const known = { epoch: 2, at: 10 };
  test.each([
    ["a lower epoch", { epoch: 1, previous: 10, version: 11 }, "drop"],
    ["a lower epoch, though a snapshot", { epoch: 1, version: 11, snapshot: true }, "drop"],
    ["a higher epoch", { epoch: 3, previous: 0, version: 4 }, "anew"],
    ["a snapshot", { epoch: 2, version: 4, snapshot: true }, "anew"],
    ["an old version", { epoch: 2, previous: 9, version: 10 }, "drop"],
    ["the next one", { epoch: 2, previous: 10, version: 12 }, "follow"],
    ["an overlapping one", { epoch: 2, previous: 8, version: 12 }, "follow"],
    ["one too late", { epoch: 2, previous: 11, version: 12 }, "gap"],
  ])("%s", (_name, change, verdict) => expect(judge(known, frame(change))).toBe(verdict));
  test("a step of an unknown table is a gap", () =>
    expect(judge(undefined, frame({ previous: 0, version: 1 }))).toBe("gap"));
});

test("a gap keeps what was shown until the snapshot heals it", () => {
  const first = run(online(), message(frame({ snapshot: true, version: 10 })));
  const torn = run(first, message(frame({ previous: 12, version: 13, state: view({ potTotal: 500 }) })));
  expect(torn.tables["demo-t1"]).toMatchObject({ gap: true, at: 10, view: { potTotal: 70 } });
  const healed = run(torn, message(frame({ snapshot: true, version: 14, state: view({ potTotal: 900 }) })));
  expect(healed.tables["demo-t1"]).toMatchObject({ gap: false, at: 14, view: { potTotal: 900 } });
});

test("what has not changed stays the same object", () => {
  const old = view();
  const fresh = share(old, view({ seats: [seat(0), seat(2, { stack: 900 })] }));
  expect(fresh.seats[0]).toBe(old.seats[0]);
  expect(fresh.seats[1]).toEqual(seat(2, { stack: 900 }));
  expect(fresh.communityCards).toBe(old.communityCards);
});

test("frames of a table that is gone are ignored", () => {
  const state = run(
    online(),
    message(frame({ snapshot: true })),
    message({ type: "GAME_EVENTS", gameId: "demo", events: [{ type: "TableRemoved", tableId: "demo-t1" }] }),
    message(frame({ previous: 10, version: 11 })),
  );
  expect(state.open).toEqual([]);
  expect(table().tableId in state.tables).toBe(false);
});

test("who is moved while looking at a table is taken along, also when the old one goes first", () => {
  const seated = run(
    online(),
    message({ type: "SEAT", gameId: "demo", tableId: "demo-t1", seatIndex: 0 }),
    message(frame({ snapshot: true })),
    { kind: "route", route: { page: "table", tableId: "demo-t1" } },
  );
  const gone = message({ type: "GAME_EVENTS", gameId: "demo", events: [{ type: "TableRemoved", tableId: "demo-t1" }] });
  const moved = message({ type: "SEAT", gameId: "demo", tableId: "demo-t2", seatIndex: 3 });
  const there = { page: "table", tableId: "demo-t2" };
  expect(run(seated, gone, moved).route).toEqual(there);
  expect(run(seated, moved, gone).route).toEqual(there);
});

test("a table that goes under a watcher leads back to the lobby", () => {
  const watching = run(online(), message(frame({ snapshot: true, you: undefined })), {
    kind: "route",
    route: { page: "table", tableId: "demo-t1" },
  });
  const gone = message({ type: "GAME_EVENTS", gameId: "demo", events: [{ type: "TableRemoved", tableId: "demo-t1" }] });
  expect(run(watching, gone).route).toEqual({ page: "lobby" });
});
