// Where things lie on the page.
import assert from "node:assert/strict";

/** What must lie apart: the kind of a thing and how it is found in a table. */
const kinds = {
  bet: ".bet",
  board: ".board .card",
  card: ".hole .card",
  pod: ".pod",
  label: ".label",
  mark: ".mark, .seconds",
  pot: ".pot, .side",
  note: ".note",
  result: ".result p",
  control: ".deck button, .deck input, .table-head button, .replay-controls button, .replay-controls input",
  title: ".table-head h2 > *",
  step: ".replay-controls .step",
};

/** Runs in the page: what lies on something else, is cut off, or leaves the screen. */
function faults(kinds) {
  const found = [];
  const things = [];
  const visible = (box) => box.width > 0 && box.height > 0;
  const name = (thing) => `${thing.kind} "${thing.element.innerText?.replace(/\s+/g, " ").trim() || thing.element.getAttribute("aria-label") || ""}"`;
  for (const [kind, selector] of Object.entries(kinds))
    for (const element of document.querySelectorAll(selector)) {
      if (document.querySelector("dialog[open]") && !element.closest("dialog")) continue;
      const box = element.getBoundingClientRect();
      if (!visible(box) || element.closest(".hidden")) continue;
      things.push({ kind, element, box, seat: element.closest(".seat"), felt: element.closest(".felt-box") });
    }
  const over = (a, b) =>
    Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
    Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 1;
  for (const [i, a] of things.entries())
    for (const b of things.slice(i + 1)) {
      // What belongs to one seat is stacked on purpose, but button, seconds and label lie side by side.
      const stacked = a.seat && a.seat === b.seat && !(a.element.closest(".foot") && b.element.closest(".foot"));
      const inside = a.element.contains(b.element) || b.element.contains(a.element);
      if (!stacked && !inside && over(a, b)) found.push(`${name(a)} and ${name(b)} lie on each other`);
    }
  for (const thing of things) {
    const frame = thing.felt?.getBoundingClientRect() ?? { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const { left, top, right, bottom } = thing.box;
    if (left < frame.left - 1 || top < frame.top - 1 || right > frame.right + 1 || bottom > frame.bottom + 1)
      found.push(`${name(thing)} leaves its frame: ${[left, top, right, bottom].map(Math.round)}`);
    if (bottom > innerHeight + 1 || right > innerWidth + 1) found.push(`${name(thing)} is off the screen`);
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (thing.kind === "control" && !thing.element.contains(middle) && !thing.element.disabled)
      found.push(`${name(thing)} lies under something`);
  }
  // Text that is wider than what it stands in; names alone may be cut.
  for (const element of document.querySelectorAll(".stack, .label, .mark, .bet, .pot, .side, .note, .act, .intent, .table-head small, .result p, .preset")) {
    if (element.closest(".hidden") || (document.querySelector("dialog[open]") && !element.closest("dialog"))) continue;
    const outer = (element.matches(".stack") ? element.closest(".pod") : element).getBoundingClientRect();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const boxes = [];
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement.closest(".hidden")) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      boxes.push(...range.getClientRects());
    }
    for (const box of boxes) {
      if (box.left < outer.left - 1 || box.right > outer.right + 1 || box.top < outer.top - 3 || box.bottom > outer.bottom + 3)
        found.push(`the text of ${element.className} "${element.innerText}" is cut`);
    }
  }
  for (const field of document.querySelectorAll("input.typed"))
    if (field.scrollWidth > field.clientWidth) found.push(`${field.value} is cut in its field`);
  for (const box of document.querySelectorAll(".result"))
    if (box.scrollHeight > box.clientHeight + 1) found.push("results do not fit");
  if (document.scrollingElement.scrollHeight > innerHeight || document.scrollingElement.scrollWidth > innerWidth)
    found.push("the page scrolls");
  return [...new Set(found)];
}

/** Fails if things lie on each other, are cut or leave the screen. */
export async function assertApart(page, what) {
  assert.deepEqual(await page.evaluate(faults, kinds), [], what);
}

/** The felt's box, which must not jump. */
export const feltBox = (page) => page.locator(".felt-box").first().boundingBox();
