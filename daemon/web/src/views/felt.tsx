import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { TableView, You } from "../protocol/table";
import { winningCards } from "../state/hand_value";
import { seatOf } from "../state/seats";
import { Middle } from "./board";
import { feltLayout, type FeltLayout } from "./felt_layout";
import type { Money } from "./money";
import { Seat } from "./seat";
import { useSize } from "./use_size";

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

function markOf(view: TableView, seatIndex: number) {
  if (view.dealerSeatIndex === seatIndex) return "D";
  if (view.smallBlindSeatIndex === seatIndex) return "SB";
  return view.bigBlindSeatIndex === seatIndex ? "BB" : "";
}

/** The table as the daemon said it is, the own seat in front. */
export function Felt(props: FeltProps) {
  const [element, size] = useSize();
  const { view, you } = props;
  const layout =
    size && size.width > 0 && feltLayout(size.width, size.height, view.numberOfSeats, you !== undefined);
  return (
    <div class="felt-box" ref={element} style={layout ? { "--u": `${layout.unit}px` } : {}}>
      {layout && <Laid {...props} layout={layout} />}
    </div>
  );
}

function Laid({ layout, ...props }: FeltProps & { layout: FeltLayout }) {
  const { view, you, money, receivedAt, actionTime, result, ownSeat, emptySeat } = props;
  const best = useMemo(
    () => winningCards(view, you?.seatIndex, you?.holeCards),
    [view.handPhase, view.seats, view.communityCards, you?.holeCards],
  );
  const { edge } = layout;
  const seats = layout.seats.map((place, i) => {
    const seatIndex = ((you?.seatIndex ?? 0) + i) % view.numberOfSeats;
    const seat = seatOf(view, seatIndex);
    const at = { left: `${place.x}px`, top: `${place.y}px` };
    if (!seat) {
      const offer = emptySeat?.(seatIndex);
      return (
        <div key={seatIndex} class="place" style={at}>
          {offer ?? <div class="vacant" role="img" aria-label={`Seat ${seatIndex + 1}, empty`} />}
        </div>
      );
    }
    const self = seatIndex === you?.seatIndex;
    const acting = view.toActSeatIndex === seatIndex;
    const dealt = (seat.status === "ACTIVE" || seat.status === "ALL_IN") && !!view.street;
    const bet = layout.bets[i]!;
    const betText = money.short(seat.streetBet);
    return (
      <div key={seatIndex}>
        <div class="place" style={at}>
          <Seat
            seat={seat}
            self={self}
            cards={self ? (you?.holeCards ?? seat.shownCards) : seat.shownCards}
            facedown={dealt}
            mark={markOf(view, seatIndex)}
            best={best}
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
        </div>
        {seat.streetBet > 0 && (
          <span
            class={`bet${betText.length > 6 ? " long" : ""}`}
            style={{ left: `${bet.x}px`, top: `${bet.y}px` }}
            title={money(seat.streetBet)}
            aria-hidden="true"
          >
            {betText}
          </span>
        )}
      </div>
    );
  });
  return (
    <>
      <div
        class="felt"
        style={{
          left: `${edge.left}px`,
          top: `${edge.top}px`,
          width: `${edge.right - edge.left}px`,
          height: `${edge.bottom - edge.top}px`,
        }}
      />
      <Middle view={view} money={money} result={result} layout={layout} best={best} />
      {seats}
    </>
  );
}
