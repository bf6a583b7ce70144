#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "daemon/cardroom-bots/scan.hpp"
#include "daemon/gateway/metrics.hpp"
#include "engine/phases.hpp"

/// What all bots together saw and did. For one thread.
namespace cardroom::bots {

/// How often each action was seen.
struct ActionCounts {
  std::uint64_t fold = 0, check = 0, call = 0, bet = 0, raise = 0;
  friend bool operator==(const ActionCounts&, const ActionCounts&) = default;
};
BOOST_DESCRIBE_STRUCT(ActionCounts, (), (fold, check, call, bet, raise))

/// From an action until the frame that acknowledges it, in microseconds.
struct Latency {
  std::uint64_t p50 = 0, p99 = 0, max = 0;
};
BOOST_DESCRIBE_STRUCT(Latency, (), (p50, p99, max))

/// The closing report.
struct Report {
  std::uint64_t players = 0;
  std::uint64_t seconds = 0;
  std::uint64_t hands = 0;
  ActionCounts actions;  ///< of all hands, time-outs and intents included
  std::uint64_t all_ins = 0, side_pots = 0, showdowns = 0;
  std::uint64_t acted = 0;  ///< actions that the bots sent and that were carried out
  std::uint64_t actions_per_second = 0;
  Latency latency_us;
  std::uint64_t errors =
      0;  ///< what must not be: gaps, unreadable messages, lost connections, refused formats
  std::uint64_t stale = 0;                        ///< actions that lost a race against a time-out
  std::map<std::string, std::uint64_t> refusals;  ///< other refusals by code
  std::map<std::string, std::uint64_t> wrong;     ///< the errors by kind
  std::uint64_t frames = 0, messages = 0, bytes = 0;
  std::uint64_t log_ins = 0, reconnects = 0, buy_ins = 0, sit_outs = 0, leaves = 0;
};
BOOST_DESCRIBE_STRUCT(Report, (),
                      (players, seconds, hands, actions, all_ins, side_pots, showdowns, acted,
                       actions_per_second, latency_us, errors, stale, refusals, wrong, frames, messages,
                       bytes, log_ins, reconnects, buy_ins, sit_outs, leaves))

class Tally {
 public:
  Report counts;
  gateway::Histogram latency;

  /// Counts what a frame tells, unless another bot brought the same one before.
  void frame(const FrameParts& parts);
  /// Something that must not be.
  void wrong(const std::string& what) {
    ++counts.errors;
    ++counts.wrong[what];
  }
  /// The report so far, `elapsed` after the first bot came.
  Report report(std::chrono::milliseconds elapsed) const;

 private:
  struct Latest {
    std::uint64_t epoch = 0, version = 0;
  };
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  void event(std::string_view type, std::string_view rest);

  std::unordered_map<std::string, Latest, Hash, std::equal_to<>> tables_;
};

/// The report for people.
std::string to_text(const Report& report);

}  // namespace cardroom::bots
