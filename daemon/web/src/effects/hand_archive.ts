import { handsKept } from "../state/record";
import type { HandRecord } from "../state/model";
import type { Store } from "../state/store";

const hands = "hands";

/** A hand as it is kept: by whom it was played, and when it was kept last. */
type Kept = HandRecord & { of: string; at: number };

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no storage"));
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open("cardroom", 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore(hands, { keyPath: ["of", "tableId", "handNumber"] }).createIndex("at", "at");
  return done(request);
}

async function read(database: IDBDatabase, of: string): Promise<HandRecord[]> {
  const all = await done<Kept[]>(database.transaction(hands).objectStore(hands).index("at").getAll());
  return all.filter((kept) => kept.of === of);
}

async function keep(database: IDBDatabase, of: string, fresh: readonly HandRecord[]): Promise<void> {
  const kept = database.transaction(hands, "readwrite").objectStore(hands);
  for (const hand of fresh) kept.put({ ...hand, of, at: Date.now() } satisfies Kept);
  const old = (await done(kept.index("at").getAllKeys())).slice(0, -handsKept);
  for (const key of old) kept.delete(key);
}

/** Keeps the player's hands in this browser and brings them back when the page is opened anew. */
export function archiveHands(store: Store): void {
  // Where there is no storage (private windows), the page alone has them.
  const database = typeof indexedDB === "undefined" ? undefined : open();
  const unkept = () => undefined;
  database?.catch(unkept);
  store.observe((before, after) => {
    const of = after.me?.userId;
    if (!of || !database) return;
    if (before.me?.userId !== of)
      database
        .then((one) => read(one, of))
        .then((old) => store.state.me?.userId === of && store.dispatch({ kind: "hands", hands: old }))
        .catch(unkept);
    else if (before.hands !== after.hands) {
      const fresh = after.hands.filter((hand) => !before.hands.includes(hand));
      database.then((one) => keep(one, of, fresh)).catch(unkept);
    }
  });
}
