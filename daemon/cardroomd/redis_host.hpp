#pragma once
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "actors/store/claim.hpp"
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
  /// `alone`: no other daemon may use the store; else they are nodes of a cluster, which see to that
  /// themselves.
  static Result<std::unique_ptr<RedisHost>> open(const config::StoreConfig& config, bool alone);
  /// Lets go without stopping the server, unless `stop` did.
  ~RedisHost();
  RedisHost(const RedisHost&) = delete;
  RedisHost& operator=(const RedisHost&) = delete;

  Store& store() { return *store_; }
  /// The key of what is sealed in the store.
  const Sealer& sealer() const { return *sealer_; }
  /// Hears from now on when nothing is stored any more, with the reason, again when the reason changes, and
  /// when it stores again (empty); what was missed is told at once. On any thread; null = nobody.
  void on_turn(std::function<void(const std::string& down)> turned);
  /// Hears once, on the store's thread, that another daemon took an existing server over: nothing is stored
  /// any more. `why` is a sentence that names it. null = nobody.
  void on_taken(std::function<void(std::string why)> taken);
  /// Why Redis does not answer, by what the store knows so far; empty: it does, if only to refuse.
  std::string silence();
  const RedisAddress& address() const { return address_; }
  const std::string& directory() const { return directory_.path(); }

  /// Finishes what was given to the store, then ends a private server. Empty, or what went wrong.
  std::string stop();

 private:
  explicit RedisHost(DataDirectory directory) : directory_(std::move(directory)) {}
  Result<void> find_mark(const config::StoreConfig& config);
  std::string mark_file() const { return directory_.path() + "/store.id"; }
  Result<void> find_key(const config::StoreConfig& config);
  Result<void> find_server(const config::StoreConfig& config, bool alone);
  Failure refused(Failure why);
  void watch_over();
  void down(const Failure& why);
  void tell_down(const std::string& why);
  void up();
  void taken(const std::string& why);

  DataDirectory directory_;
  RedisAddress address_;
  std::optional<PrivateRedis> redis_;
  std::optional<Sealer> sealer_;
  std::optional<Claim> claim_;  ///< of an existing server
  std::unique_ptr<Store> store_;
  std::unique_ptr<ClaimKeeper> claim_keeper_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string down_;     ///< why nothing is stored; empty = it is
  bool silent_ = false;  ///< while it is not: whether Redis is silent, and does not refuse
  bool stopping_ = false;
  std::function<void(const std::string&)> turned_;
  std::function<void(std::string)> on_taken_;
  std::string taken_;   ///< why, once it was
  std::thread keeper_;  ///< starts a private server again that died
};

}  // namespace cardroom::daemon
