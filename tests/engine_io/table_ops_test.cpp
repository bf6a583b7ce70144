#include <set>

#include "tests/engine_io/driver.hpp"

namespace cardroom::engine_io {
namespace {

class Table : public Driver {
 protected:
  void three_players() {
    init();
    for (int i = 0; i < 3; ++i) seat(i, 500);
  }
};

TEST_F(Table, NothingWorksBeforeInit) {
  EXPECT_EQ(code(R"({"op":"state"})"), "NO_TABLE");
  EXPECT_EQ(code(R"({"op":"start"})"), "NO_TABLE");
  EXPECT_EQ(code(R"({"op":"view","userId":"a"})"), "NO_TABLE");
  EXPECT_EQ(code(R"({"op":"unseat","seatIndex":0})"), "NO_TABLE");
  EXPECT_EQ(code(R"({"op":"seat","seatIndex":0,"userId":"a","displayName":"A","buyIn":1})"), "NO_TABLE");
  EXPECT_EQ(code(act_line(0, "FOLD")), "NO_TABLE");
}

TEST_F(Table, AFreshTable) {
  init(R"(,"ante":2,"minRaise":"double","reopen":"single","openFold":false,"autoMuck":false,)"
       R"("headsUpTransition":"big_blind_moves")");
  const auto state = ok(R"({"op":"state"})").at("state");
  EXPECT_EQ(state.at("config"), json(R"({"tableId":"t1","maxPlayers":6,"smallBlind":5,"bigBlind":10,"ante":2,
    "minRaise":"double","reopen":"single","openFold":false,"autoMuck":false,
    "headsUpTransition":"big_blind_moves"})"));
  EXPECT_EQ(state.at("status"), "WAITING_FOR_PLAYERS");
  EXPECT_TRUE(state.at("activeHand").is_null());
  EXPECT_TRUE(state.at("lastDealerSeatIndex").is_null());
  ASSERT_EQ(state.at("seats").as_array().size(), 6u);
  EXPECT_EQ(state.at("seats").at(3),
            json(R"({"seatIndex":3,"userId":null,"displayName":null,"stack":0,"status":"SITTING_OUT"})"));
}

TEST_F(Table, BadConfigurations) {
  const auto config = [](std::string_view fields) {
    return R"({"op":"init","config":{)" + std::string(fields) + "}}";
  };
  EXPECT_EQ(code(R"({"op":"init"})"), "BAD_REQUEST");
  EXPECT_EQ(code(R"({"op":"init","config":7})"), "BAD_REQUEST");
  EXPECT_EQ(code(config(R"("tableId":"t","maxPlayers":6,"smallBlind":5)")), "BAD_REQUEST");
  EXPECT_EQ(code(config(R"("tableId":"t","maxPlayers":"6","smallBlind":5,"bigBlind":10)")), "BAD_REQUEST");
  EXPECT_EQ(code(config(R"("tableId":"","maxPlayers":6,"smallBlind":5,"bigBlind":10)")), "BAD_REQUEST");
  EXPECT_EQ(
      code(config(
          R"("tableId":"123456789012345678901234567890123","maxPlayers":6,"smallBlind":5,"bigBlind":10)")),
      "BAD_REQUEST");
  for (const char* bad :
       {R"("maxPlayers":1,"smallBlind":5,"bigBlind":10)", R"("maxPlayers":11,"smallBlind":5,"bigBlind":10)",
        R"("maxPlayers":6,"smallBlind":0,"bigBlind":10)", R"("maxPlayers":6,"smallBlind":11,"bigBlind":10)",
        R"("maxPlayers":6,"smallBlind":-5,"bigBlind":-1)",
        R"("maxPlayers":6,"smallBlind":5,"bigBlind":10,"ante":-1)",
        R"("maxPlayers":6,"smallBlind":5,"bigBlind":9223372036854775807)",
        R"("maxPlayers":6,"smallBlind":5,"bigBlind":10,"minRaise":"triple")",
        R"("maxPlayers":6,"smallBlind":5,"bigBlind":10,"reopen":"CUMULATIVE")",
        R"("maxPlayers":6,"smallBlind":5,"bigBlind":10,"headsUpTransition":"")"})
    EXPECT_EQ(code(config(R"("tableId":"t",)" + std::string(bad))), "BAD_CONFIG") << bad;
  EXPECT_EQ(code(R"({"op":"state"})"), "NO_TABLE") << "a refused init makes no table";
  // Null is the default.
  ok(config(R"("tableId":"t","maxPlayers":2,"smallBlind":5,"bigBlind":5,"ante":null,"minRaise":null)"));
}

TEST_F(Table, InitStartsAfresh) {
  three_players();
  ok(R"({"op":"start"})");
  init();
  EXPECT_TRUE(ok(R"({"op":"state"})").at("state").at("seats").at(0).at("userId").is_null());
}

TEST_F(Table, Seating) {
  init();
  const auto reply = seat(2, 300);
  EXPECT_EQ(reply.at("state").at("seats").at(2),
            json(R"({"seatIndex":2,"userId":"u2","displayName":"P2","stack":300,"status":"ACTIVE"})"));
  EXPECT_TRUE(reply.at("toAct").is_null());
  const auto line = [](std::string_view seat, std::string_view user, std::string_view chips) {
    return R"({"op":"seat","seatIndex":)" + std::string(seat) + R"(,"userId":")" + std::string(user) +
           R"(","displayName":"N","buyIn":)" + std::string(chips) + "}";
  };
  EXPECT_EQ(code(line("2", "x", "100")), "SEAT_TAKEN");
  EXPECT_EQ(code(line("3", "u2", "100")), "ALREADY_SEATED");
  EXPECT_EQ(code(line("6", "x", "100")), "SEAT_OUT_OF_RANGE");
  EXPECT_EQ(code(line("-1", "x", "100")), "SEAT_OUT_OF_RANGE");
  EXPECT_EQ(code(line("4294967296", "x", "100")), "SEAT_OUT_OF_RANGE");
  EXPECT_EQ(code(line("3", "x", "0")), "BAD_BUY_IN");
  EXPECT_EQ(code(line("3", "x", "-5")), "BAD_BUY_IN");
  EXPECT_EQ(code(line("3", "x", "1.5")), "BAD_REQUEST");
  EXPECT_EQ(code(line("3", "x", "1e3")), "BAD_REQUEST");
  EXPECT_EQ(code(line("3", "x", "9223372036854775807")), "BAD_REQUEST");
  EXPECT_EQ(code(line("3", "x", "99999999999999999999")), "BAD_REQUEST");
  EXPECT_EQ(code(line("3", "", "100")), "BAD_REQUEST");
  EXPECT_EQ(code(line("3", "123456789012345678901234567890123", "100")), "BAD_REQUEST");
  EXPECT_EQ(code(line("3", "a\\u0000b", "100")), "BAD_REQUEST");
  EXPECT_EQ(code(R"({"op":"seat","seatIndex":3,"userId":"x","buyIn":5})"), "BAD_REQUEST");
  EXPECT_EQ(code(R"({"op":"seat","seatIndex":3,"userId":7,"displayName":"N","buyIn":5})"), "BAD_REQUEST");
  ok(line("3", "12345678901234567890123456789012", "1"));
  EXPECT_EQ(code(R"({"op":"unseat","seatIndex":4})"), "SEAT_EMPTY");
  EXPECT_EQ(code(R"({"op":"unseat","seatIndex":9})"), "SEAT_OUT_OF_RANGE");
  EXPECT_EQ(code(R"({"op":"unseat"})"), "BAD_REQUEST");
  ok(R"({"op":"unseat","seatIndex":2})");
  seat(2, 100);
}

