#pragma once
#include "engine/types.hpp"

/// The settings of a game: what an operator or host chooses, and the house rules.
namespace cardroom {

enum class StartMode : std::uint8_t { HOST, AUTO };
BOOST_DESCRIBE_ENUM(StartMode, HOST, AUTO)
enum class MinRaise : std::uint8_t { LAST_RAISE, DOUBLE };
BOOST_DESCRIBE_ENUM(MinRaise, LAST_RAISE, DOUBLE)
enum class Reopen : std::uint8_t { CUMULATIVE, SINGLE };
BOOST_DESCRIBE_ENUM(Reopen, CUMULATIVE, SINGLE)
enum class HeadsUpTransition : std::uint8_t { BIG_BLIND_STAYS, BIG_BLIND_MOVES };
BOOST_DESCRIBE_ENUM(HeadsUpTransition, BIG_BLIND_STAYS, BIG_BLIND_MOVES)

/// The most that is raked of a hand by the number of players dealt in: 2, 3, 4, ...; the last entry is for
/// all numbers above, too. 0 = none.
using RakeCaps = FixedVec<Chips, kMaxSeats - 1>;

/// A `guest_credit` that was not given.
inline constexpr Chips kUsualCredit{(std::int64_t{1} << 53) - 1};

/// Settings of a game. Members are named as in the configuration file; amounts in chips, times in
/// milliseconds. `min_buy_in` and `max_buy_in` of 0 and a `guest_credit` that was not given mean "default"
/// and are filled in by `with_defaults`.
struct Settings {
  GameId game_id;
  Chips small_blind;
  Chips big_blind;
  Chips ante{0};
  std::int32_t number_of_seats = 9;
  Chips min_buy_in{0};
  Chips max_buy_in{0};
  StartMode start = StartMode::HOST;
  Instant start_time{0};  ///< 0 = at once
  Duration seating_time = seconds(300);
  Duration action_time = seconds(20);
  Duration time_bank = seconds(30);
  Duration time_bank_refill = seconds(5);
  Duration predeal_time = seconds(15);
  Duration review_hand_time = seconds(8);
  Duration next_hand_delay = seconds(2);
  Duration table_merge_grace = seconds(60);
  std::int32_t max_timeouts = 2;
  Duration sit_out_limit = seconds(600);
  Duration away_timeout = seconds(300);
  Duration rathole_time = seconds(1800);
  Chips guest_credit = kUsualCredit;  ///< granted to each player by this game, once
  bool allow_post_to_play = true;
  bool require_missed_blind_post = false;
  MinRaise min_raise = MinRaise::LAST_RAISE;
  Reopen reopen = Reopen::CUMULATIVE;
  bool open_fold = true;
  HeadsUpTransition heads_up_transition = HeadsUpTransition::BIG_BLIND_STAYS;
  bool auto_muck = true;
  std::int32_t rake_percent = 0;
  Chips rake_cap{0};     ///< for any number of players; 0 = none
  RakeCaps rake_caps{};  ///< besides `rake_cap`; empty = none

  friend bool operator==(const Settings&, const Settings&) = default;
};
BOOST_DESCRIBE_STRUCT(Settings, (),
                      (game_id, small_blind, big_blind, ante, number_of_seats, min_buy_in, max_buy_in, start,
                       start_time, seating_time, action_time, time_bank, time_bank_refill, predeal_time,
                       review_hand_time, next_hand_delay, table_merge_grace, max_timeouts, sit_out_limit,
                       away_timeout, rathole_time, guest_credit, allow_post_to_play,
                       require_missed_blind_post, min_raise, reopen, open_fold, heads_up_transition,
                       auto_muck, rake_percent, rake_cap, rake_caps))

/// The settings with every "default" amount replaced by its number: 40, 100 and 1,000 big blinds.
Settings with_defaults(Settings settings);

/// What is wrong with the settings: which member, and what is allowed. `key` is empty when nothing is.
struct SettingsError {
  std::string_view key;
  std::string_view allowed;
};

/// Checks settings after `with_defaults`: ranges, and members that contradict each other.
SettingsError check(const Settings& settings);

}  // namespace cardroom
