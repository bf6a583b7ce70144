import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TableView } from "../protocol/table";
import { Amount } from "./amount";
import { CardFace } from "./card";
import type { FeltLayout } from "./felt_layout";
import type { Box } from "./felt_shape";
import type { Money } from "./money";

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

const placed = ({ left, top, right, bottom }: Box) => ({
  left: `${left}px`,
  top: `${top}px`,
  width: `${right - left}px`,
  height: `${bottom - top}px`,
});

const longName = 16;

/** A sentence that begins with a player's name, and the same with a long name cut. */
function withShortName(view: TableView, text: string): string {
  const names = view.seats.flatMap(({ displayName }) => (displayName && text.startsWith(displayName) ? displayName : []));
  const name = names.sort((a, b) => b.length - a.length)[0] ?? "";
  return name.length > longName ? `${name.slice(0, longName - 1)}…${text.slice(name.length)}` : text;
}

/** Sizes of the text; at the last one the rest can be scrolled to. */
const fits = 5;

/** Who has won, and how it stands with the table: below the board; what is too much for there above it, where the pots were, and then smaller. */
function Result({ view, result, layout }: { view: TableView; result: readonly string[]; layout: FeltLayout }) {
  const above = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState({ result, layout, attempt: 0 });
  const attempt = chosen.result === result && chosen.layout === layout ? chosen.attempt : 0;
  const ways = result.length + 1;
  const fit = Math.floor(attempt / ways);
  const split = attempt < fits * ways - 1 ? attempt % ways : ways >> 1;
  useLayoutEffect(() => {
    const over = [above.current, below.current].some((box) => box && box.scrollHeight > box.clientHeight + 1);
    if (over && attempt < fits * ways - 1) setChosen({ result, layout, attempt: attempt + 1 });
  }, [result, layout, attempt]);
  const lines = (texts: readonly string[]) =>
    texts.map((text) => (
      <p key={text}>
        <span title={text}>{withShortName(view, text)}</span>
      </p>
    ));
  return (
    <>
      <div class={`result above fit-${fit}`} ref={above} style={placed(layout.above)}>
        {lines(result.slice(0, split))}
      </div>
      <div class={`result fit-${fit}`} ref={below} style={placed(layout.result)}>
        {lines(result.slice(split))}
      </div>
    </>
  );
}

interface MiddleProps {
  view: TableView;
  money: Money;
  result: readonly string[];
  layout: FeltLayout;
  /** Cards that have won. */
  best: ReadonlySet<string>;
}

/** What lies in the middle of the table: pots, board, and who has won or what is awaited. */
export function Middle({ view, money, result, layout, best }: MiddleProps) {
  const idle =
    view.handPhase === "WAITING_FOR_PLAYERS"
      ? "Waiting for players"
      : view.handPhase === "PREDEAL"
        ? "The next hand comes"
        : "";
  const state = standing(view);
  const note = state || idle;
  const said = useMemo(() => (state ? [...result, state] : result), [result, state]);
  const sides = view.pots.length > 1 ? view.pots : [];
  // Three and more have to share the two lines.
  const from = sides.length > 2 ? 100_000 : undefined;
  return (
    <>
      <div class="pots" style={placed(layout.pot)}>
        {view.potTotal > 0 && (
          <span class="pot">
            Pot <Amount amount={view.potTotal} money={money} />
          </span>
        )}
      </div>
      <div
        class="board"
        role="group"
        aria-label={view.communityCards.length > 0 ? "Board" : "No board yet"}
        key={view.handNumber}
        style={{ ...placed(layout.board), "--card": `${layout.boardCard}px` }}
      >
        {view.communityCards.map((card) => (
          <CardFace key={card} card={card} best={best.has(card)} />
        ))}
      </div>
      {result.length > 0 ? (
        <Result view={view} result={said} layout={layout} />
      ) : (
        <div class={`below${sides.length > 4 ? " many" : ""}`} style={placed(layout.below)}>
          {sides.map((pot) => (
            <span key={pot.potId} class="side">
              {pot.potId === 0 ? "Main" : `Side ${pot.potId}`} <Amount amount={pot.amount} money={money} from={from} />
            </span>
          ))}
          {note && sides.length === 0 && <p class="note">{note}</p>}
        </div>
      )}
    </>
  );
}
