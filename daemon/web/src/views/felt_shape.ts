/** A point of the felt in pixels. */
export interface Point {
  x: number;
  y: number;
}

/** A rectangle of the felt in pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Sizes of what lies on the felt in units; how many pixels a unit has follows from the felt. Texts are measured in a wide
 * font, so that a seven-digit stack is whole in every one.
 */
export const sizes = {
  pod: { width: 84, height: 42 },
  /** Below a pod hangs how it stands with the seat, beside it button and seconds. */
  foot: { width: 104, height: 14 },
  /** Backs of cards look out above a pod. */
  peep: { width: 44, height: 16 },
  shown: { card: 30, width: 62, height: 41 },
  own: { card: 46, width: 96, height: 64 },
  bet: { width: 64, height: 22 },
  pot: { width: 136, height: 25 },
  /** The least width of a card of the board; where there is room they are larger. */
  boardCard: 30,
  /** A line below the board: side pots, a note, or who has won. */
  line: 18,
  gap: 3,
} as const;

/** The rectangle of this size around a point. */
export const around = ({ x, y }: Point, width: number, height: number): Box => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
});

/** Whether two rectangles come closer to each other than `gap`. */
export const touch = (a: Box, b: Box, gap = 0): boolean =>
  a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap;

/** How far two rectangles are apart; 0 where they overlap. */
export const distance = (a: Box, b: Box): number =>
  Math.hypot(
    Math.max(0, a.left - b.right, b.left - a.right),
    Math.max(0, a.top - b.bottom, b.top - a.bottom),
  );

/** Everything of a seat that takes room, as rectangles: `solid` always, the others when cards lie so. */
export interface SeatBoxes {
  solid: Box[];
  peep: Box;
  shown: Box;
}

/** The rectangles of a seat whose pod has its middle here; own cards are always open. */
export function seatBoxes({ x, y }: Point, unit: number, own: boolean): SeatBoxes {
  const pod = around({ x, y }, sizes.pod.width * unit, sizes.pod.height * unit);
  const above = ({ width, height }: { width: number; height: number }): Box => ({
    left: x - (width * unit) / 2,
    right: x + (width * unit) / 2,
    top: pod.top - height * unit,
    bottom: pod.top,
  });
  const foot: Box = {
    left: x - (sizes.foot.width * unit) / 2,
    right: x + (sizes.foot.width * unit) / 2,
    top: pod.bottom - 5 * unit,
    bottom: pod.bottom + sizes.foot.height * unit,
  };
  const cards = above(sizes.own);
  return {
    solid: own ? [pod, foot, cards] : [pod, foot],
    peep: own ? cards : above(sizes.peep),
    shown: own ? cards : above(sizes.shown),
  };
}
