import { around, distance, sizes, touch, type Box, type Point, type SeatBoxes } from "./felt_shape";

const reach = 4;

/** The smallest rectangle around these, and `x` and `y` more on each side. */
const hull = (boxes: readonly Box[], x: number, y: number): Box => ({
  left: Math.min(...boxes.map((box) => box.left)) - x,
  right: Math.max(...boxes.map((box) => box.right)) + x,
  top: Math.min(...boxes.map((box) => box.top)) - y,
  bottom: Math.max(...boxes.map((box) => box.bottom)) + y,
});

/**
 * Where the bets of all seats lie: each near its own seat, towards the middle, nearer to no other seat, and on nothing
 * of what is `taken`. None if there is no such place for one of them.
 */
export function betPlaces(
  width: number,
  height: number,
  unit: number,
  seats: readonly Point[],
  boxes: readonly SeatBoxes[],
  taken: readonly Box[],
): Point[] | undefined {
  const gap = sizes.gap * unit;
  const pace = 7 * unit;
  const [w, h] = [sizes.bet.width * unit, sizes.bet.height * unit];
  const bounds = boxes.map(({ solid, peep }) => [...solid, peep]);
  const obstacles = [...taken, ...bounds.flat()];
  const [middleX, middleY] = [width / 2, height / 2];
  // How far out a point lies, 1 at the edge.
  const out = (x: number, y: number) => Math.hypot((x - middleX) / middleX, (y - middleY) / middleY);
  const bets: Point[] = [];
  for (const [i, seat] of seats.entries()) {
    const own = bounds[i]!;
    const outer = hull(own, w / 2 + reach * pace, h / 2 + reach * pace);
    const vicinity = hull([outer], w, h);
    const near = obstacles.filter((box) => touch(box, vicinity));
    const others = bounds.filter((_, j) => j !== i).flatMap((parts) => parts.filter((box) => touch(box, vicinity)));
    const farthest = out(seat.x, seat.y) * 0.97;
    const places: { x: number; y: number; cost: number }[] = [];
    for (let x = outer.left; x <= outer.right; x += pace)
      for (let y = outer.top; y <= outer.bottom; y += pace)
        if (out(x, y) <= farthest)
          places.push({
            x,
            y,
            cost: Math.hypot(x - seat.x, y - seat.y) + 0.7 * Math.hypot(x - middleX, y - middleY),
          });
    places.sort((a, b) => a.cost - b.cost);
    const place = places.find(({ x, y }) => {
      const box = around({ x, y }, w, h);
      if (box.left < gap || box.top < gap || box.right > width - gap || box.bottom > height - gap) return false;
      if (near.some((other) => touch(box, other, gap))) return false;
      const away = Math.min(...own.map((part) => distance(box, part)));
      return !others.some((part) => distance(box, part) < away);
    });
    if (!place) return undefined;
    bets.push({ x: place.x, y: place.y });
    obstacles.push(around(place, w, h));
  }
  return bets;
}
