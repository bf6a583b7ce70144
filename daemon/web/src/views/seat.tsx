import type { ComponentChildren } from "preact";
import type { SeatView } from "../protocol/table";
import { Amount } from "./amount";
import { CardBack, CardFace } from "./card";
import { Seconds, TimeRing } from "./clock";
import type { Money } from "./money";
import { pure } from "./pure";
import { seatLabel, seatSentence } from "./seat_label";

interface SeatProps {
  seat: SeatView;
  self: boolean;
  /** The seat's cards where the viewer may see them. */
  cards?: string[];
  facedown: boolean;
  mark: "D" | "SB" | "BB" | "";
  /** Cards that have won. */
  best: ReadonlySet<string>;
  money: Money;
  turn?: { action: number; bank: number; whole: number; receivedAt: number };
  handNumber: number;
  /** The game has not started. */
  seating: boolean;
  children?: ComponentChildren;
}

const markNames = { D: "button", SB: "small blind", BB: "big blind", "": "" } as const;

/** A taken seat: cards, name, chips, how it stands, and around it the time that is left. */
export const Seat = pure(function Seat({
  seat,
  self,
  cards,
  facedown,
  mark,
  best,
  money,
  turn,
  handNumber,
  seating,
  children,
}: SeatProps) {
  const label = seatLabel(seat, seating, money);
  const name = seat.displayName || (seat.userId ? seat.userId : "Reserved");
  const out = seat.status === "FOLDED" || seat.status === "JOINED_WAITING" || seat.status === "RESERVED";
  const classes = ["seat", self && "self", turn && "acting", out && "out", seat.won ? "won" : ""]
    .filter(Boolean)
    .join(" ");
  const sentence = seatSentence(
    seat,
    self ? `${name}, you` : name,
    mark ? [markNames[mark]] : [],
    money,
    !!turn,
    seating,
  );
  return (
    <div class={classes} role="group" aria-label={sentence}>
      <div class="hole" key={handNumber}>
        {cards
          ? cards.map((card) => <CardFace key={card} card={card} dim={seat.status === "FOLDED"} best={best.has(card)} />)
          : facedown && [<CardBack key="a" />, <CardBack key="b" />]}
      </div>
      <div class="pod">
        {turn && <TimeRing {...turn} />}
        <span class="name" title={name}>
          {name}
        </span>
        {children ?? (
          <span class="stack">
            <Amount amount={seat.stack} money={money} />
          </span>
        )}
      </div>
      <div class="foot">
        {turn && <Seconds action={turn.action} bank={turn.bank} receivedAt={turn.receivedAt} />}
        {seat.won ? (
          <span class="label won" title={money(seat.won)} aria-hidden="true">
            +{money.short(seat.won)}
          </span>
        ) : (
          label.text && (!turn || label.tone === "warn") && !children && <span class={`label ${label.tone}`}>{label.text}</span>
        )}
        {mark && <span class={`mark mark-${mark}`}>{mark}</span>}
      </div>
    </div>
  );
});
