import type { Keep } from "../connection/storage";
import type { GameNews, State } from "../state/model";
import { noNews } from "../state/reduce_table";
import type { Observer } from "../state/store";

type Session = Pick<GameNews, "hands" | "net" | "curve">;

/** Keeps what has to survive a reload: preferences in the browser, watched tables in this window. */
export const keeping =
  (browser: Keep, visit: Keep): Observer =>
  (before, after) => {
    if (before.me && !after.me) visit.set("sessions", undefined);
    if (before.preferences !== after.preferences) browser.set("preferences", JSON.stringify(after.preferences));
    if (before.watching !== after.watching) visit.set("watching", JSON.stringify(after.watching));
    if (before.news !== after.news) visit.set("sessions", JSON.stringify(sessions(after)));
    if (before.buyWhenSeated !== after.buyWhenSeated) visit.set("buyWhenSeated", JSON.stringify(after.buyWhenSeated));
  };

/** What a session is, without what was said in it. */
function sessions({ news }: State): Record<string, Session> {
  return Object.fromEntries(Object.entries(news).map(([id, { hands, net, curve }]) => [id, { hands, net, curve }]));
}

function parsed(visit: Keep, name: string): unknown {
  try {
    return JSON.parse(visit.get(name) ?? "null");
  } catch {
    return undefined;
  }
}

/** The tables that were watched in this window before a reload. */
export function keptWatching(visit: Keep): string[] {
  const list = parsed(visit, "watching");
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === "string") : [];
}

/** The games to be bought in to, as they were before a reload. */
export function keptWishes(visit: Keep): Record<string, number> {
  const wishes = parsed(visit, "buyWhenSeated");
  if (typeof wishes !== "object" || wishes === null) return {};
  return Object.fromEntries(Object.entries(wishes).filter(([, amount]) => Number.isSafeInteger(amount)));
}

/** The results of the sessions of this window before a reload. */
export function keptSessions(visit: Keep): Record<string, GameNews> {
  const kept = parsed(visit, "sessions");
  if (typeof kept !== "object" || kept === null) return {};
  const whole = Object.entries(kept as Record<string, Partial<Session>>).filter(
    ([, { hands, net, curve }]) => Number.isSafeInteger(hands) && Number.isSafeInteger(net) && Array.isArray(curve),
  );
  return Object.fromEntries(whole.map(([id, session]) => [id, { ...noNews, ...session }]));
}
