import type { DaemonStatus } from "./answers";

/** What a chart knows of one moment. */
export interface Sample {
  at: number;
  hands: number;
  actions: number;
  /** Milliseconds. */
  p50?: number;
  p99?: number;
}

/** How much a chart shows. */
export const shownMs = 120_000;

const ms = (us: number | undefined) => (us === undefined ? undefined : us / 1000);

/** The samples with one more, without those that are too old to be shown. */
export function withSample(samples: readonly Sample[], status: DaemonStatus, at: number): Sample[] {
  const sample = {
    at,
    hands: status.handsPerSecond,
    actions: status.actionsPerSecond,
    p50: ms(status.latencyP50Us),
    p99: ms(status.latencyP99Us),
  };
  return [...samples.filter((old) => at - old.at < shownMs && old.at < at), sample];
}

/** A number as short as it can be told. */
export function short(value: number | undefined): string {
  if (value === undefined) return "–";
  return value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(2)));
}

/** The least round number that is not smaller: the top of a chart. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value * 0.999) ?? value;
}

/** A curve in words. */
export function inWords(name: string, unit: string, values: readonly (number | undefined)[]): string {
  const known = values.filter((value): value is number => value !== undefined);
  const now = values.at(-1);
  if (known.length === 0) return `${name}: nothing yet`;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return `${name}: ${now === undefined ? "none now" : `${short(now)} ${unit} now`}, ${short(low)} to ${short(high)} in the last two minutes`;
}
