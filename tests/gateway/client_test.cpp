#include "daemon/gateway/client.hpp"

#include <boost/asio/io_context.hpp>

#include "tests/gateway/gateway_fixture.hpp"

namespace cardroom::gateway {
namespace {

ClientOptions to(const RunningServer& running) {
  ClientOptions options;
  options.address = "127.0.0.1";
  options.port = running.port();
  return options;
}

TEST(WsUrl, IsTakenApart) {
  const auto url = WsUrl::parse("ws://cards.example:8080/ws?x");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "cards.example");
  EXPECT_EQ(url->port, "8080");
  EXPECT_EQ(url->target, "/ws?x");
  EXPECT_EQ(WsUrl::parse("ws://a")->port, "80");
  EXPECT_EQ(WsUrl::parse("ws://a")->target, "/");
  EXPECT_EQ(WsUrl::parse("ws://[::1]:9/ws")->host, "::1");
  EXPECT_EQ(WsUrl::parse("ws://[::1]:9/ws")->port, "9");
  for (const auto* wrong : {"", "http://a", "ws://", "ws://:80", "ws://a:", "ws://a:x", "ws://a:123456",
                            "ws://[::1", "ws://[::1]x"})
    EXPECT_FALSE(WsUrl::parse(wrong)) << wrong;
}

TEST(Resolve, FindsThisMachine) {
  EXPECT_EQ(resolve("127.0.0.1"), "127.0.0.1");
  EXPECT_TRUE(resolve("localhost"));
  EXPECT_FALSE(resolve("no such name"));
}

TEST(Client, SendsReceivesAndCloses) {
  RunningServer running;
  boost::asio::io_context context;
  std::vector<std::string> received;
  std::uint16_t code = 0;
  std::shared_ptr<Client> client;
  ClientCalls calls;
  calls.opened = [&] {
    client->send("one");
    client->send(std::string(3000, '2'));
  };
  calls.received = [&](std::string_view text) {
    received.emplace_back(text);
    if (received.size() == 2) client->close();
  };
  calls.closed = [&](std::uint16_t given, std::string_view) { code = given; };
  client = Client::connect(context, to(running), std::move(calls));
  context.run();
  EXPECT_EQ(received, (std::vector<std::string>{"one", std::string(3000, '2')}));
  EXPECT_EQ(code, 1000);
  client->send("after the end");
  client->close();
  client->cut();
}

TEST(Client, TakesLargeMessages) {
  ConnectionLimits limits;
  limits.queue_bytes = 1 << 20;
  RunningServer running(limits, [](Connection& connection, std::string_view) {
    say(connection, std::string(200'000, 'L'));
    connection.close(CloseCode::NORMAL, "");
  });
  boost::asio::io_context context;
  std::size_t size = 0;
  std::shared_ptr<Client> client;
  ClientCalls calls;
  calls.opened = [&] { client->send("go"); };
  calls.received = [&](std::string_view text) { size = text.size(); };
  client = Client::connect(context, to(running), std::move(calls));
  context.run();
  EXPECT_EQ(size, 200'000u);
}

TEST(Client, SaysWhyItEnded) {
  boost::asio::io_context context;
  std::vector<std::string> ends;
  const auto ended = [&](std::uint16_t code, std::string_view what) {
    ends.push_back(std::to_string(code) + " " + std::string(what));
  };
  std::uint16_t free_port = 0;
  {
    RunningServer running;
    free_port = running.port();
    auto options = to(running);
    options.origin = "http://evil.example";
    Client::connect(context, options, {{}, {}, ended});
    context.run();
    options.origin = "";
    std::shared_ptr<Client> client;
    client = Client::connect(context, options, {[&] { client->cut(); }, {}, ended});
    context.restart();
    context.run();
  }
  ClientOptions nobody;
  nobody.address = "127.0.0.1";
  nobody.port = free_port;
  Client::connect(context, nobody, {{}, {}, ended});
  nobody.address = "localhost";
  Client::connect(context, nobody, {{}, {}, ended});
  context.restart();
  context.run();
  ASSERT_EQ(ends.size(), 4u);
  EXPECT_EQ(ends[0], "0 The WebSocket handshake was declined by the remote peer");
  EXPECT_EQ(ends[1], "0 Bad file descriptor");
  EXPECT_NE((ends[2] + ends[3]).find("Connection refused"), std::string::npos);
  EXPECT_NE((ends[2] + ends[3]).find("Invalid argument"), std::string::npos);
}

TEST(Client, MayBeGivenUpBeforeItIsConnected) {
  RunningServer running;
  boost::asio::io_context context;
  std::string end;
  Client::connect(context, to(running), {{}, {}, [&](std::uint16_t, std::string_view what) { end = what; }})
      ->close();
  context.run();
  EXPECT_EQ(end, "Operation canceled");
  EXPECT_EQ(running.events.count("open"), 0u);
}

TEST(Client, ManyShareOneThread) {
  constexpr std::size_t kClients = 200;
  RunningServer running({}, echo, 2);
  boost::asio::io_context context;
  std::vector<std::shared_ptr<Client>> clients(kClients);
  std::size_t rounds = 0;
  for (std::size_t i = 0; i < kClients; ++i) {
    ClientCalls calls;
    calls.opened = [&, i] { clients[i]->send("ping " + std::to_string(i)); };
    calls.received = [&, i, left = 5](std::string_view text) mutable {
      EXPECT_EQ(text, "ping " + std::to_string(i));
      ++rounds;
      if (--left == 0) {
        clients[i]->close();
      } else {
        clients[i]->send(std::string(text));
      }
    };
    clients[i] = Client::connect(context, to(running), std::move(calls));
  }
  context.run();
  EXPECT_EQ(rounds, kClients * 5);
  EXPECT_TRUE(running.events.wait("close", kClients));
}

}  // namespace
}  // namespace cardroom::gateway
