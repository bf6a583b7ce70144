// From the address to the end of a hand without a mouse.
import { after, before, test } from "node:test";
import { Browser } from "./browser.js";
import { Daemon, bots, game, until } from "./daemon.js";
import { Player } from "./player.js";

let daemon, browser;

before(async () => {
  const games = [game("main", { action_time: "60s" }), bots("main", 2)];
  [daemon, browser] = await Promise.all([Daemon.open(...games), Browser.open()]);
});
after(async () => {
  await Promise.allSettled([browser?.close(), daemon?.close()]);
});

/** The accessible name of what has the focus. */
const focused = (page) =>
  page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.innerText.trim());

/** Goes on with Tab until what is wanted has the focus. */
async function tabTo(page, name) {
  const seen = [];
  for (let step = 0; step < 60; ++step) {
    seen.push(await focused(page));
    if (name.test(seen.at(-1))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to ${name}: ${seen.join(" | ")}`);
}

test("a whole hand by keyboard alone", async () => {
  const ann = new Player(await browser.person(), "Ann");
  const { page } = ann;
  await page.goto(daemon.url);
  await page.getByRole("textbox").waitFor();
  await page.keyboard.type("Ann");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Sit down/ }).waitFor();
  await tabTo(page, /^Sit down/);
  await page.keyboard.press("Enter");
  await ann.turn.waitFor();
  const hand = await ann.hand();
  const least = (await ann.turn.getByRole("button", { name: /^(Raise to|Bet) \d/ }).innerText()).match(/\d[\d,]*/)[0];
  const size = Number(least.replace(",", "")) + 7;
  await tabTo(page, /^Size in chips/);
  await page.keyboard.type(String(size));
  await page.keyboard.press("Enter");
  await page.getByText(new RegExp(`^Ann (raises to|bets) ${size}\\b`)).first().waitFor();
  await until("the hand is over", async () => {
    if (await ann.turn.isVisible()) {
      await tabTo(page, /^(Check|Call)/);
      await page.keyboard.press("Space");
    }
    return (await ann.hand()) > hand;
  });
  browser.assertQuiet();
  await ann.close();
});
