#pragma once
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "daemon/gateway/limits.hpp"

/// Counts connections, together and per address.
namespace cardroom::gateway {

/// What becomes of a new connection: the refused are told so in HTTP, unless there are too many of them too.
enum class Verdict : std::uint8_t { WELCOME, FULL, TOO_MANY_FROM_ADDRESS, DROP };

/// An IPv6 address, or an IPv4 one mapped into it.
using AddressBytes = std::array<std::uint8_t, 16>;

/// What connections of one customer have in common: the IPv4 address, or the /64 of an IPv6 one.
std::string network_of(const std::string& address);

class Admission {
 public:
  using Clock = std::chrono::steady_clock;

  /// A place among the connections, given back on destruction.
  class Place {
   public:
    Place() = default;
    Place(Admission* admission, Verdict verdict, AddressBytes key)
        : admission_(admission), verdict_(verdict), key_(key) {}
    Place(Place&& other) noexcept
        : admission_(std::exchange(other.admission_, nullptr)), verdict_(other.verdict_), key_(other.key_) {}
    Place& operator=(Place&& other) noexcept;
    ~Place() { leave(); }

    Verdict verdict() const { return verdict_; }
    /// The connection was shut out for what it sent: new ones of its address are to wait.
    void penalize(Clock::time_point now);
    void leave();

   private:
    Admission* admission_ = nullptr;
    Verdict verdict_ = Verdict::DROP;
    AddressBytes key_{};
  };

  explicit Admission(const ConnectionLimits& limits) : limits_(limits) {}

  Place enter(AddressBytes address);
  /// How long a new connection of the address is to wait before it is read.
  Clock::duration wait_of(AddressBytes address, Clock::time_point now) const;

  /// Places taken now, those of refused connections included.
  std::size_t count() const;

 private:
  void leave(Verdict verdict, const AddressBytes& key);
  Verdict judge(const AddressBytes& key);

  const ConnectionLimits& limits_;
  mutable std::mutex mutex_;
  std::size_t welcome_ = 0;
  std::size_t refused_ = 0;
  std::map<AddressBytes, std::size_t> per_address_;
  std::map<AddressBytes, Clock::time_point> penalties_;  ///< by when they end
};

}  // namespace cardroom::gateway
