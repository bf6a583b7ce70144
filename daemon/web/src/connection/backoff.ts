const first = 500;
const most = 15_000;

/** How long to wait before an attempt, in ms: twice as long each time, spread so that not everybody comes at once. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const wait = Math.min(most, first * 2 ** Math.min(attempt, 10));
  return Math.round(wait * (0.75 + random() * 0.25));
}
