import { useEffect, useState } from "preact/hooks";
import { pure } from "./pure";

interface Clock {
  /** What was left when the frame came, of the turn and then of the time bank. */
  action: number;
  bank: number;
  /** The whole of the turn. */
  whole: number;
  receivedAt: number;
}

/**
 * The time left, as a line around the seat. The browser animates it by itself from the numbers of one frame: a negative
 * delay enters the run-down at the right place.
 */
export const TimeRing = pure(function TimeRing({ action, bank, whole, receivedAt }: Clock) {
  const onBank = action <= 0;
  const length = onBank ? bank : Math.max(whole, action, 1);
  const gone = (onBank ? 0 : length - action) + Math.max(0, Date.now() - receivedAt);
  const style = { animationDuration: `${length}ms`, animationDelay: `${-gone}ms` };
  return (
    <svg class={`ring${onBank ? " bank" : ""}`} aria-hidden="true" key={`${receivedAt}`}>
      <rect class="track" x="2" y="2" rx="10" pathLength={100} />
      <rect class="left" x="2" y="2" rx="10" pathLength={100} style={style} />
    </svg>
  );
});

/** The seconds left, in digits. */
export const Seconds = pure(function Seconds({ action, bank, receivedAt }: Omit<Clock, "whole">) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 250);
    return () => window.clearInterval(timer);
  }, []);
  const gone = Math.max(0, now - receivedAt);
  const left = gone < action ? action - gone : Math.max(0, action + bank - gone);
  return (
    <span class={`seconds${gone >= action ? " bank" : ""}`}>
      {gone >= action && <span class="hidden">time bank </span>}
      {Math.ceil(left / 1000)}
    </span>
  );
});
