// Tables as they seldom are: frames made here are sent to the client in place of a daemon's.
const names = [
  "Maximilian-Alexander of Habsburg",
  "Bo",
  "Wilhelmina-Josephine the Second",
  "Cem",
  "Extraordinarily Long Player Name",
  "Dot",
  "WWWWWWWWWWWWWWWW",
  "Ida",
  "Konstantinopolitanischer Dudelsa",
  "Zoe",
];
const pairs = "AsAd KsKd QsQd JsJd TsTd 9s9d 8s8d 7s7d 6s6d 5s5d".split(" ").map((two) => [two.slice(0, 2), two.slice(2)]);

export const gameId = "big-ten-players-game-xyz";

/** A taken seat with a seven-digit stack. */
function seat(seatIndex, change = {}) {
  return {
    seatIndex,
    userId: `guest-${seatIndex}`,
    displayName: names[seatIndex],
    stack: 6_445_321 - seatIndex * 1_111,
    streetBet: 0,
    status: "ACTIVE",
    playerStatus: "ACTIVE",
    connected: true,
    ...change,
  };
}

/** A frame of a table at which the viewer has seat 0. */
function frame(count, version, state, seats, you, events = []) {
  return {
    v: 1,
    type: "TABLE_STATE",
    gameId,
    tableId: `${gameId}-t1`,
    epoch: 1,
    previous: version - 1,
    version,
    state: {
      status: "PLAYING",
      gameStatus: "ACTIVE",
      handPhase: "FLOP_BETTING",
      handNumber: 1_000 + version,
      turn: 21,
      street: "FLOP",
      numberOfSeats: count,
      smallBlind: 500,
      bigBlind: 1000,
      ante: 100,
      dealerSeatIndex: count - 1,
      smallBlindSeatIndex: 0,
      bigBlindSeatIndex: 1,
      communityCards: ["Ah", "4c", "4d"],
      potTotal: 1_234_567,
      pots: [{ potId: 0, amount: 30_000, eligibleSeatIndices: [0, 1] }],
      currentBet: 111_004,
      minRaise: 40_000,
      seats,
      ...state,
    },
    events,
    you: { seatIndex: 0, holeCards: pairs[0], actions: [], timeBank: 30_000, ...you },
  };
}

const all = (count, change) => Array.from({ length: count }, (_, i) => seat(i, change(i)));
const sides = (count, many) =>
  Array.from({ length: many }, (_, potId) => ({ potId, amount: 123_456 * (potId + 1), eligibleSeatIndices: [0, count - 1] }));
const marks = { holeCards: pairs[0], actions: ["FOLD", "CALL", "RAISE", "ALL_IN"], callAmount: 111_004, minBet: 222_008, maxBet: 6_445_321 };

/** Moments of a hand that are full: every seat has a bet, a label, open cards or a part of the pot. */
export const moments = {
  /** The own turn on the river, a bet before every seat. */
  bets(count, version = 1) {
    const actions = ["BET", "CALL", "RAISE"];
    const seats = all(count, (i) => ({ streetBet: 111_004 + i, lastAction: actions[i % 3] }));
    const board = { handPhase: "RIVER_BETTING", street: "RIVER", communityCards: ["Ah", "4c", "4d", "Kh", "Tc"] };
    return frame(count, version, { ...board, toActSeatIndex: 0, actionRemaining: 20_000, timeBankRemaining: 30_000 }, seats, marks);
  },
  /** Somebody else's turn, with side pots, and seats that are out in all ways. */
  sides(count, version = 1) {
    const kinds = [
      { streetBet: 999_999 },
      { status: "ALL_IN", stack: 0, streetBet: 30_680 },
      { status: "FOLDED", lastAction: "FOLD" },
      { status: "JOINED_WAITING", playerStatus: "SITTING_OUT" },
      { connected: false, streetBet: 999_999 },
      { status: "JOINED_WAITING", mustPostBlind: true },
    ];
    const seats = all(count, (i) => kinds[i % kinds.length]);
    const four = ["Ah", "4c", "4d", "Kh"];
    const state = { handPhase: "TURN_BETTING", street: "TURN", communityCards: four, pots: sides(count, 4), toActSeatIndex: 1 };
    return frame(count, version, { ...state, actionRemaining: 20_000, timeBankRemaining: 30_000 }, seats, { callAmount: 0 });
  },
  /** A large bet to be called when the turn comes. */
  waiting(count, version = 1) {
    const seats = all(count, (i) => (i === 1 ? { streetBet: 1_234_567, lastAction: "RAISE" } : { pending: 123_456 }));
    const state = { currentBet: 1_234_567, minRaise: 1_000_000, toActSeatIndex: 1, actionRemaining: 0, timeBankRemaining: 30_000 };
    return frame(count, version, state, seats, { callAmount: 1_234_567 });
  },
  /** All-in, every hand open, before the river. */
  allIn(count, version = 1) {
    const seats = all(count, (i) => ({ status: "ALL_IN", stack: 0, shownCards: pairs[i] }));
    const state = { handPhase: "TURN", street: "TURN", communityCards: ["Ah", "4c", "4d", "Kh"], pots: sides(count, 3) };
    return frame(count, version, state, seats, {});
  },
  /** The showdown of a hand with two pots, one of them split, all hands open. */
  showdown(count, version = 1) {
    const last = count - 1;
    const seats = all(count, (i) => ({
      status: "ALL_IN",
      shownCards: pairs[i],
      ...(i === 0 || i === last ? { won: 1_234_567 } : {}),
    }));
    const state = { handPhase: "HAND_COMPLETE", street: undefined, communityCards: ["Ah", "4c", "4d", "Kh", "Tc"], potTotal: 0, pots: [] };
    const potResults = [
      { potId: 0, amount: 2_469_134, rake: 0, contested: true, category: "FULL_HOUSE",
        winners: [{ seatPosition: 0, share: 1_234_567 }, { seatPosition: last, share: 1_234_567 }] },
      { potId: 1, amount: 20, rake: 0, contested: true, category: "FULL_HOUSE", winners: [{ seatPosition: 0, share: 20 }] },
    ];
    return frame(count, version, state, seats, {}, [{ type: "ShowdownResult", potResults, winners: [] }]);
  },
};

