#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "actors/store/redis_connection.hpp"
#include "actors/store/script.hpp"

namespace cardroom {

/// A small blocking client with a connection of its own, for start-up and tools. Not for actors: they use
/// `Store`.
class RedisClient {
 public:
  /// Connects, logs in and selects the database, all within `timeout`, which later bounds each command too.
  static Result<RedisClient> connect(const RedisAddress& address, std::chrono::milliseconds timeout);

  /// Sends one command and waits for its answer. UNKNOWN when it was sent and no answer came in time; the
  /// client is then of no more use and answers UNAVAILABLE.
  Result<Reply> command(const std::vector<std::string>& args);
  /// Sends all commands at once; an answer for each, in order. As `command` otherwise; after a failure of the
  /// connection the rest are UNKNOWN.
  std::vector<Result<Reply>> pipeline(const std::vector<std::vector<std::string>>& commands);
  /// Runs a script.
  Result<Reply> eval(const Script& script, const std::vector<std::string>& keys,
                     const std::vector<std::string>& args);
  /// The command that runs a script, for a pipeline.
  static std::vector<std::string> script_command(const Script& script, const std::vector<std::string>& keys,
                                                 const std::vector<std::string>& args);
  /// Waits until the server has loaded its data, at most `timeout`; TIMEOUT when it has not by then.
  Result<void> wait_until_loaded(std::chrono::milliseconds timeout);

 private:
  RedisClient(RedisConnection connection, std::chrono::milliseconds timeout)
      : connection_(std::move(connection)), timeout_(timeout) {}
  Result<Reply> exchange(const std::vector<std::string>& args);
  Result<Reply> next_reply(std::chrono::steady_clock::time_point deadline);
  std::optional<Failure> wait_for_socket(std::chrono::steady_clock::time_point deadline);

  std::optional<RedisConnection> connection_;
  std::chrono::milliseconds timeout_;
};

}  // namespace cardroom
