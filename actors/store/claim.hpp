#pragma once
#include <boost/describe.hpp>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "actors/store/redis_client.hpp"
#include "actors/store/store.hpp"

/// One daemon at a time, or one cluster, has a store. A daemon that is in no cluster holds a claim that ends
/// by itself unless it is renewed. What fences a daemon whose claim was taken are the tokens of the journals;
/// the claim is how it learns of it, and how a second one is kept from beginning.
namespace cardroom {

/// A daemon as its claim describes it.
struct Claimant {
  std::string token;    ///< of this process alone
  std::string host;     ///< for people
  std::string place;    ///< names the boot of the machine and the pids that are seen there
  std::string pid;      ///< within `place`
  std::string started;  ///< when the process with this pid began, as the kernel counts
  std::string since;    ///< date and time, UTC

  friend bool operator==(const Claimant&, const Claimant&) = default;
};
BOOST_DESCRIBE_STRUCT(Claimant, (), (token, host, place, pid, started, since))

/// This process.
Claimant this_claimant();
/// For people: "cardroomd on HOST (pid N), since ...".
std::string to_string(const Claimant& claimant);
/// What a claim's fields and values say; empty fields where it is gone.
Claimant claimant_in(const Reply& fields);
/// Whether the daemon is known to have ended: only what ran in the same place can be looked for.
bool has_ended(const Claimant& claimant, const Claimant& self);

/// A claim that was taken.
struct Claim {
  Claimant holder;
  std::uint64_t term = 0;  ///< counts how often the store changed hands: above all before
};

struct ClaimTimes {
  std::chrono::milliseconds expiry{10'000};
  std::chrono::milliseconds renewal{2'000};
};

/// Takes the claim. It is taken over at once from a daemon that has ended, else once it has expired; that is
/// waited for, and `progress` hears who is silent. From a cluster it is taken once no beat of its nodes has
/// moved for the time in which a claim expires, and then they are dead. Blocks. IN_USE: the holder lives, for
/// it renewed its claim, or nodes do, for they beat; the text names them.
Result<Claim> take_claim(RedisClient& client, const Claimant& self, ClaimTimes times,
                         const std::function<void(std::string)>& progress);

/// Renews a claim, on a thread of its own.
class ClaimKeeper {
 public:
  /// `taken` is called at most once, on the store's thread, with a sentence that names the new holder, when
  /// the claim is another's. `store` outlives this.
  ClaimKeeper(Store& store, Claim claim, ClaimTimes times, std::function<void(std::string)> taken);
  /// Ends the renewing; the claim is left to expire unless it was released.
  ~ClaimKeeper();
  ClaimKeeper(const ClaimKeeper&) = delete;
  ClaimKeeper& operator=(const ClaimKeeper&) = delete;

  /// Renews it now, for the store was away.
  void renew();
  /// Ends the renewing and gives the claim up, unless it is another's by now: what the store was given on the
  /// lane SNAPSHOTS before is finished first.
  void release();

 private:
  void run();
  void end();

  Store& store_;
  const Claim claim_;
  const ClaimTimes times_;
  const std::shared_ptr<std::function<void(std::string)>> taken_;  ///< empty once it was called
  std::mutex mutex_;
  std::condition_variable changed_;
  bool due_ = false;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace cardroom
