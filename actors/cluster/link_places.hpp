#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cardroom::cluster {

/// The places of those who have connected and have not said who they are: so few that they cost nothing, and
/// never so taken that a node finds none. Whoever comes gets one; where there is none left another gives way:
/// of those that came long ago one that is silent, of its own address if that has as many as it may.
class GuestPlaces {
 public:
  static constexpr std::size_t kMost = 64, kMostOfAddress = 16;
  using Number = std::uint64_t;

  struct Entered {
    Number number = 0;                ///< of whoever came
    std::optional<Number> gives_way;  ///< who has no place any more
    std::string warning;              ///< about that, with who has the places; empty where nobody gives way
  };
  Entered enter(const std::string& address);

  /// Something came from a guest: it gives way after those who are silent.
  void spoke(Number number);
  /// It only has to go: it gives way like one that is silent.
  void refused(Number number);
  /// It has its place no more, if it had one.
  void leave(Number number);
  /// Whether it has a place still.
  bool has(Number number) const;

 private:
  struct Guest {
    Number number = 0;
    std::string address;
    bool waits = false;  ///< has said something, and is to be answered
  };
  void set_waits(Number number, bool waits);
  std::size_t count(const std::string& address) const;
  /// Of one address, or of all where there is none.
  Number first_to_go(const std::string* address) const;
  std::string warning(const std::string& address) const;

  std::vector<Guest> guests_;  ///< in the order in which they came
  Number last_ = 0;
};

/// Lets a line of the log pass each ten seconds.
class SeldomLine {
 public:
  bool passes();

 private:
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace cardroom::cluster
