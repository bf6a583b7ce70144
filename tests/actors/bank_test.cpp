#include <gtest/gtest.h>

#include "tests/actors/room.hpp"

// Games and the bank: buy-ins and cash-outs, a bank that does not answer, crashes at every message of them.
namespace cardroom::testing {
namespace {

namespace client = protocol::client;
using Mode = FakeCashier::Mode;
const GameId kGame("main");
const TableId kTable("main-t1");

Chips at(const Room& room, const std::string& account) {
  const auto accounts = room.storage->bank.contents().accounts;
  const auto found = accounts.find(account);
  return found == accounts.end() ? Chips{} : found->second;
}
Chips balance(const Room& room, const ClientPtr& of) { return at(room, "player:" + of->user.str()); }

Settings other_game() {
  Settings settings = usual_settings();
  settings.game_id = GameId("other");
  return settings;
}

TEST(BankOfGames, ABuyInLeavesTheBalanceAndIsInsideTheGame) {
  Room room;
  const auto ann = room.player("Ann");
  EXPECT_EQ(balance(room, ann), Chips{9000});
  EXPECT_EQ(at(room, "game:main"), Chips{1000});
  EXPECT_EQ(at(room, "house"), Chips{-10'000});
  EXPECT_EQ(ann->balances.at("main"), Chips{9000});
  EXPECT_TRUE(room.storage->bank.contents().reservations.empty());
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(BankOfGames, WhatARefusedBuyInReservedComesBack) {
  Room room;
  const auto ann = room.login("Ann");
  room.expect(ann, client::Register{kGame});
  room.expect(ann, client::BuyIn{kGame, {1}}, "BAD_BUY_IN");
  EXPECT_TRUE(ann->heard("Bring 400 to 1000 chips."));
  room.expect(ann, client::BuyIn{kGame, {10'001}}, "INSUFFICIENT_BALANCE");
  EXPECT_EQ(balance(room, ann), Chips{10'000});
  EXPECT_EQ(at(room, "game:main"), Chips{0});
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(BankOfGames, ABalanceIsOneInAllGames) {
  Room room({usual_settings(), other_game()});
  const auto ann = room.player("Ann");
  room.expect(ann, client::Register{GameId("other")});
  EXPECT_EQ(balance(room, ann), Chips{19'000}) << "each game welcomes a guest once";
  EXPECT_EQ(ann->balances.at("main"), Chips{19'000});
  EXPECT_EQ(ann->balances.at("other"), Chips{19'000});
  room.expect(ann, client::BuyIn{GameId("other"), {500}});
  EXPECT_EQ(ann->balances.at("main"), Chips{18'500});
  room.expect(ann, client::Leave{GameId("other")});
  EXPECT_EQ(ann->balances.at("main"), Chips{19'000});
  room.expect(ann, client::Register{GameId("other")});
  EXPECT_EQ(balance(room, ann), Chips{19'000}) << "welcomed before";
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(BankOfGames, ABuyInRightBehindARegistrationWaitsForTheGuestsChips) {
  Room room;
  const auto ann = room.login("Ann");
  room.cashier->mode = Mode::LATER;
  room.cashier->times = 1;
  room.expect(ann, client::Register{kGame});
  const ClientId bought = ann->send(client::BuyIn{kGame, {1000}});
  room.run();
  EXPECT_EQ(ann->outcome(bought), "");
  room.cashier->release_answers();
  room.run();
  EXPECT_EQ(ann->outcome(bought), "OK");
}

TEST(BankOfGames, ABankThatDoesNotAnswerIsAskedAgainAndNothingIsBookedTwice) {
  for (const Mode mode : {Mode::LOST, Mode::UNHEARD}) {
    for (int calm = 0; calm < 4; ++calm) {
      Room room;
      const auto ann = room.login("Ann");
      room.cashier->mode = mode;
      const ClientId here = ann->send(client::Register{kGame});
      room.run();
      room.advance(seconds(3));
      EXPECT_EQ(ann->outcome(here), "OK");
      if (calm == 0) room.cashier->mode = Mode::AT_ONCE;
      const ClientId bought = ann->send(client::BuyIn{kGame, {1000}});
      room.advance(seconds(3));
      EXPECT_EQ(ann->outcome(bought), calm == 0 ? "OK" : "");
      room.cashier->times = calm;
      if (calm == 0) room.cashier->mode = Mode::AT_ONCE;
      room.advance(seconds(6));
      EXPECT_EQ(ann->outcome(bought), "OK");
      EXPECT_EQ(balance(room, ann), Chips{9000});
      EXPECT_EQ(at(room, "house"), Chips{-10'000});
      EXPECT_EQ(room.chips_problem(), "");
    }
  }
}

/// Two players at the table; one does something; the daemon is killed after so many messages of it.
struct Killed {
  std::shared_ptr<FakeStorage> left;
  std::string token, outcome;
  UserId user;
  bool over = false;  ///< nothing was left to do
};
Killed killed_after(int messages, protocol::ClientCommand command, std::pair<Mode, int> trouble) {
  Room room;
  const auto ann = room.player("Ann", "main", {500});
  room.player("Bob", "main", {500});
  room.cashier->mode = trouble.first;
  room.cashier->after = trouble.second;
  room.cashier->times = 1;
  const ClientId id = ann->send(std::move(command));
  Killed killed;
  int done = room.run_some(messages);
  for (int i = 0; i < 5 && done < messages; ++i) {
    if (trouble.first == Mode::LATER) room.cashier->release_answers();
    room.tick(seconds(1));
    done += room.run_some(messages - done);
  }
  killed.over = done < messages;
  killed.outcome = ann->outcome(id);
  killed.token = ann->token;
  killed.user = ann->user;
  killed.left = std::make_shared<FakeStorage>(*room.storage);
  killed.left->used_until = room.now();
  return killed;
}

/// How the bank fails, and after how many requests.
class BankCrash : public ::testing::TestWithParam<std::pair<Mode, int>> {};

TEST_P(BankCrash, ABuyInIsWholeOrNotAtAllWhereverItIsCut) {
  bool over = false;
  int bought = 0, not_bought = 0;
  for (int messages = 0; !over; ++messages) {
    SCOPED_TRACE(messages);
    const Killed killed = killed_after(messages, client::TopUp{kGame, {200}}, GetParam());
    over = killed.over;
    Room room({usual_settings()}, killed.left);
    room.advance(seconds(3));
    ASSERT_EQ(room.chips_problem(), "");
    EXPECT_TRUE(room.storage->bank.contents().reservations.empty()) << "settled at the start";
    const Chips left = at(room, "player:" + killed.user.str());
    EXPECT_EQ(at(room, "house"), Chips{-20'000});
    EXPECT_TRUE(left == Chips{9500} || left == Chips{9300}) << left.v;
    EXPECT_EQ(at(room, "game:main"), Chips{1000} + (Chips{9500} - left));
    if (killed.outcome == "OK") {
      EXPECT_EQ(left, Chips{9300}) << "what was told is kept";
    }
    ++(left == Chips{9300} ? bought : not_bought);
  }
  EXPECT_GT(bought, 2);
  EXPECT_GT(not_bought, 1);
}

TEST_P(BankCrash, ACashOutIsPaidOnceWhereverItIsCut) {
  bool over = false;
  for (int messages = 0; !over; ++messages) {
    SCOPED_TRACE(messages);
    const Killed killed = killed_after(messages, client::Leave{kGame}, GetParam());
    over = killed.over;
    Room room({usual_settings()}, killed.left);
    room.advance(seconds(3));
    ASSERT_EQ(room.chips_problem(), "");
    EXPECT_EQ(at(room, "house"), Chips{-20'000});
    const Chips left = at(room, "player:" + killed.user.str());
    EXPECT_TRUE(left == Chips{9500} || left == Chips{10'000}) << left.v;
    EXPECT_EQ(at(room, "game:main"), Chips{1000} - (left - Chips{9500}));
    if (killed.outcome == "OK") {
      EXPECT_EQ(left, Chips{10'000}) << "what was told is kept";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, BankCrash,
                         ::testing::Values(std::pair(Mode::AT_ONCE, 0), std::pair(Mode::LOST, 0),
                                           std::pair(Mode::LOST, 1), std::pair(Mode::UNHEARD, 0),
                                           std::pair(Mode::UNHEARD, 1), std::pair(Mode::LATER, 0),
                                           std::pair(Mode::LATER, 1)));

TEST(BankOfGames, ABuyInThatMeetsTheEndOfTheGameIsAnsweredAndPaidBack) {
  for (int messages = 0; messages < 12; ++messages) {
    SCOPED_TRACE(messages);
    Room room;
    const auto ann = room.player("Ann");
    const ClientId first = ann->send(client::TopUp{kGame, {100}});
    room.run_some(messages);
    room.admin_later(R"({"command":"game end","game":"main"})");
    const ClientId second = ann->send(client::TopUp{kGame, {100}});
    room.advance(seconds(2));
    EXPECT_NE(ann->outcome(first), "");
    EXPECT_NE(ann->outcome(second), "");
    EXPECT_EQ(ann->balances.at("main"), Chips{10'000});
    EXPECT_EQ(balance(room, ann), Chips{10'000});
    EXPECT_EQ(room.chips_problem(), "");
  }
}

TEST(BankOfGames, WhoComesBackIsToldWhatTheBankHasInEveryGame) {
  Room room({usual_settings(), other_game()});
  const auto ann = room.player("Ann");
  room.expect(ann, client::Register{GameId("other")});
  const auto again = room.login_token(ann->token);
  EXPECT_EQ(again->balances.at("main"), Chips{19'000});
  EXPECT_EQ(again->balances.at("other"), Chips{19'000});
}

TEST(BankOfGames, AReservationThatNobodyWaitsForGoesBackAtTheStart) {
  const auto storage = std::make_shared<FakeStorage>();
  UserId ann;
  {
    Room room({usual_settings()}, storage);
    ann = room.player("Ann")->user;
    EXPECT_EQ(room.shutdown(), "");
  }
  EXPECT_EQ(storage->bank.reserve("main:left", ann, {300}), BankResult::DONE);
  EXPECT_EQ(storage->bank.reserve("another:one", ann, {5}), BankResult::DONE);
  Room room({usual_settings()}, storage);
  EXPECT_EQ(storage->bank.balance(ann), Chips{8995}) << "the other game's is its own";
}

TEST(BankOfGames, ABankThatDoesNotFitStopsTheGameByName) {
  const auto storage = std::make_shared<FakeStorage>();
  std::string token;
  {
    Room room({usual_settings()}, storage);
    token = room.player("Ann")->token;
    EXPECT_EQ(room.shutdown(), "");
  }
  storage->bank = Bank{};
  Room room({usual_settings()}, storage);
  const auto ann = room.login_token(token);
  ann->send(client::Leave{kGame});
  room.advance(seconds(2));
  EXPECT_NE(room.shutdown().find("does not fit the bank"), std::string::npos);
}

}  // namespace
}  // namespace cardroom::testing
