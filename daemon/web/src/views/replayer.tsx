import { useEffect, useState } from "preact/hooks";
import type { HandRecord, State } from "../state/model";
import { Felt } from "./felt";
import { Icon } from "./icons";
import { money } from "./money";

const stepTime = 900;
const nothing: readonly string[] = [];

/** Plays a hand again from the frames that were seen. */
export function Replayer({ hand, state, back }: { hand: HandRecord; state: State; back(): void }) {
  const last = hand.steps.length - 1;
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return undefined;
    if (at >= last) return (setPlaying(false), undefined);
    const timer = window.setTimeout(() => setAt(at + 1), stepTime);
    return () => window.clearTimeout(timer);
  }, [playing, at, last]);
  const step = hand.steps[at];
  if (!step) return null;
  // Buttons at an end say so and do nothing: disabled ones would lose the focus.
  const go = (to: number) => (setPlaying(false), setAt(Math.max(0, Math.min(last, to))));
  // The clock stood when the frame was seen, and does not run again.
  const { actionRemaining: _stopped, ...view } = step.view;
  return (
    <div class="replayer">
      <Felt
        view={view}
        you={step.you}
        money={money(view.bigBlind, state.preferences.bigBlinds)}
        receivedAt={0}
        actionTime={0}
        result={at === last ? hand.result : nothing}
      />
      <div class="replay-controls">
        <p class="step" role="status" tabIndex={0}>
          {step.text || " "}
        </p>
        <div class="buttons player">
          <button type="button" class="tool" aria-label="All hands" onClick={back}>
            <Icon name="back" />
          </button>
          <button type="button" class="tool" aria-label="Start" aria-disabled={at === 0} onClick={() => go(0)}>
            <Icon name="first" />
          </button>
          <button type="button" class="tool" aria-label="Step back" aria-disabled={at === 0} onClick={() => go(at - 1)}>
            <Icon name="left" />
          </button>
          <button type="button" class="secondary" onClick={() => (at >= last && setAt(0), setPlaying(!playing))}>
            {playing ? "Pause" : "Play"}
          </button>
          <button type="button" class="tool" aria-label="Step on" aria-disabled={at === last} onClick={() => go(at + 1)}>
            <Icon name="right" />
          </button>
          <button type="button" class="tool" aria-label="End" aria-disabled={at === last} onClick={() => go(last)}>
            <Icon name="last" />
          </button>
        </div>
        <input
          type="range"
          aria-label="Step"
          min={0}
          max={last}
          value={at}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
      </div>
    </div>
  );
}
