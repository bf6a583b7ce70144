#include "daemon/cardroom-bots/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "actors/codec/json.hpp"
#include "actors/protocol/wire.hpp"
#include "tests/bots/recorded_game.hpp"

namespace cardroom::bots {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;

class CheckTest : public ::testing::Test {
 protected:
  CheckTest() { game.play(60); }
  ~CheckTest() override {
    for (const auto& path : files_) std::filesystem::remove(path);
  }

  CheckResult check(const std::vector<std::string>& texts) {
    std::vector<std::string> paths;
    for (const std::string& text : texts) {
      files_.push_back(::testing::TempDir() + "recording-" + std::to_string(getpid()) + "-" +
                       std::to_string(files_.size()));
      std::ofstream(files_.back()) << text;
      paths.push_back(files_.back());
    }
    return check_files(paths);
  }
  CheckResult check() { return check({game.text()}); }

  /// A frame in the middle of the recording during a betting phase, for `bot`.
  std::size_t frame_of(std::size_t bot, HandPhase phase) {
    for (std::size_t i = game.entries.size() / 2; i < game.entries.size(); ++i) {
      const Entry& e = game.entries[i];
      if (e.version != 0 && e.bot == bot && e.phase == phase &&
          e.text.find("\"snapshot\"") == std::string::npos)
        return i;
    }
    ADD_FAILURE() << "no such frame";
    return 0;
  }
  /// Reads the frame, lets `change` spoil it and puts it back.
  template <class F>
  void spoil(std::size_t at, F&& change) {
    protocol::server::TableState frame;
    ASSERT_FALSE(read_json_text(game.entries[at].text, frame));
    change(frame);
    game.entries[at].text = protocol::to_text(frame);
  }
  /// The same in every bot's copy.
  template <class F>
  void spoil_all(std::uint64_t version, F&& change) {
    for (std::size_t i = 0; i < game.entries.size(); ++i)
      if (game.entries[i].version == version) spoil(i, change);
  }
  static auto finds(const std::string& what) {
    return Field("findings", &CheckResult::findings,
                 Contains(Field("what", &Finding::what, HasSubstr(what))));
  }

  RecordedGame game{11};

