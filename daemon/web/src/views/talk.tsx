import { useEffect, useRef, useState } from "preact/hooks";
import type { State, Table } from "../state/model";
import { formatNet, handsOf } from "../state/amounts";
import { useApp } from "./app_context";
import { Modal } from "./dialog";
import { Curve } from "./curve";
import { pure } from "./pure";
import type { Line } from "../state/model";

/** Stays at the end as lines come, unless the reader has scrolled up. */
function useTail(length: number) {
  const list = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    if (atEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [length]);
  const onScroll = () => {
    const element = list.current;
    if (element) atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 24;
  };
  return { list, onScroll };
}

const Log = pure(function Log({ lines }: { lines: readonly Line[] }) {
  const { list, onScroll } = useTail(lines.at(-1)?.id ?? 0);
  return (
    <div class="lines" ref={list} onScroll={onScroll} tabIndex={0} role="region" aria-label="Log">
      {lines.map((line) => (
        <p key={line.id} class={line.tone}>
          {line.text}
        </p>
      ))}
    </div>
  );
});

function Chat({ state, gameId }: { state: State; gameId: string }) {
  const { send, dispatch } = useApp();
  const [text, setText] = useState("");
  const news = state.news[gameId];
  const { muted } = state.preferences;
  const shown = (news?.chat ?? []).filter((line) => !muted.includes(line.userId));
  const { list, onScroll } = useTail(shown.at(-1)?.id ?? 0);
  useEffect(() => {
    if (news?.unread) dispatch({ kind: "read", gameId });
  }, [news?.unread, gameId]);
  const mute = (userId: string) => {
    dispatch({ kind: "preferences", change: { muted: [...muted, userId].slice(-200) } });
    // The button goes with its line.
    list.current?.focus();
  };
  const hear = (userId: string) =>
    dispatch({ kind: "preferences", change: { muted: muted.filter((one) => one !== userId) } });
  const names = new Map((news?.chat ?? []).map((line) => [line.userId, line.name]));
  const submit = (event: Event) => {
    event.preventDefault();
    const said = text.trim();
    if (said) send({ type: "CHAT", gameId, text: said });
    setText("");
  };
  const tooLong = new TextEncoder().encode(text.trim()).length > 200;
  return (
    <>
      <div class="lines chat" ref={list} onScroll={onScroll} tabIndex={0} role="log" aria-label="Chat">
        {shown.length === 0 && <p class="muted">Nothing has been said yet.</p>}
        {shown.map((line) => (
          <p key={line.id}>
            <b>{line.name}</b> {line.text}
            {line.userId !== state.me?.userId && (
              <button type="button" class="link" aria-label={`Mute ${line.name}`} onClick={() => mute(line.userId)}>
                mute
              </button>
            )}
          </p>
        ))}
        {muted.length > 0 && (
          <details>
            <summary>{muted.length} muted</summary>
            {muted.map((userId) => (
              <button key={userId} type="button" class="link" onClick={() => hear(userId)}>
                Hear {names.get(userId) ?? userId} again
              </button>
            ))}
          </details>
        )}
      </div>
      <form class="say" onSubmit={submit}>
        <input
          aria-label="Say something"
          placeholder="Say something"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="secondary" disabled={tooLong}>
          {tooLong ? "Too long" : "Say"}
        </button>
      </form>
    </>
  );
}

type Tab = "chat" | "log" | "session";
const tabNames: Record<Tab, string> = { chat: "Chat", log: "Log", session: "Session" };

/** Chat, log and the session's result of a table. */
export function Talk({ state, table, title }: { state: State; table: Table; title?: string }) {
  const [tab, setTab] = useState<Tab>(state.news[table.gameId]?.unread ? "chat" : "log");
  const news = state.news[table.gameId];
  const bigBlind = table.view?.bigBlind ?? 1;
  return (
    <div class="talk">
      {title && <h2>{title}</h2>}
      <div class="tabs" role="group" aria-label="Beside the table">
        {(Object.keys(tabNames) as Tab[]).map((name) => (
          <button key={name} type="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
            {tabNames[name]}
            {name === "chat" && news?.unread && tab !== "chat" ? <span class="badge">{news.unread}</span> : null}
          </button>
        ))}
      </div>
      {tab === "log" && <Log lines={table.lines} />}
      {tab === "chat" && <Chat state={state} gameId={table.gameId} />}
      {tab === "session" && (
        <div class="lines">
          {news && news.hands > 0 ? (
            <>
              <p class="net">
                <b class={news.net < 0 ? "loss" : "gain"}>
                  {formatNet(news.net, bigBlind, state.preferences.bigBlinds)}
                </b>
              </p>
              <p class="muted">
                {handsOf(news.hands)} seen in this window
              </p>
              <Curve points={news.curve} />
            </>
          ) : (
            <p class="muted">No hand of yours has ended yet.</p>
          )}
        </div>
      )}
    </div>
  );
}

/** The same where there is no room beside the table. */
export function TalkDialog({ state, tableId }: { state: State; tableId: string }) {
  const table = state.tables[tableId];
  return <Modal title={tableId}>{table && <Talk state={state} table={table} />}</Modal>;
}
