#pragma once
#include <chrono>
#include <map>
#include <string>

/// What the log says of links that are not there. Nodes that start, end or begin anew are out of step with
/// each other for a moment: only what lasts is a warning. Nothing here reads a clock.
namespace cardroom::cluster {

using LinkTime = std::chrono::steady_clock::time_point;

/// What lasts so long does not heal by itself.
inline constexpr std::chrono::milliseconds kLasts{5'000};

/// Why a peer is not linked with.
class LinkTrouble {
 public:
  /// How loud the log is to be about it.
  enum class Log { NOT, INFO, WARNING };

  /// There is no link, for this reason; with `for_good`, one that does not go away while both are what they
  /// are.
  Log failed(const std::string& why, LinkTime now, bool for_good = false);
  /// It is the peer that is to connect, and it has not.
  void awaits(const std::string& why, LinkTime now);
  /// There is still none.
  Log on_time(LinkTime now);
  void over() { *this = {}; }
  const std::string& why() const { return why_; }

 private:
  std::string why_;
  LinkTime since_{};
  bool warned_ = false;
};

/// Nodes that connect and are not known here, or look for somebody else: it may be this one that has not
/// heard.
class LinkStrangers {
 public:
  /// Whether somebody has been refused for so long that it is worth a warning.
  bool refused(const std::string& incarnation, LinkTime now);

 private:
  struct Stranger {
    LinkTime since{}, last{};
  };
  std::map<std::string, Stranger> strangers_;  ///< who came lately
};

}  // namespace cardroom::cluster
