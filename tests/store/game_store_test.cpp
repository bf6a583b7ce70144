#include "actors/store/game_store.hpp"

#include "tests/store/redis_fixture.hpp"

namespace cardroom::testing {
namespace {

StoredState state(const std::string& id, std::uint64_t version) {
  return {id, version, "digest-" + std::to_string(version), R"({"v":)" + std::to_string(version) + "}"};
}

std::string numbered(const char* prefix, int number) {
  std::string out(prefix);
  return out.append(std::to_string(number));
}

class GameStoreTest : public ::testing::Test {
 protected:
  GameStoreTest() : admin_(redis_.client()) { EXPECT_TRUE(store_.wait_until_up(kPatience)); }

  template <class T, class Call>
  static Result<T> wait(Call call) {
    Promise<Result<T>> answer;
    call(Done<T>(answer.callback()));
    return answer.get();
  }
  Result<std::uint64_t> create(const std::string& id, const std::string& token) {
    return wait<std::uint64_t>([&](auto done) {
      games_.create_game({token, "n1", "i1"}, state(id, 1), done);
    });
  }
  Result<std::uint64_t> open(const std::string& id, const std::string& token, const std::string& seen = "") {
    return wait<std::uint64_t>([&](auto done) { games_.open_game(id, {token, "n2", "i2"}, seen, done); });
  }
  Result<void> save(GameSave what) {
    return wait<void>([&](auto done) { games_.save_game(std::move(what), done); });
  }
  Result<LoadedGame> load(const std::string& id) {
    return wait<LoadedGame>([&](auto done) { games_.load_game(id, done); });
  }
  std::string field(const std::string& key, const std::string& name) {
    return std::string(admin_.command({"HGET", key, name})->text());
  }
  bool exists(const std::string& key) { return admin_.command({"EXISTS", key})->integer() == 1; }

