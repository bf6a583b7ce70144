/** The result over the hands, as a line; the number beside it says it in words. */
export function Curve({ points }: { points: readonly number[] }) {
  const all = [0, ...points];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const y = (value: number) => 38 - ((value - low) / span) * 36;
  const line = all
    .map((value, i) => `${((i / Math.max(1, all.length - 1)) * 100).toFixed(2)},${y(value).toFixed(2)}`)
    .join(" ");
  return (
    <svg class="curve" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2="100" y1={y(0)} y2={y(0)} />
      <polyline points={line} />
    </svg>
  );
}
