#pragma once
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "actors/store/pulse.hpp"
#include "actors/store/redis_connection.hpp"
#include "actors/store/script.hpp"

namespace cardroom {

/// Called once with a command's answer or failure.
using Callback = std::function<void(Result<Reply>)>;

/// A command on its way. Of a script, the first two arguments are filled in when it is sent.
struct Command {
  std::vector<std::string> args;
  const Script* script = nullptr;
  Callback done;
  bool claim = false;  ///< and so sent even when the store is down
};

/// Limits of a lane.
struct LaneLimits {
  std::size_t in_flight = 16;
  std::size_t waiting = 16'384;
  std::chrono::milliseconds hang_after{2'000};
  std::chrono::milliseconds ping_after{1'000};
  std::chrono::milliseconds loading_poll{100};
  std::size_t replicas = 0;  ///< that must have what a command wrote, else it ends as UNKNOWN
  std::chrono::milliseconds replica_timeout{1'000};
};

/// One connection of the store with the commands that wait for it and those in flight. Where replicas count,
/// commands go in groups, each followed by a WAIT that all its answers wait for. Everything here runs on the
/// store thread. A failure returned by any function means that the connection is of no more use: call
/// `close`.
class Lane {
 public:
  using Time = Pulse::Time;

  explicit Lane(LaneLimits limits) : limits_(limits), pulse_(limits.hang_after, limits.ping_after) {}

  /// Connects and greets; `ready` once the server has answered a PING, which it does when its data is loaded.
  std::optional<Failure> connect(const RedisAddress& address, Time now);
  /// Drops the connection: commands in flight end as UNKNOWN, waiting ones as `waiting_end`.
  void close(StoreError waiting_end);

  bool ready() const { return ready_; }
  bool idle() const { return waiting_.empty() && users_in_flight_ == 0; }
  int fd() const { return connection_ ? connection_->fd() : -1; }
  bool wants_write() const { return connection_ && connection_->wants_write(); }

  /// Ends what is not sent yet, claims apart.
  void refuse_waiting(const Failure& why);
  /// Why the server stored nothing, if it said so since the last call.
  std::optional<Failure> take_refusal() { return std::exchange(refusal_, std::nullopt); }

  /// Takes a command, to be sent by the next `pump`. Only when `ready`.
  void submit(Command command);
  /// Sends what the limit of commands in flight allows.
  std::optional<Failure> pump(Time now);
  /// The socket is readable or writable.
  std::optional<Failure> on_event(bool readable, bool writable, Time now);
  /// Does what is due: pings, asks again whether the data is loaded, finds the connection hung.
  std::optional<Failure> on_time(Time now);
  /// When `on_time` has something to do if nothing else happens.
  Time next() const;

 private:
  enum class Purpose : std::uint8_t { USER, PING, GREETING, HELLO, LOAD_SCRIPT, WAIT };
  struct InFlight {
    Command command;
    Purpose purpose = Purpose::USER;
  };

  void dispatch(Command command, Purpose purpose, Time now);
  void dispatch_user(Command command, Time now);
  std::optional<Failure> on_reply(Reply reply, Time now);
  std::optional<Failure> on_user_reply(Command command, Reply reply);
  std::optional<Failure> on_pong(Purpose purpose, Reply reply, Time now);
  void on_replicas(const Result<Reply>& reply);

  LaneLimits limits_;
  Pulse pulse_;
  std::optional<RedisConnection> connection_;
  bool ready_ = false;
  std::optional<Time> hello_again_;
  std::size_t users_in_flight_ = 0;
  std::deque<Command> waiting_;
  std::deque<InFlight> in_flight_;
  struct Done {
    Command command;
    Result<Reply> result;
  };
  std::vector<Done> done_;  ///< answered, and waits for the replicas
  bool waits_ = false;      ///< a WAIT is in flight: the server takes nothing more until it has answered
  std::optional<Failure> refusal_;
  std::unordered_map<const Script*, std::string> loaded_;
};

/// Calls back; an exception of the callback ends here, with a line in the log.
void finish(Command& command, Result<Reply> result);

}  // namespace cardroom