TEST_F(Table, ARefusalChangesNothing) {
  three_players();
  ok(R"({"op":"start","dealerSeatIndex":0})");
  const auto before = ok(R"({"op":"state"})");
  for (const std::string& line :
       {act_line(1, "CALL"), act_line(9, "CALL"), act_line(0, "CHECK"), act_line(0, "BET", 50),
        act_line(0, "RAISE", 19), act_line(0, "RAISE", 501), act_line(0, "RAISE"), act_line(0, "DANCE"),
        act_line(0, "NONE"), std::string(R"({"op":"start"})"),
        std::string(R"({"op":"unseat","seatIndex":0})"), std::string("{"),
        std::string(R"({"op":"act","userId":"u0","action":"FOLD","handId":"other"})"), std::string("[]")}) {
    EXPECT_EQ(send(line).at("ok"), false) << line;
    EXPECT_EQ(ok(R"({"op":"state"})"), before) << line;
  }
}

TEST_F(Table, StartNeedsTwoSeatsWithChips) {
  init();
  EXPECT_EQ(code(R"({"op":"start"})"), "NOT_ENOUGH_PLAYERS");
  seat(0, 100);
  EXPECT_EQ(code(R"({"op":"start"})"), "NOT_ENOUGH_PLAYERS");
  seat(3, 100);
  EXPECT_EQ(code(R"({"op":"start","dealerSeatIndex":1})"), "BAD_REQUEST");
  EXPECT_EQ(code(R"({"op":"start","dealerSeatIndex":6})"), "SEAT_OUT_OF_RANGE");
  EXPECT_EQ(code(R"({"op":"start","dealerSeatIndex":"0"})"), "BAD_REQUEST");
  EXPECT_EQ(ok(R"({"op":"start","dealerSeatIndex":3})").at("state").at("activeHand").at("bigBlindSeatIndex"),
            0);
  EXPECT_EQ(code(R"({"op":"start"})"), "HAND_IN_PROGRESS");
}

