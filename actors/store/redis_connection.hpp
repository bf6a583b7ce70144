#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "actors/store/redis_address.hpp"
#include "actors/store/reply.hpp"

struct redisContext;

namespace cardroom {

/// A non-blocking connection to Redis. It knows nothing of time and loops: its user waits for the descriptor
/// to become readable, or writable while `wants_write`, and calls `read` or `write`. A failure of any call
/// ends the connection.
class RedisConnection {
 public:
  /// Begins to connect. A host name is looked up at once, so prefer addresses or names that resolve locally.
  static Result<RedisConnection> open(const RedisAddress& address);

  int fd() const;
  /// Still connecting, or bytes wait to be sent.
  bool wants_write() const { return connecting_ || sent_ < out_.size(); }
  bool connecting() const { return connecting_; }

  /// Puts a command behind those that wait to be sent.
  void send(std::span<const std::string> args);
  /// Finishes the connecting, then sends what the socket takes.
  std::optional<Failure> write();
  /// Reads what has arrived (a part of it at a time); the end of the stream is a failure.
  std::optional<Failure> read();
  /// Bytes have arrived that were not read yet.
  bool has_input() const;
  /// The next whole answer, or nothing yet.
  Result<std::optional<Reply>> next();

 private:
  struct Close {
    void operator()(redisContext* context) const;
  };
  explicit RedisConnection(redisContext* context) : context_(context) {}

  std::unique_ptr<redisContext, Close> context_;
  std::string out_;
  std::size_t sent_ = 0;
  bool connecting_ = true;
};

}  // namespace cardroom
