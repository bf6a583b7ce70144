import { expect, test } from "vitest";
import { shortAmount } from "../src/state/amounts";
import { arrange } from "../src/views/arrangement";

test.each([
  [1366, 768, 1, { shown: 1, columns: 1, aside: true }],
  [1366, 768, 2, { shown: 2, columns: 2, aside: true }],
  [1366, 768, 3, { shown: 3, columns: 3, aside: true }],
  [1366, 768, 4, { shown: 4, columns: 4, aside: false }],
  [1920, 1080, 4, { shown: 4, columns: 2, aside: true }],
  [1920, 1080, 6, { shown: 4, columns: 2, aside: true }],
  [1100, 800, 4, { shown: 3, columns: 3, aside: false }],
  [1300, 560, 4, { shown: 2, columns: 2, aside: false }],
  [844, 390, 4, { shown: 1, columns: 1, aside: false }],
])("%i by %i with %i tables", (width, height, tables, wanted) => {
  expect(arrange(width, height, tables)).toEqual(wanted);
});

test("amounts where there is little room", () => {
  expect(shortAmount(999_999, 10, false)).toBe("999,999");
  expect(shortAmount(6_445_321, 10, false)).toBe("6.45M");
  expect(shortAmount(123_456, 10, false, 100_000)).toBe("123K");
  expect(shortAmount(1_255, 10, true)).toBe("125.5 BB");
  expect(shortAmount(12_556, 10, true)).toBe("1,256 BB");
  expect(shortAmount(6_445_321, 10, true)).toBe("645K BB");
});