TEST_F(Table, TheFirstButtonIsRandomAndLaterOnesMove) {
  std::set<std::int64_t> first;
  for (int n = 0; n < 40; ++n) {
    three_players();
    const auto hand = ok(R"({"op":"start"})").at("state").at("activeHand");
    const std::int64_t dealer = hand.at("dealerSeatIndex").as_int64();
    first.insert(dealer);
    act(static_cast<int>(dealer), "FOLD");
    act(static_cast<int>((dealer + 1) % 3), "FOLD");
    EXPECT_EQ(ok(R"({"op":"start"})").at("state").at("activeHand").at("dealerSeatIndex"), (dealer + 1) % 3);
  }
  EXPECT_EQ(first.size(), 3u);
}

TEST_F(Table, FromThreeToTwoTheBigBlindStaysUnlessADealerIsGiven) {
  three_players();
  ok(R"({"op":"start","dealerSeatIndex":0})");
  act(0, "FOLD");
  act(1, "FOLD");
  ok(R"({"op":"unseat","seatIndex":1})");
  EXPECT_EQ(ok(R"({"op":"start"})").at("state").at("activeHand").at("bigBlindSeatIndex"), 2);
  act(0, "FOLD");
  seat(1, 100);
  ok(R"({"op":"start","dealerSeatIndex":0})");
  act(0, "FOLD");
  act(1, "FOLD");
  ok(R"({"op":"unseat","seatIndex":1})");
  EXPECT_EQ(ok(R"({"op":"start","dealerSeatIndex":2})").at("state").at("activeHand").at("bigBlindSeatIndex"),
            0);
}

TEST_F(Table, Decks) {
  init();
  seat(0, 100);
  seat(1, 100);
  EXPECT_EQ(code(R"({"op":"start","deck":["As","As"]})"), "BAD_DECK");
  EXPECT_EQ(code(R"({"op":"start","deck":["1s"]})"), "BAD_DECK");
  EXPECT_EQ(code(R"({"op":"start","deck":["??"]})"), "BAD_DECK");
  EXPECT_EQ(code(R"({"op":"start","deck":["AS"]})"), "BAD_DECK");
  EXPECT_EQ(code(R"({"op":"start","deck":"As"})"), "BAD_REQUEST");
  std::string many = R"({"op":"start","deck":[)";
  for (int i = 0; i < 53; ++i) many += (i ? ",\"As\"" : "\"As\"");
  EXPECT_EQ(code(many + "]}"), "BAD_DECK");
  // Dealing starts at the small blind: heads-up the dealer.
  const auto hand =
      ok(R"({"op":"start","dealerSeatIndex":1,"deck":["As","2c","Kd","2d"]})").at("state").at("activeHand");
  EXPECT_EQ(hand.at("holeCards"), json(R"({"0":["2c","2d"],"1":["As","Kd"]})"));
}

