#include <gmock/gmock.h>

#include <algorithm>
#include <latch>
#include <thread>

#include "tests/gateway/gateway_fixture.hpp"

namespace cardroom::gateway {
namespace {

using std::chrono::milliseconds;

TEST(Flood, IsToldOnceAndReadSlowlyWithoutLoss) {
  ConnectionLimits limits;
  limits.messages_per_second = 100;
  limits.message_burst = 50;
  RunningServer running(limits, {});
  auto client = upgraded(running.port());
  const auto start = std::chrono::steady_clock::now();
  std::string flood;
  for (int i = 0; i < 70; ++i) flood += masked({true, kText, std::to_string(i)});
  client.send(flood);
  EXPECT_EQ(client.text(), "too fast");
  ASSERT_TRUE(running.events.wait("message", 70));
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(190));  // 20 more than the burst
  EXPECT_EQ(running.events.count("flood"), 1u);
  EXPECT_EQ(running.events.messages().back(), "69");
}

TEST(Flood, EndsWithTheHasteAndTheNextOneIsToldAgain) {
  ConnectionLimits limits;
  limits.messages_per_second = 1000;
  limits.message_burst = 4;
  RunningServer running(limits, {});
  auto client = upgraded(running.port());
  std::string flood;
  for (int i = 0; i < 20; ++i) flood += masked({true, kText, "x"});
  client.send(flood);
  ASSERT_TRUE(running.events.wait("message", 20));
  EXPECT_LT(running.events.count("flood"), 10u);
  const auto calm = std::chrono::steady_clock::now() + milliseconds(20);
  EXPECT_TRUE(eventually([&] { return std::chrono::steady_clock::now() > calm; }));
  const auto told = running.events.count("flood");
  EXPECT_GE(told, 1u);
  client.send(flood);
  EXPECT_TRUE(running.events.wait("flood", told + 1));
}

TEST(Flood, ThatDoesNotEndClosesWith1008) {
  ConnectionLimits limits;
  limits.messages_per_second = 100;
  limits.message_burst = 5;
  limits.flood_patience = milliseconds(100);
  limits.close_timeout = milliseconds(100);
  RunningServer running(limits, {});
  auto client = upgraded(running.port());
  std::thread flooder([&] {
    while (client.send_text("more"))
      ;
  });
  EXPECT_TRUE(running.events.wait("close"));
  flooder.join();
  EXPECT_EQ(running.events.count("flood"), 1u);
  EXPECT_LT(running.events.count("message"), 200u);
}

std::uint16_t code_after_endless(const std::string& frames) {
  ConnectionLimits limits;
  limits.close_timeout = milliseconds(500);
  RunningServer running(limits, {});
  auto client = upgraded(running.port());
  std::string many;
  while (many.size() < 60'000) many += frames;
  std::thread flooder([&] {
    while (client.send(many))
      ;
  });
  const auto code = client.read_to_end();
  flooder.join();
  EXPECT_TRUE(running.events.wait("close"));
  return code;
}

TEST(Flood, OfPingsClosesWith1008) { EXPECT_EQ(code_after_endless(masked({true, kPing, "x"})), 1008); }

TEST(Flood, OfPongsClosesWith1008) { EXPECT_EQ(code_after_endless(masked({true, kPong, "x"})), 1008); }

TEST(Penalty, WhoSentNonsenseWaitsWhenItComesAgain) {
  const std::string too_large(5000, 'x');
  for (const auto& nonsense : {masked({true, kText, "\xff\xfe"}), masked({true, 0xb, "?"}),
                               masked({true, kText, too_large}), std::string("no frame at all")}) {
    ConnectionLimits limits;
    limits.penalty = milliseconds(300);
    RunningServer running(limits, {});
    upgraded(running.port()).finish();
    auto client = upgraded(running.port());
    const auto before = std::chrono::steady_clock::now();
    client.send(nonsense);
    client.read_to_end();
    auto again = upgraded(running.port());
    EXPECT_GE(std::chrono::steady_clock::now() - before, limits.penalty);
    EXPECT_TRUE(again.send_text("sense"));
    EXPECT_TRUE(running.events.wait("message"));
  }
}

TEST(Penalty, WhoClosesInOrderHasNone) {
  ConnectionLimits limits;
  limits.penalty = std::chrono::hours(1);
  RunningServer running(limits);
  auto client = upgraded(running.port());
  client.send(masked({true, kCloseFrame, "\x03\xe8"}));
  EXPECT_EQ(client.read_to_end(), 1000);
  upgraded(running.port()).finish();
  auto again = upgraded(running.port());
  EXPECT_TRUE(again.send_text("sense"));
  EXPECT_TRUE(running.events.wait("message"));
}

TEST(Penalty, WhoWaitsHoldsUpNoStop) {
  ConnectionLimits limits;
  limits.penalty = std::chrono::hours(1);
  auto running = std::make_unique<RunningServer>(limits);
  auto client = upgraded(running->port());
  client.send(masked({true, kText, "\xff"}));
  client.read_to_end();
  RawClient again(running->port());
  again.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(eventually([&] { return running->server.connections() == 1; }));
  running.reset();
  EXPECT_EQ(again.rest(), "");
}

TEST(Flood, OfEmptyFragmentsClosesWith1008) {
  ConnectionLimits limits;
  limits.close_timeout = milliseconds(500);
  RunningServer running(limits, {});
  auto client = upgraded(running.port());
  client.send(masked({false, kText, "begin"}));
  std::string many;
  while (many.size() < 60'000) many += masked({false, kContinuation, ""});
  std::thread flooder([&] {
    while (client.send(many))
      ;
  });
  EXPECT_EQ(client.read_to_end(), 1008);
  flooder.join();
}

TEST(Fairness, OneMessageATurnHoweverManyAreThere) {
  ConnectionLimits limits;
  limits.messages_per_second = 0;
  std::latch others_sent(1);
  RunningServer running(limits, [&](Connection&, std::string_view text) {
    if (text == "first") others_sent.wait();
  });
  auto flooder = upgraded(running.port());
  auto other = upgraded(running.port());
  std::string flood = masked({true, kText, "first"});
  for (int i = 0; i < 200; ++i) flood += masked({true, kText, "f"});
  flooder.send(flood);
  ASSERT_TRUE(running.events.wait("message"));
  other.send_text("other");
  others_sent.count_down();
  ASSERT_TRUE(running.events.wait("message", 202));
  const auto messages = running.events.messages();
  const auto place = std::find(messages.begin(), messages.end(), "other") - messages.begin();
  EXPECT_LT(place, 100);
}

constexpr std::size_t kMoreThanTheKernelTakes = 4'000'000;

ConnectionLimits narrow() {
  ConnectionLimits limits;
  limits.queue_frames = 64;
  limits.queue_bytes = 2 * kMoreThanTheKernelTakes;
  limits.send_buffer_bytes = 8192;
  return limits;
}

// A client that reads nothing and has the queue over-full behind a frame that is half sent; `taken` counts
// the frames that were queued behind that one.
RawClient stuck(RunningServer& running, int* taken = nullptr) {
  auto client = upgraded(running.port(), 4096);
  EXPECT_TRUE(running.events.wait("open"));
  const auto connection = running.events.connection();
  EXPECT_TRUE(say(*connection, std::string(kMoreThanTheKernelTakes, 'L')));
  EXPECT_TRUE(client.begun());
  int queued = 0;
  while (say(*connection, "small")) ++queued;
  EXPECT_TRUE(running.events.wait("overflow"));
  if (taken != nullptr) *taken = queued;
  return client;
}

TEST(SlowReader, LosesItsQueueAndIsToldWhenItHasCaughtUp) {
  int taken = 0;
  RunningServer running(narrow(), {});
  auto client = stuck(running, &taken);
  EXPECT_EQ(taken, 63);
  EXPECT_FALSE(say(*running.events.connection(), "dropped"));
  EXPECT_EQ(client.text().size(), kMoreThanTheKernelTakes);
  EXPECT_EQ(client.text(), "everything anew");
  EXPECT_TRUE(say(*running.events.connection(), "again"));
  EXPECT_EQ(client.text(), "again");
  EXPECT_EQ(running.events.story(), "open overflow drained");
}

TEST(SlowReader, HasItsBytesCountedToo) {
  auto limits = narrow();
  limits.queue_frames = 1'000'000;
  limits.queue_bytes = kMoreThanTheKernelTakes + 52;
  int taken = 0;
  RunningServer running(limits, {});
  auto client = stuck(running, &taken);
  EXPECT_EQ(taken, 10);
}

TEST(SlowReader, ThatStaysStuckIsCut) {
  auto limits = narrow();
  limits.stuck_timeout = milliseconds(50);
  RunningServer running(limits, {});
  auto client = stuck(running);
  EXPECT_TRUE(running.events.wait("close"));
  EXPECT_EQ(running.events.story(), "open overflow close");
}

TEST(SlowReader, ThatCatchesUpInTimeIsNotCut) {
  auto limits = narrow();
  limits.stuck_timeout = milliseconds(200);
  limits.idle_timeout = milliseconds(800);
  RunningServer running(limits, {});
  auto client = stuck(running);
  EXPECT_EQ(client.text().size(), kMoreThanTheKernelTakes);
  EXPECT_EQ(client.text(), "everything anew");
  const auto ping = client.frame();  // the stuck time is over by now
  ASSERT_TRUE(ping);
  EXPECT_EQ(ping->opcode, kPing);
}

TEST(SlowReader, CanBeClosed) {
  auto limits = narrow();
  limits.close_timeout = milliseconds(50);
  RunningServer running(limits, {});
  auto client = stuck(running);
  running.events.connection()->close(CloseCode::NORMAL, "");
  EXPECT_TRUE(running.events.wait("close"));
}

TEST(SlowReader, IsOnItsOwn) {
  RunningServer running(narrow());
  auto slow = stuck(running);
  auto other = upgraded(running.port());
  other.send_text("unharmed");
  EXPECT_EQ(other.text(), "unharmed");
}

TEST(Idle, SilenceIsAskedWithAPingThenCut) {
  ConnectionLimits limits;
  limits.idle_timeout = milliseconds(100);
  RunningServer running(limits);
  auto client = upgraded(running.port());
  const auto ping = client.frame();
  ASSERT_TRUE(ping);
  EXPECT_EQ(ping->opcode, kPing);
  client.read_to_end();
  EXPECT_TRUE(running.events.wait("close"));
}

TEST(Idle, AnsweredPingsKeepAConnection) {
  ConnectionLimits limits;
  limits.idle_timeout = milliseconds(200);
  RunningServer running(limits);
  auto client = upgraded(running.port());
  for (int i = 0; i < 5; ++i) {
    const auto ping = client.frame();
    ASSERT_TRUE(ping);
    ASSERT_EQ(ping->opcode, kPing);
    client.send(masked({true, kPong, ping->payload}));
  }
  client.send_text("alive");
  for (auto frame = client.frame();; frame = client.frame()) {
    ASSERT_TRUE(frame);
    if (frame->opcode == kPing) continue;
    EXPECT_EQ(frame->payload, "alive");
    break;
  }
  EXPECT_EQ(running.events.count("close"), 0u);
}

}  // namespace
}  // namespace cardroom::gateway
