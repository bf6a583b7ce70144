// The list of games, which comes by itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, assertAccessible } from "./browser.js";
import { Daemon, bots, game, until } from "./daemon.js";
import { Player } from "./player.js";

const asked = [];
const told = [];
let daemon, browser, ann;

before(async () => {
  const games = [
    game("quick", { predeal_time: "0s", review_hand_time: "0s", next_hand_delay: "0s" }), bots("quick", 3, "10ms"),
    game("later", { start: "host", action_time: "12s", rake_percent: 3 }), "start_time = 2099-01-01T12:00:00Z\n",
  ];
  [daemon, browser] = await Promise.all([Daemon.open(...games), Browser.open()]);
  const listen = (page) =>
    page.on("websocket", (socket) => {
      socket.on("framesent", ({ payload }) => asked.push(JSON.parse(payload)));
      socket.on("framereceived", ({ payload }) => told.push({ ...JSON.parse(payload), at: Date.now() }));
    });
  ann = await Player.enter(browser, daemon, "Ann", "/", listen);
});
after(async () => {
  await Promise.allSettled([browser?.close(), daemon?.close()]);
});

const lists = () => asked.filter(({ type }) => type === "LIST_GAMES").map(({ follow }) => follow);
const card = (name) => ann.page.getByRole("listitem").filter({ has: ann.page.getByRole("heading", { name }) });
const fact = async (name) => card("quick").locator("dt", { hasText: name }).locator("+ dd").innerText();

test("pots and hands an hour are shown, and change without being asked for", async () => {
  const number = async (name) => Number((await fact(name)).replace(/,/g, ""));
  await until("hands an hour", async () => (await number("Hands an hour")) > 0);
  const first = [await number("Average pot"), await number("Hands an hour")];
  await until("they change", async () => (await number("Average pot")) !== first[0] && (await number("Hands an hour")) > first[1]);
  assert.ok((await number("Average pot")) > 0);
  assert.deepEqual(lists(), [true]);
  await until("some news", () => told.filter(({ type }) => type === "LOBBY_CHANGED").length >= 4);
  const news = told.filter(({ type }) => type === "LOBBY_CHANGED");
  // Once a second; what the way adds to one it takes from the next.
  assert.ok(news.at(-1).at - news[0].at > (news.length - 1) * 800, `${news.length} in ${news.at(-1).at - news[0].at} ms`);
  for (const { games } of news.slice(1)) assert.deepEqual(games.map(({ gameId }) => gameId), ["quick"]);
});

test("a game tells its terms", async () => {
  await card("later").getByText(/by the host, from/).waitFor();
  await ann.page.getByRole("link", { name: "later" }).click();
  await ann.page.getByText("game of the house").waitFor();
  await ann.page.locator("dd", { hasText: "12 s" }).waitFor();
  await ann.page.locator("dd", { hasText: "3 %" }).waitFor();
  await ann.page.locator("dd", { hasText: "10,000 chips" }).waitFor();
  await assertAccessible(ann.page, "terms");
});

test("at a table the list is not followed, and in the lobby it is again", async () => {
  await ann.page.goBack();
  await ann.page.getByRole("button", { name: "Watch quick-t1" }).click();
  await ann.page.getByText("You are watching.").waitFor();
  await until("it is let go", () => lists().at(-1) === false);
  await ann.page.goBack();
  await until("it is followed", () => lists().at(-1) === true);
  const before = told.filter(({ type }) => type === "LOBBY_CHANGED").length;
  await until("news come", () => told.filter(({ type }) => type === "LOBBY_CHANGED").length > before);
});

test("a new game is there at once", async () => {
  const bob = await Player.enter(browser, daemon, "Bob");
  await bob.page.getByRole("button", { name: "Host a game" }).click();
  await bob.page.getByRole("textbox", { name: "Name of the game" }).fill("bobs");
  await bob.page.getByRole("button", { name: "Make the game" }).click();
  await card("bobs").waitFor();
  browser.assertQuiet();
  await bob.close();
});