TEST_F(Table, EveryCardIsInOnePlace) {
  three_players();
  auto reply = ok(R"({"op":"start","dealerSeatIndex":0})");
  int streets = 0;
  while (!reply.at("state").at("activeHand").is_null()) {
    const auto& hand = reply.at("state").at("activeHand");
    std::set<std::string> cards;
    std::size_t count = 0;
    const auto add = [&](const boost::json::value& list) {
      for (const auto& card : list.as_array()) cards.insert(std::string(card.as_string())), ++count;
    };
    add(hand.at("deck"));
    add(hand.at("burnedCards"));
    add(hand.at("communityCards"));
    for (const auto& [seat, own] : hand.at("holeCards").as_object()) add(own);
    EXPECT_EQ(count, 52u);
    EXPECT_EQ(cards.size(), 52u);
    const std::size_t board = hand.at("communityCards").as_array().size();
    EXPECT_EQ(hand.at("burnedCards").as_array().size(), board == 0 ? 0 : board - 2);
    ++streets;
    const bool free = reply.at("toAct").at("callAmount") == 0;
    reply = act(static_cast<int>(reply.at("toAct").at("seatIndex").as_int64()), free ? "CHECK" : "CALL");
  }
  EXPECT_EQ(streets, 12);
}

TEST_F(Table, AHandInTheContractsWords) {
  three_players();
  const auto start = ok(R"({"op":"start","dealerSeatIndex":0})");
  const auto& hand = start.at("state").at("activeHand");
  EXPECT_EQ(start.at("state").at("status"), "IN_HAND");
  EXPECT_EQ(start.at("state").at("lastDealerSeatIndex"), 0);
  EXPECT_EQ(hand.at("tableId"), "t1");
  EXPECT_EQ(hand.at("street"), "PREFLOP");
  EXPECT_EQ(hand.at("isHandOver"), false);
  EXPECT_EQ(hand.at("mainPot"), json(R"({"potId":0,"amount":0,"eligibleSeatIndices":[0,1,2]})"));
  EXPECT_EQ(hand.at("sidePots"), json("[]"));
  EXPECT_EQ(hand.at("betting"), json(R"({"street":"PREFLOP","currentBet":10,"minRaise":10,"toActSeatIndex":0,
    "contributions":{"0":0,"1":5,"2":10}})"));
  EXPECT_EQ(start.at("toAct"),
            json(R"({"seatIndex":0,"userId":"u0","actions":["FOLD","CALL","RAISE","ALL_IN"],
    "callAmount":10,"minTo":20,"maxTo":500})"));
  const auto dealt = events(start, "CARDS_DEALT");
  ASSERT_EQ(dealt.size(), 1u);
  EXPECT_EQ(dealt[0].at("street"), "PREFLOP");
  EXPECT_EQ(dealt[0].at("handId"), hand.at("handId"));
  EXPECT_EQ(events(start, "FORCED_BET_POSTED").size(), 2u);
  const auto started = events(start, "HAND_STARTED");
  ASSERT_EQ(started.size(), 1u);
  EXPECT_EQ(started[0].at("smallBlindSeatIndex"), 1);

  const auto raise = act(0, "RAISE", 30);
  const auto applied = events(raise, "PLAYER_ACTION_APPLIED");
  ASSERT_EQ(applied.size(), 1u);
  EXPECT_EQ(applied[0].at("seatIndex"), 0);
  EXPECT_EQ(applied[0].at("action"), "RAISE");
  EXPECT_EQ(applied[0].at("amount"), 30);
  EXPECT_EQ(applied[0].at("betting").at("currentBet"), 30);
  EXPECT_EQ(applied[0].at("betting").at("lastAggressorSeatIndex"), 0);
  EXPECT_EQ(applied[0].at("mainPot").at("amount"), 0);

  const auto all_in = act(1, "ALL_IN");
  EXPECT_EQ(events(all_in, "PLAYER_ACTION_APPLIED")[0].at("action"), "RAISE")
      << "an all-in is what it amounts to";
  EXPECT_EQ(events(act(2, "FOLD"), "PLAYER_ACTION_APPLIED")[0].at("amount"), 0);
  const auto over = act(0, "FOLD");
  const auto returned = events(over, "UNCALLED_BET_RETURNED");
  ASSERT_EQ(returned.size(), 1u);
  EXPECT_EQ(returned[0].at("seatIndex"), 1);
  EXPECT_EQ(returned[0].at("amount"), 470);
  EXPECT_TRUE(events(over, "SHOWDOWN").empty());
  const auto completed = events(over, "HAND_COMPLETED");
  ASSERT_EQ(completed.size(), 1u);
  EXPECT_EQ(completed[0].at("finalStacks"),
            json(R"([{"seatIndex":0,"stack":470},{"seatIndex":1,"stack":540},{"seatIndex":2,"stack":490}])"));
  EXPECT_EQ(completed[0].at("metrics").at(1), json(R"({"seatIndex":1,"netChips":40,"vpip":true,"pfr":true,
    "sawShowdown":false,"wonShowdown":false})"));
  EXPECT_EQ(over.at("events").as_array().back().at("type"), "TABLE_STATE_UPDATED");
  EXPECT_TRUE(over.at("toAct").is_null());
}

