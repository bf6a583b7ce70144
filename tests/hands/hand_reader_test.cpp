#include "daemon/hands/hand_reader.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fstream>

#include "actors/codec/json.hpp"
#include "daemon/hands/hand_export.hpp"
#include "engine/hand_replay.hpp"
#include "tests/hands/hand_fixture.hpp"

namespace cardroom::testing {
namespace {

using boost::json::object;

class HandReader : public ::testing::Test {
 protected:
  HandReader() {
    for (std::uint32_t n = 1; n <= 4; ++n) {
      add_hand(redis_, "g-t1", n);
      if (n == 2) add_entry(redis_, "g-t1", "2-9", shown(2));
    }
    add_hand(redis_, "g-t2", 1);
    daemon::HandExport hands(daemon::ArchiveWriter(source_.archive), 1);
    EXPECT_TRUE(hands.step(redis_, {kNoon.ms + 600'000}));
    add_hand(redis_, "g-t1", 5);
  }
  static object reply(const std::string& text) { return boost::json::parse(text).as_object(); }
  std::vector<std::int64_t> listed(std::uint64_t before = 0) const {
    std::vector<std::int64_t> hands;
    const object all = reply(daemon::list_hands(source_, "g-t1", before));
    for (const auto& row : all.at("data").as_array()) hands.push_back(row.at("hand").as_int64());
    return hands;
  }
  static std::string code(const object& answer) {
    return std::string(answer.at("error").at("code").as_string());
  }

  using Numbers = std::vector<std::int64_t>;

  TestRedis server_;
  RedisClient redis_ = server_.client();
  TempDir dir_;
  daemon::HandSource source_{server_.address(), dir_ / "archive"};
};

TEST_F(HandReader, ListsWhatIsInRedisAndInTheArchive) {
  EXPECT_EQ(listed(), (Numbers{5, 4, 3, 2, 1}));
  EXPECT_EQ(listed(5), (Numbers{4, 3, 2, 1}));
  EXPECT_EQ(listed(3), (Numbers{2, 1}));
  source_.archive.clear();
  EXPECT_EQ(listed(), (Numbers{5, 4}));
}

TEST_F(HandReader, ShowsAnArchivedHandWithWhatWasShownAfterIt) {
  const object answer = reply(daemon::show_hand(source_, "g-t1", 2));
  const object& hand = answer.at("data").as_object();
  EXPECT_EQ(hand.at("handNumber"), 2);
  EXPECT_EQ(boost::json::serialize(hand.at("shownAfterwards")), "[" + shown(2) + "]");
  EXPECT_EQ(code(reply(daemon::show_hand(source_, "g-t1", 6))), "NO_HAND");
}

TEST_F(HandReader, ATableThatNobodyKnowsIsNoTableWithoutHands) {
  for (const auto& answer :
       {daemon::list_hands(source_, "h-t1", 0), daemon::list_hands(source_, "h-t1", 9),
        daemon::show_hand(source_, "h-t1", 1), daemon::replay_hand(source_, "h-t1", 1)}) {
    EXPECT_EQ(code(reply(answer)), "NO_TABLE");
    EXPECT_NE(answer.find("There is no table h-t1; see table list."), std::string::npos) << answer;
  }
  const std::string none = R"({"ok":true,"data":[]})";
  // One that is closed, one that a node has yet to open, one of which there are only hands.
  ASSERT_TRUE(redis_.command({"HSET", "{table:h-t1}:owner", "token", "t", "epoch", "1", "state", "closed"}));
  EXPECT_EQ(daemon::list_hands(source_, "h-t1", 0), none);
  EXPECT_EQ(code(reply(daemon::show_hand(source_, "h-t1", 1))), "NO_HAND");
  ASSERT_TRUE(redis_.command({"HSET", "{cluster}:want", "table:h-t2", "incarnation"}));
  EXPECT_EQ(daemon::list_hands(source_, "h-t2", 0), none);
  EXPECT_EQ(daemon::list_hands(source_, "g-t2", 1), none);
}

TEST_F(HandReader, AStoreThatIsSilentIsNotWaitedForLong) {
  server_.freeze();
  const auto begun = std::chrono::steady_clock::now();
  const std::string answer = daemon::list_hands(source_, "g-t1", 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(4));
  EXPECT_EQ(code(reply(answer)), "UNAVAILABLE");
  EXPECT_NE(
      answer.find("The store does not answer: Redis did not answer in time. See status, and ask again."),
      std::string::npos)
      << answer;
}

TEST_F(HandReader, AnAdditionInALaterFileGoesToItsHand) {
  daemon::HandExport first(daemon::ArchiveWriter(source_.archive), 1);
  ASSERT_TRUE(first.step(redis_, {kNoon.ms + 600'000}));
  add_entry(redis_, "g-t1", "5-10", shown(2));
  add_hand(redis_, "g-t1", 6);
  add_hand(redis_, "g-t1", 7);
  daemon::HandExport second(daemon::ArchiveWriter(source_.archive), 1);
  ASSERT_TRUE(second.step(redis_, {kNoon.ms + 600'000}));
  const object answer = reply(daemon::show_hand(source_, "g-t1", 5));
  EXPECT_EQ(boost::json::serialize(answer.at("data").at("shownAfterwards")), "[" + shown(2) + "]");
}

TEST_F(HandReader, ReplaysAHandAndTellsIt) {
  const object answer = reply(daemon::replay_hand(source_, "g-t1", 2));
  EXPECT_EQ(answer.at("ok"), true) << boost::json::serialize(answer);
  EXPECT_EQ(answer.at("data").at("matches"), true);
  const std::string account = boost::json::serialize(answer.at("data").at("account"));
  for (const char* part :
       {"seat 0: Player 0 with 1000", "Player 1 posts small blind 5", "Player 0: raise to 30",
        "flop: 2c 7d 9h", "main pot 90: Player 0 wins 90 with one pair", "Player 0 +60 (1060)"})
    EXPECT_NE(account.find(part), std::string::npos) << part << " in " << account;
}

// Records are kept for years: what is written now is what was written then, and what it leaves out still
// means the same.
TEST(HandRecords, StayAsTheyWere) {
  std::ifstream file(std::string(CARDROOM_SOURCE_DIR) + "/tests/hands/record.json");
  std::string kept;
  ASSERT_TRUE(std::getline(file, kept));
  EXPECT_EQ(text_of(recorded_hand("g-t1", 1)), kept);
  HandRecord record;
  ASSERT_FALSE(read_json_text(kept, record));
  EXPECT_FALSE(replay_hand(record));
  EXPECT_EQ(record.settings, recorded_hand("g-t1", 1).settings);
}

TEST_F(HandReader, ADamagedRecordIsFoundAndNamed) {
  HandRecord record = recorded_hand("g-t1", 8);
  for (HandEvent& e : record.events)
    if (auto* result = std::get_if<HandComplete>(&e.event)) result->results[0].stack += Chips{1};
  add_entry(redis_, "g-t1", "8-0", text_of(record));
  const object answer = reply(daemon::replay_hand(source_, "g-t1", 8));
  EXPECT_EQ(answer.at("ok"), false);
  EXPECT_EQ(code(answer), "DIFFERS");
  const object& data = answer.at("data").as_object();
  EXPECT_EQ(data.at("matches"), false);
  EXPECT_NE(data.at("recorded").as_string().find("\"stack\":1061"), std::string::npos);
  EXPECT_NE(data.at("expected").as_string().find("\"stack\":1060"), std::string::npos);
}

}  // namespace
}  // namespace cardroom::testing
