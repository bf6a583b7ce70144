// Nothing on a table lies on something else, is cut, or leaves the screen, however full the table is.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Browser, assertAccessible, keepPicture } from "./browser.js";
import { at, moments, openCanned, runOut } from "./canned.js";
import { Daemon, game } from "./daemon.js";
import { assertApart, feltBox } from "./geometry.js";

const screens = { portrait: [360, 740], landscape: [844, 390], laptop: [1366, 768], desktop: [1920, 1080] };
const counts = [2, 6, 10];
let daemon, browser;

before(async () => {
  [daemon, browser] = await Promise.all([Daemon.open(game("unused")), Browser.open()]);
});
afterEach(() => browser.assertQuiet());
after(async () => {
  await Promise.allSettled([browser?.close(), daemon?.close()]);
});

const sizeOf = (name) => ({ width: screens[name][0], height: screens[name][1] });
const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** All findings at once: one that is mended may bring about another. */
async function gather(checks) {
  const wrong = [];
  for (const [what, check] of checks) await check().catch((error) => wrong.push(`${what}: ${error.actual?.join?.("; ") ?? error.message}`));
  assert.deepEqual(wrong, []);
}

for (const screen of Object.keys(screens))
  test(`every moment of a hand, ${screen}`, async () => {
    const { page, send, snapshot } = await openCanned(browser, daemon, { size: sizeOf(screen) });
    let version = 1;
    const checks = counts.flatMap((count) =>
      Object.entries(moments).map(([moment, make]) => [
        `${moment}, ${count} seats`,
        async () => {
          // The snapshot says how many seats there are; events come with the step after it alone.
          snapshot(make(count, ++version));
          send(make(count, ++version));
          await page.locator(`[data-version="${version}"]`).waitFor();
          await settled(page);
          await keepPicture(page, `layout-${moment}-${count}-${screen}`);
          await assertApart(page, `${moment}, ${count} seats`);
          const most = page.getByRole("button", { name: /^All-in,/ });
          if (!(await most.isVisible())) return;
          await most.click();
          await assertApart(page, "all chips chosen");
        },
      ]),
    );
    await gather(checks);
    await page.context().close();
  });

const boardCards = (page) => page.locator("dialog .board .card").count();

for (const screen of Object.keys(screens))
  test(`a hand again, street by street, ${screen}`, async () => {
    const { page, send, snapshot } = await openCanned(browser, daemon, { size: sizeOf(screen) });
    snapshot(moments.showdown(10, 1));
    for (const one of runOut(10, 2)) send(one);
    await page.locator('[data-version="3"]').waitFor();
    await page.getByRole("button", { name: "Hands", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: /^#/ }).first().click();
    const on = page.getByRole("button", { name: "Step on" });
    const boards = [await boardCards(page)];
    const felt = await feltBox(page.getByRole("dialog"));
    while ((await on.getAttribute("aria-disabled")) !== "true") {
      await on.click();
      await settled(page);
      boards.push(await boardCards(page));
      assert.deepEqual(await feltBox(page.getByRole("dialog")), felt);
      await keepPicture(page, `layout-replay-${boards.length}-${screen}`);
      await assertApart(page, `step ${boards.length}`);
    }
    assert.deepEqual(boards, [0, 0, 3, 4, 5, 5]);
    assert.equal(await page.getByRole("dialog").locator(".card.best").count(), 7);
    assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Step on");
    await assertAccessible(page, "the end of a hand again");
    await page.context().close();
  });

/** Keeps in the page how many cards its board had, one after the other. */
const watchBoard = (page) =>
  page.evaluate(() => {
    window.boards = [];
    const look = () => {
      const count = document.querySelectorAll(".board .card").length;
      if (window.boards.at(-1) !== count) window.boards.push(count);
    };
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });

test("streets that come at once are shown one after the other, unless something newer comes", async () => {
  const { page, send, snapshot } = await openCanned(browser, daemon, { reducedMotion: "no-preference" });
  snapshot(moments.showdown(6, 1));
  let [begun, over] = runOut(6, 2);
  send(begun);
  await page.locator('[data-version="2"]').waitFor();
  await watchBoard(page);
  send(over);
  await page.locator('[data-version="3"]').waitFor();
  assert.equal(await page.locator(".result").count(), 0);
  await page.locator(".result p").first().waitFor();
  assert.deepEqual(await page.evaluate(() => window.boards), [0, 3, 4, 5]);

  [begun, over] = runOut(6, 4);
  send(begun);
  await page.locator('[data-version="4"]').waitFor();
  send(over);
  await page.locator('[data-version="5"]').waitFor();
  snapshot(moments.bets(6, 6));
  await page.locator('[data-version="6"]').waitFor();
  assert.equal(await page.locator(".board .card").count(), 5);
  assert.equal(await page.locator(".bet").count(), 6);
  await page.context().close();
});

test("with reduced motion all streets are there at once", async () => {
  const { page, send, snapshot } = await openCanned(browser, daemon);
  snapshot(moments.showdown(6, 1));
  const [begun, over] = runOut(6, 2);
  send(begun);
  await page.locator('[data-version="2"]').waitFor();
  await watchBoard(page);
  send(over);
  await page.locator(".result p").first().waitFor();
  assert.deepEqual(await page.evaluate(() => window.boards), [0, 5]);
  await assertAccessible(page, "showdown");
  await page.context().close();
});

test("the felt stays as it is when the own turn comes and goes", async () => {
  for (const screen of Object.keys(screens)) {
    const { page, snapshot } = await openCanned(browser, daemon, { size: sizeOf(screen) });
    let version = 0;
    const boxes = [];
    for (const moment of ["sides", "bets", "showdown", "bets"]) {
      snapshot(moments[moment](6, ++version));
      await page.locator(`[data-version="${version}"]`).waitFor();
      boxes.push(await feltBox(page));
    }
    for (const box of boxes) assert.deepEqual(box, boxes[0], screen);
    await page.context().close();
  }
});

for (const [screen, tables] of [["laptop", 2], ["laptop", 3], ["laptop", 4], ["desktop", 3], ["desktop", 4]])
  test(`${tables} tables side by side, ${screen}`, async () => {
    const { page, snapshot } = await openCanned(browser, daemon, { size: sizeOf(screen), tables });
    const kinds = Object.keys(moments);
    for (let table = 1; table <= tables; ++table) snapshot(at(table, moments[kinds[(table - 1) % 2]](10)));
    await page.getByRole("region", { name: /^Table / }).nth(tables - 1).waitFor();
    await settled(page);
    await keepPicture(page, `layout-tables-${tables}-${screen}`);
    await assertApart(page, "tables");
    await page.context().close();
  });
