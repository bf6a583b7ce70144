import type { HandRecord, State } from "../state/model";
import { formatNet } from "../state/amounts";
import { useApp } from "./app_context";
import { CardFace } from "./card";
import { Modal } from "./dialog";
import { Replayer } from "./replayer";

interface RowProps {
  hand: HandRecord;
  state: State;
  /** Say at which table. */
  at: boolean;
  open(): void;
}

function Row({ hand, state, at, open }: RowProps) {
  const bigBlind = hand.steps[0]?.view.bigBlind ?? 1;
  const board = hand.steps.at(-1)?.view.communityCards ?? [];
  const net = hand.net ?? 0;
  return (
    <li>
      <button type="button" class="hand-row" onClick={open}>
        <span class="number">
          #{hand.handNumber}
          {at && <small> {hand.tableId}</small>}
        </span>
        <span class="cards small-cards">
          {hand.holeCards.map((card) => (
            <CardFace key={card} card={card} />
          ))}
        </span>
        <span class="cards small-cards board-cards">
          {board.map((card) => (
            <CardFace key={card} card={card} />
          ))}
        </span>
        <b class={net < 0 ? "loss" : "gain"}>{formatNet(net, bigBlind, state.preferences.bigBlinds)}</b>
        <span class="won-by">{hand.result.join(". ")}</span>
      </button>
    </li>
  );
}

interface HandsDialogProps {
  state: State;
  /** Only those of this table. */
  tableId?: string;
  hand?: { tableId: string; handNumber: number };
}

/** The own hands as they were seen, the newest first, and each of them again step by step. */
export function HandsDialog({ state, tableId, hand }: HandsDialogProps) {
  const { dispatch } = useApp();
  const hands = state.hands.filter((one) => !tableId || one.tableId === tableId).reverse();
  const open = (one?: HandRecord) => dispatch({ kind: "dialog", dialog: { kind: "hands", tableId, hand: one } });
  const chosen = hand && hands.find((one) => one.tableId === hand.tableId && one.handNumber === hand.handNumber);
  if (chosen)
    return (
      <Modal title={`Hand ${chosen.handNumber}`} wide>
        <Replayer hand={chosen} state={state} back={() => open()} />
      </Modal>
    );
  return (
    <Modal title={tableId ? `Hands at ${tableId}` : "Your hands"}>
      {hands.length === 0 ? (
        <p class="muted">Hands you were dealt into appear here once they are over. This browser keeps the newest.</p>
      ) : (
        <ul class="hands">
          {hands.map((one) => (
            <Row
              key={`${one.tableId} ${one.handNumber}`}
              hand={one}
              state={state}
              at={!tableId}
              open={() => open(one)}
            />
          ))}
        </ul>
      )}
    </Modal>
  );
}
