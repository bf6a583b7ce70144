#include "engine/before_bank.hpp"

#include <gtest/gtest.h>

#include "engine/audit.hpp"
#include "engine/digest.hpp"
#include "engine/game.hpp"
#include "tests/engine/game_fake.hpp"

namespace cardroom::fake {
namespace {

before_bank::GameState old_game(int players, Chips balance, Chips inside) {
  before_bank::GameState game;
  game.settings.game_id = GameId("g");
  for (int i = 0; i < players; ++i) {
    before_bank::Player& player = game.players[UserId("p" + std::to_string(i))];
    player.known = true;
    player.balance = balance;
    game.credited += balance;
  }
  game.credited += inside;
  return game;
}

TEST(BeforeBank, TheBankTakesOverEveryChipOnce) {
  const before_bank::GameState before = old_game(70, {250}, {4000});
  ASSERT_EQ(before_bank::check(before), "");
  GameState game = before_bank::with_bank(before);
  EXPECT_TRUE(same(game, before_bank::with_bank(before))) << "the same numbers, however often";
  EXPECT_EQ(game::chips_coming(game), Chips{4000});
  EXPECT_EQ(game.players.size(), 70u);
  Bank bank;
  for (int i = 0; !game.outbox.empty(); ++i) {
    ASSERT_LT(i, 5);
    EXPECT_LE(game::due_at_bank(game).size(), 32u);
    const BankSequence seq = game.banked.next();
    bank.exchange(game.settings.game_id, seq, game::due_at_bank(game));
    // A start that was interrupted says it again.
    const Exchanged again = bank.exchange(game.settings.game_id, seq, game::due_at_bank(game));
    GameOutput out;
    game::apply(game, BankAnswered{seq, again.answers}, {}, {}, out);
  }
  EXPECT_EQ(game.inside, Chips{4000});
  EXPECT_EQ(game::chips_coming(game), Chips{});
  for (const auto& [user, player] : game.players) {
    EXPECT_EQ(bank.balance(user), Chips{250});
    EXPECT_EQ(player.owed, 0);
  }
  const BankContents contents = bank.contents();
  EXPECT_EQ(contents.check(), "");
  EXPECT_EQ(contents.accounts.at("house"), Chips{-70 * 250 - 4000});
  EXPECT_EQ(contents.desks.at("g").inside, Chips{4000});
}

TEST(BeforeBank, NothingIsTakenOverOfNothing) {
  EXPECT_TRUE(before_bank::with_bank(old_game(3, {0}, {0})).outbox.empty());
}

TEST(BeforeBank, ChipsThatCannotBeAreRefused) {
  before_bank::GameState game = old_game(3, {100}, {50});
  game.players.begin()->second.balance = {-1};
  EXPECT_NE(before_bank::check(game), "");
  game = old_game(3, {100}, {-1});
  EXPECT_NE(before_bank::check(game), "");
  game = old_game(3, {0}, {0});
  for (auto& [user, player] : game.players)
    player.balance = Chips{std::int64_t{1} << 62};  // the sum overflows
  game.credited = Chips{(std::int64_t{1} << 53) - 1};
  EXPECT_NE(before_bank::check(game), "");
  game.credited = Chips{std::int64_t{1} << 53};
  EXPECT_NE(before_bank::check(game), "");
}

TEST(BeforeBank, DigestsGoOverTheMembersOfThen) {
  before_bank::GameState game = old_game(2, {100}, {50});
  const std::uint64_t digest = cardroom::digest(game);
  game.players.begin()->second.balance = {101};
  EXPECT_NE(cardroom::digest(game), digest);
  game.players.begin()->second.balance = {100};
  game.credited += Chips{1};
  EXPECT_NE(cardroom::digest(game), digest);
  game.credited -= Chips{1};
  game.players.begin()->second.ready = true;
  EXPECT_NE(cardroom::digest(game), digest) << "and over those that are still there";
}

}  // namespace
}  // namespace cardroom::fake
