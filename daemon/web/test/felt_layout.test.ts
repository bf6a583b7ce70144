import { expect, test } from "vitest";
import { feltLayout } from "../src/views/felt_layout";
import { around, seatBoxes, sizes, touch, type Box } from "../src/views/felt_shape";

/** Felts of phones both ways, of tables side by side, and of large screens. */
const felts = [
  [320, 430],
  [341, 500],
  [360, 440],
  [360, 476],
  [400, 860],
  [523, 550],
  [588, 300],
  [588, 342],
  [800, 347],
  [828, 440],
  [1046, 550],
  [1600, 860],
] as const;
const counts = [2, 3, 4, 5, 6, 7, 8, 9, 10];

const inside = (box: Box, width: number, height: number) =>
  box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height;

test.each(felts)("a felt of %i by %i has a place for everything", (width, height) => {
  for (const count of counts)
    for (const own of [true, false]) {
      const layout = feltLayout(width, height, count, own);
      const { unit, seats } = layout;
      const where = `${count} seats, ${own ? "seated" : "watching"}`;
      expect(layout.whole, where).toBe(true);
      expect(unit, where).toBeGreaterThan(0.8);
      const boxes = seats.map((seat, place) => seatBoxes(seat, unit, own && place === 0));
      const bets = layout.bets.map((bet) => around(bet, sizes.bet.width * unit, sizes.bet.height * unit));
      const middle = [layout.pot, layout.board, layout.below];
      const betting = [...boxes.map(({ solid, peep }) => [...solid, peep]), ...[...bets, ...middle].map((box) => [box])];
      const end = [...boxes.map(({ solid, shown }) => [...solid, shown]), [layout.board], [layout.result], [layout.above]];
      for (const things of [betting, end])
        for (const [i, one] of things.entries()) {
          for (const box of one) expect(inside(box, width, height), where).toBe(true);
          for (const other of things.slice(i + 1))
            expect(
              one.some((a) => other.some((b) => touch(a, b, -0.01))),
              where,
            ).toBe(false);
        }
    }
});

test("the own seat is at the bottom, and the others follow clockwise", () => {
  for (const [width, height] of felts)
    for (const count of counts) {
      const [own, next, ...others] = feltLayout(width, height, count, true).seats;
      expect(own!.x).toBeCloseTo(width / 2, 0);
      for (const seat of others) expect(seat.y).toBeLessThanOrEqual(own!.y + 1);
      if (count > 2) expect(next!.x).toBeLessThan(width / 2);
    }
});

test("a felt without room for all seats has places all the same", () => {
  const layout = feltLayout(200, 150, 10, true);
  expect(layout.whole).toBe(false);
  expect(layout.bets).toHaveLength(10);
});