 private:
  std::vector<std::string> files_;
};

TEST_F(CheckTest, AnHonestGameIsFine) {
  game.play(600);
  const CheckResult result = check();
  EXPECT_EQ(result.problems, 0u) << to_text(result);
  EXPECT_EQ(result.bots, 4u);
  EXPECT_EQ(result.tables, 1u);
  EXPECT_GE(result.hands, 600u);
  EXPECT_EQ(result.lines, game.entries.size());
  EXPECT_GT(result.commands, 600u);
}

TEST_F(CheckTest, RecordingsOfSeveralProgramsBelongTogether) {
  std::string a, b;
  std::uint64_t us = 1'000'000;
  for (const Entry& entry : game.entries) {
    std::string& text = entry.bot < 2 ? a : b;
    text += std::to_string(entry.bot % 2) + "\t" + std::to_string(us += 1000) + "\t" + entry.way + "\t" +
            entry.text + "\n";
  }
  const CheckResult result = check({a, b});
  EXPECT_EQ(result.problems, 0u) << to_text(result);
  EXPECT_EQ(result.bots, 4u);
}

TEST_F(CheckTest, ACardInAnothersSeat) {
  spoil(frame_of(1, HandPhase::PRE_FLOP_BETTING), [](auto& frame) {
    frame.state.seats[0].shown_cards = HoleCards{*parse_card("2c"), *parse_card("3c")};
  });
  const CheckResult result = check();
  EXPECT_THAT(result, finds("are shown while the betting goes on"));
  EXPECT_THAT(result, finds("is told to a player who may not see it"));
}

TEST_F(CheckTest, ACardAnywhereInTheText) {
  std::string& text = game.entries[frame_of(1, HandPhase::FLOP_BETTING)].text;
  protocol::server::TableState frame;
  ASSERT_FALSE(read_json_text(text, frame));
  Card other{0};
  while (text.find(to_string(other)) != std::string::npos) ++other.v;
  text.insert(text.size() - 1, ",\"extra\":{\"deck\":[\"" + to_string(other) + "\"]}");
  EXPECT_THAT(check(), finds("card " + to_string(other) + " is told to a player who may not see it"));
}

TEST_F(CheckTest, AnothersPrivatePart) {
  const std::size_t mine = frame_of(1, HandPhase::PRE_FLOP_BETTING);
  protocol::server::TableState theirs;
  for (const Entry& e : game.entries) {
    if (e.version != game.entries[mine].version || e.bot == 1) continue;
    ASSERT_FALSE(read_json_text(e.text, theirs));
  }
  ASSERT_TRUE(theirs.you && theirs.you->hole_cards);
  spoil(mine, [&](auto& frame) { frame.you = theirs.you; });
  const CheckResult result = check();
  EXPECT_THAT(result, finds("the private part of a seat that is not the player's"));
  EXPECT_THAT(result, finds("is told to a player who may not see it"));
}

TEST_F(CheckTest, CardsShownBeforeTheLastAction) {
  const std::size_t at = frame_of(1, HandPhase::TURN_BETTING);
  spoil(at, [](auto& frame) {
    frame.events.insert(frame.events.begin(), CardsShown{{0}, {*parse_card("2c"), *parse_card("3c")}});
  });
  EXPECT_THAT(check(), finds("cards were shown before the last action"));
}

TEST_F(CheckTest, ACommunityCardTooEarly) {
  spoil(frame_of(2, HandPhase::FLOP_BETTING), [](auto& frame) {
    Card card{0};
    while (std::find(frame.state.community_cards.begin(), frame.state.community_cards.end(), card) !=
           frame.state.community_cards.end())
      ++card.v;
    frame.state.community_cards.push_back(card);
  });
  EXPECT_THAT(check(), finds("community cards do not fit the street"));
}

TEST_F(CheckTest, ACardTwiceInAHand) {
  protocol::server::TableState mine;
  for (std::size_t bot = 0; bot < 4 && !(mine.you && mine.you->hole_cards); ++bot) {
    mine = {};
    ASSERT_FALSE(read_json_text(game.entries[frame_of(bot, HandPhase::FLOP_BETTING)].text, mine));
  }
  ASSERT_TRUE(mine.you && mine.you->hole_cards);
  const Card card = (*mine.you->hole_cards)[0];
  spoil_all(mine.version.v, [&](auto& frame) { frame.state.community_cards[1] = card; });
  EXPECT_THAT(check(), finds("card " + to_string(card) + " twice in hand"));
}

TEST_F(CheckTest, AMissingFrame) {
  const std::size_t at = frame_of(3, HandPhase::FLOP_BETTING);
  game.entries.erase(game.entries.begin() + static_cast<std::ptrdiff_t>(at));
  EXPECT_THAT(check(), finds("a gap at table g-1"));
}

TEST_F(CheckTest, AGapIsHealedByASnapshotOnlyAfterLagging) {
  const std::size_t at = frame_of(3, HandPhase::FLOP_BETTING);
  const Entry lost = game.entries[at];
  game.entries[at] = {3, '<', R"({"v":1,"type":"ERROR","code":"LAGGED","message":"slow"})", 0, {}};
  Entry snapshot = lost;
  protocol::server::TableState frame;
  ASSERT_FALSE(read_json_text(lost.text, frame));
  frame.snapshot = true;
  frame.events.clear();
  snapshot.text = protocol::to_text(frame);
  snapshot.version = 0;
  game.entries.insert(game.entries.begin() + static_cast<std::ptrdiff_t>(at) + 1, snapshot);
  const CheckResult result = check();
  EXPECT_EQ(result.problems, 0u) << to_text(result);
}

TEST_F(CheckTest, FramesWithoutASnapshotBefore) {
  for (std::size_t i = 0; i < game.entries.size(); ++i) {
    if (game.entries[i].bot != 2 || game.entries[i].text.find("\"snapshot\"") == std::string::npos) continue;
    game.entries.erase(game.entries.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  EXPECT_THAT(check(), finds("begin without a snapshot"));
}

TEST_F(CheckTest, ChipsFromNowhere) {
  const std::uint64_t version = game.entries[frame_of(0, HandPhase::FLOP_BETTING)].version;
  spoil_all(version, [](auto& frame) { frame.state.seats[0].stack += Chips{1}; });
  EXPECT_THAT(check(), finds("chips at table g-1 are"));
}

TEST_F(CheckTest, ChipsThatVanish) {
  const std::uint64_t version = game.entries[frame_of(0, HandPhase::RIVER_BETTING)].version;
  spoil_all(version, [](auto& frame) {
    frame.state.pots[0].amount -= Chips{1};
    frame.state.pot_total -= Chips{1};
  });
  EXPECT_THAT(check(), finds("chips at table g-1 are"));
}

TEST_F(CheckTest, RakeThatIsNotTold) {
  std::uint64_t version = 0;
  for (std::size_t i = game.entries.size() / 2; i < game.entries.size() && version == 0; ++i) {
    protocol::server::TableState frame;
    if (game.entries[i].version == 0 || read_json_text(game.entries[i].text, frame)) continue;
    for (const auto& event : frame.events)
      if (const auto* over = std::get_if<HandComplete>(&event); over && over->rake > Chips{0})
        version = game.entries[i].version;
  }
  ASSERT_NE(version, 0u);
  spoil_all(version, [](auto& frame) {
    for (auto& event : frame.events)
      if (auto* over = std::get_if<HandComplete>(&event)) over->rake = {};
  });
  EXPECT_THAT(check(), finds("chips at table g-1 are"));
}

TEST_F(CheckTest, APotTotalThatIsNotTheSum) {
  const std::uint64_t version = game.entries[frame_of(0, HandPhase::RIVER_BETTING)].version;
  spoil_all(version, [](auto& frame) { frame.state.pot_total += Chips{1}; });
  EXPECT_THAT(check(), finds("potTotal is not the sum"));
}

TEST_F(CheckTest, PlayersWhoAreToldDifferentThings) {
  spoil(frame_of(1, HandPhase::FLOP_BETTING), [](auto& frame) { frame.state.seats[0].connected ^= true; });
  EXPECT_THAT(check(), finds("players were told different things"));
}

TEST_F(CheckTest, AnActionAnsweredTwice) {
  for (std::size_t i = game.entries.size() / 2; i < game.entries.size(); ++i) {
    if (game.entries[i].text.find("\"ack\"") == std::string::npos) continue;
    game.entries.insert(game.entries.begin() + static_cast<std::ptrdiff_t>(i), game.entries[i]);
    break;
  }
  EXPECT_THAT(check(), finds("was answered twice"));
}

TEST_F(CheckTest, AnActionThatIsNeverAnswered) {
  bool done = false;
  for (std::size_t i = 100; i < game.entries.size() && !done; ++i) {
    if (game.entries[i].text.find("\"ack\"") == std::string::npos) continue;
    spoil(i, [](auto& frame) { frame.you->ack.reset(); });
    done = true;
  }
  EXPECT_THAT(check(), finds("was never answered"));
}

TEST_F(CheckTest, AnAnswerToNothing) {
  game.entries.push_back({1, '<', R"({"v":1,"type":"OK","id":424242})", 0, {}});
  EXPECT_THAT(check(), finds("an answer to 424242, which was not sent"));
}

TEST_F(CheckTest, AnAnswerToACommandOfAnEarlierConnection) {
  game.entries.push_back({1, '>', R"({"v":1,"type":"LEAVE","id":424242,"gameId":"main"})", 0, {}});
  game.entries.push_back({1, '-', "", 0, {}});
  game.entries.push_back({1, '+', "", 0, {}});
  game.entries.push_back({1, '<', R"({"v":1,"type":"OK","id":424242})", 0, {}});
  EXPECT_THAT(check(), ::testing::Not(finds("424242")));
  game.entries.push_back({1, '<', R"({"v":1,"type":"OK","id":424242})", 0, {}});
  EXPECT_THAT(check(), finds("an answer to 424242"));
}

TEST_F(CheckTest, GarbageInARecording) {
  EXPECT_THAT(check({game.text() + "what is this\n"}), finds("not a line of a recording"));
  EXPECT_THAT(check({game.text() + "1\t999999999\t<\t{\"v\":1,\"type\":\"TABLE_STATE\"\n"}),
              finds("unreadable frame"));
  EXPECT_THAT(check({game.text() + "1\t999999999\t<\thello\n"}), finds("without version and type"));
  EXPECT_THAT(check({""}), finds("there is no table frame in it"));
  EXPECT_THAT(check_files({"/nowhere/at/all"}), finds("cannot be read"));
}

}  // namespace
}  // namespace cardroom::bots
