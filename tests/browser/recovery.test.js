// Hands go on over a reload, the end of the daemon, and a move to another table.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser } from "./browser.js";
import { Daemon, bots, game, until } from "./daemon.js";
import { Player, nextToAct, playUntil } from "./player.js";

let daemon, browser;

before(async () => {
  const games = [
    game("long", { action_time: "60s" }), bots("long", 2),
    game("moving", { number_of_seats: 3, table_merge_grace: "500ms", action_time: "1s", max_timeouts: 100 }),
  ];
  [daemon, browser] = await Promise.all([Daemon.open(...games), Browser.open()]);
});
after(async () => {
  await Promise.allSettled([browser?.close(), daemon?.close()]);
});

test("a reload in the middle of a hand shows the same cards", async () => {
  const ann = await Player.enter(browser, daemon, "Ann", "/game/long");
  await ann.sitDown("long");
  await ann.turn.waitFor();
  const [cards, board, hand] = [await ann.cards(), await ann.board(), await ann.hand()];
  assert.equal(cards.length, 2);
  await ann.page.reload();
  await ann.turn.waitFor();
  assert.deepEqual([await ann.cards(), await ann.board(), await ann.hand()], [cards, board, hand]);
  await ann.act(/^(Check|Call)/);
  await playUntil("the next hand", [ann], async () => (await ann.hand()) > hand);
  browser.assertQuiet();
  await ann.leave();
  await ann.close();
});

test("a daemon that is killed comes back with the same cards, and the page by itself", async () => {
  const bob = await Player.enter(browser, daemon, "Bob", "/game/long");
  await bob.sitDown("long");
  await bob.turn.waitFor();
  await bob.page.evaluate(() => (window.sameDocument = true));
  const [cards, board, hand] = [await bob.cards(), await bob.board(), await bob.hand()];
  assert.equal(cards.length, 2);
  await daemon.kill();
  await bob.page.getByText("No connection: nothing can be sent now.").waitFor();
  await daemon.start();
  await bob.turn.waitFor();
  assert.deepEqual([await bob.cards(), await bob.board(), await bob.hand()], [cards, board, hand]);
  await playUntil("the next hand", [bob], async () => (await bob.hand()) > hand);
  assert.ok(await bob.page.evaluate(() => window.sameDocument), "the page was not loaded again");
  // The browser itself says that nobody answered.
  browser.assertQuiet(/WebSocket connection to .* failed/);
  browser.errors.length = 0;
  await bob.leave();
  await bob.close();
});

test("who is moved to another table is taken along", async () => {
  const names = ["Cat", "Dan", "Eve", "Fay"];
  const players = [];
  for (const name of names) {
    const player = await Player.enter(browser, daemon, name, "/game/moving");
    await player.sitDown("moving");
    players.push(player);
  }
  const at = async () => Object.fromEntries((await daemon.ctl("player", "list")).filter((row) => row.gameId === "moving").map((row) => [row.name, row.tableId]));
  const before = await until("two tables of two", async () => {
    const tables = await at();
    return new Set(Object.values(tables)).size === 2 && tables;
  });
  const leaver = players[0];
  await leaver.leave();
  await until("one table", async () => new Set(Object.values(await at()).filter(Boolean)).size === 1);
  const [now] = Object.values(await at()).filter(Boolean);
  const moved = players.filter((player) => player !== leaver && before[player.name] !== now);
  assert.ok(moved.length > 0);
  for (const player of moved) {
    await player.page.getByRole("region", { name: `Table ${now}` }).waitFor();
    await player.dealtIn();
  }
  browser.assertQuiet();
  await Promise.all(players.map((player) => player.close()));
});
