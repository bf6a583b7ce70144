import { betPlaces } from "./bet_places";
import { around, seatBoxes, sizes, touch, type Box, type Point, type SeatBoxes } from "./felt_shape";
import { columns, ring } from "./ring";

/** Where everything lies on a felt, in pixels. */
export interface FeltLayout {
  /** Pixels of a unit, see `sizes`. */
  unit: number;
  /** Middles of the pods, the own seat or the first one at the bottom, then clockwise. */
  seats: Point[];
  /** Middles of the bets, in the same order. */
  bets: Point[];
  pot: Box;
  board: Box;
  boardCard: number;
  /** Side pots or a note, while bets lie on the felt. */
  below: Box;
  /** Who has won, once they do not: below the board and, where that is not enough, above it. */
  result: Box;
  above: Box;
  /** The edge of the table. */
  edge: Box;
  /** False where the felt is too small for so many seats; it is as good as can be then. */
  whole: boolean;
}

const largest = 1.9;
const smallest = 0.72;
/** How finely sizes are tried: in large steps until one fits, then between that one and the one before. */
const coarse = 0.9;
const fine = 0.965;

/** Whether seats stand in two columns, and text in the middle has more lines and shorter ones. */
const isUpright = (width: number, height: number): boolean => width < height * 1.2;

const area = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);

/** The place of the board's row among the seats, and the room above and below it. */
function middle(width: number, height: number, unit: number, card: number, y: number, seats: SeatBoxes[]) {
  const x = width / 2;
  const board = around({ x, y }, card * 5.4, card * 1.4);
  const gap = sizes.gap * unit;
  const pot: Box = {
    ...around({ x, y }, sizes.pot.width * unit, 0),
    top: board.top - gap - sizes.pot.height * unit,
    bottom: board.top - gap,
  };
  // Between the seats that reach down beside the text.
  const open = seats.flatMap(({ solid, shown }) => [...solid, shown]);
  const top = board.bottom + gap;
  const beside = (top: number, bottom: number): [number, number] => {
    let left = gap;
    let right = width - gap;
    for (const box of open) {
      if (box.bottom <= top || box.top >= bottom) continue;
      if (box.right < x) left = Math.max(left, box.right + gap);
      else if (box.left > x) right = Math.min(right, box.left - gap);
    }
    const half = Math.min(x - left, right - x, 250 * unit);
    return [x - Math.max(0, half), x + Math.max(0, half)];
  };
  const upright = isUpright(width, height);
  const belowBottom = top + (upright ? 2 : 1) * sizes.line * unit;
  const [left, right] = beside(top, belowBottom);
  const half = Math.min((right - left) / 2, (upright ? 130 : 170) * unit);
  const below: Box = { left: x - half, right: x + half, top, bottom: belowBottom };
  const inMiddle = (box: Box) => box.left < x && box.right > x;
  const floor = Math.min(height, ...open.filter((box) => inMiddle(box) && box.top >= top).map((box) => box.top)) - gap;
  const ceiling = Math.max(0, ...open.filter((box) => inMiddle(box) && box.bottom <= board.top).map((box) => box.bottom)) + gap;
  const none: Box = { left: x, right: x, top, bottom: top };
  const largest = (boxes: Box[]) => boxes.reduce((a, b) => (area(b) > area(a) ? b : a), none);
  const text = (top: number, bottom: number): Box => {
    const [left, right] = beside(top, bottom);
    return { left, right, top, bottom };
  };
  const ends = [floor, ...open.map((box) => box.top - gap)].filter((end) => end <= floor && end > top);
  const starts = [ceiling, ...open.map((box) => box.bottom + gap)].filter((start) => start >= ceiling && start < pot.bottom);
  const result = largest(ends.map((end) => text(top, end)));
  const above = largest(starts.map((start) => text(start, pot.bottom)));
  return { pot, board, below, result, above };
}

/** Whether two long sentences of who has won can be read. */
function roomForResult(upright: boolean, unit: number, result: Box, above: Box): boolean {
  const lines = (box: Box) => (box.bottom - box.top) / (sizes.line * unit);
  if (result.right - result.left < (upright ? 150 : 230) * unit) return false;
  return upright ? lines(result) > 3.4 : lines(result) > 2 && lines(above) > 1.55;
}

/** The edge of the table, under the pods. */
function edgeOf(width: number, seats: readonly Point[]): Box {
  const [x, y] = [seats.map((seat) => seat.x), seats.map((seat) => seat.y)];
  const side = Math.min(...x, width * 0.16);
  return { left: side, right: width - side, top: Math.min(...y), bottom: Math.max(...y) };
}

