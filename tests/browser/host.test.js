// A game that a person makes and steers.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser } from "./browser.js";
import { Daemon, until } from "./daemon.js";
import { Player } from "./player.js";

const credits = [];
let daemon, browser, ann, bob;

before(async () => {
  [daemon, browser] = await Promise.all([Daemon.open(), Browser.open()]);
});
after(async () => {
  await Promise.allSettled([browser?.close(), daemon?.close()]);
});

/** Games of players grant no chips, so the operator does. */
const withChips = (page) =>
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const { type, userId } = JSON.parse(payload);
      if (type === "LOGGED_IN") credits.push(daemon.ctl("player", "credit", userId, "1000"));
    }),
  );

const start = (player) => player.page.getByRole("button", { name: /^Start the game/ });
const status = async () => (await daemon.ctl("game", "show", "friday")).status;

test("a game is made, others come by its address, and the host starts it", async () => {
  ann = await Player.enter(browser, daemon, "Ann", "/", withChips);
  await ann.page.getByRole("button", { name: "Host a game" }).click();
  const dialog = ann.page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name of the game" }).fill("friday");
  await dialog.getByRole("spinbutton", { name: "Small blind", exact: true }).fill("5");
  await dialog.getByRole("spinbutton", { name: "Big blind", exact: true }).fill("10");
  await dialog.getByRole("button", { name: "Make the game" }).click();
  await ann.page.getByRole("heading", { name: "friday" }).waitFor();
  bob = await Player.enter(browser, daemon, "Bob", new URL(ann.page.url()).pathname, withChips);
  await bob.page.getByRole("heading", { name: "friday" }).waitFor();
  await Promise.all(credits);

  await ann.sitDown("friday");
  await until("Ann has chips", async () => (await daemon.ctl("table", "show", "friday-t1")).seats[0]?.stack > 0);
  assert.equal(await start(ann).count(), 0, "there is nobody to play with");
  await bob.sitDown("friday");
  await start(ann).waitFor();
  assert.equal(await start(bob).count(), 0, "Bob is not the host");
  assert.equal(await status(), "SEATING");
  await start(ann).click();
  await Promise.all([ann.dealtIn(), bob.dealtIn()]);
  assert.equal(await status(), "ACTIVE");
  assert.equal(await start(ann).count(), 0);
});

test("the host pauses after the hand, resumes and ends", async () => {
  const steer = async (button) => {
    await ann.table.getByRole("button", { name: "Seat and table" }).click();
    await ann.page.getByRole("button", { name: button }).click();
  };
  await steer("Pause the game");
  await bob.table.getByText("Pause after this hand").first().waitFor();
  // What is under way is not offered again.
  await ann.table.getByRole("button", { name: "Seat and table" }).click();
  await ann.page.getByText("The game pauses as soon as the hands are over.").waitFor();
  assert.equal(await ann.page.getByRole("button", { name: "Pause the game" }).count(), 0);
  await ann.page.keyboard.press("Escape");
  await until("a fold ends the hand", async () => {
    for (const player of [ann, bob])
      if (await player.turn.isVisible()) await player.act("Fold").catch(() => {});
    return (await status()) === "PAUSED";
  });
  for (const { table } of [ann, bob]) await table.getByText("The game is paused").waitFor();
  await steer("Resume the game");
  await Promise.all([ann.dealtIn(), bob.dealtIn()]);
  await steer("End the game…");
  await ann.page.getByRole("button", { name: "End the game", exact: true }).click();
  await until("a fold ends the last hand", async () => {
    for (const player of [ann, bob])
      if (await player.turn.isVisible()) await player.act("Fold").catch(() => {});
    return (await status().catch(() => "COMPLETED")) === "COMPLETED";
  });
  await bob.page.getByText(/cashed out|is over|left friday/).first().waitFor();
  browser.assertQuiet();
  await Promise.all([ann.close(), bob.close()]);
});

test("a game that opens later can be called off", async () => {
  const eve = await Player.enter(browser, daemon, "Eve");
  await eve.page.getByRole("button", { name: "Host a game" }).click();
  const dialog = eve.page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name of the game" }).fill("sunday");
  await dialog.locator("input[type=datetime-local]").fill(`${new Date().getFullYear() + 1}-01-31T20:00`);
  await dialog.getByRole("button", { name: "Make the game" }).click();
  await eve.page.getByText("Opens later").waitFor();
  await eve.page.getByRole("button", { name: "Cancel the game…" }).click();
  await eve.page.getByRole("button", { name: "Cancel the game", exact: true }).click();
  await eve.page.getByText(/There is no such game|Over/).first().waitFor();
  await eve.close();
});
