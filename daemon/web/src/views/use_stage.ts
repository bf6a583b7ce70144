import { useEffect, useState } from "preact/hooks";
import type { TableView } from "../protocol/table";
import type { Table } from "../state/model";

const stageTime = 600;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The table as it is to be drawn now: streets that came in one frame are shown one after the other. Only the frame's
 * age counts, so a newer frame is drawn at once.
 */
export function useStage({ view, stages, receivedAt, you }: Table): TableView | undefined {
  const [, redraw] = useState(0);
  const at = Math.max(0, Math.floor((Date.now() - receivedAt) / stageTime));
  const stage = still.matches || you?.actions.length ? undefined : stages[at];
  useEffect(() => {
    if (!stage) return undefined;
    const timer = window.setTimeout(() => redraw((n) => n + 1), receivedAt + (at + 1) * stageTime + 10 - Date.now());
    return () => window.clearTimeout(timer);
  }, [stage, receivedAt, at]);
  return stage ?? view;
}
