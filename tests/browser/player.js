// A person at the browser client, who sees and does what is written there: roles and accessible names.
import assert from "node:assert/strict";
import { until } from "./daemon.js";

/** Somebody with a page of their own. */
export class Player {
  /** Opens the client and gives a name, as somebody new. `prepare` is called with the page before. */
  static async enter(browser, daemon, name, path = "/", prepare = undefined, options = {}) {
    const player = new Player(await browser.person(options), name);
    await prepare?.(player.page);
    await player.page.goto(daemon.url + path);
    await player.page.getByRole("textbox", { name: "Your name at the table" }).fill(name);
    await player.page.keyboard.press("Enter");
    return player;
  }

  constructor(page, name) {
    this.page = page;
    this.name = name;
    this.table = page.getByRole("region", { name: /^Table / });
    this.seat = page.getByRole("group", { name: new RegExp(`^${name}, you,`) });
    this.turn = page.getByRole("group", { name: "Your turn", exact: true });
    this.intents = page.getByRole("group", { name: "When your turn comes" });
  }

  /** Takes a seat with the usual chips in a game that the page shows, in the lobby or alone. */
  async sitDown(gameId) {
    await this.page.getByRole("button", { name: new RegExp(`^Sit down · [\\d,]+ at ${gameId}$`) }).click();
    await this.seat.waitFor();
  }

  /** Takes a seat with so many chips, on the page of the game. */
  async sitDownWith(chips) {
    await this.page.getByRole("button", { name: "Other amount…" }).click();
    const dialog = this.page.getByRole("dialog");
    await dialog.getByRole("spinbutton", { name: "Chips" }).fill(String(chips));
    await dialog.getByRole("button", { name: /^Sit with/ }).click();
    await this.seat.waitFor();
  }

  /** Gives the seat up, through the dialog of the table. */
  async leave() {
    await this.table.getByRole("button", { name: "Seat and table" }).click();
    await this.page.getByRole("button", { name: "Leave the game…" }).click();
    await this.page.getByRole("button", { name: "Leave", exact: true }).click();
  }

  /** The own hole cards, by their names. */
  async cards() {
    return this.cardsIn(this.seat);
  }

  /** The cards in the middle. */
  async board() {
    return this.cardsIn(this.table.getByRole("group", { name: /board/i }));
  }

  async cardsIn(place) {
    const cards = place.locator("[role=img]");
    return cards.evaluateAll((found) => found.map((card) => card.getAttribute("aria-label")));
  }

  /** Waits for two own cards. */
  async dealtIn() {
    return until(`${this.name} is dealt in`, async () => {
      const cards = await this.cards();
      return cards.length === 2 && cards;
    });
  }

  /** Which hand is on the table. */
  async hand() {
    const title = await this.table.getByRole("heading").first().innerText();
    return Number(/hand (\d+)/.exec(title)?.[1]);
  }

  /** Presses one of the buttons of the own turn, once it is there. */
  async act(button) {
    await this.turn.getByRole("button", { name: button }).click();
  }

  /** Checks, or calls up to so many chips, or folds: stays as long as it is cheap. */
  async stay(most) {
    const call = this.turn.getByRole("button", { name: /^(Check|Call)/ });
    const price = Number(/[\d,]+/.exec(await call.innerText())?.[0].replace(",", "") ?? 0);
    if (price <= most) await call.click();
    else await this.act("Fold");
  }

  /** Puts all chips in, as a raise where that is legal. */
  async allIn() {
    const size = this.turn.getByRole("button", { name: /^All-in,/ });
    await this.turn.getByRole("button").first().waitFor();
    if (await size.isVisible()) {
      await size.click();
      await this.act(/all-in$/i);
    } else {
      await this.act(/^(Call|All-in)/);
    }
  }

  /** Closes the page, as somebody who goes away. */
  async close() {
    await this.page.context().close();
  }
}

/** Who of these has to act now. */
async function toAct(players) {
  for (const player of players) if (await player.turn.isVisible()) return player;
  return undefined;
}

/** Waits until one of these has to act, and says who; nobody if `done()` comes first. */
export async function nextToAct(players, done = () => false) {
  let player;
  await until("somebody has to act", async () => (player = await toAct(players)) || done());
  return player;
}

/** Checks, calls what is cheap and folds for these players until `done()`. */
export async function playUntil(what, players, done, seconds = 40) {
  await until(
    what,
    async () => {
      if (await done()) return true;
      // A turn can be over before the button is reached.
      await (await toAct(players))?.stay(100).catch(() => {});
      return false;
    },
    seconds,
  );
}

/** What the daemon has of a table's chips, in stacks and pots. */
export async function assertChips(daemon, tableId, chips) {
  const { seats, potTotal } = await daemon.ctl("table", "show", tableId);
  assert.equal(seats.reduce((sum, seat) => sum + seat.stack, potTotal), chips);
}
