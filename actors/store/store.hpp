#pragma once
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "actors/store/descriptor.hpp"
#include "actors/store/lane.hpp"

namespace cardroom {

/// Which of the store's connections a command takes.
enum class StoreLane : std::uint8_t {
  JOURNAL,  ///< what is short and urgent: it never waits behind a large snapshot; in order for each first key
  SNAPSHOTS,  ///< everything else, in order; at most 16 in flight
  CLAIM       ///< as SNAPSHOTS, and also while the server stores nothing
};

/// For commands that do not depend on anything learned before.
inline constexpr std::uint64_t kAnySession = 0;

/// What a store needs. The listeners are called on the store thread and only post a message.
struct StoreOptions {
  RedisAddress address;
  LaneLimits limits{};  ///< `in_flight` is that of SNAPSHOTS; to `hang_after` comes `replica_timeout`
  /// Redis takes at most 16 KB from a connection between two fsyncs, some 50 entries, however many wait: so
  /// several connections (at least one), or a slow disk would bring no larger groups.
  std::size_t journal_connections = 8;
  std::size_t journal_in_flight = 100'000;    ///< of each of them
  std::chrono::milliseconds first_retry{50};  ///< doubles with each failure
  std::chrono::milliseconds last_retry{1'000};
  std::chrono::milliseconds probe_after{250};  ///< between two tries whether the server stores again
  /// Nothing is stored from now on, and why: the connection was lost (UNAVAILABLE), or the server refuses
  /// (see `refuses`). Again when the reason changes.
  std::function<void(const Failure& why)> on_down{};
  /// It stores again: open everything anew.
  std::function<void()> on_up{};
};

/// Redis for actors: one thread, one epoll, a few connections. Commands may come from any thread; every
/// callback is called once, on the store thread, and must be short. All connections live and die together.
/// Commands given while the store is not connected end as UNAVAILABLE at once; nothing is ever sent twice or
/// kept over a reconnect. A server that answers but refuses to store, or whose replicas do not have what it
/// has, is the same to users: until a small write of the store's own has succeeded, nothing is sent to it.
class Store {
 public:
  /// Starts the thread, which begins to connect.
  explicit Store(StoreOptions options);
  /// Stops without grace.
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// Blocks until connected, the server's data loaded, and the store not down; false when that takes longer
  /// than `timeout`.
  bool wait_until_up(std::chrono::milliseconds timeout);

  /// Sends a command. With a `session` it goes over that one's connections or not at all (UNAVAILABLE).
  void command(std::vector<std::string> args, Callback done, StoreLane lane = StoreLane::SNAPSHOTS,
               std::uint64_t session = kAnySession);
  /// Runs a script by its digest, loading it where the server does not know it.
  void eval(const Script& script, const std::vector<std::string>& keys, std::vector<std::string> args,
            Callback done, StoreLane lane = StoreLane::SNAPSHOTS, std::uint64_t session = kAnySession);
  /// Counts the times that the connections came up: what was learned in one session may not hold in the next,
  /// for the server may have lost its last writes between them. In a callback only: the session of its
  /// answer.
  std::uint64_t session() const { return session_; }

  /// Finishes what was given so far for at most `grace`, then ends the thread; what is left ends as UNKNOWN
  /// or STOPPED, as does everything given later. Called from one thread, never from a callback.
  void stop(std::chrono::milliseconds grace);

 private:
  using Time = Lane::Time;
  struct Post {
    Command command;
    std::size_t lane;
    std::uint64_t session;
  };

  void post(Command command, StoreLane lane, std::uint64_t session);
  std::size_t lane_of(const Command& command, StoreLane lane) const;
  void wake();
  void run();
  bool turn();
  int timeout(Time now) const;
  std::optional<Failure> take_events(int count, Time now);
  void take_posts();
  std::optional<Failure> serve(Time now);
  void connect(Time now);
  void lose(const Failure& why, Time now);
  void come_up(Time now);
  void heed_refusals(Time now);
  void turn_down(const Failure& why);
  void turn_up();
  void set_up(bool up);
  void probe();
  void watch(std::size_t lane);
  bool finished(Time now) const;
  void drain();

  const StoreOptions options_;
  Descriptor epoll_;
  Descriptor wake_;

  // Of the store thread alone.
  std::vector<Lane> lanes_;  ///< first that of SNAPSHOTS, then those of JOURNAL
  std::vector<std::uint32_t> watched_;
  bool connected_ = false;       ///< all lanes have a connection, ready or not
  bool is_up_ = false;           ///< all lanes are ready
  std::optional<Failure> down_;  ///< why nothing is stored, once it was told
  std::optional<Time> probe_at_;
  std::uint64_t session_ = 0;
  bool outage_told_ = false;
  Time connect_at_{};
  std::chrono::milliseconds retry_;
  std::optional<Time> stop_at_;

  // Shared, under the lock.
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Post> posts_;
  bool woken_ = false;
  bool up_ = false;
  bool ended_ = false;
  std::optional<std::chrono::milliseconds> stop_grace_;

  std::thread thread_;
};

}  // namespace cardroom
