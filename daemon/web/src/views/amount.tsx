import type { Chips } from "../protocol/values";
import type { Money } from "./money";

/** An amount where there is little room: short for the eye, in full as a title and for screen readers. */
export function Amount({ amount, money, from }: { amount: Chips; money: Money; from?: Chips }) {
  const whole = money(amount);
  const short = money.short(amount, from);
  if (whole === short) return <>{whole}</>;
  return (
    <>
      <span title={whole} aria-hidden="true">
        {short}
      </span>
      <span class="hidden">{whole}</span>
    </>
  );
}
