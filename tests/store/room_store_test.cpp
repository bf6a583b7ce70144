#include "actors/store/room_store.hpp"

#include "tests/store/redis_fixture.hpp"

namespace cardroom::testing {
namespace {

class RoomStoreTest : public ::testing::Test {
 protected:
  RoomStoreTest() : admin_(redis_.client()) { EXPECT_TRUE(store_.wait_until_up(kPatience)); }

  template <class T, class Call>
  static Result<T> wait(Call call) {
    Promise<Result<T>> answer;
    call(Done<T>(answer.callback()));
    return answer.get();
  }
  Result<void> hand(std::uint64_t number, std::uint64_t part, const std::string& json) {
    return wait<void>([&](auto done) { rooms_.append_hand("t", {number, part, json}, done); });
  }

  TestRedis redis_;
  RedisClient admin_;
  Store store_{StoreOptions{.address = redis_.address()}};
  RoomStore rooms_{store_, 10};
};

TEST_F(RoomStoreTest, ListsGamesInOrder) {
  for (const char* id : {"b", "a", "b"})
    ASSERT_TRUE(wait<void>([&](auto done) { rooms_.add_game(id, done); }));
  const std::vector<std::string> want{"a", "b"};
  EXPECT_EQ(*wait<std::vector<std::string>>([&](auto done) { rooms_.list_games(done); }), want);
  EXPECT_EQ(*list_games(admin_), want);
}

TEST_F(RoomStoreTest, AHandIsThereOnceHoweverOftenItComes) {
  ASSERT_TRUE(hand(1, 0, "first"));
  ASSERT_TRUE(hand(1, 7, "shown"));
  ASSERT_TRUE(hand(1, 0, "first"));
  ASSERT_TRUE(hand(2, 0, "second"));
  ASSERT_TRUE(hand(1, 7, "shown"));
  const auto all = *admin_.command({"XRANGE", "{table:t}:hands", "-", "+"});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0][0].text(), "1-0");
  EXPECT_EQ(all[0][1][0].text(), "hand");
  EXPECT_EQ(all[0][1][1].text(), "first");
  EXPECT_EQ(all[2][0].text(), "2-0");
}

TEST_F(RoomStoreTest, HandsGoToABoundedStream) {
  for (std::uint64_t i = 1; i <= 300; ++i) ASSERT_TRUE(hand(i, 0, std::to_string(i)));
  const auto kept = admin_.command({"XLEN", "{table:t}:hands"})->integer();
  EXPECT_GE(kept, 10);
  EXPECT_LE(kept, 120) << "a node of the stream holds 100 entries";
}

TEST_F(RoomStoreTest, NothingIsTrimmedWhereAllHandsAreKept) {
  RoomStore all(store_, 0);
  for (std::uint64_t i = 1; i <= 300; ++i)
    ASSERT_TRUE(wait<void>([&](auto done) { all.append_hand("t", {i, 0, "x"}, done); }));
  EXPECT_EQ(admin_.command({"XLEN", "{table:t}:hands"})->integer(), 300);
}

TEST_F(RoomStoreTest, PlayersRoundTrip) {
  const std::vector<StoredPlayer> players{{"ann", R"({"balance":5})"}, {"bob", "{}"}};
  ASSERT_TRUE(wait<void>([&](auto done) { rooms_.save_players(players, done); }));
  ASSERT_TRUE(wait<void>([&](auto done) { rooms_.save_players({{"bob", "{1}"}}, done); }));
  const std::vector<StoredPlayer> want{{"ann", R"({"balance":5})"}, {"bob", "{1}"}};
  EXPECT_EQ(*wait<std::vector<StoredPlayer>>([&](auto done) { rooms_.load_players(done); }), want);
}

TEST_F(RoomStoreTest, FailuresOfTheStorePassThrough) {
  store_.stop(std::chrono::milliseconds(0));
  EXPECT_EQ(code_of(hand(1, 0, "x")), StoreError::STOPPED);
  EXPECT_EQ(code_of(wait<std::vector<std::string>>([&](auto done) { rooms_.list_games(done); })),
            StoreError::STOPPED);
}

TEST(Tokens, AreFresh) {
  EXPECT_EQ(fresh_token().size(), 32u);
  EXPECT_NE(fresh_token(), fresh_token());
}

}  // namespace
}  // namespace cardroom::testing