TEST_F(Table, AShowdownWithASidePot) {
  init();
  seat(0, 300);
  seat(1, 100);
  seat(2, 300);
  ok(R"({"op":"start","dealerSeatIndex":0,"deck":["As","Qs","Ks","Ah","Qh","Kh","2d","2c","7d","9h","2h","Jc","2s","3d"]})");
  act(0, "RAISE", 300);
  act(1, "CALL");
  const auto over = act(2, "CALL");
  const auto showdown = events(over, "SHOWDOWN");
  ASSERT_EQ(showdown.size(), 1u);
  EXPECT_EQ(showdown[0].at("potResults"), json(R"([
    {"potId":1,"amount":400,"winners":[{"seatIndex":0,"share":400}],"category":"ONE_PAIR"},
    {"potId":0,"amount":300,"winners":[{"seatIndex":1,"share":300}],"category":"ONE_PAIR"}])"));
  const auto& winners = showdown[0].at("results").at("winners").as_array();
  ASSERT_EQ(winners.size(), 2u);
  EXPECT_EQ(winners[0].at("wonAmount"), 400);
  EXPECT_EQ(winners[0].at("hand"), json(R"({"category":"ONE_PAIR","scoreVector":[1,13,11,9,7]})"));
  EXPECT_EQ(winners[1].at("wonAmount"), 300);
  EXPECT_EQ(events(over, "CARDS_SHOWN").size(), 3u);
  EXPECT_EQ(events(over, "CARDS_DEALT").size(), 3u);
  EXPECT_EQ(events(over, "CARDS_DEALT")[2].at("communityCards"), json(R"(["2c","7d","9h","Jc","3d"])"));
  // Busted seats sit out.
  EXPECT_EQ(over.at("state").at("seats").at(2).at("status"), "SITTING_OUT");
  EXPECT_EQ(over.at("state").at("seats").at(0).at("status"), "ACTIVE");
}

TEST_F(Table, AnUncontestedSidePotHasNoCategoryAndAMuckedWinnerNoHand) {
  init();
  seat(0, 500);
  seat(1, 50);
  seat(2, 500);
  ok(R"({"op":"start","dealerSeatIndex":0,"deck":["As","Qs","Ks","Ah","Qh","Kh","2d","2c","7d","9h","2h","Jc","2s","3d"]})");
  act(0, "RAISE", 50);
  act(1, "CALL");
  act(2, "CALL");
  act(2, "BET", 100);
  act(0, "CALL");
  act(2, "BET", 100);
  const auto showdown = events(act(0, "FOLD"), "SHOWDOWN");
  ASSERT_EQ(showdown.size(), 1u);
  const auto& side = showdown[0].at("potResults").at(0).as_object();
  EXPECT_EQ(side.at("amount"), 200);
  EXPECT_FALSE(side.contains("category"));
  EXPECT_TRUE(showdown[0].at("potResults").at(1).as_object().contains("category"));
}

TEST_F(Table, HandIds) {
  three_players();
  const auto start = ok(R"({"op":"start","dealerSeatIndex":0})");
  const std::string id(start.at("state").at("activeHand").at("handId").as_string());
  const auto with_id = [&](std::string_view user) {
    return R"({"op":"act","userId":")" + std::string(user) + R"(","action":"FOLD","handId":")" + id + "\"}";
  };
  EXPECT_EQ(code(R"({"op":"act","userId":"u0","action":"FOLD","handId":"x"})"), "STALE_ACTION");
  EXPECT_EQ(code(R"({"op":"act","userId":"u0","action":"FOLD","handId":7})"), "BAD_REQUEST");
  ok(with_id("u0"));
  ok(with_id("u1"));
  EXPECT_EQ(code(with_id("u1")), "STALE_ACTION") << "the hand is over";
  EXPECT_EQ(code(act_line(1, "FOLD")), "NO_HAND");
  EXPECT_NE(ok(R"({"op":"start"})").at("state").at("activeHand").at("handId").as_string(), id);
  EXPECT_EQ(code(with_id("u1")), "STALE_ACTION") << "never the next hand";
}

