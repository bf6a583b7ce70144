#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "actors/codec/json.hpp"
#include "actors/record.hpp"
#include "tests/actors/room.hpp"

// Stores that older releases have left (fixtures/README.md).
namespace cardroom::testing {
namespace {

namespace client = protocol::client;

struct Left {
  std::shared_ptr<FakeStorage> store = std::make_shared<FakeStorage>();
  std::vector<std::string> tokens;
};

/// A space-separated word.
std::string word(std::istream& in) {
  std::string text;
  in >> text;
  return text;
}
std::string rest_of(std::istream& in) {
  std::string text;
  std::getline(in >> std::ws, text);
  return text;
}
Version version_in(std::istream& in) { return {std::stoull(word(in))}; }

Left left_by(const std::string& file) {
  Left left;
  std::ifstream in(CARDROOM_SOURCE_DIR "/tests/actors/fixtures/" + file);
  EXPECT_TRUE(in) << file;
  FakeStorage::Kept* last = nullptr;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    const std::string kind = word(words);
    if (kind == "until") {
      words >> left.store->used_until.ms;
    } else if (kind == "token") {
      left.tokens.push_back(word(words));
    } else if (kind == "guest") {
      EXPECT_FALSE(read_json_text(rest_of(words), left.store->guests.emplace_back()));
    } else if (kind == "entry") {
      last->top = version_in(words);
      last->entries.push_back({last->top, rest_of(words)});
    } else {
      const std::string id = word(words);
      last = &(kind == "game" ? left.store->games : left.store->tables)[id];
      last->epoch = {1};
      last->top = version_in(words);
      const std::string digest = word(words);
      last->snapshot = StoredText{id, last->top, digest, rest_of(words)};
    }
  }
  return left;
}

/// Five players with 10,000 chips each, 34 at the other game with as many; 777 were credited.
constexpr Chips kIssued{(5 + 34) * 10'000 + 777};

void expect_all_taken_over(const FakeStorage& store) {
  const BankContents contents = store.bank.contents();
  EXPECT_EQ(contents.check(), "");
  EXPECT_EQ(contents.accounts.at("house"), Chips{} - kIssued);
}

class Upgrade : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Formats, Upgrade,
                         ::testing::Values("format-0/stopped.txt", "format-1/paused.txt",
                                           "format-1/mid-hand.txt"));

TEST_P(Upgrade, ThePlayersGoOnAndEveryChipIsTheirs) {
  const Left left = left_by(GetParam());
  ASSERT_LT(format_of(*left.store->games.at("main").snapshot), kFirstWithBank);
  Room room({usual_settings()}, left.store);
  ASSERT_EQ(room.start_problem, "");
  EXPECT_EQ(room.chips_problem(), "");
  expect_all_taken_over(*left.store);
  for (const auto& [id, game] : left.store->games)
    EXPECT_EQ(format_of(*game.snapshot), kSnapshotFormat)
        << id << " is stored as it is now before anybody plays";
  std::vector<ClientPtr> players;
  for (const auto& token : left.tokens) players.push_back(room.login_token(token));
  // Who was credited and who left have what they had.
  EXPECT_EQ(left.store->bank.balance(players[0]->user), Chips{9'777});
  EXPECT_EQ(players[4]->seats.count("main"), 0u);
  EXPECT_GT(left.store->bank.balance(players[4]->user), Chips{9'000});
  if (room.game_status() == "PAUSED") room.admin(R"({"command":"game resume","game":"main"})");
  room.expect(players[4], client::Register{GameId("main")});
  // As RULES.md has it of who comes back: for no less than what they left with.
  const Chips left_with = left.store->bank.balance(players[4]->user) - Chips{9'000};
  room.expect(players[4], client::BuyIn{GameId("main"), std::max(left_with, Chips{1000})});
  const int before = players[0]->count<HandComplete>(*players[0]->seats.at("main").table_id);
  for (int i = 0; i < 40; ++i) {
    play(room, players, 20, folding);
    room.advance(Duration{300});
  }
  EXPECT_GT(players[0]->count<HandComplete>(*players[0]->seats.at("main").table_id), before);
  room.expect(players[1], client::Leave{GameId("main")});
  room.advance(seconds(40));
  EXPECT_EQ(room.chips_problem(), "");
  EXPECT_EQ(room.shutdown(), "");
  Room next({usual_settings()}, left.store);
  EXPECT_EQ(next.chips_problem(), "");
  expect_all_taken_over(*left.store);
  EXPECT_TRUE(left.store->broken_rules.empty());
}

TEST_P(Upgrade, IsDoneOnceHoweverOftenTheStartIsInterrupted) {
  std::vector<std::shared_ptr<FakeStorage>> moments;
  const auto keep = [&](const FakeStorage& store) {
    moments.push_back(std::make_shared<FakeStorage>(store));
    moments.back()->mode = FakeStorage::Mode::AT_ONCE;
  };
  const std::size_t steps = 8;
  for (std::size_t stop = 0; stop < steps; ++stop) {
    const Left left = left_by(GetParam());
    left.store->mode = FakeStorage::Mode::LATER;
    Room room({usual_settings()}, left.store);
    for (std::size_t i = 0; i < stop; ++i) {
      keep(*left.store);
      left.store->release_one();
      room.run();
    }
    // From here on the bank books, and the games' steps are not stored.
    left.store->mode = FakeStorage::Mode::NOT_STORED;
    left.store->release_one();
    room.run();
    keep(*left.store);
    left.store->mode = FakeStorage::Mode::AT_ONCE;
    while (left.store->release()) room.run();
    room.advance(seconds(2));
    EXPECT_EQ(room.start_problem, "");
  }
  for (const auto& moment : moments) {
    Room room({usual_settings()}, moment);
    ASSERT_EQ(room.start_problem, "");
    ASSERT_EQ(room.chips_problem(), "");
    expect_all_taken_over(*moment);
  }
}

TEST_P(Upgrade, AChangedSnapshotIsNotBelieved) {
  for (const char* part : {"\"balance\":", "\"credited\":", "\"timeBank\":"}) {
    StoredText text = *left_by(GetParam()).store->games.at("main").snapshot;
    const auto at = text.json.find(part);
    ASSERT_NE(at, std::string::npos) << part;
    text.json.insert(at + std::string(part).size(), "1");
    std::string problem;
    EXPECT_FALSE(read_game(text, problem));
    EXPECT_NE(problem.find("digest"), std::string::npos) << problem;
  }
}

TEST(UpgradeOfACrash, IsRefusedWithWhatToDo) {
  const Left left = left_by("format-1/paused.txt");
  auto& game = left.store->games.at("main");
  game.top = game.top.next();
  game.entries.push_back(
      {game.top, R"({"version":)" + std::to_string(game.top.v) +
                     R"(,"at":1,"command":{"type":"CreditPlayer","user":"x","amount":5}})"});
  Room room({usual_settings()}, left.store);
  const std::string status = room.admin(R"({"command":"status"})").at(0);
  EXPECT_NE(status.find("was not stopped in order"), std::string::npos) << status;
}

}  // namespace
}  // namespace cardroom::testing
