import type { TableEvent } from "../protocol/events";
import type { TableView, You } from "../protocol/table";
import type { HandRecord } from "./model";

/** Hands that are kept, the oldest goes first. */
export const handsKept = 100;
const stepsKept = 200;

type Started = Extract<TableEvent, { type: "HandStarted" }>;
type Complete = Extract<TableEvent, { type: "HandComplete" }>;

/** The recording of a table after one more frame; none while no own hand is played. */
export function record(
  recording: HandRecord | undefined,
  tableId: string,
  view: TableView,
  you: You | undefined,
  events: readonly TableEvent[],
  said: readonly { view: TableView; text: string }[],
  won: readonly string[],
): HandRecord | undefined {
  if (!you) return undefined;
  const started = events.find((event): event is Started => event.type === "HandStarted");
  if (started) {
    if (!started.dealtIn.includes(you.seatIndex)) return undefined;
    recording = { tableId, handNumber: started.handNumber, steps: [], holeCards: [], result: [] };
  }
  // After a gap or a refund there is nothing whole to show.
  if (!recording || recording.handNumber !== view.handNumber) return undefined;
  if (events.some((event) => event.type === "HandRefunded")) return undefined;
  if (recording.net !== undefined && view.handPhase !== "HAND_COMPLETE") return undefined;
  const complete = events.find((event): event is Complete => event.type === "HandComplete");
  const own = complete?.results.find((result) => result.seatPosition === you.seatIndex);
  const steps =
    recording.steps.length < stepsKept
      ? [...recording.steps, ...said.map((step) => ({ ...step, you }))]
      : recording.steps;
  return {
    ...recording,
    steps,
    holeCards: you.holeCards ?? recording.holeCards,
    result: won.length > 0 ? [...won] : recording.result,
    ...(complete ? { net: own?.netChips ?? 0 } : {}),
  };
}

const sameHand = (a: HandRecord, b: HandRecord) => a.tableId === b.tableId && a.handNumber === b.handNumber;

/** The hands with those that were kept from before. */
export function withOlder(hands: readonly HandRecord[], older: readonly HandRecord[]): HandRecord[] {
  return [...older.filter((old) => !hands.some((hand) => sameHand(hand, old))), ...hands].slice(-handsKept);
}

/** The hands with a finished one added, or in place of its earlier state. */
export function keepHand(hands: readonly HandRecord[], hand: HandRecord): HandRecord[] {
  const others = hands.filter((other) => !sameHand(other, hand));
  return [...others, hand].slice(-handsKept);
}
