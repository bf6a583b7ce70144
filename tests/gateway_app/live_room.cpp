#include "tests/gateway_app/live_room.hpp"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <future>

#include "actors/cardroom.hpp"
#include "actors/codec/json_read.hpp"
#include "actors/protocol/server.hpp"
#include "actors/seed_pool.hpp"
#include "daemon/gateway/application.hpp"
#include "daemon/gateway/client.hpp"
#include "daemon/gateway/server.hpp"

namespace cardroom::gateway {

using namespace std::chrono_literals;

struct LiveRoom::Impl {
  explicit Impl(ConnectionLimits limits)
      : server({.address = "127.0.0.1", .port = 0, .threads = 1, .limits = std::move(limits)}, application) {}

  SeedPool seeds;
  Cardroom room{CardroomOptions{nullptr, nullptr, [this] { return seeds.next(); }}};
  Metrics metrics;
  Application application{room, metrics};
  Server server;
};

LiveRoom::LiveRoom(ConnectionLimits limits) : impl_(std::make_unique<Impl>(std::move(limits))) {
  std::promise<std::string> ready;
  impl_->room.start([&](std::string problem) { ready.set_value(std::move(problem)); });
  EXPECT_EQ(ready.get_future().get(), "");
  const auto problem = impl_->server.start();
  EXPECT_FALSE(problem) << *problem;
}

LiveRoom::~LiveRoom() { impl_->server.stop(2s); }

std::uint16_t LiveRoom::port() const { return impl_->server.port(); }
Metrics& LiveRoom::metrics() { return impl_->metrics; }

std::string LiveRoom::admin(const std::string& request) {
  std::promise<std::string> reply;
  impl_->room.admin(request, [&](std::string line, bool last) {
    if (last) reply.set_value(std::move(line));
    return true;
  });
  return reply.get_future().get();
}

void LiveRoom::credit(const std::string& user) {
  const std::string reply = admin(R"({"command":"player credit","amount":10000,"user":")" + user + "\"}");
  EXPECT_NE(reply.find("balance"), std::string::npos) << reply;
}

void LiveRoom::shut_down() {
  std::promise<std::string> done;
  impl_->room.shutdown([&](std::string problem) { done.set_value(std::move(problem)); });
  EXPECT_EQ(done.get_future().get(), "");
}

struct LiveClients::Impl {
  boost::asio::io_context context{1};
};

LiveClients::LiveClients() : impl_(std::make_unique<Impl>()) {}
LiveClients::~LiveClients() { impl_->context.run_for(5s); }

bool LiveClients::run_until(const std::function<bool()>& done) {
  const auto latest = std::chrono::steady_clock::now() + 20s;
  while (!done() && std::chrono::steady_clock::now() < latest) {
    impl_->context.restart();
    impl_->context.run_one_until(latest);
  }
  return done();
}

void LiveClients::poll() {
  impl_->context.restart();
  impl_->context.poll();
}

struct LiveClient::Connection {
  std::shared_ptr<Client> client;
  std::vector<std::string> messages;
  bool open = false, closed = false;
  std::uint16_t code = 0;
};

LiveClient::LiveClient(LiveClients& clients, std::uint16_t port)
    : clients_(clients), connection_(std::make_shared<Connection>()) {
  // A player's commands are told apart by their numbers, whichever client sends them.
  static std::uint64_t clients_so_far = 1000;
  next_id_ = ++clients_so_far * 1'000'000;
  ClientCalls calls;
  calls.opened = [c = connection_] { c->open = true; };
  calls.received = [c = connection_](std::string_view text) { c->messages.emplace_back(text); };
  calls.closed = [c = connection_](std::uint16_t code, std::string_view) {
    c->closed = true;
    c->code = code;
    c->client.reset();
  };
  ClientOptions options;
  options.address = "127.0.0.1";
  options.port = port;
  connection_->client = Client::connect(clients.impl().context, options, std::move(calls));
  EXPECT_TRUE(clients_.run_until([&] { return connection_->open || connection_->closed; }));
}

LiveClient::~LiveClient() { cut(); }

void LiveClient::cut() {
  if (connection_->client) connection_->client->cut();
}

bool LiveClient::await_close() {
  const bool closed = clients_.run_until([&] { return connection_->closed; });
  close_code = connection_->code;
  return closed;
}

void LiveClient::send_text(std::string text) {
  if (connection_->client) connection_->client->send(std::move(text));
}

std::string LiveClient::await(const std::vector<std::string>& parts) { return await(parts, cursor_); }

std::string LiveClient::await(const std::vector<std::string>& parts, std::size_t& cursor) {
  std::string found;
  const auto look = [&] {
    while (found.empty() && cursor < connection_->messages.size()) {
      const std::string& text = connection_->messages[cursor++];
      if (std::all_of(parts.begin(), parts.end(),
                      [&](const std::string& part) { return text.find(part) != std::string::npos; }))
        found = text;
    }
    return !found.empty();
  };
  if (!clients_.run_until(look)) {
    std::string wanted;
    for (const std::string& part : parts) wanted += " " + part;
    ADD_FAILURE() << "no message with" << wanted << "; the last was "
                  << (connection_->messages.empty() ? "none" : connection_->messages.back());
  }
  return found;
}

std::string LiveClient::answer(std::uint64_t id) {
  const std::string number = "\"id\":" + std::to_string(id);
  std::string found;
  const auto look = [&] {
    for (const std::string& text : connection_->messages)
      if (text.find(number) != std::string::npos) found = text;
    return !found.empty();
  };
  EXPECT_TRUE(clients_.run_until(look)) << "no answer to " << id;
  return found;
}

protocol::server::TableState LiveClient::await_frame(
    const std::function<bool(const protocol::server::TableState&)>& holds) {
  for (;;) {
    const std::string text = await({"\"type\":\"TABLE_STATE\""}, frame_cursor_);
    if (text.empty()) return {};
    protocol::server::TableState frame;
    const auto error = read_json_text(text, frame);
    EXPECT_FALSE(error) << to_string(*error) << " in " << text;
    if (holds(frame)) return frame;
  }
}

void LiveClient::finish_log_in(std::uint64_t id) {
  const std::string text = answer(id);
  protocol::server::LoggedIn message;
  if (read_json_text(text, message) || text.find("LOGGED_IN") == std::string::npos) {
    ADD_FAILURE() << "not logged in: " << text;
    return;
  }
  token = message.token;
  user = message.user_id.str();
}

void LiveClient::log_in(const std::string& name) {
  send(protocol::client::Hello{1});
  finish_log_in(send(protocol::client::LoginGuest{name, {}}));
}

void LiveClient::come_back(const std::string& old) {
  send(protocol::client::Hello{1});
  finish_log_in(send(protocol::client::LoginGuest{{}, old}));
}

}  // namespace cardroom::gateway
