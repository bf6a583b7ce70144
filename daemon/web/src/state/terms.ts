import type { Settings } from "../protocol/commands";

/** How much time a game gives. */
export const speeds = {
  slow: {
    label: "Slow: 40 s, time bank 60 s",
    actionTime: 40_000,
    timeBank: 60_000,
    reviewHandTime: 10_000,
    nextHandDelay: 3_000,
  },
  normal: {
    label: "Normal: 20 s, time bank 30 s",
    actionTime: 20_000,
    timeBank: 30_000,
    reviewHandTime: 8_000,
    nextHandDelay: 2_000,
  },
  fast: {
    label: "Fast: 10 s, time bank 15 s",
    actionTime: 10_000,
    timeBank: 15_000,
    reviewHandTime: 4_000,
    nextHandDelay: 1_000,
  },
} as const;
export type Speed = keyof typeof speeds;

/** The terms of a game as its host fills them in: buy-ins in big blinds, times by name. */
export interface Terms {
  gameId: string;
  smallBlind: number;
  bigBlind: number;
  ante: number;
  numberOfSeats: number;
  minBuyIn: number;
  maxBuyIn: number;
  speed: Speed;
  start: "HOST" | "AUTO";
  /** Local time as a browser's field has it; empty = at once. */
  startAt: string;
  allowPostToPlay: boolean;
  requireMissedBlindPost: boolean;
  doubleRaise: boolean;
  cumulative: boolean;
  openFold: boolean;
  autoMuck: boolean;
  bigBlindStays: boolean;
  rakePercent: number;
  rakeCap: number;
}

/** The terms that the form begins with. */
export function defaultTerms(hostName: string): Terms {
  const name = hostName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 16);
  return {
    gameId: name ? `${name}-game` : "",
    smallBlind: 5,
    bigBlind: 10,
    ante: 0,
    numberOfSeats: 6,
    minBuyIn: 40,
    maxBuyIn: 100,
    speed: "normal",
    start: "HOST",
    startAt: "",
    allowPostToPlay: true,
    requireMissedBlindPost: false,
    doubleRaise: false,
    cumulative: true,
    openFold: true,
    autoMuck: true,
    bigBlindStays: true,
    rakePercent: 0,
    rakeCap: 0,
  };
}

/** The terms as the protocol has them. */
export function settingsOf(terms: Terms): Settings {
  const { label: _label, ...times } = speeds[terms.speed];
  const startTime = terms.startAt ? Date.parse(terms.startAt) : 0;
  return {
    gameId: terms.gameId,
    smallBlind: terms.smallBlind,
    bigBlind: terms.bigBlind,
    ante: terms.ante,
    numberOfSeats: terms.numberOfSeats,
    minBuyIn: terms.minBuyIn * terms.bigBlind,
    maxBuyIn: terms.maxBuyIn * terms.bigBlind,
    start: terms.start,
    ...(startTime > 0 ? { startTime } : {}),
    ...times,
    allowPostToPlay: terms.allowPostToPlay,
    requireMissedBlindPost: terms.requireMissedBlindPost,
    minRaise: terms.doubleRaise ? "DOUBLE" : "LAST_RAISE",
    reopen: terms.cumulative ? "CUMULATIVE" : "SINGLE",
    openFold: terms.openFold,
    headsUpTransition: terms.bigBlindStays ? "BIG_BLIND_STAYS" : "BIG_BLIND_MOVES",
    autoMuck: terms.autoMuck,
    rakePercent: terms.rakePercent,
    rakeCap: terms.rakeCap,
  };
}
