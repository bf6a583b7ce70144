#include "daemon/cardroom-bots/choose.hpp"

#include <gtest/gtest.h>

#include <map>

namespace cardroom::bots {
namespace {

TEST(Choose, TakesOnlyWhatIsLegalAndAllOfIt) {
  protocol::You you;
  for (const Action action : {Action::FOLD, Action::CALL, Action::RAISE, Action::ALL_IN})
    you.actions.push_back(action);
  you.min_bet = Chips{40};
  you.max_bet = Chips{990};
  Random random(7);
  std::map<Action, int> seen;
  std::int64_t largest = 0;
  for (int i = 0; i < 5000; ++i) {
    const Choice choice = choose(you, random);
    ++seen[choice.action];
    EXPECT_EQ(choice.amount.has_value(), choice.action == Action::RAISE);
    if (!choice.amount) continue;
    EXPECT_GE(choice.amount->v, 40);
    EXPECT_LE(choice.amount->v, 990);
    largest = std::max(largest, choice.amount->v);
  }
  EXPECT_EQ(seen.size(), 4u);
  EXPECT_GT(seen[Action::ALL_IN], 20);
  EXPECT_GT(seen[Action::RAISE], seen[Action::ALL_IN]);
  EXPECT_GT(largest, 500);
}

TEST(Choose, SeldomFoldsWhereACheckIsFree) {
  protocol::You you;
  for (const Action action : {Action::FOLD, Action::CHECK}) you.actions.push_back(action);
  Random random(7);
  int folds = 0;
  for (int i = 0; i < 1000; ++i) folds += choose(you, random).action == Action::FOLD;
  EXPECT_LT(folds, 60);
}

TEST(Choose, TheOnlyAmountIsTaken) {
  protocol::You you;
  you.actions.push_back(Action::BET);
  you.min_bet = you.max_bet = Chips{7};
  Random random(7);
  EXPECT_EQ(choose(you, random).amount, Chips{7});
}

TEST(Choose, NothingToChoose) {
  Random random(7);
  EXPECT_EQ(choose({}, random).action, Action::NONE);
}

TEST(Choose, TheSameSeedChoosesTheSame) {
  Random a(3), b(3), c(4);
  EXPECT_EQ(a.next(), b.next());
  EXPECT_NE(a.next(), c.next());
}

}  // namespace
}  // namespace cardroom::bots
