#include "actors/store/pulse.hpp"

#include <gtest/gtest.h>

namespace cardroom {
namespace {

using std::chrono::milliseconds;
using Time = Pulse::Time;

class PulseTest : public ::testing::Test {
 protected:
  static Time at(int ms) { return Time(milliseconds(ms)); }
  Pulse pulse_{milliseconds(2'000), milliseconds(1'000)};
  void SetUp() override { pulse_.restart(at(0)); }
};

TEST_F(PulseTest, PingIsDueAfterSilence) {
  EXPECT_FALSE(pulse_.ping_due(at(999)));
  EXPECT_TRUE(pulse_.ping_due(at(1'000)));
  EXPECT_EQ(pulse_.next(), at(1'000));
}

TEST_F(PulseTest, AnAnswerBreaksTheSilence) {
  pulse_.sent(at(500));
  pulse_.answered(at(700));
  EXPECT_FALSE(pulse_.ping_due(at(1'600)));
  EXPECT_TRUE(pulse_.ping_due(at(1'700)));
}

TEST_F(PulseTest, NoPingWhileSomethingIsInFlight) {
  pulse_.sent(at(500));
  EXPECT_FALSE(pulse_.ping_due(at(2'400)));
}

TEST_F(PulseTest, HungByTheOldestCommand) {
  pulse_.sent(at(100));
  pulse_.sent(at(600));
  EXPECT_FALSE(pulse_.hung(at(2'099)));
  EXPECT_TRUE(pulse_.hung(at(2'100)));
  EXPECT_EQ(pulse_.next(), at(2'100));
  pulse_.answered(at(2'000));
  EXPECT_FALSE(pulse_.hung(at(2'100)));
  EXPECT_TRUE(pulse_.hung(at(2'600)));
}

TEST_F(PulseTest, AnUnansweredPingHangsAfterThreeSecondsOfSilence) {
  ASSERT_TRUE(pulse_.ping_due(at(1'000)));
  pulse_.sent(at(1'000));
  EXPECT_FALSE(pulse_.hung(at(2'999)));
  EXPECT_TRUE(pulse_.hung(at(3'000)));
}

TEST_F(PulseTest, ANewConnectionForgets) {
  pulse_.sent(at(100));
  pulse_.restart(at(5'000));
  EXPECT_FALSE(pulse_.hung(at(9'000)));
  EXPECT_FALSE(pulse_.ping_due(at(5'999)));
}

}  // namespace
}  // namespace cardroom
