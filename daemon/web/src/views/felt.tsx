import type { ComponentChildren } from "preact";
import type { TableView, You } from "../protocol/table";
import { seatOf } from "../state/seats";
import { CardFace } from "./card";
import type { Money } from "./money";
import { landscape, portrait, ring, towardsMiddle } from "./ring";
import { Seat } from "./seat";

interface FeltProps {
  view: TableView;
  you?: You;
  money: Money;
  receivedAt: number;
  actionTime: number;
  result: readonly string[];
  /** Stands in for the chips of the own seat. */
  ownSeat?: ComponentChildren;
  /** What an empty seat offers. */
  emptySeat?: (seatIndex: number) => ComponentChildren;
}

const statusTexts: Partial<Record<TableView["gameStatus"], string>> = {
  SCHEDULED: "The game has not opened yet",
  SEATING: "Seats are open; the game has not started",
  PAUSED: "The game is paused",
  COMPLETED: "The game is over",
};

function standing(view: TableView): string {
  const status = statusTexts[view.gameStatus];
  if (status) return status;
  if (view.status === "PAUSED") return "The table is paused";
  if (view.status === "PAUSE_AFTER_HAND") return "Pause after this hand";
  return "";
}

function Middle({ view, money, result }: Pick<FeltProps, "view" | "money" | "result">) {
  const idle =
    view.handPhase === "WAITING_FOR_PLAYERS"
      ? "Waiting for players"
      : view.handPhase === "PREDEAL"
        ? "The next hand comes"
        : "";
  const note = standing(view) || (result.length === 0 ? idle : "");
  return (
    <div class="middle">
      <div class="pots">
        {view.potTotal > 0 && <span class="pot">Pot {money(view.potTotal)}</span>}
        {view.pots.length > 1 &&
          view.pots.map((pot) => (
            <span key={pot.potId} class="side">
              {pot.potId === 0 ? "Main" : `Side ${pot.potId}`} {money(pot.amount)}
            </span>
          ))}
      </div>
      <div
        class="board"
        role="group"
        aria-label={view.communityCards.length > 0 ? "Board" : "No board yet"}
        key={view.handNumber}
      >
        {view.communityCards.map((card) => (
          <CardFace key={card} card={card} />
        ))}
      </div>
      <div class={`result${result.length > 1 ? " several" : ""}`}>
        {result.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {note && <p class="note">{note}</p>}
      </div>
    </div>
  );
}

/** The table as the daemon said it is, the own seat in front. */
export function Felt({ view, you, money, receivedAt, actionTime, result, ownSeat, emptySeat }: FeltProps) {
  const count = view.numberOfSeats;
  const front = you?.seatIndex ?? 0;
  const wide = ring(count, landscape);
  const tall = ring(count, portrait);
  const seats = Array.from({ length: count }, (_, place) => {
    const seatIndex = (front + place) % count;
    const seat = seatOf(view, seatIndex);
    const w = wide[place]!;
    const t = tall[place]!;
    // Straight below the upper middle seat is the pot.
    const overPot = w.y < 50 && Math.abs(w.x - 50) < 8;
    const bet = overPot ? { x: w.x + (count < 8 ? 12.5 : 7), y: w.y + 9 } : towardsMiddle(w, 0.62, 0.7);
    // In portrait bets lie beside their seats; those of the seats beside the board lie a little lower, out of its way.
    const side = Math.abs(t.x - 50) < 15 ? 0 : t.x < 50 ? 1 : -1;
    // Those of the seats next to the own one lie above them, for the own cards are beside.
    const corner = t.y > 75 && place !== 0;
    const lower = corner ? -56 : side === 0 ? 48 : t.y > 34 && t.y < 60 ? 38 : 0;
    const style = {
      "--wx": `${w.x}%`,
      "--wy": `${w.y}%`,
      "--tx": `${t.x}%`,
      "--ty": `${t.y}%`,
      "--bx": `${bet.x}%`,
      "--by": `${bet.y}%`,
      "--tside": String(corner ? 0 : side),
      "--tdy": `${lower}px`,
    };
    const self = seatIndex === you?.seatIndex;
    if (!seat) {
      const offer = emptySeat?.(seatIndex);
      return (
        <div key={seatIndex} class="place" style={style}>
          {offer ?? <div class="vacant" role="img" aria-label={`Seat ${seatIndex + 1}, empty`} />}
        </div>
      );
    }
    const acting = view.toActSeatIndex === seatIndex;
    const dealt = (seat.status === "ACTIVE" || seat.status === "ALL_IN") && !!view.street;
    const mark =
      view.dealerSeatIndex === seatIndex
        ? "D"
        : view.smallBlindSeatIndex === seatIndex
          ? "SB"
          : view.bigBlindSeatIndex === seatIndex
            ? "BB"
            : "";
    return (
      <div key={seatIndex} class={`place${self ? " front" : ""}`} style={style}>
        <Seat
          seat={seat}
          self={self}
          cards={self ? (you?.holeCards ?? seat.shownCards) : seat.shownCards}
          facedown={dealt}
          mark={mark}
          money={money}
          handNumber={view.handNumber}
          seating={view.gameStatus === "SEATING"}
          turn={
            acting && view.actionRemaining !== undefined
              ? { action: view.actionRemaining, bank: view.timeBankRemaining ?? 0, whole: actionTime, receivedAt }
              : undefined
          }
        >
          {self ? ownSeat : undefined}
        </Seat>
        {seat.won ? (
          <span class="bet win" aria-hidden="true">
            +{money(seat.won)}
          </span>
        ) : (
          seat.streetBet > 0 && (
            <span class="bet" aria-hidden="true">
              {money(seat.streetBet)}
            </span>
          )
        )}
      </div>
    );
  });
  return (
    <div class="felt-box">
      <div class="felt" />
      <Middle view={view} money={money} result={result} />
      {seats}
    </div>
  );
}
