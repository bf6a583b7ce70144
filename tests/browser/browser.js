// A real browser, and people in it.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { axe, chromium } from "./modules.js";

/** Sizes of screens that everything has to look well on. */
export const screens = {
  portrait: { width: 360, height: 740 },
  landscape: { width: 844, height: 390 },
  desktop: { width: 1920, height: 1080 },
};

const pictures = process.env.CARDROOM_BROWSER_PICTURES;

/** Debian's Chromium, without a window. */
export class Browser {
  static async open() {
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    // As root there is no sandbox; the pages are our own.
    const chromiumSandbox = process.getuid() !== 0;
    return new Browser(await chromium.launch({ executablePath, chromiumSandbox }));
  }

  constructor(browser) {
    this.browser = browser;
    this.pages = [];
    this.errors = [];
  }

  /**
   * A page with a storage of its own, as of another person. `options`: of the context. Motion is reduced, because
   * there are more pages than processors.
   */
  async person(options = {}) {
    const usual = { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" };
    const context = await this.browser.newContext({ ...usual, ...options });
    context.setDefaultTimeout(15_000);
    return this.page(context);
  }

  /** Another tab of the same person. */
  async page(context) {
    const page = await context.newPage();
    this.pages.push(page);
    const note = (kind, text) => this.errors.push(`${kind}: ${text} (${page.url()})`);
    page.on("pageerror", (error) => note("error", error.stack ?? error));
    page.on("console", (said) => {
      if (said.type() === "error" || said.type() === "warning") note(said.type(), said.text());
    });
    return page;
  }

  /** Fails if a page complained of anything but what `expected` matches. */
  assertQuiet(expected = /$^/) {
    const errors = this.errors.filter((error) => !expected.test(error));
    assert.deepEqual(errors, []);
  }

  /** Pages that a test left open are those that it failed with. */
  async close() {
    const left = this.pages.filter((page) => !page.isClosed());
    for (const [number, page] of left.entries()) await keepPicture(page, `failed-${process.pid}-${number}`).catch(() => {});
    await this.browser.close();
  }
}

/** Fails if axe-core finds anything on the page as it is now. */
export async function assertAccessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    // eslint-disable-next-line no-undef
    window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }),
  );
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((n) => n.html).join(" ")}`);
  assert.deepEqual(found, [], what);
}

/** Fails if something is cut off at the sides, or a button of the own turn is too small or too low for a thumb. */
export async function assertFits(page, what) {
  const width = await page.evaluate(() => document.scrollingElement.scrollWidth - window.innerWidth);
  assert.ok(width <= 0, `${what}: ${width} pixels wider than the screen`);
  const { height } = page.viewportSize();
  for (const button of await page.getByRole("group", { name: "Your turn", exact: true }).getByRole("button").all()) {
    const box = await button.boundingBox();
    const size = `${what}: ${await button.innerText()}: ${JSON.stringify(box)}`;
    assert.ok(box.height >= 44 && box.width >= 44 && box.y + box.height <= height, size);
  }
}

/** Keeps a picture in the build directory. */
export async function keepPicture(page, name) {
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: "disabled" });
}
