import type { Keep } from "../connection/storage";
import type { Observer } from "../state/store";

/** Keeps what has to survive a reload: preferences in the browser, watched tables in this window. */
export const keeping =
  (browser: Keep, visit: Keep): Observer =>
  (before, after) => {
    if (before.preferences !== after.preferences) browser.set("preferences", JSON.stringify(after.preferences));
    if (before.watching !== after.watching) visit.set("watching", JSON.stringify(after.watching));
    if (before.buyWhenSeated !== after.buyWhenSeated) visit.set("buyWhenSeated", JSON.stringify(after.buyWhenSeated));
  };

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
