#include "engine/hand_replay.hpp"

#include "tests/engine/played_hand.hpp"

namespace cardroom::testing {
namespace {

/// Three players, of whom seat 2 mucks queens.
HandRecord played() {
  PlayedHand hand(blinds(5, 10), {1000, 500, 800}, 0, "KsQsAs KhQhAh 2d 2c7d9h 2h Jc 2s 3d");
  HandRecord record;
  record.settings = hand.settings;
  record.hand_number = {1};
  for (int i = 0; i < 3; ++i)
    record.players.push_back({seat_number(i), hand.table.seats[i].user, {}, hand.table.seats[i].stack});
  hand.start();
  hand.raise(0, 30);
  while (!hand.over()) hand.call_round();
  for (const TableEvent& event : hand.events) record.events.push_back({0, event});
  return record;
}

template <class E>
std::size_t index_of(const HandRecord& record) {
  std::size_t i = 0;
  while (!std::holds_alternative<E>(record.events[i].event)) ++i;
  return i;
}
template <class E>
E& first(HandRecord& record) {
  return std::get<E>(record.events[index_of<E>(record)].event);
}

TEST(HandReplay, TheSameHandMatches) { EXPECT_FALSE(replay_hand(played())); }

TEST(HandReplay, AnActionTheRulesRefuseIsNamed) {
  HandRecord record = played();
  first<PlayerActed>(record).amount = Chips{15};
  const auto difference = replay_hand(record);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->event, index_of<PlayerActed>(record));
  EXPECT_NE(difference->what.find("AMOUNT_TOO_SMALL"), std::string::npos) << difference->what;
}

TEST(HandReplay, AnotherOutcomeIsToldWithTheRightOne) {
  HandRecord record = played();
  ShowdownResult& result = first<ShowdownResult>(record);
  result.winners[0].seat_position = seat_number(1);
  const auto difference = replay_hand(record);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->event, index_of<ShowdownResult>(record));
  ASSERT_TRUE(difference->expected);
  EXPECT_EQ(std::get<ShowdownResult>(*difference->expected).winners[0].seat_position, seat_number(0));
}

TEST(HandReplay, OtherHoleCardsAreFoundAtTheShowdown) {
  HandRecord record = played();
  // Seat 1 gets what nobody had; it showed kings.
  first<HoleCardsDealt>(record).cards = {make_card(3, 0), make_card(4, 1)};
  const auto difference = replay_hand(record);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->event, index_of<CardsShown>(record));
}

TEST(HandReplay, ACardIsInOnePlaceOnly) {
  HandRecord record = played();
  first<CommunityCardsDealt>(record).cards[0] = first<HoleCardsDealt>(record).cards[0];
  const auto difference = replay_hand(record);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->event, index_of<CommunityCardsDealt>(record));
}

TEST(HandReplay, AStackThatWasNotThereShowsAtTheEnd) {
  HandRecord record = played();
  record.players[2].stack += Chips{1};
  const auto difference = replay_hand(record);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->event, index_of<HandComplete>(record));
}

TEST(HandReplay, ATimeOutChecksWhenThatIsFreeElseFolds) {
  HandRecord record = played();
  const auto at = record.events.begin() + static_cast<std::ptrdiff_t>(index_of<PlayerActed>(record));
  record.events.insert(at, {0, PlayerTimedOut{seat_number(0), Action::FOLD}});
  const auto difference = replay_hand(record);
  ASSERT_TRUE(difference) << "it raised";
  EXPECT_EQ(difference->event, index_of<PlayerActed>(record));
}

TEST(HandReplay, CardsShownAfterwardsAreThoseThatWereDealt) {
  HandRecord record = played();
  const HoleCards queens{make_card(10, 3), make_card(10, 2)};
  record.shown_afterwards = {CardsShown{seat_number(2), queens}};
  EXPECT_FALSE(replay_hand(record));
  record.shown_afterwards = {CardsShown{seat_number(2), {make_card(9, 3), make_card(10, 2)}}};
  EXPECT_EQ(replay_hand(record)->event, record.events.size());
  record.shown_afterwards = {CardsShown{seat_number(1), {make_card(11, 3), make_card(11, 2)}}};
  EXPECT_TRUE(replay_hand(record)) << "they were public already";
}

TEST(HandReplay, ARefundedHandMatchesUpToThere) {
  HandRecord record = played();
  record.events.resize(index_of<PlayerActed>(record) + 1);
  EXPECT_TRUE(replay_hand(record)) << "it ends before the hand does";
  record.events.push_back({0, HandRefunded{{1}}});
  EXPECT_FALSE(replay_hand(record));
}

// What no game could have recorded is refused, not played.
TEST(HandReplay, ImpossibleRecords) {
  EXPECT_TRUE(replay_hand({}));
  HandRecord record = played();
  record.players[0].seat_position = kNoSeat;
  EXPECT_TRUE(replay_hand(record));
  record = played();
  record.players.push_back(record.players[0]);
  EXPECT_TRUE(replay_hand(record));
  record = played();
  record.players[0].stack = {INT64_MAX};
  EXPECT_TRUE(replay_hand(record));
  record = played();
  first<HandStarted>(record).big_blind_position = first<HandStarted>(record).small_blind_position;
  EXPECT_TRUE(replay_hand(record));
  record = played();
  record.settings.number_of_seats = 11;
  EXPECT_TRUE(replay_hand(record));
  record = played();
  record.events.clear();
  EXPECT_TRUE(replay_hand(record));
}

}  // namespace
}  // namespace cardroom::testing
