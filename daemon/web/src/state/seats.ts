import type { SeatView, TableView } from "../protocol/table";
import type { Stopping } from "../protocol/values";
import type { State, Table } from "./model";

/** The seat with a number, if somebody sits there. */
export const seatOf = (view: TableView, seatIndex: number | undefined): SeatView | undefined =>
  view.seats.find((seat) => seat.seatIndex === seatIndex);

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** How a seat is called in a sentence; a name from right to left keeps its direction to itself. */
export function seatName(view: TableView, seatIndex: number): string {
  const name = seatOf(view, seatIndex)?.displayName || `Seat ${seatIndex + 1}`;
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

/** The player's own seat at a table. */
export const ownSeat = (table: Table): SeatView | undefined =>
  table.view && table.you ? seatOf(table.view, table.you.seatIndex) : undefined;

/** Whether cards are out or will be without anybody doing anything. */
export const handIsActive = (view: TableView): boolean =>
  !["WAITING_FOR_PLAYERS", "PREDEAL", "HAND_COMPLETE"].includes(view.handPhase);

/** Whether the player can act at a table now: it is asked, not answered yet, and nothing is missing. */
export function canAct(table: Table | undefined): boolean {
  return !!table?.view && !table.gap && (table.you?.actions.length ?? 0) > 0 && table.actedTurn !== table.view.turn;
}

/** Whether the host may start the game here, as far as the table tells; `startTime` 0 = at any time. */
export function canStart(table: Table, isHost: boolean, startTime: number, now: number): boolean {
  const view = table.view;
  const own = ownSeat(table);
  if (!isHost || !view || !own || own.stack <= 0 || view.gameStatus !== "SEATING" || now < startTime) return false;
  const other = view.seats.some(
    (seat) => seat.seatIndex !== own.seatIndex && seat.stack > 0 && seat.playerStatus !== "SITTING_OUT",
  );
  return other && !handIsActive(view);
}

/** Whether the next big blind would be the player's, by who is dealt in now. */
export function isNextBigBlind(view: TableView, seatIndex: number): boolean {
  const last = view.bigBlindSeatIndex;
  if (last === undefined) return false;
  for (let step = 1; step <= view.numberOfSeats; ++step) {
    const seat = seatOf(view, (last + step) % view.numberOfSeats);
    if (seat && seat.playerStatus === "ACTIVE" && seat.stack > 0 && !seat.mustPostBlind)
      return seat.seatIndex === seatIndex;
  }
  return false;
}

/** Where the player sits in a game. */
export const seatIn = (state: State, gameId: string) => state.seats.find((seat) => seat.gameId === gameId);

/** When a game may be started at the earliest; 0 = at any time. */
export const startTime = (state: State, gameId: string): number =>
  state.games?.find((game) => game.gameId === gameId)?.startTime ?? 0;

/** What is to come of a game when its hands are over; a table knows at once that it is to pause, the list why. */
export function stoppingOf(state: State, gameId: string): Stopping {
  const listed = state.games?.find((game) => game.gameId === gameId)?.stopping ?? "NO";
  const pausing = state.open.some((id) => {
    const table = state.tables[id];
    return table?.gameId === gameId && table.view?.status === "PAUSE_AFTER_HAND";
  });
  return listed === "NO" && pausing ? "TO_PAUSE" : listed;
}

/** Whether the player made the game. */
export const isHost = (state: State, gameId: string): boolean =>
  !!state.me && state.games?.find((game) => game.gameId === gameId)?.host === state.me.userId;
