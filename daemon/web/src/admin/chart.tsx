import { inWords, roundUp, short, shownMs, type Sample } from "./series";

/** A curve of a chart: its name and the number that it shows. */
export interface Curve {
  name: string;
  of(sample: Sample): number | undefined;
}

interface ChartProps {
  title: string;
  unit: string;
  curves: readonly Curve[];
  samples: readonly Sample[];
}

/** The points of a curve in a box of 300 by 100, one list for each stretch without a gap. */
function stretches({ of }: Curve, samples: readonly Sample[], top: number): string[] {
  const end = samples.at(-1)?.at ?? 0;
  const lines: string[][] = [[]];
  for (const sample of samples) {
    const value = of(sample);
    if (value === undefined) lines.push([]);
    else
      lines.at(-1)?.push(
        `${(300 - ((end - sample.at) / shownMs) * 300).toFixed(1)},${(100 - (value / top) * 100).toFixed(1)}`,
      );
  }
  return lines.filter((line) => line.length > 0).map((line) => (line.length > 1 ? line : [...line, ...line]).join(" "));
}

/** Curves over the last two minutes; the words beside them say what they show. */
export function Chart({ title, unit, curves, samples }: ChartProps) {
  const values = curves.map(({ of }) => samples.map(of));
  const top = roundUp(Math.max(0, ...values.flat().map((value) => value ?? 0)));
  const words = curves.map(({ name }, i) => inWords(name, unit, values[i] ?? [])).join(". ");
  return (
    <figure class="chart">
      <figcaption>
        <h3>{title}</h3>
        {curves.map(({ name, of }, i) => (
          <span key={name} class={`curve-${i}`}>
            <i aria-hidden="true" /> {name} <b>{short(samples.at(-1) && of(samples.at(-1) as Sample))}</b> {unit}
          </span>
        ))}
      </figcaption>
      <div class="plot">
        <span class="most" aria-hidden="true">
          {short(top)}
        </span>
        <svg viewBox="0 0 300 100" preserveAspectRatio="none" role="img" aria-label={words}>
          <path class="grid" d="M0 0H300M0 50H300M0 100H300" />
          {curves.map((curve, i) =>
            stretches(curve, samples, top).map((points, j) => (
              <polyline key={`${i}-${j}`} class={`curve-${i}`} points={points} />
            )),
          )}
        </svg>
        <span class="ago" aria-hidden="true">
          two minutes ago
        </span>
        <span class="now" aria-hidden="true">
          now
        </span>
      </div>
    </figure>
  );
}
