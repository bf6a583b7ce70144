import { sizes, type Point } from "./felt_shape";

/** Where middles of pods can be, so that nothing of a seat leaves the felt. */
function range(width: number, height: number, unit: number) {
  const margin = 4;
  return {
    left: margin + (sizes.foot.width * unit) / 2,
    right: width - margin - (sizes.foot.width * unit) / 2,
    top: margin + (sizes.shown.height + sizes.pod.height / 2) * unit,
    bottom: height - margin - (sizes.foot.height + sizes.pod.height / 2) * unit,
  };
}

/** How high the rows of side seats stand, 0 is the bottom and 1 the top. */
const rows: Record<number, readonly [number, number]> = { 1: [0.74, 0.74], 2: [0.3, 0.78], 3: [0.14, 0.9], 4: [0, 1] };

/** Places in a high felt: the first at the bottom, one at the top if it comes out even, the others in two columns. */
export function columns(count: number, width: number, height: number, unit: number): Point[] {
  const { left, right, top, bottom } = range(width, height, unit);
  const middle = width / 2;
  const beside = Math.floor((count - 1) / 2);
  const [low, high] = rows[beside] ?? [0, 1];
  const side = Array.from({ length: beside }, (_, row) => {
    const part = beside === 1 ? low : low + ((high - low) * row) / (beside - 1);
    return bottom - part * (bottom - top);
  });
  return [
    { x: middle, y: bottom },
    ...side.map((y) => ({ x: left, y })),
    ...(count % 2 === 0 ? [{ x: middle, y: top }] : []),
    ...side.reverse().map((y) => ({ x: right, y })),
  ].slice(0, count);
}

const samples = 720;

/**
 * Places in a wide felt: on a rounded edge (an exponent of 2 is an ellipse, more is closer to a rectangle), as far from
 * each other along it as possible; the first at the bottom, then clockwise.
 */
export function ring(count: number, width: number, height: number, unit: number, exponent: number): Point[] {
  const { left, right, top, bottom } = range(width, height, unit);
  const power = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / exponent);
  const points = Array.from({ length: samples + 1 }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / samples;
    return {
      x: (left + right) / 2 - ((right - left) / 2) * power(Math.sin(angle)),
      y: (top + bottom) / 2 + ((bottom - top) / 2) * power(Math.cos(angle)),
    };
  });
  const way: number[] = [0];
  for (let i = 1; i <= samples; ++i)
    way.push(way[i - 1]! + Math.hypot(points[i]!.x - points[i - 1]!.x, points[i]!.y - points[i - 1]!.y));
  const whole = way[samples]!;
  return Array.from(
    { length: count },
    (_, seat) => points[way.findIndex((length) => length >= (whole * seat) / count)]!,
  );
}
