/** What a key can do at the table. */
export const keyActions = [
  "fold",
  "call",
  "raise",
  "min",
  "half",
  "threeQuarters",
  "pot",
  "allIn",
  "more",
  "less",
] as const;
export type KeyAction = (typeof keyActions)[number];

/** What the player chose for this browser. */
export interface Preferences {
  fourColours: boolean;
  bigBlinds: boolean;
  sound: boolean;
  notify: boolean;
  /** Single keys act; off by default, for a key that is pressed by mistake costs chips. */
  hotkeys: boolean;
  keys: Record<KeyAction, string>;
  autoRebuy: boolean;
  /** Bring the table where it is the player's turn to the front. */
  follow: boolean;
  sideBySide: boolean;
  muted: string[];
  /** What the player left games with. */
  leftWith: Record<string, number>;
}

export const defaults: Preferences = {
  fourColours: true,
  bigBlinds: false,
  sound: true,
  notify: false,
  hotkeys: false,
  keys: {
    fold: "f",
    call: "c",
    raise: "r",
    min: "1",
    half: "2",
    threeQuarters: "3",
    pot: "4",
    allIn: "5",
    more: "ArrowUp",
    less: "ArrowDown",
  },
  autoRebuy: false,
  follow: true,
  sideBySide: true,
  muted: [],
  leftWith: {},
};

/** Preferences as they were stored; what is missing or of another type has its default. */
export function parsePreferences(stored: string | null): Preferences {
  let values: unknown;
  try {
    values = JSON.parse(stored ?? "{}");
  } catch {
    return defaults;
  }
  if (typeof values !== "object" || values === null) return defaults;
  const known: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(values)) {
    const preset = known[name];
    if (typeof value !== typeof preset || Array.isArray(value) !== Array.isArray(preset) || value === null) continue;
    known[name] = name === "keys" ? { ...defaults.keys, ...(value as object) } : value;
  }
  return known as unknown as Preferences;
}