const board = { FLOP: ["Ah", "4c", "4d"], TURN: ["Kh"], RIVER: ["Tc"] };

/** A hand that ends before the flop with everybody all-in, so that all streets come in one frame; from this version on. */
export function runOut(count, version) {
  const handNumber = 1_000 + version;
  const seatPositions = Array.from({ length: count }, (_, i) => i);
  const start = { handPhase: "PRE_FLOP_BETTING", street: "PREFLOP", communityCards: [], potTotal: 1_500, pots: [], toActSeatIndex: 1 };
  const begun = { ...frame(count, version, start, all(count, () => ({}))), events: [
    { type: "HandStarted", handNumber, dealerPosition: count - 1, smallBlindPosition: 0, bigBlindPosition: 1, dealtIn: seatPositions },
  ] };
  const over = moments.showdown(count, version + 1);
  over.state.handNumber = handNumber;
  over.events = [
    { type: "PlayerActed", seatPosition: 1, action: "CALL", amount: 111_004, added: 111_004, allIn: true },
    { type: "BettingRoundComplete", pots: [{ amount: 2_469_134, eligible: seatPositions }, { amount: 20, eligible: [0] }] },
    ...seatPositions.map((seatPosition) => ({ type: "CardsShown", seatPosition, cards: pairs[seatPosition] })),
    ...Object.entries(board).map(([phase, cards]) => ({ type: "CommunityCardsDealt", phase, cards })),
    ...over.events,
    { type: "HandComplete", handNumber, rake: 0, results: [{ seatPosition: 0, stack: 1, netChips: 1_123_563 }] },
  ];
  return [begun, over];
}

/** The same frame of another table. */
export const at = (table, one) => ({ ...one, tableId: `${gameId}-t${table}`, gameId: table === 1 ? gameId : `${gameId}-${table}` });

/** A page with a client that is seated, and a way to send it frames. */
export async function openCanned(browser, daemon, { tables = 1, size, ...options } = {}) {
  const page = await browser.person({ ...options, ...(size ? { viewport: size } : {}) });
  let socket;
  const sent = [];
  await page.routeWebSocket(/\/ws$/, (ws) => {
    socket = ws;
    ws.onMessage((text) => {
      const command = JSON.parse(text);
      sent.push(command);
      const answer = (message) => ws.send(JSON.stringify({ v: 1, id: command.id, ...message }));
      const seats = Array.from({ length: tables }, (_, i) => {
        const { gameId, tableId } = at(i + 1, {});
        return { gameId, tableId, seatIndex: 0 };
      });
      if (command.type === "HELLO") answer({ type: "WELCOME", protocol: 1, server: "test" });
      else if (command.type === "LOGIN_GUEST") answer({ type: "LOGGED_IN", userId: "guest-0", name: names[0], token: "t", seats });
      else if (command.type === "LIST_GAMES") answer({ type: "LOBBY", games: [] });
      else answer({ type: "OK" });
    });
  });
  await page.goto(`${daemon.url}/table/${gameId}-t1`);
  await page.getByRole("textbox").fill("Ann");
  await page.keyboard.press("Enter");
  await page.getByText("Opening the table").waitFor();
  return { page, sent, send: (one) => socket.send(JSON.stringify(one)), snapshot: (one) => socket.send(JSON.stringify({ ...one, snapshot: true })) };
}
