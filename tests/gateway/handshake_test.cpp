#include <gmock/gmock.h>

#include "tests/gateway/gateway_fixture.hpp"

namespace cardroom::gateway {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Handshake, IsThatOfRfc6455) {
  RunningServer running;
  RawClient client(running.port());
  const auto response = client.upgrade();
  EXPECT_THAT(response, StartsWith("HTTP/1.1 101 Switching Protocols\r\n"));
  EXPECT_THAT(response, HasSubstr("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
  EXPECT_TRUE(running.events.wait("open"));
  EXPECT_EQ(running.events.connection()->remote_address(), "127.0.0.1");
}

TEST(Handshake, AnIpv4ClientOfAnIpv6ServerHasItsOwnAddress) {
  RecordedEvents events;
  Server server({.address = "::", .limits = {}}, events);
  if (server.start()) GTEST_SKIP() << "this machine has no IPv6";
  auto client = upgraded(server.port());
  ASSERT_TRUE(events.wait("open"));
  EXPECT_EQ(events.connection()->remote_address(), "127.0.0.1");
}

TEST(Handshake, WrongVersionIsRefused) {
  RunningServer running;
  RawClient client(running.port());
  client.send(
      "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  EXPECT_THAT(client.response(), StartsWith("HTTP/1.1 4"));
  EXPECT_TRUE(eventually([&] { return running.server.connections() == 0; }));
  EXPECT_EQ(running.events.count("open"), 0u);
}

TEST(Handshake, OriginDecides) {
  ConnectionLimits limits;
  limits.allowed_origins = {"https://cards.example"};
  RunningServer running(limits);
  const auto answer = [&](std::string_view origin, std::string_view host) {
    RawClient client(running.port());
    return client.upgrade(origin, host).substr(0, 12);
  };
  EXPECT_EQ(answer("", "localhost:1"), "HTTP/1.1 101");
  EXPECT_EQ(answer("Origin: http://localhost:1\r\n", "localhost:1"), "HTTP/1.1 101");
  EXPECT_EQ(answer("Origin: https://cards.example\r\n", "localhost:1"), "HTTP/1.1 101");
  EXPECT_EQ(answer("Origin: https://evil.example\r\n", "localhost:1"), "HTTP/1.1 403");
  EXPECT_EQ(answer("Origin: null\r\n", "localhost:1"), "HTTP/1.1 403");
}

TEST(Handshake, ARefusedOriginMayTryAgainOnTheSameConnection) {
  RunningServer running;
  RawClient client(running.port());
  EXPECT_THAT(client.upgrade("Origin: http://evil.example\r\n"), HasSubstr("Pages of this origin"));
  EXPECT_THAT(client.upgrade(), StartsWith("HTTP/1.1 101 "));
}

TEST(Handshake, DataBeforeItsAnswerIsRefused) {
  RunningServer running;
  RawClient client(running.port());
  client.send(
      "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" +
      masked({true, kText, "early"}));
  EXPECT_THAT(client.response(), StartsWith("HTTP/1.1 400 "));
}

TEST(Handshake, ConnectionsPerAddressAreLimitedAndPlacesGivenBack) {
  ConnectionLimits limits;
  limits.connections_per_address = 2;
  limits.limit_loopback = true;
  RunningServer running(limits);
  auto first = upgraded(running.port());
  {
    auto second = upgraded(running.port());
    RawClient third(running.port());
    const auto refusal = third.upgrade();
    EXPECT_THAT(refusal, StartsWith("HTTP/1.1 429 "));
    EXPECT_THAT(refusal, HasSubstr("There are too many connections from your address."));
    second.send(masked({true, kCloseFrame, ""}));
    second.read_to_end();
  }
  EXPECT_TRUE(eventually([&] { return running.server.connections() == 1; }));
  upgraded(running.port());
}

TEST(Handshake, LoopbackIsNotLimitedUnlessSo) {
  ConnectionLimits limits;
  limits.connections_per_address = 1;
  RunningServer running(limits);
  auto first = upgraded(running.port());
  auto second = upgraded(running.port());
}

TEST(Handshake, AllConnectionsTogetherAreLimited) {
  ConnectionLimits limits;
  limits.connections = 1;
  RunningServer running(limits);
  auto first = upgraded(running.port());
  RawClient second(running.port());
  EXPECT_THAT(second.upgrade(), StartsWith("HTTP/1.1 503 "));
  first.send_text("still here");
  EXPECT_EQ(first.text(), "still here");
}

TEST(Handshake, RefusedOnesBeyondAnyPatienceAreClosedUnheard) {
  ConnectionLimits limits;
  limits.connections = 1;
  RunningServer running(limits);
  auto first = upgraded(running.port());
  std::vector<RawClient> refused;
  for (int i = 0; i < 64; ++i) refused.emplace_back(running.port());
  EXPECT_TRUE(eventually([&] { return running.server.connections() == 65; }));
  RawClient last(running.port());
  EXPECT_EQ(last.rest(), "");
  EXPECT_THAT(refused.back().upgrade(), StartsWith("HTTP/1.1 503 "));
}

}  // namespace
}  // namespace cardroom::gateway