  TestRedis redis_;
  RedisClient admin_;
  Store store_{StoreOptions{.address = redis_.address()}};
  GameStore games_{store_, 10};
};

TEST_F(GameStoreTest, TokensAreFresh) {
  EXPECT_EQ(fresh_token().size(), 32u);
  EXPECT_NE(fresh_token(), fresh_token());
}

TEST_F(GameStoreTest, CreatesSavesAndLoads) {
  ASSERT_EQ(*create("g", "t1"), 1u);
  EXPECT_EQ(load("g")->game, state("g", 1));
  EXPECT_TRUE(load("g")->tables.empty());
  ASSERT_TRUE(save({"t1", state("g", 7), {state("b", 2), state("a", 5)}, {}}));
  const auto loaded = *load("g");
  EXPECT_EQ(loaded.game, state("g", 7));
  EXPECT_EQ(loaded.tables, (std::vector{state("a", 5), state("b", 2)}));
  EXPECT_EQ(load_game(admin_, "g")->tables, loaded.tables);
  EXPECT_EQ(code_of(load("other")), StoreError::MISSING);
}

TEST_F(GameStoreTest, ValuesAreOpaqueBytes) {
  ASSERT_TRUE(create("g", "t1"));
  const StoredState odd{"a {b} 'c'", 1, std::string("\0\xff", 2), std::string("\r\n\0$5\r\n", 7)};
  ASSERT_TRUE(save({"t1", state("g", 2), {odd}, {}}));
  EXPECT_EQ(load("g")->tables, std::vector{odd});
}

TEST_F(GameStoreTest, CreationRefusesAnExistingOwnerButNotItsOwnRepeat) {
  ASSERT_EQ(*create("g", "t1"), 1u);
  EXPECT_EQ(*create("g", "t1"), 1u);
  EXPECT_EQ(code_of(create("g", "t2")), StoreError::EXISTS);
  EXPECT_EQ(field("{game:g}:owner", "token"), "t1");
  EXPECT_EQ(field("{game:g}:owner", "node"), "n1");
}

TEST_F(GameStoreTest, OpeningRaisesTheEpochAndFencesTheOldOwner) {
  ASSERT_TRUE(create("g", "t1"));
  EXPECT_EQ(*open("g", "t2"), 2u);
  EXPECT_EQ(*open("g", "t2"), 2u) << "a repeat of the same opening";
  EXPECT_EQ(*open("g", "t3", "t2"), 3u);
  EXPECT_EQ(code_of(open("g", "t4", "t2")), StoreError::LOST);
  EXPECT_EQ(code_of(open("other", "t5")), StoreError::MISSING);
  EXPECT_EQ(field("{game:g}:owner", "node"), "n2");
  EXPECT_EQ(field("{game:g}:owner", "incarnation"), "i2");

  EXPECT_EQ(code_of(save({"t2", state("g", 9), {state("a", 9)}, {}})), StoreError::FENCED);
  EXPECT_EQ(load("g")->game, state("g", 1));
  EXPECT_FALSE(exists("{table:a}:owner"));
  EXPECT_TRUE(save({"t3", state("g", 2), {}, {}}));
}

TEST_F(GameStoreTest, AClosedGameIsNeverOpenedOrWrittenAgain) {
  ASSERT_TRUE(create("g", "t1"));
  ASSERT_TRUE(admin_.command({"HSET", "{game:g}:owner", "state", "closed"}));
  EXPECT_EQ(code_of(open("g", "t2")), StoreError::CLOSED);
  EXPECT_EQ(code_of(create("g", "t2")), StoreError::EXISTS);
  EXPECT_EQ(code_of(save({"t1", state("g", 2), {}, {}})), StoreError::FENCED);
}

TEST_F(GameStoreTest, AnOlderVersionOfAnythingRefusesAll) {
  ASSERT_TRUE(create("g", "t1"));
  ASSERT_TRUE(save({"t1", state("g", 5), {state("a", 5), state("b", 5)}, {}}));
  const auto old_game = save({"t1", state("g", 4), {state("a", 6)}, {}});
  EXPECT_EQ(code_of(old_game), StoreError::OLD);
  EXPECT_NE(old_game.error().text.find("g"), std::string::npos);
  const auto old_table = save({"t1", state("g", 6), {state("a", 6), state("b", 4)}, {}});
  EXPECT_EQ(code_of(old_table), StoreError::OLD);
  EXPECT_NE(old_table.error().text.find("b"), std::string::npos);
  auto other_digest = state("a", 5);
  other_digest.digest = "another";
  EXPECT_EQ(code_of(save({"t1", state("g", 6), {other_digest}, {}})), StoreError::OLD);
  EXPECT_EQ(load("g")->game, state("g", 5));
  EXPECT_EQ(load("g")->tables, (std::vector{state("a", 5), state("b", 5)}));
}

TEST_F(GameStoreTest, VersionsAreComparedAsNumbers) {
  ASSERT_TRUE(create("g", "t1"));
  ASSERT_TRUE(save({"t1", state("g", 9), {}, {}}));
  ASSERT_TRUE(save({"t1", state("g", 10), {}, {}}));
  ASSERT_TRUE(save({"t1", state("g", 9'007'199'254'740'991), {}, {}}));
  EXPECT_EQ(load("g")->game.version, 9'007'199'254'740'991u);
}

TEST_F(GameStoreTest, ARepeatAndAnUnchangedGameAreFineAndKeepThePrevious) {
  ASSERT_TRUE(create("g", "t1"));
  ASSERT_TRUE(save({"t1", state("g", 2), {state("a", 2)}, {}}));
  ASSERT_TRUE(save({"t1", state("g", 3), {state("a", 3)}, {}}));
  ASSERT_TRUE(save({"t1", state("g", 3), {state("a", 3)}, {}}));
  EXPECT_EQ(field("{game:g}:snapshot:previous", "version"), "2");
  EXPECT_EQ(field("{game:g}:snapshot:previous", "json"), state("g", 2).json);
  EXPECT_EQ(field("{table:a}:snapshot:previous", "version"), "2");
  EXPECT_EQ(field("{table:a}:snapshot:previous", "digest"), "digest-2");
  ASSERT_TRUE(save({"t1", state("g", 3), {state("a", 4)}, {}}));
  EXPECT_EQ(field("{table:a}:snapshot:previous", "version"), "3");
  EXPECT_EQ(field("{game:g}:snapshot:previous", "version"), "2");
}

TEST_F(GameStoreTest, TablesThatAreGoneKeepAClosedOwner) {
  ASSERT_TRUE(create("g", "t1"));
  ASSERT_TRUE(save({"t1", state("g", 2), {state("a", 2), state("b", 2)}, {}}));
  ASSERT_TRUE(save({"t1", state("g", 3), {state("a", 3), state("b", 3)}, {}}));
  ASSERT_TRUE(save({"t1", state("g", 4), {state("c", 1)}, {"a", "never-saved"}}));
  EXPECT_EQ(load("g")->tables, (std::vector{state("b", 3), state("c", 1)}));
  EXPECT_FALSE(exists("{table:a}:snapshot"));
  EXPECT_FALSE(exists("{table:a}:snapshot:previous"));
  for (const std::string id : {"a", "never-saved"}) {
    EXPECT_EQ(field("{table:" + id + "}:owner", "state"), "closed");
    const auto again = save({"t1", state("g", 5), {state("b", 4), state(id, 9)}, {}});
    EXPECT_EQ(code_of(again), StoreError::CLOSED);
    EXPECT_NE(again.error().text.find(id), std::string::npos);
  }
  EXPECT_EQ(load("g")->game, state("g", 4));
  EXPECT_TRUE(save({"t1", state("g", 4), {}, {"a"}})) << "a repeat";
}

TEST_F(GameStoreTest, ATableBelongsToOneGame) {
  ASSERT_TRUE(create("g", "t1"));
  ASSERT_TRUE(create("h", "t2"));
  ASSERT_TRUE(save({"t1", state("g", 2), {state("a", 2)}, {}}));
  EXPECT_EQ(code_of(save({"t2", state("h", 2), {state("a", 3)}, {}})), StoreError::EXISTS);
  EXPECT_EQ(code_of(save({"t2", state("h", 2), {}, {"a"}})), StoreError::EXISTS);
  EXPECT_EQ(load("g")->tables, std::vector{state("a", 2)});
  EXPECT_EQ(load("h")->game, state("h", 1));
}

TEST_F(GameStoreTest, TableOwnersFollowTheGamesOwner) {
  ASSERT_TRUE(create("g", "t1"));
  ASSERT_TRUE(save({"t1", state("g", 2), {state("a", 2)}, {}}));
  EXPECT_EQ(field("{table:a}:owner", "epoch"), "1");
  ASSERT_TRUE(open("g", "t2"));
  ASSERT_TRUE(save({"t2", state("g", 3), {state("a", 3)}, {}}));
  EXPECT_EQ(field("{table:a}:owner", "token"), "t2");
  EXPECT_EQ(field("{table:a}:owner", "epoch"), "2");
  EXPECT_EQ(field("{table:a}:owner", "state"), "open");
}

TEST_F(GameStoreTest, ListsAndLoadsAllGames) {
  EXPECT_TRUE(wait<std::vector<LoadedGame>>([&](auto done) { games_.load_games(done); })->empty());
  for (int i = 0; i < 30; ++i) {
    const auto id = numbered("g", 10 + i);
    ASSERT_TRUE(create(id, "t" + id));
    ASSERT_TRUE(save({"t" + id, state(id, 2), {state("table-" + id, 1)}, {}}));
  }
  EXPECT_EQ(wait<std::vector<std::string>>([&](auto done) { games_.list_games(done); })->size(), 30u);
  EXPECT_EQ(list_games(admin_)->front(), "g10");
  const auto all = *wait<std::vector<LoadedGame>>([&](auto done) { games_.load_games(done); });
  ASSERT_EQ(all.size(), 30u);
  for (int i = 0; i < 30; ++i) {
    const auto& one = all[static_cast<std::size_t>(i)];
    EXPECT_EQ(one.game.id, numbered("g", 10 + i));
    EXPECT_EQ(one.tables, std::vector{state("table-" + one.game.id, 1)});
  }
}

TEST_F(GameStoreTest, WhatIsMisshapenIsNamed) {
  ASSERT_TRUE(create("g", "t1"));
  ASSERT_TRUE(save({"t1", state("g", 2), {state("a", 2), state("b", 2)}, {}}));
  ASSERT_TRUE(admin_.command({"HSET", "{table:b}:snapshot", "version", "two"}));
  const auto misshapen = load("g");
  EXPECT_EQ(code_of(misshapen), StoreError::CORRUPT);
  EXPECT_NE(misshapen.error().text.find("table b"), std::string::npos);
  ASSERT_TRUE(admin_.command({"DEL", "{table:b}:snapshot"}));
  EXPECT_EQ(code_of(load("g")), StoreError::CORRUPT);
  ASSERT_TRUE(admin_.command({"DEL", "{game:g}:snapshot"}));
  EXPECT_NE(load("g").error().text.find("game g"), std::string::npos);
  EXPECT_EQ(code_of(wait<std::vector<LoadedGame>>([&](auto done) { games_.load_games(done); })),
            StoreError::CORRUPT);
}

TEST_F(GameStoreTest, HandsGoToABoundedStream) {
  for (int i = 0; i < 300; ++i)
    ASSERT_TRUE(wait<void>([&](auto done) { games_.append_hand("g", numbered("hand ", i), done); }));
  const auto last = *admin_.command({"XREVRANGE", "{game:g}:hands", "+", "-", "COUNT", "1"});
  EXPECT_EQ(last[0][1][0].text(), "events");
  EXPECT_EQ(last[0][1][1].text(), "hand 299");
  const auto kept = admin_.command({"XLEN", "{game:g}:hands"})->integer();
  EXPECT_GE(kept, 10);
  EXPECT_LE(kept, 120) << "a node of the stream holds 100 entries";
}

TEST_F(GameStoreTest, PlayersRoundTrip) {
  const std::vector<StoredPlayer> players{{"ann", R"({"balance":5})"}, {"bob", "{}"}};
  ASSERT_TRUE(wait<void>([&](auto done) { games_.save_players(players, done); }));
  ASSERT_TRUE(wait<void>([&](auto done) { games_.save_players({{"bob", "{1}"}}, done); }));
  const std::vector<StoredPlayer> want{{"ann", R"({"balance":5})"}, {"bob", "{1}"}};
  EXPECT_EQ(*wait<std::vector<StoredPlayer>>([&](auto done) { games_.load_players(done); }), want);
  EXPECT_EQ(*load_players(admin_), want);
}

TEST_F(GameStoreTest, AThousandTablesGoInOneCall) {
  ASSERT_TRUE(create("g", "t1"));
  GameSave all{"t1", state("g", 2)};
  for (int i = 0; i < 1'000; ++i) {
    auto table = state(numbered("t", i), 1);
    table.json = std::string(2'000, 'x');
    all.changed_tables.push_back(table);
  }
  ASSERT_TRUE(save(all));
  EXPECT_EQ(load("g")->tables.size(), 1'000u);
}

TEST_F(GameStoreTest, FailuresOfTheStorePassThrough) {
  store_.stop(std::chrono::milliseconds(0));
  EXPECT_EQ(code_of(create("g", "t")), StoreError::STOPPED);
  EXPECT_EQ(code_of(load("g")), StoreError::STOPPED);
  EXPECT_EQ(code_of(save({"t", state("g", 1)})), StoreError::STOPPED);
  EXPECT_EQ(code_of(wait<std::vector<LoadedGame>>([&](auto done) { games_.load_games(done); })),
            StoreError::STOPPED);
}

}  // namespace
}  // namespace cardroom::testing
