#include <gtest/gtest.h>

#include "tests/actors/room.hpp"

namespace cardroom::testing {
namespace {

namespace client = protocol::client;

const TableId kTable("main-t1");

TEST(Hand, FromTheBlindsToTheLastPot) {
  Room room;
  EXPECT_EQ(room.start_problem, "");
  const auto players = room.players(2);
  EXPECT_EQ(players[0]->seats.at("main").table_id, kTable);
  room.start();
  EXPECT_EQ(players[0]->table().state.hand_phase, HandPhase::PRE_FLOP_BETTING);
  ASSERT_TRUE(players[0]->table().you->hole_cards);
  EXPECT_NE(players[0]->table().you->hole_cards, players[1]->table().you->hole_cards);
  // One hand: nobody bets, so it goes to the showdown in two rounds of two and two of two.
  EXPECT_EQ(play(room, players, 8, passive), 8);
  for (const auto& p : players) {
    EXPECT_EQ(p->count<HandStarted>(kTable), 1);
    EXPECT_EQ(p->count<PlayerActed>(kTable), 8);
    EXPECT_EQ(p->count<CommunityCardsDealt>(kTable), 3);
    EXPECT_EQ(p->count<ShowdownResult>(kTable), 1);
    EXPECT_EQ(p->count<HandComplete>(kTable), 1);
    EXPECT_EQ(p->table().state.hand_phase, HandPhase::HAND_COMPLETE);
    EXPECT_EQ(p->table().state.phase_remaining, seconds(8));
  }
  Chips sum;
  for (const SeatView& seat : players[0]->table().state.seats) sum += seat.stack;
  EXPECT_EQ(sum, Chips{2000});
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(Hand, OwnCardsComeInTheFrameOfTheDeal) {
  Room room;
  const auto players = room.players(2);
  room.start();
  for (const auto& p : players) {
    const std::string& frame = p->raw.back();
    EXPECT_NE(frame.find("HandStarted"), std::string::npos);
    EXPECT_NE(frame.find(R"("you":{"seatIndex":)"), std::string::npos);
    EXPECT_NE(frame.find(R"("type":"HoleCardsDealt")"), std::string::npos);
    ASSERT_TRUE(p->table().you->events);
    const auto& dealt = std::get<HoleCardsDealt>(p->table().you->events->at(0));
    EXPECT_EQ(dealt.user_id, p->user);
    EXPECT_EQ(dealt.cards, p->table().you->hole_cards);
  }
}

TEST(Hand, TheNextOneFollowsAfterTheDelay) {
  Room room;
  const auto players = room.players(2);
  room.start();
  play(room, players, 1, folding);
  EXPECT_EQ(players[0]->count<HandComplete>(kTable), 1);
  room.advance(Duration{1980});
  EXPECT_EQ(players[0]->count<HandStarted>(kTable), 1);
  room.advance(Duration{20});
  EXPECT_EQ(players[0]->count<HandStarted>(kTable), 2);
}

TEST(Hand, WithoutDelaysOneFollowsTheOtherAtOnce) {
  Settings s = usual_settings();
  s.review_hand_time = s.next_hand_delay = {};
  Room room({s});
  const auto players = room.players(3);
  room.start();
  EXPECT_EQ(play(room, players, 200, folding), 200);
  EXPECT_GE(players[0]->count<HandStarted>(kTable), 90);
}

TEST(Hand, RefusalsSayWhyAndChangeNothing) {
  Room room;
  const auto players = room.players(2);
  const auto spectator = room.login("Spectator");
  room.expect(players[0], client::ShowCards{kTable}, "INVALID_STATE");
  room.start();
  const auto& actor = players[players[0]->to_act(kTable) ? 0 : 1];
  const auto& other = players[players[0]->to_act(kTable) ? 1 : 0];
  const Client::Table before = actor->table();
  const HandNumber hand = before.state.hand_number;
  const Turn turn = before.state.turn;
  room.expect(other, client::Act{kTable, hand, turn, Action::FOLD, {}}, "NOT_YOUR_TURN");
  room.expect(actor, client::Act{kTable, hand, turn, Action::CHECK, {}}, "CANNOT_CHECK");
  room.expect(actor, client::Act{kTable, hand, turn, Action::RAISE, Chips{11}}, "AMOUNT_TOO_SMALL");
  room.expect(actor, client::Act{kTable, hand, turn, Action::RAISE, Chips{5000}}, "AMOUNT_TOO_LARGE");
  room.expect(actor, client::Act{kTable, hand.next(), turn, Action::CALL, {}}, "STALE_ACTION");
  room.expect(actor, client::Act{kTable, hand, turn.next(), Action::CALL, {}}, "STALE_ACTION");
  room.expect(actor, client::Act{TableId("main-t9"), hand, turn, Action::CALL, {}}, "NO_TABLE");
  room.expect(spectator, client::Act{kTable, hand, turn, Action::CALL, {}}, "NOT_SEATED");
  room.expect(spectator, client::BuyIn{GameId("main"), {1000}}, "NOT_REGISTERED");
  room.expect(spectator, client::Register{GameId("nowhere")}, "NO_GAME");
  room.expect(spectator, client::GameStart{GameId("main")}, "NOT_ALLOWED");
  room.expect(players[0], client::Register{GameId("main")}, "ALREADY_REGISTERED");
  EXPECT_EQ(actor->table().at, before.at);
  EXPECT_EQ(actor->table().state, before.state);
}

TEST(Hand, StaleActionsNeverHitTheNextHand) {
  Room room;
  const auto players = room.players(2);
  room.start();
  const auto& first = players[players[0]->to_act(kTable) ? 0 : 1];
  const HandNumber hand = first->table().state.hand_number;
  const Turn turn = first->table().state.turn;
  first->act(Action::FOLD);
  room.run();
  room.advance(seconds(2));
  ASSERT_EQ(first->count<HandStarted>(kTable), 2);
  for (const auto& p : players) {
    room.expect(p, client::Act{kTable, hand, turn, Action::FOLD, {}}, "STALE_ACTION");
    room.expect(p, client::Act{kTable, hand, turn.next(), Action::FOLD, {}}, "STALE_ACTION");
  }
  EXPECT_EQ(first->table().state.hand_phase, HandPhase::PRE_FLOP_BETTING);
}

TEST(Hand, RepeatsGetTheFirstAnswerAgain) {
  Room room;
  const auto players = room.players(3);
  room.start();
  const auto& actor =
      *std::find_if(players.begin(), players.end(), [](const auto& p) { return p->to_act(kTable); });
  const client::Act call{
      kTable, actor->table().state.hand_number, actor->table().state.turn, Action::CALL, {}};
  const ClientId id = room.expect(actor, call);
  const Version made = actor->table().at;
  actor->send_as(id, call);
  room.run();
  EXPECT_EQ(actor->outcome(id), "OK");
  EXPECT_EQ(actor->versions.at(id.v), made.v);
  EXPECT_EQ(actor->table().at, made);
  // What was refused stays refused, though it would be right by now.
  const auto& next =
      *std::find_if(players.begin(), players.end(), [](const auto& p) { return p->to_act(kTable); });
  const auto& later =
      *std::find_if(players.begin(), players.end(), [&](const auto& p) { return p != actor && p != next; });
  const client::Act early{kTable, call.hand_number, call.turn.next().next(), Action::CHECK, {}};
  const ClientId refused = room.expect(later, early, "STALE_ACTION");
  next->act(Action::CALL);
  room.run();
  ASSERT_TRUE(later->to_act(kTable));
  ASSERT_EQ(later->table().state.turn, early.turn);
  later->send_as(refused, early);
  room.run();
  EXPECT_EQ(later->outcome(refused), "STALE_ACTION");
  room.expect(later, early);
}

TEST(Hand, ARepeatedBuyInBuysOnce) {
  Room room;
  const auto ann = room.login("Ann");
  room.expect(ann, client::Register{GameId("main")});
  const Chips before = ann->balances.at("main");
  const ClientId id = room.expect(ann, client::BuyIn{GameId("main"), {500}});
  ann->send_as(id, client::BuyIn{GameId("main"), {500}});
  room.run();
  EXPECT_EQ(ann->outcome(id), "OK");
  EXPECT_EQ(ann->balances.at("main"), before - Chips{500});
  const ClientId bad = room.expect(ann, client::BuyIn{GameId("main"), {9'000'000}}, "INSUFFICIENT_BALANCE");
  ann->send_as(bad, client::BuyIn{GameId("main"), {9'000'000}});
  room.run();
  EXPECT_EQ(ann->outcome(bad), "INSUFFICIENT_BALANCE");
}

TEST(Hand, ANumberUsedForSomethingElseIsNoRepeat) {
  Room room;
  const auto players = room.players(2);
  room.start();
  const auto& actor = players[players[0]->to_act(kTable) ? 0 : 1];
  const auto& other = players[players[0]->to_act(kTable) ? 1 : 0];
  const ClientId id = actor->act(Action::CALL);
  room.run();
  other->act(Action::CHECK);
  room.run();
  other->act(Action::CHECK);
  room.run();
  ASSERT_TRUE(actor->to_act(kTable));
  // A client that begins to count anew: the same number, another turn.
  const auto& table = actor->table();
  actor->send_as(id, client::Act{kTable, table.state.hand_number, table.state.turn, Action::CHECK, {}});
  room.run();
  EXPECT_EQ(actor->outcome(id), "OK");
  EXPECT_EQ(actor->count<PlayerActed>(kTable), 4);
}

TEST(Hand, IntentsActWhenTheTurnComes) {
  Room room;
  const auto players = room.players(3);
  room.start();
  const auto& actor =
      *std::find_if(players.begin(), players.end(), [](const auto& p) { return p->to_act(kTable); });
  const auto small = std::find_if(players.begin(), players.end(), [](const auto& p) {
    return p->table().you->seat_index == p->table().state.small_blind_seat_index;
  });
  const auto& state = (*small)->table().state;
  const Version before = actor->table().at;
  const client::Intent intent{kTable, state.hand_number, HandPhase::PRE_FLOP_BETTING, Intent::FOLD, {}};
  const ClientId id = room.expect(*small, intent);
  // Nobody sees that somebody made up his mind; the answer is an OK.
  EXPECT_EQ(actor->table().at, before);
  EXPECT_EQ((*small)->versions.at(id.v), before.v + 1);
  actor->act(Action::CALL);
  room.run();
  EXPECT_EQ(actor->count<PlayerActed>(kTable), 2);
  EXPECT_EQ(actor->seat_of(**small).status, SeatStatus::FOLDED);
}

TEST(Hand, AnIntentIsShownToItsPlayerAfterAReconnect) {
  Room room;
  const auto players = room.players(3);
  room.start();
  const auto waits =
      std::find_if(players.begin(), players.end(), [](const auto& p) { return !p->to_act(kTable); });
  const auto& state = (*waits)->table().state;
  room.expect(*waits,
              client::Intent{kTable, state.hand_number, HandPhase::PRE_FLOP_BETTING, Intent::CALL_ANY, {}});
  const auto again = room.login_token((*waits)->token);
  ASSERT_TRUE(again->table().you);
  EXPECT_EQ(again->table().you->intent, Intent::CALL_ANY);
}

TEST(Hand, LeavingPlaysTheHandToItsEnd) {
  Room room;
  const auto players = room.players(3);
  room.start();
  const auto& actor =
      *std::find_if(players.begin(), players.end(), [](const auto& p) { return p->to_act(kTable); });
  const auto& other = players[0] == actor ? players[1] : players[0];
  const Chips before = other->balances.at("main");
  room.expect(other, client::Leave{GameId("main")});
  EXPECT_TRUE(other->seats.at("main").table_id);
  actor->act(Action::CALL);
  room.run();
  // The seat folds or checks without delay; the third player ends the hand.
  play(room, players, 20, passive);
  room.advance(seconds(8));
  EXPECT_FALSE(other->seats.at("main").table_id);
  EXPECT_GT(other->balances.at("main"), before);
  EXPECT_EQ(room.chips_problem(), "");
  room.expect(other, client::SitOut{GameId("main")}, "NOT_REGISTERED");
  const int frames = other->table().frames;
  room.advance(seconds(60));
  EXPECT_EQ(other->table().frames, frames) << "who left gets no more frames";
}

TEST(Hand, RebuyDuringAHandArrivesWhenItIsComplete) {
  Room room;
  const auto players = room.players(2, "main", {500});
  room.start();
  room.expect(players[0], client::TopUp{GameId("main"), {300}});
  const auto seat_of_first = [&] { return players[1]->seat_of(*players[0]); };
  EXPECT_EQ(seat_of_first().pending, Chips{300});
  EXPECT_EQ(room.chips_problem(), "");
  play(room, players, 1, folding);
  EXPECT_EQ(seat_of_first().pending, std::nullopt);
  EXPECT_GE(seat_of_first().stack, Chips{790});
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(Hand, BrokePlayersMayBuyInBeforeTheNextHand) {
  Room room;
  const auto players = room.players(2);
  room.start();
  const auto all_in = [](Client& c, const TableId& id) {
    const auto& actions = c.table(id).you->actions;
    return std::find(actions.begin(), actions.end(), Action::ALL_IN) != actions.end() ? Action::ALL_IN
                                                                                      : Action::CALL;
  };
  // Until somebody has everything.
  ClientPtr broke;
  for (int hand = 0; hand < 20 && !broke; ++hand) {
    play(room, players, 2, all_in);
    room.advance(seconds(8));
    for (const auto& p : players)
      for (const SeatView& seat : p->table().state.seats)
        if (seat.user_id == p->user && seat.player_status == PlayerStatus::BUYING_IN) broke = p;
  }
  ASSERT_TRUE(broke);
  EXPECT_EQ(broke->table().state.hand_phase, HandPhase::PREDEAL);
  const int hands = broke->count<HandStarted>(kTable);
  room.expect(broke, client::BuyIn{GameId("main"), {399}}, "BAD_BUY_IN");
  room.expect(broke, client::BuyIn{GameId("main"), {400}});
  EXPECT_EQ(broke->count<HandStarted>(kTable), hands + 1);
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(Hand, EachFinishedHandIsWrittenDown) {
  Room room;
  const auto players = room.players(2);
  room.start();
  const auto mucked = [&] {
    return std::find_if(players.begin(), players.end(), [&](const auto& p) {
      for (const SeatView& seat : p->table().state.seats)
        if (seat.user_id == p->user) return !seat.shown_cards;
      return false;
    });
  };
  std::uint64_t hand_number = 1;
  for (play(room, players, 8, passive); mucked() == players.end() && hand_number < 20; ++hand_number) {
    room.advance(seconds(8));
    play(room, players, 8, passive);
  }
  const auto& parts = room.storage->hands["main-t1"];
  ASSERT_EQ(parts.size(), hand_number);
  ASSERT_NE(mucked(), players.end());
  room.expect(*mucked(), client::ShowCards{kTable});
  ASSERT_EQ(parts.size(), hand_number + 1) << "what is shown later is a part of its own";
  EXPECT_EQ(parts.rbegin()->first.first, hand_number);
  EXPECT_NE(parts.rbegin()->second.find("CardsShown"), std::string::npos);
  const std::string& hand = parts.at({1, 0});
  for (const char* part : {R"("handNumber":1)", R"("tableId":"main-t1")", "HandStarted", "HoleCardsDealt",
                           "ShowdownResult", "HandComplete"})
    EXPECT_NE(hand.find(part), std::string::npos) << part;
  EXPECT_NE(hand.find(players[0]->user.view()), std::string::npos);
}

}  // namespace
}  // namespace cardroom::testing
