import type { Command } from "../protocol/commands";
import type { Action, State, Table } from "./model";
import { intentIsVoid } from "./intents";
import { isNextBigBlind, ownSeat, seatIn } from "./seats";

function healing(before: State, after: State): Command[] {
  return after.open
    .filter((id) => after.tables[id]?.gap && !before.tables[id]?.gap)
    .map((tableId) => ({ type: "WATCH", tableId }));
}

function watchedAnew(after: State): Command[] {
  const own = new Set(after.seats.map((seat) => seat.tableId));
  const wanted = new Set(after.watching);
  if (after.route.page === "table") wanted.add(after.route.tableId);
  return [...wanted].filter((id) => !own.has(id)).map((tableId) => ({ type: "WATCH", tableId }));
}

function wishedBuyIn(state: State, table: Table, before: Table | undefined): number | undefined {
  const seat = ownSeat(table);
  if (!seat || seat.playerStatus !== "BUYING_IN" || seat.stack > 0 || seat.pending || state.balance === undefined)
    return undefined;
  const wanted = state.buyWhenSeated[table.gameId];
  if (wanted !== undefined) return Math.min(wanted, state.balance);
  const was = before && ownSeat(before);
  const game = state.games?.find((one) => one.gameId === table.gameId);
  if (!state.preferences.autoRebuy || !game || was?.playerStatus === "BUYING_IN" || !was) return undefined;
  const amount = Math.min(game.maxBuyIn, state.balance);
  return amount >= game.minBuyIn ? amount : undefined;
}

function ofTable(before: State, after: State, table: Table): Command[] {
  const was = before.tables[table.tableId];
  const view = table.view;
  const you = table.you;
  if (!view || !you || table.gap) return [];
  const commands: Command[] = [];
  const asked = Object.values(after.pending).some(
    ({ command }) => command.type === "BUY_IN" && command.gameId === table.gameId,
  );
  const amount = asked ? undefined : wishedBuyIn(after, table, was);
  if (amount) commands.push({ type: "BUY_IN", gameId: table.gameId, amount });
  if (was !== table && intentIsVoid(view, you) && view.handPhase.endsWith("_BETTING") && you.actions.length === 0)
    commands.push({
      type: "INTENT",
      tableId: table.tableId,
      handNumber: view.handNumber,
      street: view.handPhase,
      intent: "NONE",
    });
  const handOver = view.handPhase === "HAND_COMPLETE" && was?.view?.handPhase !== "HAND_COMPLETE";
  if (handOver && after.sitOutAtBlind[table.gameId] && isNextBigBlind(view, you.seatIndex))
    commands.push({ type: "SIT_OUT", gameId: table.gameId });
  return commands;
}

/** Whether the list of games is on the screen, and not only what it says of the games at the tables. */
export function inLobby(state: State): boolean {
  return state.route.page !== "table";
}

/** What the client asks for by itself after something happened: resyncs, and what the player wished beforehand. */
export function automation(before: State, after: State, action: Action): Command[] {
  if (action.kind === "sent" || after.link.phase !== "online") return [];
  const commands = healing(before, after);
  if (before.link.phase !== "online") commands.push({ type: "LIST_GAMES", follow: inLobby(after) }, ...watchedAnew(after));
  // What has changed in the list since was left out.
  else if (action.kind === "message" && action.message.type === "ERROR" && action.message.code === "LAGGED")
    commands.push({ type: "LIST_GAMES" });
  else if (before.route !== after.route && after.route.page === "table") {
    const { tableId } = after.route;
    const seated = after.seats.some((seat) => seat.tableId === tableId);
    if (!after.tables[tableId] && !seated) commands.push({ type: "WATCH", tableId });
  }
  if (
    before.tables !== after.tables ||
    before.balance !== after.balance ||
    before.buyWhenSeated !== after.buyWhenSeated
  )
    for (const id of after.open) {
      const table = after.tables[id];
      if (table && seatIn(after, table.gameId)?.tableId === id) commands.push(...ofTable(before, after, table));
    }
  return commands;
}
