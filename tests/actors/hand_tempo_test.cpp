#include "actors/hand_tempo.hpp"

#include <gtest/gtest.h>

namespace cardroom::testing {
namespace {

constexpr std::int64_t kMinute = 60'000;

struct Tempo : ::testing::Test {
  void hands(int count, Duration each, Chips pot) {
    for (int i = 0; i < count; ++i) now = now + each, tempo.add(now, pot);
  }
  HandTempo tempo;
  Instant now{1'000 * kMinute};
};

TEST_F(Tempo, NothingWasPlayed) {
  EXPECT_EQ(tempo.figures(now).hands_per_hour, 0);
  EXPECT_EQ(tempo.figures(now).average_pot, Chips{0});
}

TEST_F(Tempo, AHandEachThirtySeconds) {
  hands(40, seconds(30), Chips{100});
  hands(40, seconds(30), Chips{50});
  // The last half hour has twenty hands of the first kind and forty of the second.
  EXPECT_NEAR(tempo.figures(now).hands_per_hour, 120, 4);
  EXPECT_NEAR(static_cast<double>(tempo.figures(now).average_pot.v), 66, 1);
}

TEST_F(Tempo, OneHandIsNoPaceOfThousands) {
  hands(1, seconds(1), Chips{80});
  EXPECT_EQ(tempo.figures(now).hands_per_hour, 60);
  EXPECT_EQ(tempo.figures(now).average_pot, Chips{80});
}

TEST_F(Tempo, FastHandsCountWithinTheFirstMinute) {
  hands(600, Duration{100}, Chips{30});
  EXPECT_EQ(tempo.figures(now).hands_per_hour, 36'000);
}

TEST_F(Tempo, BetweenHandsItChangesByTheMinuteAlone) {
  hands(20, seconds(20), Chips{100});
  const auto told = tempo.figures(now).hands_per_hour;
  const Instant next{(now.ms / kMinute + 1) * kMinute};
  EXPECT_EQ(tempo.figures({next.ms - 1}).hands_per_hour, told);
  EXPECT_LT(tempo.figures({next.ms + 2 * kMinute}).hands_per_hour, told);
}

TEST_F(Tempo, AfterHalfAnHourNothingIsLeftAndItBeginsAnew) {
  hands(20, seconds(20), Chips{100});
  now = now + seconds(1860);
  EXPECT_EQ(tempo.figures(now).hands_per_hour, 0);
  hands(6, seconds(60), Chips{10});
  EXPECT_NEAR(tempo.figures(now).hands_per_hour, 72, 1);
  EXPECT_EQ(tempo.figures(now).average_pot, Chips{10});
}

}  // namespace
}  // namespace cardroom::testing
