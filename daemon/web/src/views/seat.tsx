import type { ComponentChildren } from "preact";
import type { SeatView } from "../protocol/table";
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
  money,
  turn,
  handNumber,
  seating,
  children,
}: SeatProps) {
  const label = seatLabel(seat, seating);
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
          ? cards.map((card) => <CardFace key={card} card={card} dim={seat.status === "FOLDED"} />)
          : facedown && [<CardBack key="a" />, <CardBack key="b" />]}
      </div>
      <div class="pod">
        {turn && <TimeRing {...turn} />}
        <span class="name" title={name}>
          {name}
        </span>
        {children ?? (
          <span class="stack">
            {money(seat.stack)}
            {seat.pending ? <small> +{money(seat.pending)}</small> : null}
          </span>
        )}
        {turn && <Seconds action={turn.action} bank={turn.bank} receivedAt={turn.receivedAt} />}
        {mark && <span class={`mark mark-${mark}`}>{mark}</span>}
      </div>
      {label.text && !children && <span class={`label ${label.tone}`}>{label.text}</span>}
    </div>
  );
});