/** How far from its usual height the board may lie, in units. */
const shifts = [0, -6, 6, -12, 12, -20, 20, -28, 28, -38, 38];

/** Everything at this size of a unit and these seats; none if something would lie on something else. */
function attempt(width: number, height: number, unit: number, seats: Point[], own: boolean): FeltLayout | undefined {
  const gap = sizes.gap * unit;
  const boxes = seats.map((seat, place) => seatBoxes(seat, unit, own && place === 0));
  const whole = boxes.map(({ solid, shown }) => [...solid, shown]);
  const crowded = whole.some((one, i) =>
    whole.some((other, j) => j > i && one.some((a) => other.some((b) => touch(a, b, 1)))),
  );
  if (crowded) return undefined;
  const open = whole.flat();
  const upright = isUpright(width, height);
  for (const offset of shifts) {
    const y = height * 0.46 + offset * unit;
    const parts = middle(width, height, unit, sizes.boardCard * unit, y, boxes);
    const { pot, board, below, result } = parts;
    if ([pot, board, below].some((part) => open.some((box) => touch(part, box, gap)))) continue;
    if (!roomForResult(upright, unit, result, parts.above)) continue;
    const bets = betPlaces(width, height, unit, seats, boxes, [pot, board, below]);
    if (!bets) continue;
    const edge = edgeOf(width, seats);
    return { unit, seats, bets, ...parts, edge, boardCard: sizes.boardCard * unit, whole: true };
  }
  return undefined;
}

/** Larger cards for the board, as far as they are in nothing's way. */
function withLargeBoard(width: number, height: number, own: boolean, layout: FeltLayout): FeltLayout {
  const { unit, seats } = layout;
  const gap = sizes.gap * unit;
  const boxes = seats.map((seat, place) => seatBoxes(seat, unit, own && place === 0));
  const open = boxes.flatMap(({ solid, shown }) => [...solid, shown]);
  const y = (layout.board.top + layout.board.bottom) / 2;
  for (const factor of [1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1]) {
    const card = sizes.boardCard * unit * factor;
    if (card > 96 || card * 5.4 > width - 2 * gap) continue;
    const parts = middle(width, height, unit, card, y, boxes);
    const { pot, board, below, result } = parts;
    if ([pot, board, below].some((part) => open.some((box) => touch(part, box, gap)))) continue;
    if (!roomForResult(isUpright(width, height), unit, result, parts.above)) continue;
    const bets = betPlaces(width, height, unit, seats, boxes, [pot, board, below]);
    if (bets) return { ...layout, ...parts, bets, boardCard: card };
  }
  return layout;
}

function compute(width: number, height: number, count: number, own: boolean): FeltLayout {
  type Shape = (unit: number) => Point[];
  const upright: Shape = (unit) => columns(count, width, height, unit);
  const rings = [2.6, 3.4, 5, 8].map((exponent): Shape => (unit) => ring(count, width, height, unit, exponent));
  const first = (shapes: Shape[], from: number, to: number, step: number): FeltLayout | undefined => {
    for (let unit = from; unit >= to; unit *= step)
      for (const shape of shapes) {
        const layout = attempt(width, height, unit, shape(unit), own);
        if (layout) return layout;
      }
    return undefined;
  };
  for (const shapes of isUpright(width, height) ? [[upright]] : [rings, [upright]]) {
    const rough = first(shapes, largest, smallest, coarse);
    if (!rough) continue;
    const finer = first(shapes, Math.min(largest, rough.unit / coarse) * fine, rough.unit * 1.01, fine);
    return withLargeBoard(width, height, own, finer ?? rough);
  }
  const unit = smallest;
  const seats = upright(unit);
  const boxes = seats.map((seat, place) => seatBoxes(seat, unit, own && place === 0));
  const parts = middle(width, height, unit, sizes.boardCard * unit, height * 0.46, boxes);
  const towards = ({ x, y }: Point): Point => ({ x: (x * 3 + width / 2) / 4, y: (y * 3 + height / 2) / 4 });
  const edge = edgeOf(width, seats);
  return { unit, seats, bets: seats.map(towards), ...parts, edge, boardCard: sizes.boardCard * unit, whole: false };
}

const kept = 60;
const known = new Map<string, FeltLayout>();

/** Where everything lies on a felt of this size; `own`: the first seat is the viewer's, with larger cards. */
export function feltLayout(width: number, height: number, count: number, own: boolean): FeltLayout {
  const key = `${width} ${height} ${count} ${own}`;
  let layout = known.get(key);
  if (!layout) {
    if (known.size >= kept) known.clear();
    layout = compute(width, height, count, own);
    known.set(key, layout);
  }
  return layout;
}
