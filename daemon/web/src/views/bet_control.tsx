import { useEffect, useRef, useState } from "preact/hooks";
import type { Chips } from "../protocol/values";
import type { BetRange, Preset } from "../state/betting";
import { clampBet, stepBet } from "../state/betting";
import { formatAmount, parseAmount } from "../state/amounts";

interface BetControlProps {
  range: BetRange;
  sizes: readonly Preset[];
  amount: Chips;
  bigBlind: Chips;
  inBigBlinds: boolean;
  choose(amount: Chips): void;
  submit(): void;
}

/** Chooses a size: at one press, by slider, by wheel, or typed. What it shows is always legal, and what is sent. */
export function BetControl({ range, sizes, amount, bigBlind, inBigBlinds, choose, submit }: BetControlProps) {
  const [typed, setTyped] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const step = (notches: number) => (setTyped(undefined), choose(stepBet(amount, notches, bigBlind, range)));
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    // Not as a property: the page must not scroll, and passive listeners cannot say so.
    const turned = (event: WheelEvent) => {
      event.preventDefault();
      latest.current(event.deltaY < 0 ? 1 : -1);
    };
    const element = box.current;
    element?.addEventListener("wheel", turned, { passive: false });
    return () => element?.removeEventListener("wheel", turned);
  }, []);
  const type = (text: string) => {
    setTyped(text);
    const value = parseAmount(text, bigBlind, inBigBlinds);
    if (value !== undefined) choose(clampBet(value, range));
  };
  const shown = inBigBlinds ? String(Math.round((amount / bigBlind) * 100) / 100) : String(amount);
  const slide = (value: number) => {
    setTyped(undefined);
    const unit = Math.max(1, bigBlind);
    const atEnd = value <= range.min || value >= range.max;
    choose(clampBet(atEnd ? value : Math.round(value / unit) * unit, range));
  };
  return (
    <div class="bet-control" ref={box}>
      <div class="presets" role="group" aria-label="Sizes">
        {sizes.map((size) => (
          <button
            key={size.name}
            type="button"
            class="preset"
            aria-pressed={size.amount === amount}
            aria-label={`${size.name === "half" ? "Half pot" : size.name === "threeQuarters" ? "Three quarters of the pot" : size.label}, ${formatAmount(size.amount, bigBlind, inBigBlinds)}`}
            onClick={() => (setTyped(undefined), choose(size.amount))}
          >
            {size.label}
          </button>
        ))}
      </div>
      <div class="size">
        <button type="button" class="notch" aria-label="Less" onClick={() => step(-1)} disabled={amount <= range.min}>
          −
        </button>
        <input
          type="range"
          aria-label={range.action === "BET" ? "Bet" : "Raise to"}
          aria-valuetext={formatAmount(amount, bigBlind, inBigBlinds)}
          min={range.min}
          max={range.max}
          step={1}
          value={amount}
          onInput={(event) => slide(Number(event.currentTarget.value))}
          onKeyDown={(event) => {
            const notches = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[
              event.key
            ];
            if (notches === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            step(notches);
          }}
        />
        <button type="button" class="notch" aria-label="More" onClick={() => step(1)} disabled={amount >= range.max}>
          +
        </button>
        <input
          class="typed"
          type="text"
          inputMode="decimal"
          autocomplete="off"
          aria-label={inBigBlinds ? "Size in big blinds" : "Size in chips"}
          value={typed ?? shown}
          onInput={(event) => type(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => setTyped(undefined)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            setTyped(undefined);
            submit();
          }}
        />
      </div>
    </div>
  );
}
