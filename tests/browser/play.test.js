// People and bots play whole hands in the browser client.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Browser } from "./browser.js";
import { Daemon, bots, game, until } from "./daemon.js";
import { Player, assertChips, nextToAct, playUntil } from "./player.js";

let daemon, browser;

before(async () => {
  const games = [
    game("mixed"), bots("mixed", 2),
    game("sides", { start: "host", review_hand_time: "3s" }),
    game("split", { start: "host", review_hand_time: "5s" }),
    game("slow", { start: "host", action_time: "1s", max_timeouts: 1, big_blind: 20 }),
    game("void", { start: "host" }),
  ];
  [daemon, browser] = await Promise.all([Daemon.open(...games), Browser.open()]);
});
afterEach(() => browser.assertQuiet());
after(async () => {
  await Promise.allSettled([browser?.close(), daemon?.close()]);
});

/** People at the one table of a game that the operator starts when all have chips. */
async function seated(gameId, chips, prepare) {
  const players = [];
  for (const [name, amount] of Object.entries(chips)) {
    const player = await Player.enter(browser, daemon, name, `/game/${gameId}`, prepare);
    await player.sitDownWith(amount);
    players.push(player);
  }
  await until("all have chips", async () => {
    const { seats } = await daemon.ctl("table", "show", `${gameId}-t1`);
    return seats.filter((seat) => seat.stack > 0).length === players.length;
  });
  await daemon.ctl("game", "start", gameId);
  return players;
}

const close = (players) => Promise.all(players.map((player) => player.close()));

test("two people and two bots play whole hands", async () => {
  const ann = await Player.enter(browser, daemon, "Ann");
  await ann.sitDown("mixed");
  const bob = await Player.enter(browser, daemon, "Bob", "/game/mixed");
  await bob.sitDown("mixed");
  let cards = [];
  await playUntil("both are dealt in", [ann, bob], async () => {
    cards = (await Promise.all([ann.cards(), bob.cards()])).flat();
    return cards.length === 4;
  });
  assert.equal(new Set(cards).size, 4, cards.join());
  const from = await ann.hand();
  await playUntil("two hands", [ann, bob], async () => (await ann.hand()) >= from + 2 && (await bob.hand()) >= from + 2);
  await close([ann, bob]);
});

test("who is all-in with less than others plays for the main pot", async () => {
  const players = await seated("sides", { Cat: 400, Dan: 1000, Eve: 1000 });
  const [cat, dan, eve] = players;
  const board = async () => (await cat.board()).length;
  while ((await board()) === 0) {
    const player = await nextToAct(players, async () => (await board()) > 0);
    if (player === cat) await cat.allIn();
    else if (player) await player.act(/^(Check|Call)/);
  }
  await (await nextToAct([dan, eve])).act(/^Bet 10$/);
  await (await nextToAct([dan, eve])).act(/^Call 10$/);
  await until("the turn", async () => (await board()) === 4);
  for (const { table } of players) {
    await table.getByText("Main 1,200").waitFor();
    await table.getByText("Side 1 20").waitFor();
  }
  await (await nextToAct([dan, eve])).allIn();
  await (await nextToAct([dan, eve])).allIn();
  await until("the river", async () => (await board()) === 5);
  await cat.table.getByText(/wins [\d,]+ from the main pot/).first().waitFor();
  await cat.table.getByText(/[\d,]+ from side pot 1/).first().waitFor();
  await assertChips(daemon, "sides-t1", 2400);
  await close(players);
});

test("both winners of a split pot are named", async () => {
  // Cards cannot be chosen, so the daemon's showdown is rewritten on its way to one of the pages.
  const split = (text) => {
    const frame = JSON.parse(text);
    const showdown = frame.events?.find((event) => event.type === "ShowdownResult");
    if (!showdown) return text;
    const pot = showdown.potResults[0];
    pot.winners = frame.state.seats.map(({ seatIndex }) => ({ seatPosition: seatIndex, share: pot.amount / 2 }));
    for (const seat of frame.state.seats) seat.won = pot.amount / 2;
    return JSON.stringify(frame);
  };
  const players = await seated("split", { Jon: 400, Kim: 400 }, (page) =>
    page.routeWebSocket("**/ws", (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(message));
      server.onMessage((message) => socket.send(split(message)));
    }),
  );
  await (await nextToAct(players)).allIn();
  await (await nextToAct(players)).allIn();
  for (const { table, seat } of players) {
    await table.getByText(/^Jon wins 400 with/).first().waitFor();
    await table.getByText(/^Kim wins 400 with/).first().waitFor();
    assert.match(await seat.getAttribute("aria-label"), /won 400/);
  }
  await close(players);
});

test("who lets the time pass is folded and sits out", async () => {
  const players = await seated("slow", { Fay: 800, Gil: 800 });
  const late = await nextToAct(players);
  await late.page.getByText("You are sitting out.").waitFor();
  await late.page.getByRole("button", { name: "I am back" }).click();
  await late.dealtIn();
  await close(players);
});

test("a check in advance is void after a raise", async () => {
  const players = await seated("void", { Hal: 1000, Ivy: 1000 });
  const first = await nextToAct(players);
  const other = players.find((player) => player !== first);
  const check = other.intents.getByRole("button", { name: /Check$/ });
  await check.click();
  await until("the daemon keeps it", async () => (await check.getAttribute("aria-pressed")) === "true");
  await first.act(/^Raise to/);
  await other.turn.getByRole("button", { name: /^Call/ }).waitFor();
  assert.equal((await other.board()).length, 0);
  await other.act(/^Call/);
  await until("the flop", async () => (await other.board()).length === 3);
  await close(players);
});
