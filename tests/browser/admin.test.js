// What an administrator sees and does at /admin.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Browser, assertAccessible, assertFits, keepPicture, screens } from "./browser.js";
import { Daemon, bots, game, until } from "./daemon.js";
import { Player } from "./player.js";

let daemon, browser, page;
const asked = [];

before(async () => {
  const games = [
    game("main", { predeal_time: "0s", review_hand_time: "0s", next_hand_delay: "100ms" }), bots("main", 4, "20ms"),
    game("quiet", { start: "host" }),
  ];
  [daemon, browser] = await Promise.all([Daemon.open(...games), Browser.open()]);
  page = await browser.person();
  page.on("response", (response) => asked.push(new URL(response.url()).pathname));
  await page.goto(`${daemon.url}/admin`);
});
after(async () => {
  await Promise.allSettled([browser?.close(), daemon?.close()]);
});

const token = () => readFileSync(join(daemon.data, "admin.token"), "utf8").trim();
const field = () => page.getByLabel("The administrator’s token");
const button = (name) => page.getByRole("button", { name, exact: true });
const row = (name) => page.getByRole("row", { name: new RegExp(`^${name} `) });
const status = async (name) => (await daemon.ctl("game", "show", name)).status;

async function signIn(secret) {
  await field().fill(secret);
  await button("Sign in").click();
}

/** A game's figure of hands, as the page has it. */
const handsPlayed = async () =>
  Number((await page.locator("dt", { hasText: "Hands since the start" }).locator("+ dd").innerText()).replace(/,/g, ""));

test("a wrong token is told to be wrong, and not kept", async () => {
  await field().waitFor();
  await assertAccessible(page, "signing in");
  await assertFits(page, "signing in");
  await signIn("0".repeat(64));
  await page.getByText("This is not the administrator's token").waitFor();
  await assertAccessible(page, "a wrong token");
  assert.deepEqual(await page.evaluate(() => [sessionStorage.length, localStorage.length]), [0, 0]);
  await page.reload();
  await field().waitFor();
});

test("the right token opens the page, and is kept in this window alone", async () => {
  await signIn(token());
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await row("main").waitFor();
  const kept = await page.evaluate(() => [Object.values(sessionStorage), Object.values(localStorage)]);
  assert.deepEqual(kept, [[token()], []]);
  await page.reload();
  await row("main").waitFor();
});

test("players load none of it", async () => {
  const admin = asked.filter((path) => path.includes("admin_page"));
  assert.ok(admin.length > 0, asked.join());
  const other = await browser.person();
  const loaded = [];
  other.on("response", (response) => loaded.push(new URL(response.url()).pathname));
  await other.goto(daemon.url);
  await other.getByRole("textbox").waitFor();
  assert.deepEqual(loaded.filter((path) => path.includes("admin")), []);
  await other.context().close();
});

test("the charts move, and say in words what they show", async () => {
  const pace = page.getByRole("img", { name: /^Hands: / });
  await page.getByRole("img", { name: /^Actions: [\d.]+ a second now/ }).waitFor();
  await page.getByRole("img", { name: /^Median: [\d.]+ ms now, .*99 of 100: [\d.]+ ms now/ }).waitFor();
  const points = () => pace.locator("polyline").first().getAttribute("points");
  const [before, played] = [await points(), await handsPlayed()];
  await until("the curve moves on", async () => (await points()).length > before.length && (await handsPlayed()) > played);
  // The console has the same figures.
  const { handsPerSecond, actionsPerSecond, latencyP50Us, latencyP99Us } = await daemon.ctl("status");
  assert.ok(handsPerSecond > 0 && actionsPerSecond > handsPerSecond, `${handsPerSecond} ${actionsPerSecond}`);
  assert.ok(latencyP50Us > 0 && latencyP99Us >= latencyP50Us, `${latencyP50Us} ${latencyP99Us}`);
});

test("a game is paused and goes on, and no chip is at stake meanwhile", async () => {
  await button("Pause main").click();
  await row("main").getByText("Paused", { exact: true }).waitFor();
  assert.equal(await status("main"), "PAUSED");
  await button("Resume main").click();
  await row("main").getByText("Playing").waitFor();
  const played = await handsPlayed();
  await until("hands are played again", async () => (await handsPlayed()) > played);
});

test("a game ends only after a question", async () => {
  await button("End quiet").click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await assertAccessible(page, "end a game");
  await dialog.getByRole("button", { name: "Stay" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await status("quiet"), "SEATING");
  await button("End quiet").click();
  await dialog.getByRole("button", { name: "End", exact: true }).click();
  await until("it has ended", async () => (await status("quiet")) === "COMPLETED");
  await row("quiet").getByText("Over").waitFor();
});

test("tables, players and nodes, on every screen", async () => {
  const look = async (what) => {
    for (const [screen, size] of Object.entries(screens)) {
      await page.setViewportSize(size);
      await assertAccessible(page, `${what}, ${screen}`);
      await assertFits(page, `${what}, ${screen}`);
      await keepPicture(page, `admin-${what}-${screen}`);
    }
  };
  await look("games");
  await button("Tables").click();
  await row("main-t1").getByText("Plays").waitFor();
  await look("tables");
  await button("Players").click();
  await page.getByRole("button", { name: /^Take out / }).first().waitFor();
  await look("players");
  await button("Nodes").click();
  await page.getByText("This daemon is not one of several").waitFor();
  await look("nodes");
});

test("a player is taken out", async () => {
  const cat = await Player.enter(browser, daemon, "Cat");
  await cat.sitDown("main");
  await page.setViewportSize(screens.desktop);
  await button("Players").click();
  await page.getByRole("button", { name: /^Take out Cat / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take out" }).click();
  await page.getByRole("status").getByText("Take out Cat").waitFor();
  await page.getByRole("row", { name: /^Cat / }).getByText("Has left").waitFor();
  await cat.close();
});

test("a lost connection is said, and comes back by itself", async () => {
  browser.assertQuiet();
  await daemon.kill();
  await page.getByText("Connection lost. It comes back by itself.").waitFor();
  await assertAccessible(page, "no connection");
  await daemon.start();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  browser.assertQuiet(/WebSocket connection to .* failed/);
  browser.errors.length = 0;
});

test("too many wrong tokens close the door for a while", async () => {
  await button("Sign out").click();
  await field().waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  await until("the door is closed", async () => {
    await signIn("wrong");
    await page.getByRole("alert").getByText(/wrong tokens|not the administrator/).waitFor();
    return (await page.getByRole("alert").innerText()).includes("wait a minute");
  });
  await signIn(token());
  await page.getByRole("alert").getByText("wait a minute").waitFor();
  browser.assertQuiet();
});
