#include "actors/hand_log.hpp"

#include <algorithm>
#include <map>

#include "actors/codec/json.hpp"
#include "engine/hand_replay.hpp"
#include "tests/engine/random_table.hpp"

namespace cardroom {
namespace {

#if defined(CARDROOM_SANITIZED)
constexpr int kHands = 1'000;
#else
constexpr int kHands = 10'000;
#endif
constexpr int kHandsPerTable = 100;

/// All records of a random table, read back from their text, by number.
std::map<std::uint32_t, HandRecord> records_of(const RandomTable& random) {
  TableState table = table::init(random.settings(), TableId("t"));
  HandLog log;
  std::vector<HandText> texts;
  for (const Logged& step : random.log()) {
    TableOutput out;
    EXPECT_EQ(table::retake(random.settings(), table, step.record, out), Divergence::NONE);
    log.add(random.settings(), table, {}, out.events, step.record.input.now, texts);
  }
  std::map<std::uint32_t, HandRecord> records;
  for (const HandText& text : texts) {
    HandRecord& record = records[text.hand.v];
    if (text.part == 0) {
      const auto error = read_json_text(text.json, record);
      EXPECT_FALSE(error) << to_string(*error);
    } else {
      const auto error = read_json_text(text.json, record.shown_afterwards.emplace_back());
      EXPECT_FALSE(error) << to_string(*error);
    }
  }
  return records;
}

std::string text_of(const std::optional<HandDifference>& difference) {
  if (!difference) return "none";
  return std::to_string(difference->event) + ": " + difference->what;
}

template <class E>
int count(const HandRecord& record) {
  return static_cast<int>(std::count_if(record.events.begin(), record.events.end(), [](const HandEvent& e) {
    return std::holds_alternative<E>(e.event);
  }));
}

/// Whether the rules of the hand say when the event comes and what is in it.
bool follows(const HandRecord& record, const HandEvent& e) {
  if (const auto* seat = std::get_if<SeatChanged>(&e.event))
    return std::get<HandStarted>(record.events[0].event).dealt_in.has(seat->seat_position);
  return !std::holds_alternative<HandPhaseChanged>(e.event) &&
         !std::holds_alternative<TableStatusChanged>(e.event) &&
         !std::holds_alternative<BlindPromised>(e.event) && !std::holds_alternative<PlayerBuyIn>(e.event);
}

class RecordedHands : public ::testing::TestWithParam<std::uint64_t> {};

// Side pots, splits, time-outs, time banks, intents, cards shown in the review, players who leave or buy in
// within the hand, run-outs, posts, missed blinds, refunds.
TEST_P(RecordedHands, AllMatch) {
  int played = 0;
  std::map<std::string, int> seen{{"time-out", 0}, {"bank", 0},  {"refund", 0}, {"seat", 0},  {"shown", 0},
                                  {"side pot", 0}, {"split", 0}, {"post", 0},   {"missed", 0}};
  const auto unseen = [&] {
    return std::any_of(seen.begin(), seen.end(), [](const auto& kind) { return kind.second == 0; });
  };
  // What is rare may take a few hands more.
  for (std::uint64_t n = 0; (played < kHands || (unseen() && played < 10 * kHands)) && !HasFailure(); ++n) {
    RandomTable random(GetParam() * 1'000'000 + n);
    random.play(kHandsPerTable);
    for (const auto& [number, record] : records_of(random)) {
      ASSERT_EQ(text_of(replay_hand(record)), "none") << "hand " << number << " of table " << n;
      ++played;
      seen["time-out"] += count<PlayerTimedOut>(record);
      seen["bank"] += count<TimeBankStarted>(record);
      seen["refund"] += count<HandRefunded>(record);
      seen["seat"] += count<SeatChanged>(record);
      seen["shown"] += static_cast<int>(record.shown_afterwards.size());
      for (const HandEvent& e : record.events) {
        if (const auto* result = std::get_if<ShowdownResult>(&e.event)) {
          seen["side pot"] += result->pot_results.size() > 1;
          for (const PotResult& pot : result->pot_results) seen["split"] += pot.winners.size() > 1;
        }
        if (const auto* post = std::get_if<ForcedBetPosted>(&e.event)) {
          seen["post"] += post->kind == ForcedBet::POST;
          seen["missed"] += post->kind == ForcedBet::MISSED_BLIND;
        }
      }
    }
  }
  for (const auto& [kind, times] : seen) EXPECT_GT(times, 0) << kind;
}

// An event that is missing, or there twice, is found: at it, or at the one that shows it.
TEST_P(RecordedHands, AMissingOrDoubledEventIsFound) {
  RandomTable random(GetParam());
  random.play(20);
  for (const auto& [number, record] : records_of(random)) {
    for (std::size_t i = 0; i < record.events.size(); ++i) {
      if (!follows(record, record.events[i])) continue;
      const auto at = static_cast<std::ptrdiff_t>(i);
      HandRecord doubled = record;
      doubled.events.insert(doubled.events.begin() + at, record.events[i]);
      // What only tells of a moment may be told twice.
      const bool tells = std::holds_alternative<SeatChanged>(record.events[i].event) ||
                         std::holds_alternative<PlayerTimedOut>(record.events[i].event) ||
                         std::holds_alternative<TimeBankStarted>(record.events[i].event);
      if (tells) continue;
      EXPECT_TRUE(replay_hand(doubled)) << number << ", event " << i << " twice";
      // A hand may be called off one action earlier, too.
      const bool last =
          i + 1 < record.events.size() && std::holds_alternative<HandRefunded>(record.events[i + 1].event);
      if (last) continue;
      HandRecord missing = record;
      missing.events.erase(missing.events.begin() + at);
      EXPECT_TRUE(replay_hand(missing)) << number << " without event " << i;
    }
  }
}

// Every number of every event of the hand matters.
TEST_P(RecordedHands, AChangedNumberIsFound) {
  RandomTable random(GetParam());
  random.play(10);
  for (const auto& [number, record] : records_of(random)) {
    const std::string good = to_json(record);
    auto document = std::get<boost::json::value>(parse_json(good));
    auto& events = document.as_object()["events"].as_array();
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (!follows(record, record.events[i])) continue;
      for (auto& member : events[i].as_object()["event"].as_object()) {
        if (!member.value().is_int64()) continue;
        const auto was = member.value().as_int64();
        // It follows from the hand before, and another one may give the very same hand.
        if (member.key() == "dealerPosition") continue;
        member.value() = was + 1;
        HandRecord changed;
        const auto error = read_json(document, changed);
        if (!error && follows(record, changed.events[i])) {
          EXPECT_TRUE(replay_hand(changed)) << number << ", event " << i << ": " << std::string(member.key());
        }
        member.value() = was;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RecordedHands, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace cardroom
