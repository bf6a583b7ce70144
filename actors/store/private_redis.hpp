#pragma once
#include <boost/describe/enum.hpp>
#include <chrono>
#include <optional>

#include "actors/store/data_directory.hpp"
#include "actors/store/process.hpp"
#include "actors/store/redis_client.hpp"

namespace cardroom {

/// When Redis brings its append-only file to the disk: before each answer, or once a second.
enum class Fsync : std::uint8_t { ALWAYS, EVERYSEC };
BOOST_DESCRIBE_ENUM(Fsync, ALWAYS, EVERYSEC)

struct PrivateRedisOptions {
  Fsync fsync = Fsync::ALWAYS;
  std::chrono::milliseconds start_timeout{60'000};  ///< for loading its data
  std::chrono::milliseconds silence_timeout{
      3'000};                          ///< after which a server that does not answer counts as hung
  std::uint64_t least_room = 1 << 20;  ///< bytes on the disk below which a server that died is not revived
};

/// The daemon's own redis-server, in its data directory on the Unix socket `redis.sock`, its files in
/// `redis/`. It runs in a session of its own and outlives a daemon that dies: the next one adopts it.
/// `redis.lock` is inherited by it, so that lock is held as long as any server (or its rewriting child)
/// lives, and two never run on one directory. All calls block; none belongs on the store thread or in an
/// actor.
class PrivateRedis {
 public:
  /// Adopts the server that runs, or starts one, and waits until it has loaded its data. NO_SERVER,
  /// WRONG_VERSION: there is no usable redis-server in PATH, or it ended at once. IN_USE: a server holds the
  /// directory and does not answer. TIMEOUT: it still loads (it goes on, and a later start adopts it).
  /// `directory` outlives the object.
  static Result<PrivateRedis> start(const DataDirectory& directory, PrivateRedisOptions options);

  const RedisAddress& address() const { return address_; }
  pid_t pid() const { return process_->pid(); }
  /// It ran already.
  bool adopted() const { return adopted_; }

  /// The line of its log that says so, if it found the end of its append-only file half written and cut that
  /// off when it was last started; else empty.
  const std::string& cut_off() const { return cut_off_; }

  /// Starts it again if it has died since; does nothing while it lives. DISK: there is no room for it.
  Result<void> revive();
  /// Why the daemon cannot begin with it: a full disk, where that can be behind what failed, else `why`.
  Failure cause(Failure why) const;
  /// Saves and ends it, for an ordinary stop of the daemon. TIMEOUT when it has not ended in time; it is
  /// never killed.
  Result<void> stop(std::chrono::milliseconds timeout);

 private:
  PrivateRedis(const DataDirectory& directory, PrivateRedisOptions options);
  using Time = std::chrono::steady_clock::time_point;

  Result<void> open();
  Result<void> find_room() const;
  Result<bool> try_adopt(const LockFile& lock);
  Result<void> spawn(LockFile& lock);
  Result<void> wait_for_spawned();
  Result<RedisClient> connect() const;

  const DataDirectory* directory_;
  PrivateRedisOptions options_;
  RedisAddress address_;
  std::optional<Process> process_;
  bool adopted_ = false;
  std::string cut_off_;
};

}  // namespace cardroom