TEST_F(Table, ArrivalsDuringAHandWaitForTheNext) {
  three_players();
  ok(R"({"op":"start","dealerSeatIndex":0})");
  const auto reply = seat(5, 200);
  EXPECT_EQ(reply.at("state").at("seats").at(5).at("status"), "SITTING_OUT");
  EXPECT_EQ(reply.at("toAct").at("seatIndex"), 0);
  EXPECT_EQ(code(act_line(5, "FOLD")), "NOT_YOUR_TURN");
  ok(R"({"op":"unseat","seatIndex":5})");
  seat(5, 200);
  act(0, "FOLD");
  const auto over = act(1, "FOLD");
  EXPECT_EQ(events(over, "HAND_COMPLETED")[0].at("finalStacks").as_array().size(), 3u);
  const auto next = ok(R"({"op":"start"})");
  EXPECT_EQ(next.at("state").at("activeHand").at("holeCards").as_object().size(), 4u);
  EXPECT_EQ(next.at("state").at("activeHand").at("bigBlindSeatIndex"), 5);
}

TEST_F(Table, ViewsShowOnesOwnCardsOnly) {
  three_players();
  EXPECT_TRUE(ok(R"({"op":"view","userId":"u0"})").at("view").at("street").is_null());
  ok(R"({"op":"start","dealerSeatIndex":0,"deck":["Ks","Qs","As","Kh","Qh","Ah"]})");
  const auto own = ok(R"({"op":"view","userId":"u1"})").at("view");
  EXPECT_EQ(own.at("holeCards"), json(R"(["Ks","Kh"])"));
  EXPECT_EQ(own.at("callAmount"), 5);
  EXPECT_EQ(own.at("minBet"), 20);
  EXPECT_EQ(own.at("potTotal"), 15);
  EXPECT_EQ(own.at("street"), "PREFLOP");
  EXPECT_EQ(own.at("toActSeatIndex"), 0);
  EXPECT_EQ(own.at("status"), "IN_HAND");
  EXPECT_EQ(own.at("seats").at(1),
            json(R"({"seatIndex":1,"displayName":"P1","stack":495,"status":"ACTIVE","isSelf":true})"));
  EXPECT_EQ(own.at("seats").at(0).at("isSelf"), false);
  const auto other = ok(R"({"op":"view","userId":"nobody"})").at("view").as_object();
  for (const char* hidden : {"holeCards", "callAmount", "minBet"}) EXPECT_FALSE(other.contains(hidden));
  act(0, "FOLD");
  const auto folded = ok(R"({"op":"view","userId":"u0"})").at("view").as_object();
  EXPECT_TRUE(folded.contains("holeCards"));
  EXPECT_FALSE(folded.contains("callAmount"));
  EXPECT_EQ(code(R"({"op":"view"})"), "BAD_REQUEST");
}

TEST_F(Table, AnteAndStraightRunOutAtTheStart) {
  init(R"(,"ante":10)");
  seat(0, 8);
  seat(1, 9);
  const auto over = ok(R"({"op":"start","dealerSeatIndex":0})");
  EXPECT_TRUE(over.at("state").at("activeHand").is_null());
  EXPECT_EQ(events(over, "HAND_COMPLETED").size(), 1u);
  EXPECT_EQ(events(over, "SHOWDOWN").size(), 1u);
}

TEST_F(Table, ChipsOfATableStayCountable) {
  init();
  seat(0, std::int64_t{1} << 59);
  EXPECT_EQ(code(R"({"op":"seat","seatIndex":1,"userId":"x","displayName":"X","buyIn":1000000000000000000})"),
            "BAD_REQUEST");
}

}  // namespace
}  // namespace cardroom::engine_io
