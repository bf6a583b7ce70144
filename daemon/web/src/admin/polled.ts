import { useCallback, useEffect, useState } from "preact/hooks";
import type { AdminLink, Refusal } from "./link";

/** What a command says, asked for again and again while the page is looked at. */
export interface Polled<T> {
  data?: T;
  problem?: Refusal;
  /** Asks at once. */
  again(): void;
}

/** Asks for `command` every so many milliseconds, for as long as the view is there. */
export function usePolled<T>(link: AdminLink, command: string, every: number, heard?: (data: T) => void): Polled<T> {
  const [answer, setAnswer] = useState<Omit<Polled<T>, "again">>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    let timer = 0;
    let gone = false;
    const later = () => {
      if (!gone) timer = window.setTimeout(ask, every);
    };
    const ask = () => {
      if (document.hidden) return later();
      link
        .ask<T>(command)
        .then(
          (data) => {
            if (gone) return;
            heard?.(data);
            setAnswer({ data });
          },
          (problem: Refusal) => !gone && setAnswer((old) => ({ ...old, problem })),
        )
        .finally(later);
    };
    ask();
    return () => {
      gone = true;
      window.clearTimeout(timer);
    };
  }, [command, round]);
  return { ...answer, again: useCallback(() => setRound((n) => n + 1), []) };
}
