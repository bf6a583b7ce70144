// Every view: axe-core finds nothing, and pictures of what there is to see.
import { after, before, test } from "node:test";
import { Browser, assertAccessible, assertFits, keepPicture, screens } from "./browser.js";
import { Daemon, bots, game, until } from "./daemon.js";
import { Player, nextToAct, playUntil } from "./player.js";

let daemon, browser, ann;

before(async () => {
  const games = [
    game("main", { number_of_seats: 9, action_time: "120s" }), bots("main", 8),
    game("pair", { start: "host", action_time: "120s" }),
    game("dear", { start: "host", small_blind: 250, big_blind: 500, min_buy_in: 20000, max_buy_in: 100000 }),
  ];
  [daemon, browser] = await Promise.all([Daemon.open(...games), Browser.open()]);
});
after(async () => {
  await Promise.allSettled([browser?.close(), daemon?.close()]);
});

const dialog = () => ann.page.getByRole("dialog");
const press = (name) => ann.page.getByRole("button", { name }).first().click();

/** Looks at a dialog, then closes it. */
async function look(what) {
  await dialog().waitFor();
  await assertAccessible(ann.page, what);
  await ann.page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
}

/** Looks at a view on every screen. */
async function lookEverywhere(what) {
  for (const [screen, size] of Object.entries(screens)) {
    await ann.page.setViewportSize(size);
    await assertAccessible(ann.page, `${what}, ${screen}`);
    await assertFits(ann.page, `${what}, ${screen}`);
    await keepPicture(ann.page, `${what}-${screen}`);
  }
}

test("the welcome and the lobby", async () => {
  const page = await browser.person();
  await page.goto(daemon.url);
  await page.getByRole("textbox").waitFor();
  await assertAccessible(page, "welcome");
  await keepPicture(page, "welcome");
  await page.context().close();

  ann = await Player.enter(browser, daemon, "Ann");
  await ann.page.getByRole("button", { name: /^Sit down .* at main$/ }).waitFor();
  await until("the bots sit", async () => (await daemon.ctl("player", "list")).filter((row) => row.tableId).length === 8);
  await lookEverywhere("lobby");
  await press("Host a game");
  await look("host a game");
  await press("Settings");
  await look("settings");
});

test("a game and a table that is watched", async () => {
  await ann.page.goto(`${daemon.url}/game/main`);
  await ann.page.getByRole("button", { name: "Other amount…" }).click();
  await look("buy-in");
  await assertAccessible(ann.page, "game");
  await press("Watch");
  await ann.page.getByText("You are watching.").waitFor();
  await assertAccessible(ann.page, "watched table");
  await ann.page.goto(`${daemon.url}/game/none`);
  await ann.page.getByText("There is no such game").waitFor();
  await assertAccessible(ann.page, "no such game");
});

test("the table at the own turn, and what is around it", async () => {
  await ann.page.goto(daemon.url);
  await ann.sitDown("main");
  await playUntil("Ann is dealt in", [ann], async () => (await ann.cards()).length === 2);
  const played = await ann.hand();
  await playUntil("a hand to look back at", [ann], async () => (await ann.hand()) > played);
  await playUntil("a flop at the own turn", [ann], async () => (await ann.board()).length >= 3 && ann.turn.isVisible());
  await lookEverywhere("table");
  await press("Hands");
  await dialog().getByRole("button", { name: /^#/ }).first().waitFor();
  await look("hands");
  await press("Hands");
  await dialog().getByRole("button", { name: /^#/ }).first().click();
  await dialog().getByRole("button", { name: "Step on" }).click();
  await keepPicture(ann.page, "replayer");
  await look("replayer");
  await press(/^Chat and log/);
  await look("chat");
  await press("Seat and table");
  await look("seat");
  await press("Seat and table");
  await press("Leave the game…");
  await look("leave");
});

test("a game that has not started, and a turn that is still to come", async () => {
  await ann.close();
  ann = await Player.enter(browser, daemon, "Cat");
  await ann.sitDown("pair");
  await lookEverywhere("early");
  const bob = await Player.enter(browser, daemon, "Bob");
  await bob.sitDown("pair");
  await until("both have chips", () => daemon.ctl("game", "start", "pair").then(() => true, () => false));
  const first = await nextToAct([ann, bob]);
  if (first === ann) await ann.act(/^Call/);
  await ann.intents.waitFor();
  await lookEverywhere("intents");
  await bob.close();
});

test("no connection", async () => {
  browser.assertQuiet();
  await daemon.kill();
  await ann.page.getByText("Connection lost.").waitFor();
  await assertAccessible(ann.page, "no connection");
  await ann.close();
});
