import { describe, expect, test } from "vitest";
import { automation } from "../src/state/automation";
import type { Happening, State } from "../src/state/model";
import { frame, lobbyGame, message, online, run, seat, view, you } from "./world";

const after = (before: State, happening: Happening) =>
  automation(before, run(before, happening), { ...happening, at: 0, writing: false });
const lobby = message({
  type: "LOBBY",
  id: 3,
  games: [
    lobbyGame({ tables: [], players: 2 }),
  ],
});
const sits = message({ type: "SEAT", gameId: "demo", tableId: "demo-t1", seatIndex: 0 });
const broke = view({ seats: [seat(0, { stack: 0, status: "JOINED_WAITING", playerStatus: "BUYING_IN" }), seat(2)] });
const snapshot = (state = broke) => message(frame({ snapshot: true, state, you: you({ actions: [] }) }));

test("a gap is healed by one WATCH", () => {
  const before = run(online(), sits, snapshot(view()));
  const late = message(frame({ previous: 12, version: 13 }));
  expect(after(before, late)).toEqual([{ type: "WATCH", tableId: "demo-t1" }]);
  expect(after(run(before, late), message(frame({ previous: 13, version: 14 })))).toEqual([]);
});

test("after a reconnect, watched tables are watched anew and own ones are not", () => {
  const before = run(
    online(),
    sits,
    { kind: "sent", id: 4, command: { type: "WATCH", tableId: "demo-t9" } },
    message({ type: "OK", id: 4 }),
    { kind: "link", link: { phase: "connecting" } },
  );
  expect(after(before, { kind: "link", link: { phase: "online" } })).toEqual([
    { type: "LIST_GAMES", follow: true },
    { type: "WATCH", tableId: "demo-t9" },
  ]);
});

test("a table that is looked at is watched", () => {
  expect(after(online(), { kind: "route", route: { page: "table", tableId: "demo-t4" } })).toEqual([
    { type: "WATCH", tableId: "demo-t4" },
  ]);
});

describe("sitting down with chips", () => {
  const wished = run(online(), lobby, { kind: "buyWhenSeated", gameId: "demo", amount: 800 }, sits, snapshot());
  test("waits for the balance, then buys in once", () => {
    const balance = message({ type: "BALANCE", gameId: "demo", balance: 10_000 });
    expect(after(wished, balance)).toEqual([{ type: "BUY_IN", gameId: "demo", amount: 800 }]);
    const sent = run(wished, balance, {
      kind: "sent",
      id: 6,
      command: { type: "BUY_IN", gameId: "demo", amount: 800 },
    });
    expect(after(sent, snapshot())).toEqual([]);
    expect(after(run(sent, message({ type: "ERROR", id: 6, code: "BAD_BUY_IN", message: "no" })), snapshot())).toEqual(
      [],
    );
  });
  test("takes no more than there is", () => {
    expect(after(wished, message({ type: "BALANCE", gameId: "demo", balance: 500 }))).toEqual([
      { type: "BUY_IN", gameId: "demo", amount: 500 },
    ]);
  });
});

describe("buying in again by itself", () => {
  const seated = run(
    online(),
    lobby,
    sits,
    snapshot(view()),
    message({ type: "BALANCE", gameId: "demo", balance: 5_000 }),
  );
  const bust = message(frame({ previous: 10, version: 11, state: broke, you: you({ actions: [] }) }));
  test("is off by default", () => expect(after(seated, bust)).toEqual([]));
  test("brings the largest buy-in", () => {
    const on = run(seated, { kind: "preferences", change: { autoRebuy: true } });
    expect(after(on, bust)).toEqual([{ type: "BUY_IN", gameId: "demo", amount: 1000 }]);
  });
});

describe("sitting out before the big blind", () => {
  const hand = (bigBlindSeatIndex: number) => {
    const seats = [seat(0), seat(2), seat(4)];
    const before = run(online(), sits, snapshot(view({ seats, bigBlindSeatIndex })), {
      kind: "sitOutAtBlind",
      gameId: "demo",
      on: true,
    });
    const over = message(
      frame({
        previous: 10,
        version: 11,
        state: view({ seats, bigBlindSeatIndex, handPhase: "HAND_COMPLETE" }),
        you: you({ actions: [] }),
      }),
    );
    return after(before, over);
  };
  test("happens when the next one is the player's", () =>
    expect(hand(4)).toEqual([{ type: "SIT_OUT", gameId: "demo" }]));
  test("and not before", () => expect(hand(2)).toEqual([]));
});
