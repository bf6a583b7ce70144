import { expect, test } from "vitest";
import type { TableEvent } from "../src/protocol/events";
import { runOut } from "../src/state/run_out";
import { frame, message, online, run, seat, view, you } from "./world";

const before = view({ handPhase: "FLOP_BETTING", potTotal: 1030, pots: [], seats: [seat(0), seat(2, { stack: 0, status: "ALL_IN" })] });
const after = view({
  handPhase: "HAND_COMPLETE",
  street: undefined,
  communityCards: ["7h", "Td", "2c", "Ks", "4d"],
  potTotal: 0,
  pots: [],
  seats: [
    seat(0, { stack: 0, status: "ALL_IN", shownCards: ["As", "Ad"] }),
    seat(2, { stack: 2030, won: 2030, status: "ALL_IN", shownCards: ["Kh", "Kd"] }),
  ],
});
const events: TableEvent[] = [
  { type: "PlayerActed", seatPosition: 0, action: "CALL", amount: 1000, added: 1000, allIn: true },
  { type: "BettingRoundComplete", pots: [{ amount: 2030, eligible: [0, 2] }] },
  { type: "CardsShown", seatPosition: 0, cards: ["As", "Ad"] },
  { type: "CardsShown", seatPosition: 2, cards: ["Kh", "Kd"] },
  { type: "CommunityCardsDealt", phase: "TURN", cards: ["Ks"] },
  { type: "CommunityCardsDealt", phase: "RIVER", cards: ["4d"] },
  {
    type: "ShowdownResult",
    potResults: [
      { potId: 0, amount: 2030, rake: 0, contested: true, category: "THREE_OF_A_KIND", winners: [{ seatPosition: 2, share: 2030 }] },
    ],
    winners: [{ seatPosition: 2, wonAmount: 2030, shown: true }],
  },
  { type: "HandComplete", handNumber: 3, results: [], rake: 0 },
];

test("a run-out has a stage before the first street, and one for each", () => {
  const stages = runOut(before, after, events);
  expect(stages.map((stage) => stage.view.communityCards.length)).toEqual([3, 4, 5]);
  for (const { view: then } of stages) {
    expect(then.potTotal).toBe(2030);
    expect(then.seats[1]).toMatchObject({ stack: 0, shownCards: ["Kh", "Kd"] });
    expect(then.seats[1]).not.toHaveProperty("won");
  }
  expect(stages.flatMap((stage) => stage.events)).toEqual(events.slice(0, 6));
});

test("other frames have no stages", () => {
  expect(runOut(undefined, after, events)).toEqual([]);
  expect(runOut(before, after, events.filter((event) => event.type !== "CommunityCardsDealt"))).toEqual([]);
  expect(runOut(before, after, events.filter((event) => event.type !== "ShowdownResult"))).toEqual([]);
});

test("the recording has a step for each stage, and the table is what the frame said", () => {
  const started: TableEvent = { type: "HandStarted", handNumber: 3, dealerPosition: 0, bigBlindPosition: 2, dealtIn: [0, 2] };
  const state = run(
    online(),
    message(frame({ snapshot: true, version: 9, state: before, you: you() })),
    message(frame({ previous: 9, version: 10, state: before, events: [started] })),
    message(frame({ previous: 10, version: 11, state: after, events, you: you({ actions: [] }) })),
  );
  expect(state.hands[0]?.steps.map((step) => step.text)).toEqual([
    "Hand 3",
    "Player 0 calls 1,000 and is all-in. Player 0 shows A♠ A♦. Player 2 shows K♥ K♦",
    "Turn: K♠",
    "River: 4♦",
    "Player 2 wins 2,030 with three of a kind, kings",
  ]);
  expect(state.tables["demo-t1"]).toMatchObject({ view: after, result: ["Player 2 wins 2,030 with three of a kind, kings"] });
});
