#include <gtest/gtest.h>

#include "daemon/gateway/admission.hpp"
#include "daemon/gateway/origin.hpp"
#include "daemon/gateway/pace.hpp"
#include "daemon/gateway/send_queue.hpp"

namespace cardroom::gateway {
namespace {

using std::chrono::milliseconds;

TEST(Pace, LetsABurstThroughThenOneAnInterval) {
  Pace pace(10, 3);
  auto now = Pace::Clock::time_point(std::chrono::hours(1));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(pace.take(now), milliseconds(0));
  EXPECT_FALSE(pace.calm(now));
  EXPECT_EQ(pace.take(now), milliseconds(100));
  EXPECT_EQ(pace.take(now), milliseconds(200));
  now += milliseconds(200);
  EXPECT_EQ(pace.take(now), milliseconds(100));
  now += milliseconds(100 + 150);
  EXPECT_TRUE(pace.calm(now));
  now += std::chrono::hours(1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(pace.take(now), milliseconds(0));
  EXPECT_GT(pace.take(now), milliseconds(0));
}

TEST(Pace, WithoutARateNeverDelays) {
  Pace pace(0, 0);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(pace.take({}), milliseconds(0));
}

TEST(Origin, ProgramsOwnPagesAndListedOnes) {
  EXPECT_TRUE(origin_allowed("", "cards.example", {}));
  EXPECT_TRUE(origin_allowed("http://cards.example", "cards.example", {}));
  EXPECT_TRUE(origin_allowed("https://Cards.Example", "cards.example:443", {}));
  EXPECT_TRUE(origin_allowed("http://cards.example:80", "cards.example", {}));
  EXPECT_TRUE(origin_allowed("http://[::1]:8080", "[::1]:8080", {}));
  EXPECT_FALSE(origin_allowed("http://cards.example:8080", "cards.example", {}));
  EXPECT_FALSE(origin_allowed("http://evil.example", "cards.example", {}));
  EXPECT_FALSE(origin_allowed("http://cards.example.evil.example", "cards.example", {}));
  EXPECT_FALSE(origin_allowed("cards.example", "cards.example", {}));
  EXPECT_FALSE(origin_allowed("http://", "", {}));
  EXPECT_FALSE(origin_allowed("null", "cards.example", {"https://a.example"}));
  EXPECT_TRUE(
      origin_allowed("https://a.example", "cards.example", {"https://b.example", "https://A.example"}));
  EXPECT_TRUE(origin_allowed("null", "cards.example", {"*"}));
}

AddressBytes v4(std::uint8_t a, std::uint8_t d) {
  return {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, a, 0, 0, d};
}
AddressBytes v6(std::uint8_t network, std::uint8_t host) {
  return {0x20, 0x01, 0, 0, 0, 0, 0, network, 0, 0, 0, 0, 0, 0, 0, host};
}

TEST(Admission, CountsPerAddressAndNetwork) {
  ConnectionLimits limits;
  limits.connections_per_address = 1;
  Admission admission(limits);
  auto first = admission.enter(v4(10, 1));
  EXPECT_EQ(first.verdict(), Verdict::WELCOME);
  EXPECT_EQ(admission.enter(v4(10, 1)).verdict(), Verdict::TOO_MANY_FROM_ADDRESS);
  EXPECT_EQ(admission.enter(v4(10, 2)).verdict(), Verdict::WELCOME);
  const auto six = admission.enter(v6(1, 1));
  EXPECT_EQ(admission.enter(v6(1, 2)).verdict(), Verdict::TOO_MANY_FROM_ADDRESS);
  EXPECT_EQ(admission.enter(v6(2, 1)).verdict(), Verdict::WELCOME);
  EXPECT_EQ(admission.count(), 2u);
  first.leave();
  EXPECT_EQ(admission.enter(v4(10, 1)).verdict(), Verdict::WELCOME);
}

TEST(Admission, LoopbackIsFreeUnlessLimited) {
  ConnectionLimits limits;
  limits.connections_per_address = 1;
  Admission admission(limits);
  const AddressBytes six{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  for (const auto& address : {v4(127, 1), six}) {
    limits.limit_loopback = false;
    const auto first = admission.enter(address);
    EXPECT_EQ(admission.enter(address).verdict(), Verdict::WELCOME);
    limits.limit_loopback = true;
    EXPECT_EQ(admission.enter(address).verdict(), Verdict::TOO_MANY_FROM_ADDRESS);
  }
}

TEST(Admission, WhoWasShutOutWaits) {
  ConnectionLimits limits;
  limits.penalty = std::chrono::seconds(1);
  Admission admission(limits);
  const Admission::Clock::time_point now{std::chrono::hours(1)};
  auto place = admission.enter(v6(1, 1));
  EXPECT_EQ(admission.wait_of(v6(1, 1), now), std::chrono::seconds(0));
  place.penalize(now);
  place.leave();
  EXPECT_EQ(admission.wait_of(v6(1, 2), now + std::chrono::milliseconds(200)),
            std::chrono::milliseconds(800));
  EXPECT_EQ(admission.wait_of(v6(2, 1), now), std::chrono::seconds(0));
  EXPECT_EQ(admission.wait_of(v6(1, 1), now + std::chrono::seconds(2)), std::chrono::seconds(0));
}

TEST(Admission, PlacesMove) {
  ConnectionLimits limits;
  Admission admission(limits);
  auto first = admission.enter(v4(10, 1));
  Admission::Place second = std::move(first);
  EXPECT_EQ(admission.count(), 1u);
  second = admission.enter(v4(10, 2));
  EXPECT_EQ(admission.count(), 1u);
  second = {};
  EXPECT_EQ(admission.count(), 0u);
}

Frame frame(std::string text) { return {nullptr, std::move(text)}; }

TEST(SendQueue, WakesOnceUntilTheWriterLooks) {
  SendQueue queue(10, 1000);
  int woken = 0;
  const auto wake = [&] { ++woken; };
  queue.push(frame("a"), wake);
  queue.push(frame("b"), wake);
  EXPECT_EQ(woken, 1);
  queue.look();
  queue.push(frame("c"), wake);
  EXPECT_EQ(woken, 2);
  std::vector<Frame> batch;
  EXPECT_TRUE(queue.next(batch));
  EXPECT_EQ(batch.size(), 3u);
  EXPECT_FALSE(queue.next(batch));
}

TEST(SendQueue, CountsWhatIsBeingWritten) {
  const auto quiet = [] {};
  SendQueue queue(2, 1000);
  std::vector<Frame> batch;
  EXPECT_TRUE(queue.push(frame("a"), quiet));
  EXPECT_TRUE(queue.next(batch));
  EXPECT_TRUE(queue.push(frame("b"), quiet));
  EXPECT_FALSE(queue.push(frame("c"), quiet));
  EXPECT_TRUE(queue.lagging());
  EXPECT_TRUE(queue.look().overflowed);
  EXPECT_FALSE(queue.look().overflowed);
  EXPECT_FALSE(queue.next(batch));
  EXPECT_TRUE(queue.catch_up());
  EXPECT_FALSE(queue.catch_up());
  EXPECT_TRUE(queue.push(frame("d"), quiet));
}

TEST(SendQueue, TakesOneFrameThatIsLargerThanAll) {
  SendQueue queue(10, 10);
  EXPECT_TRUE(queue.push(frame(std::string(100, 'x')), [] {}));
  EXPECT_FALSE(queue.push(frame("y"), [] {}));
}

TEST(SendQueue, TakesNothingBehindAFarewell) {
  const auto quiet = [] {};
  SendQueue queue(10, 100);
  queue.push(frame("a"), quiet);
  queue.close({CloseCode::NORMAL, "one"}, quiet);
  queue.close({CloseCode::POLICY, "two"}, quiet);
  EXPECT_FALSE(queue.push(frame("b"), quiet));
  EXPECT_TRUE(queue.look().leaving);
  std::vector<Frame> batch;
  EXPECT_TRUE(queue.next(batch));
  const auto farewell = queue.take_farewell();
  ASSERT_TRUE(farewell);
  EXPECT_EQ(farewell->reason, "one");
  EXPECT_FALSE(queue.take_farewell());
}

}  // namespace
}  // namespace cardroom::gateway
