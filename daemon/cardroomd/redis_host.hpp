#pragma once
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "actors/store/data_directory.hpp"
#include "actors/store/private_redis.hpp"
#include "actors/store/seal.hpp"
#include "actors/store/store.hpp"
#include "config/config.hpp"

namespace cardroom::daemon {

/// The data directory and the Redis that belongs to this daemon, its own or an existing one, with the store's
/// thread.
class RedisHost {
 public:
  /// Takes the directory, starts, adopts or checks the server, and connects. A failure is one sentence that
  /// says what to do.
  static Result<std::unique_ptr<RedisHost>> open(const config::StoreConfig& config);
  /// Lets go without stopping the server, unless `stop` did.
  ~RedisHost();
  RedisHost(const RedisHost&) = delete;
  RedisHost& operator=(const RedisHost&) = delete;

  Store& store() { return *store_; }
  /// The key of what is sealed in the store.
  const Sealer& sealer() const { return *sealer_; }
  /// Hears from now on when the store does not answer any more (true) and when it does again; what was missed
  /// is told at once. On the store's thread; null = nobody.
  void on_turn(std::function<void(bool down)> turned);
  const RedisAddress& address() const { return address_; }
  const std::string& directory() const { return directory_.path(); }

  /// Finishes what was given to the store, then ends a private server. Empty, or what went wrong.
  std::string stop();

 private:
  explicit RedisHost(DataDirectory directory) : directory_(std::move(directory)) {}
  Result<void> find_key(const config::StoreConfig& config);
  Result<void> find_server(const config::StoreConfig& config);
  void watch_over();
  void lost(bool is);

  DataDirectory directory_;
  RedisAddress address_;
  std::optional<PrivateRedis> redis_;
  std::optional<Sealer> sealer_;
  std::unique_ptr<Store> store_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool lost_ = false;
  bool stopping_ = false;
  std::function<void(bool)> turned_;
  std::thread keeper_;  ///< starts a private server again that died
};

}  // namespace cardroom::daemon
