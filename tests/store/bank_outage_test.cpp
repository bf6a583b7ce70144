#include "tests/store/bank_fixture.hpp"

namespace cardroom::testing {
namespace {

using std::chrono::milliseconds;

class BankOutageTest : public ::testing::Test {
 protected:
  std::int64_t entries() { return admin_.command({"XLEN", "{bank}:ledger"})->integer(); }

  TestRedis redis_;
  RedisClient admin_ = redis_.client();
};

// The server has read a call, or will, when its sender has long given it up.
TEST_F(BankOutageTest, ACallThatIsStillUnderWayAndItsRepeatMoveChipsOnce) {
  BankClient bank(redis_.address(), {}, {.hang_after = milliseconds(500)});
  ASSERT_EQ(told(bank.credit("o", "ann", 500)), "DONE 500");
  ASSERT_EQ(told(bank.exchange("g", 1, {fund(100)})), "(DONE 0)");
  for (int round = 0; round < 3; ++round) {
    const auto before = bank.back().count();
    redis_.freeze();
    const auto id = std::to_string(round);
    const std::uint64_t seq = 2 + static_cast<std::uint64_t>(round);
    const std::vector<Movement> movements{draw(id, "ann", 40), pay("bob", 30), rake(1)};
    Counter ended;
    bank.bank().credit(id, UserId("bob"), {7}, [&](const Result<Credited>&) { ended.add(); });
    bank.bank().reserve(id, UserId("ann"), {40}, [&](const Result<BankResult>&) { ended.add(); });
    EXPECT_EQ(code_of(bank.exchange("g", seq, movements)), StoreError::UNKNOWN);
    redis_.thaw();
    ASSERT_TRUE(ended.wait_for(2));
    ASSERT_TRUE(bank.back().wait_for(before + 1));
    const int bob = 37 * (round + 1), ann = 500 - 40 * (round + 1);
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(told(bank.credit(id, "bob", 7)), "DONE " + std::to_string(bob - 30));
      EXPECT_EQ(told(bank.reserve(id, "ann", 40)), "DONE");
      EXPECT_EQ(told(bank.exchange("g", seq, movements)),
                "(DONE " + std::to_string(ann) + ", DONE " + std::to_string(bob) + ", DONE 0)");
    }
    EXPECT_EQ(bank.accounts()->desks.at("g"), (Desk{{seq}, {100 + 9 * (round + 1)}}));
    EXPECT_EQ(bank.accounts()->check(), "");
  }
  EXPECT_EQ(entries(), 2 + 5 * 3);
}

// Many games at once, over connections that are cut twice before all calls are answered.
TEST_F(BankOutageTest, ExchangesAcrossReconnectsMoveChipsOnce) {
  constexpr int kGames = 200;
  constexpr std::uint64_t kRounds = 20;
  BankClient bank(redis_.address());
  int unclear = 0;
  // A call a game, until each has its answer.
  const auto repeat = [&](auto call) {
    std::vector<int> open;
    for (int i = 0; i < kGames; ++i) open.push_back(i);
    for (int attempt = 0; !open.empty(); ++attempt) {
      const auto before = bank.back().count();
      std::vector<char> answered(kGames);
      Counter heard;
      for (const int i : open)
        call("g" + std::to_string(i), [&, i](bool known) {
          answered[static_cast<std::size_t>(i)] = known;
          heard.add();
        });
      if (attempt < 2) {
        heard.wait_for(static_cast<int>(open.size()) / 3);
        ASSERT_TRUE(admin_.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}));
        ASSERT_TRUE(bank.back().wait_for(before + 1));
      }
      ASSERT_TRUE(heard.wait_for(static_cast<int>(open.size())));
      std::erase_if(open, [&](int i) { return answered[static_cast<std::size_t>(i)]; });
      unclear += static_cast<int>(open.size());
    }
  };
  const auto exchange = [&](std::uint64_t seq, auto movements, const std::string& answer) {
    repeat([&](const std::string& game, auto heard) {
      bank.bank().exchange(GameId(game), {seq}, movements(game), [=](const Result<Exchanged>& told) {
        EXPECT_EQ(told ? text_of(*told) : answer, answer);
        heard(told.has_value());
      });
    });
  };
  exchange(
      1, [](const std::string& game) { return std::vector{grant(game, 10)}; }, "(DONE 10)");
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    const std::string id = "/" + std::to_string(round);
    repeat([&](const std::string& game, auto heard) {
      bank.bank().reserve(game + id, UserId(game), {10}, [=](const Result<BankResult>& told) {
        EXPECT_EQ(told ? *told : BankResult::DONE, BankResult::DONE);
        heard(told.has_value());
      });
    });
    exchange(
        round + 2,
        [&](const std::string& game) {
          return std::vector{draw(game + id, game, 10), pay(game, 4), pay(game, 7), pay(game, 6)};
        },
        "(DONE 0, DONE 4, NO_FUNDS 4, DONE 10)");
  }
  EXPECT_GT(unclear, 200) << "too few calls were cut";
  EXPECT_EQ(entries(), kGames * (1 + 4 * kRounds));
  const BankContents contents = *bank.accounts();
  EXPECT_EQ(contents.check(), "");
  EXPECT_EQ(contents.accounts.at("player:g7"), Chips{10});
  EXPECT_EQ(contents.accounts.size(), kGames + 1u);
}

}  // namespace
}  // namespace cardroom::testing
