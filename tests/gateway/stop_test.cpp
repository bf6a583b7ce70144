#include <gmock/gmock.h>

#include <future>
#include <thread>

#include "tests/gateway/gateway_fixture.hpp"

namespace cardroom::gateway {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

TEST(Stop, ClosesWith1001AfterWhatIsQueued) {
  RunningServer running({}, echo, 2);
  auto first = upgraded(running.port());
  auto second = upgraded(running.port());
  ASSERT_TRUE(running.events.wait("open", 2));
  for (int i = 0; i < 2; ++i) say(*running.events.connection(static_cast<std::size_t>(i)), "last words");
  std::thread stopping([&] { running.server.stop(std::chrono::seconds(30)); });
  for (auto* client : {&first, &second}) {
    EXPECT_EQ(client->text(), "last words");
    const auto last = client->frame();
    ASSERT_TRUE(last);
    EXPECT_EQ(close_code(*last), 1001);
    client->send(masked({true, kCloseFrame, last->payload.substr(0, 2)}));
    client->finish();
    EXPECT_FALSE(client->frame());
  }
  stopping.join();
  EXPECT_EQ(running.events.count("close"), 2u);
  EXPECT_EQ(running.server.connections(), 0u);
  EXPECT_FALSE(say(*running.events.connection(), "nobody hears"));
  running.events.connection()->close(CloseCode::NORMAL, "");
}

TEST(Stop, CutsWhoDoesNotCloseInTime) {
  ConnectionLimits limits;
  limits.close_timeout = std::chrono::hours(1);
  RunningServer running(limits);
  auto client = upgraded(running.port());
  ASSERT_TRUE(running.events.wait("open"));
  const auto start = std::chrono::steady_clock::now();
  running.server.stop(milliseconds(50));
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(50));
  EXPECT_EQ(running.events.count("close"), 1u);
  EXPECT_EQ(client.read_to_end(), 1001);
}

/// The server closes while it has read the client's close frame behind another one, but not looked at it.
/// Everything is brought to the server's thread while that one waits, in this order.
void expect_crossing_ends(std::uint8_t before, milliseconds close_timeout) {
  std::promise<void> waits, go_on;
  ConnectionLimits limits;
  limits.close_timeout = close_timeout;
  RunningServer running(limits, [&](Connection&, std::string_view text) {
    if (text != "wait") return;
    waits.set_value();
    go_on.get_future().wait();
  });
  auto crossing = upgraded(running.port());
  ASSERT_TRUE(running.events.wait("open"));
  auto other = upgraded(running.port());
  ASSERT_TRUE(running.events.wait("open", 2));
  other.send_text("wait");
  waits.get_future().wait();
  crossing.send(masked({true, before, "x"}) + masked({true, kCloseFrame, {}}));
  running.events.connection()->close(CloseCode::NORMAL, "");
  go_on.set_value();
  EXPECT_TRUE(eventually([&] { return running.server.connections() == 1; }));
  EXPECT_EQ(running.events.count("close"), 1u);
  running.server.stop(milliseconds(50));
}

TEST(Stop, ClosingsThatCrossEndAtOnce) { expect_crossing_ends(kText, std::chrono::hours(1)); }

/// Beast's two ends of the closing wait for each other then.
TEST(Stop, AClosingThatWaitsForItselfIsGivenUp) { expect_crossing_ends(kPing, milliseconds(100)); }

TEST(Stop, EndsHttpConnectionsAndHandshakesUnderWay) {
  RunningServer running;
  RawClient idle(running.port());
  idle.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_NE(idle.response(), "");
  RawClient half(running.port());
  half.send("GET /ws HTTP");
  EXPECT_TRUE(eventually([&] { return running.server.connections() == 2; }));
  running.server.stop(std::chrono::seconds(30));
  EXPECT_EQ(idle.rest(), "");
  EXPECT_EQ(half.rest(), "");
}

TEST(Stop, WithoutWaitingInTheDestructor) {
  RecordedEvents events;
  std::shared_ptr<Connection> survivor;
  {
    Server server({}, events);
    ASSERT_FALSE(server.start());
    auto client = upgraded(server.port());
    ASSERT_TRUE(events.wait("open"));
    survivor = events.connection();
  }
  EXPECT_EQ(events.story(), "open close");
  EXPECT_FALSE(say(*survivor, "gone"));
}

TEST(Stop, FreesThePort) {
  RecordedEvents events;
  Server first({}, events);
  ASSERT_FALSE(first.start());
  { auto client = upgraded(first.port()); }
  first.stop(std::chrono::seconds(30));
  Server second({.port = first.port(), .limits = {}}, events);
  EXPECT_FALSE(second.start());
  auto client = upgraded(second.port());
}

TEST(Start, SaysWhatToDoIfThePortIsTaken) {
  RunningServer running;
  RecordedEvents events;
  Server second({.port = running.port(), .limits = {}}, events);
  const auto failure = second.start();
  ASSERT_TRUE(failure);
  EXPECT_THAT(*failure, HasSubstr("Cannot listen at 127.0.0.1 port " + std::to_string(running.port())));
  EXPECT_THAT(*failure, HasSubstr("choose another port: server.address and server.port"));
}

TEST(Start, SaysWhatToDoIfTheAddressIsNotOfThisMachine) {
  RecordedEvents events;
  Server server({.address = "192.0.2.1", .limits = {}}, events);
  const auto failure = server.start();
  ASSERT_TRUE(failure);
  EXPECT_THAT(*failure, HasSubstr("choose an address that this machine has"));
  EXPECT_THAT(*failure, ::testing::Not(HasSubstr("the program that uses it")));
}

TEST(Start, WantsAnAddressNotAName) {
  RecordedEvents events;
  Server server({.address = "localhost", .limits = {}}, events);
  const auto failure = server.start();
  ASSERT_TRUE(failure);
  EXPECT_THAT(*failure, HasSubstr("\"localhost\" is no IP address"));
}

}  // namespace
}  // namespace cardroom::gateway
