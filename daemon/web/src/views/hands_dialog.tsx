import type { HandRecord, State } from "../state/model";
import { formatNet } from "../state/amounts";
import { useApp } from "./app_context";
import { CardFace } from "./card";
import { Modal } from "./dialog";
import { Replayer } from "./replayer";

function Row({ hand, state, open }: { hand: HandRecord; state: State; open(): void }) {
  const bigBlind = hand.steps[0]?.view.bigBlind ?? 1;
  const board = hand.steps.at(-1)?.view.communityCards ?? [];
  const net = hand.net ?? 0;
  return (
    <li>
      <button type="button" class="hand-row" onClick={open}>
        <span class="number">#{hand.handNumber}</span>
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
        <span class="won-by">{hand.result[0] ?? ""}</span>
      </button>
    </li>
  );
}

/** The own hands of a table as they were seen, the newest first, and each of them again step by step. */
export function HandsDialog({ state, tableId, handNumber }: { state: State; tableId: string; handNumber?: number }) {
  const { dispatch } = useApp();
  const hands = state.hands.filter((hand) => hand.tableId === tableId).reverse();
  const open = (number?: number) =>
    dispatch({ kind: "dialog", dialog: { kind: "hands", tableId, handNumber: number } });
  const chosen = hands.find((hand) => hand.handNumber === handNumber);
  if (chosen)
    return (
      <Modal title={`Hand ${chosen.handNumber}`} wide>
        <Replayer hand={chosen} state={state} back={() => open()} />
      </Modal>
    );
  return (
    <Modal title={`Hands at ${tableId}`}>
      {hands.length === 0 ? (
        <p class="muted">Hands you were dealt into appear here once they are over, for as long as this page is open.</p>
      ) : (
        <ul class="hands">
          {hands.map((hand) => (
            <Row key={hand.handNumber} hand={hand} state={state} open={() => open(hand.handNumber)} />
          ))}
        </ul>
      )}
    </Modal>
  );
}
