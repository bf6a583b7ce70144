// What is around the table: turns behind a dialog, hands and results that stay, ways out where one cannot go on.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser } from "./browser.js";
import { Daemon, bots, game, until } from "./daemon.js";
import { Player, playUntil } from "./player.js";

let daemon, browser;

before(async () => {
  const games = [
    game("main", { action_time: "120s" }), bots("main", 2),
    game("poor", { start: "host", guest_credit: 0 }),
  ];
  [daemon, browser] = await Promise.all([Daemon.open(...games), Browser.open()]);
});
after(async () => {
  await Promise.allSettled([browser?.close(), daemon?.close()]);
});

test("a turn that comes while a dialog is open is shown in it and said at once", async () => {
  const ann = await Player.enter(browser, daemon, "Ann", "/game/main");
  const { page } = ann;
  await page.setViewportSize({ width: 360, height: 740 });
  await ann.sitDown("main");
  await ann.turn.waitFor();
  await ann.act(/^(Check|Call)/);
  await page.getByRole("button", { name: /^Chat and log/ }).click();
  const dialog = page.getByRole("dialog");
  const turn = dialog.getByRole("alert").getByRole("button", { name: /^Your turn\./ });
  // Whoever has nothing to say any more in this hand is asked in the next one.
  await turn.waitFor({ timeout: 60_000 });
  await turn.click();
  await dialog.waitFor({ state: "detached" });
  await ann.turn.waitFor();
  await ann.leave();
  await ann.close();
});

test("hands and the result of the session are there after a reload, and away from the table", async () => {
  const bob = await Player.enter(browser, daemon, "Bob", "/game/main");
  const { page } = bob;
  await bob.sitDown("main");
  await bob.turn.waitFor();
  const hand = await bob.hand();
  await playUntil("the hand after the next", [bob], async () => (await bob.hand()) > hand + 1);
  const rows = page.getByRole("dialog").locator(".hand-row");
  const opened = async () => {
    await page.getByRole("button", { name: "Hands", exact: true }).click();
    await rows.first().waitFor();
    const texts = await rows.allInnerTexts();
    await page.keyboard.press("Escape");
    return texts;
  };
  const before = await opened();
  await page.reload();
  await bob.seat.waitFor();
  const after = await until("the hands are back", async () => {
    const texts = await opened();
    return texts.length >= before.length && texts;
  });
  assert.deepEqual(after.slice(-before.length), before);
  await page.getByRole("button", { name: "Seat and table" }).click();
  await page.getByText(/This session: .* in \d+ hands?/).waitFor();
  await page.getByRole("button", { name: "About the game" }).click();
  await page.getByRole("link", { name: "Lobby" }).click();
  await page.getByRole("button", { name: "Your hands" }).click();
  await rows.last().click();
  await page.getByRole("heading", { name: /^Hand \d+$/ }).waitFor();
  await page.keyboard.press("Escape");
  await bob.close();
});

test("a newcomer without chips is told where there are some", async () => {
  const cat = await Player.enter(browser, daemon, "Cat", "/game/poor");
  const { page } = cat;
  await page.getByText(/You have no chips to sit down here/).waitFor();
  const [number] = /guest-[0-9a-f]+/.exec(await page.getByRole("main").innerText());
  await daemon.ctl("player", "credit", number, "5000");
  await page.getByRole("button", { name: /^Sit down · / }).waitFor();
  await cat.close();
});

test("a link of a player whom nobody knows says so", async () => {
  const page = await browser.person();
  await page.goto(`${daemon.url}/#token=deadbeef`);
  await page.getByText(/is not known here/).waitFor();
  await page.getByRole("textbox", { name: "Your name at the table" }).waitFor();
  await page.context().close();
});

test("who was replaced is told that, and nothing of a lost connection", async () => {
  const dan = await Player.enter(browser, daemon, "Dan", "/game/main");
  await dan.sitDown("main");
  const other = await dan.page.context().newPage();
  await other.goto(daemon.url);
  await dan.page.getByText("You play in another window or on another device.").waitFor();
  assert.equal(await dan.page.getByText(/No connection/).count(), 0);
  await dan.close();
});
