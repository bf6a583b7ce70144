#include "actors/store/redis_client.hpp"

#include <poll.h>

#include <cerrno>
#include <thread>

namespace cardroom {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

Result<RedisClient> RedisClient::connect(const RedisAddress& address, milliseconds timeout) {
  auto connection = RedisConnection::open(address);
  if (!connection) return connection.error();
  RedisClient client(*std::move(connection), timeout);
  for (const auto& args : greeting(address))
    if (auto reply = client.command(args); !reply) return reply.error();
  return client;
}

std::optional<Failure> RedisClient::wait_for_socket(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
  if (left.count() <= 0) return Failure{StoreError::TIMEOUT, "Redis did not answer in time"};
  pollfd waiting{connection_->fd(), POLLIN, 0};
  if (connection_->wants_write()) waiting.events |= POLLOUT;
  if (::poll(&waiting, 1, static_cast<int>(left.count())) <= 0) return std::nullopt;
  if (waiting.revents & POLLOUT)
    if (auto failure = connection_->write()) return failure;
  if (waiting.revents & (POLLIN | POLLHUP | POLLERR)) return connection_->read();
  return std::nullopt;
}

Result<Reply> RedisClient::exchange(const std::vector<std::string>& args) {
  connection_->send(args);
  return next_reply(Clock::now() + timeout_);
}

Result<Reply> RedisClient::next_reply(Clock::time_point deadline) {
  for (;;) {
    auto reply = connection_->next();
    if (!reply) return reply.error();
    if (*reply) return **std::move(reply);
    if (auto failure = wait_for_socket(deadline)) return *failure;
  }
}

std::vector<Result<Reply>> RedisClient::pipeline(const std::vector<std::vector<std::string>>& commands) {
  std::vector<Result<Reply>> replies;
  if (connection_)
    for (const auto& args : commands) connection_->send(args);
  while (replies.size() < commands.size()) {
    if (!connection_) {
      replies.push_back(Failure{StoreError::UNKNOWN, "the connection to Redis was lost"});
      continue;
    }
    auto reply = next_reply(Clock::now() + timeout_);
    if (reply)
      replies.push_back(checked(*std::move(reply)));
    else
      connection_.reset();
  }
  return replies;
}

Result<Reply> RedisClient::command(const std::vector<std::string>& args) {
  if (!connection_) return Failure{StoreError::UNAVAILABLE, "the connection to Redis was lost before"};
  const bool connected = !connection_->connecting();
  auto reply = exchange(args);
  if (reply) return checked(*std::move(reply));
  const bool sent = connected || !connection_->connecting();
  connection_.reset();
  return Failure{sent ? StoreError::UNKNOWN : StoreError::UNAVAILABLE, reply.error().text};
}

Result<Reply> RedisClient::eval(const Script& script, const std::vector<std::string>& keys,
                                const std::vector<std::string>& args) {
  return command(script_command(script, keys, args));
}

std::vector<std::string> RedisClient::script_command(const Script& script,
                                                     const std::vector<std::string>& keys,
                                                     const std::vector<std::string>& args) {
  std::vector<std::string> all{"EVAL", std::string(script.body), std::to_string(keys.size())};
  all.insert(all.end(), keys.begin(), keys.end());
  all.insert(all.end(), args.begin(), args.end());
  return all;
}

Result<void> RedisClient::wait_until_loaded(milliseconds timeout) {
  const auto deadline = Clock::now() + timeout;
  for (;;) {
    auto reply = command({"PING"});
    if (reply) return {};
    // UNAVAILABLE with a live connection is LOADING.
    if (reply.error().code != StoreError::UNAVAILABLE || !connection_) return reply.error();
    if (Clock::now() >= deadline) return Failure{StoreError::TIMEOUT, "Redis is still loading its data"};
    std::this_thread::sleep_for(milliseconds(20));
  }
}

}  // namespace cardroom
