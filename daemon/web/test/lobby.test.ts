import { expect, test } from "vitest";
import { automation } from "../src/state/automation";
import { startTime } from "../src/state/seats";
import { lobbyGame, message, online, run } from "./world";

const listed = run(
  online(),
  message({ type: "LOBBY", id: 2, games: [lobbyGame(), lobbyGame({ gameId: "other", startTime: 7_000 })] }),
);
const names = (state: typeof listed) => state.games?.map((game) => game.gameId).sort();

test("what changes in the list replaces what it had", () => {
  const changed = run(
    listed,
    message({ type: "LOBBY_CHANGED", games: [lobbyGame({ averagePot: 90, handsPerHour: 70 })], gone: [] }),
  );
  expect(names(changed)).toEqual(["demo", "other"]);
  expect(changed.games?.find((game) => game.gameId === "demo")).toMatchObject({ averagePot: 90, handsPerHour: 70 });
  expect(changed.games?.find((game) => game.gameId === "other")).toBe(listed.games?.[1]);
});

test("new games come and others go", () => {
  const changed = run(listed, message({ type: "LOBBY_CHANGED", games: [lobbyGame({ gameId: "new" })], gone: ["demo"] }));
  expect(names(changed)).toEqual(["new", "other"]);
});

test("a change is no list", () =>
  expect(run(online(), message({ type: "LOBBY_CHANGED", games: [lobbyGame()], gone: [] })).games).toBeUndefined());

test("after a gap in the news the list is asked for again", () => {
  const lagged = message({ type: "ERROR", code: "LAGGED", message: "Too slow." });
  expect(automation(listed, run(listed, lagged), { ...lagged, at: 0, writing: false })).toEqual([
    { type: "LIST_GAMES" },
  ]);
});

test("a game says when it may begin", () => {
  expect(startTime(listed, "other")).toBe(7_000);
  expect(startTime(listed, "demo")).toBe(0);
});
