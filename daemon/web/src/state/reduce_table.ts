import type { TableEvent } from "../protocol/events";
import type { TableState } from "../protocol/table";
import { formatAmount } from "./amounts";
import { describe, winSentences } from "./describe";
import { judge, share } from "./frame";
import type { GameNews, Line, State, Table } from "./model";
import { keepHand, record } from "./record";
import { runOut } from "./run_out";

const linesKept = 200;
const curveKept = 500;

const fresh = (frame: TableState): Table => ({
  gameId: frame.gameId,
  tableId: frame.tableId,
  epoch: frame.epoch,
  at: -1,
  gap: false,
  receivedAt: 0,
  actionTime: 0,
  lines: [],
  stages: [],
  result: [],
});

export const noNews: GameNews = { chat: [], unread: 0, hands: 0, net: 0, curve: [] };

function counted(news: GameNews, events: readonly TableEvent[], seatIndex: number | undefined): GameNews {
  for (const event of events) {
    if (event.type !== "HandComplete") continue;
    const own = event.results.find((result) => result.seatPosition === seatIndex);
    if (!own) continue;
    const net = news.net + own.netChips;
    news = { ...news, hands: news.hands + 1, net, curve: [...news.curve, net].slice(-curveKept) };
  }
  return news;
}

function resultAfter(old: string[], events: readonly TableEvent[], won: string[]): string[] {
  if (events.some((event) => event.type === "HandStarted")) return won;
  return won.length > 0 ? won : old;
}

/** Own cards are told apart from what everybody hears; in the story they come after the blinds. */
function inOrder(events: readonly TableEvent[], own: readonly TableEvent[]): TableEvent[] {
  const dealt = events.findLastIndex((event) => event.type === "HandStarted" || event.type === "ForcedBetPosted");
  return [...events.slice(0, dealt + 1), ...own, ...events.slice(dealt + 1)];
}

/** The state after a frame of a table. */
export function reduceFrame(state: State, frame: TableState, at: number): State {
  if (state.gone.includes(frame.tableId)) return state;
  const known = state.tables[frame.tableId];
  const verdict = judge(known, frame);
  if (verdict === "drop") return state;
  const old = known ?? fresh(frame);
  if (verdict === "gap") return put(state, { ...old, gap: true });

  const view = share(old.view, frame.state);
  const you = frame.you;
  const events = verdict === "follow" ? inOrder(frame.events, you?.events ?? []) : [];
  let next = state.next;
  const write = (amount: number) => formatAmount(amount, view.bigBlind, state.preferences.bigBlinds);
  const sentences = events.flatMap((event) => describe(event, view, write));
  const lines = sentences.map((sentence): Line => ({ ...sentence, id: next++, hand: view.handNumber }));
  const stages = runOut(old.view, view, events);
  const left = events.slice(stages.reduce((sum, stage) => sum + stage.events.length, 0));
  const said = [...stages, { view, events: left }].map((stage) => ({
    view: stage.view,
    text: stage.events.flatMap((event) => describe(event, view, write).map(({ text }) => text)).join(". "),
  }));
  const won = events.flatMap((event) => winSentences(event, view, write));
  const recording = record(
    verdict === "follow" ? old.recording : undefined,
    frame.tableId,
    view,
    you,
    events,
    said,
    won,
  );
  const turnChanged = old.view?.turn !== view.turn || old.view.handNumber !== view.handNumber;
  const table: Table = {
    ...old,
    epoch: frame.epoch,
    at: frame.version,
    gap: false,
    view,
    you,
    receivedAt: at,
    actionTime: Math.max(old.actionTime, view.actionRemaining ?? 0),
    lines: lines.length > 0 ? [...old.lines, ...lines].slice(-linesKept) : old.lines,
    stages: stages.map((stage) => stage.view),
    result: verdict === "anew" && old.view?.handNumber !== view.handNumber ? [] : resultAfter(old.result, events, won),
    recording,
    actedTurn: turnChanged ? undefined : old.actedTurn,
  };
  const news = counted(state.news[frame.gameId] ?? noNews, events, you?.seatIndex);
  const { [frame.gameId]: _started, ...starting } = state.starting;
  return {
    ...put(state, table),
    next,
    starting: frame.gameId in state.starting ? starting : state.starting,
    news: news === state.news[frame.gameId] ? state.news : { ...state.news, [frame.gameId]: news },
    hands: recording?.net !== undefined ? keepHand(state.hands, recording) : state.hands,
  };
}

/** The state with a table in it, on the screen. */
export function put(state: State, table: Table): State {
  return {
    ...state,
    tables: { ...state.tables, [table.tableId]: table },
    open: state.open.includes(table.tableId) ? state.open : [...state.open, table.tableId],
  };
}

/** The state without a table. */
export function drop(state: State, tableId: string): State {
  const { [tableId]: _dropped, ...tables } = state.tables;
  return {
    ...state,
    tables,
    open: state.open.filter((id) => id !== tableId),
    watching: state.watching.filter((id) => id !== tableId),
  };
}
