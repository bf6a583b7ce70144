/** A place in per cent of the felt. */
export interface Place {
  x: number;
  y: number;
}

interface Shape {
  /** Width by height of the felt. */
  aspect: number;
  /** The middle in per cent: lower than half, for open cards stand above the upper seats. */
  middle: number;
  /** Half axes in per cent. */
  a: number;
  b: number;
  /** 2 is an ellipse; more is closer to a rectangle. */
  exponent: number;
}

export const landscape: Shape = { aspect: 1.75, middle: 54, a: 42, b: 35, exponent: 2.6 };
export const portrait: Shape = { aspect: 0.68, middle: 52, a: 37, b: 39, exponent: 4 };

const samples = 720;
const rings = new Map<string, Place[]>();

function point(shape: Shape, angle: number): Place {
  const power = 2 / shape.exponent;
  const part = (value: number) => Math.sign(value) * Math.abs(value) ** power;
  return { x: 50 - shape.a * part(Math.sin(angle)), y: shape.middle + shape.b * part(Math.cos(angle)) };
}

/** Places for seats around the felt, as far from each other along the edge as possible: the first at the bottom, then clockwise. */
export function ring(count: number, shape: Shape): Place[] {
  const key = `${count} ${shape.aspect}`;
  const known = rings.get(key);
  if (known) return known;
  const points = Array.from({ length: samples + 1 }, (_, i) => point(shape, (2 * Math.PI * i) / samples));
  const way: number[] = [0];
  for (let i = 1; i <= samples; ++i) {
    const [p, q] = [points[i - 1]!, points[i]!];
    way.push(way[i - 1]! + Math.hypot((q.x - p.x) * shape.aspect, q.y - p.y));
  }
  const whole = way[samples]!;
  const places = Array.from(
    { length: count },
    (_, seat) => points[way.findIndex((length) => length >= (whole * seat) / count)]!,
  );
  rings.set(key, places);
  return places;
}

/** A point between a seat and the middle, where its bet lies. */
export const towardsMiddle = (place: Place, across: number, along: number): Place => ({
  x: 50 + (place.x - 50) * across,
  y: 50 + (place.y - 50) * along,
});
