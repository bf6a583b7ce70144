#include "engine/settings.hpp"

namespace cardroom {
namespace {
constexpr Chips kMostChips{1'000'000'000'000};  ///< of one amount in a setting, so that no sum overflows
constexpr std::size_t kLongestGameId = 24;      ///< its tables are named after it, in at most 32 bytes
constexpr Duration kLongest = seconds(86'400 * 7);

bool within(Chips c, Chips low) { return c >= low && c <= kMostChips; }
bool within(Duration d) { return d >= Duration{0} && d <= kLongest; }
}  // namespace

Settings with_defaults(Settings s) {
  // Beyond the limits `check` refuses the big blind itself.
  if (!within(s.big_blind, {0})) return s;
  if (s.min_buy_in == Chips{}) s.min_buy_in = s.big_blind * 40;
  if (s.max_buy_in == Chips{}) s.max_buy_in = s.big_blind * 100;
  if (s.guest_credit == kUsualCredit) s.guest_credit = s.big_blind * 1000;
  return s;
}

SettingsError check(const Settings& s) {
  if (!GameId::fits(s.game_id.view()) || s.game_id.view().size() > kLongestGameId)
    return {"game_id", "1 to 24 bytes, no control characters"};
  if (!within(s.big_blind, {1})) return {"big_blind", "1 to 1,000,000,000,000 chips"};
  if (!within(s.small_blind, {1})) return {"small_blind", "1 to 1,000,000,000,000 chips"};
  if (s.small_blind > s.big_blind) return {"small_blind", "at most big_blind"};
  if (!within(s.ante, {0}) || s.ante > s.big_blind * 10) return {"ante", "0 to 10 big blinds"};
  if (s.number_of_seats < 2 || s.number_of_seats > kMaxSeats) return {"number_of_seats", "2 to 10"};
  if (!within(s.min_buy_in, {1})) return {"min_buy_in", "1 to 1,000,000,000,000 chips"};
  if (!within(s.max_buy_in, {1})) return {"max_buy_in", "1 to 1,000,000,000,000 chips"};
  if (s.min_buy_in > s.max_buy_in) return {"min_buy_in", "at most max_buy_in"};
  if (s.guest_credit != kUsualCredit && !within(s.guest_credit, {0}))
    return {"guest_credit", "0 to 1,000,000,000,000 chips"};
  if (s.start_time < Instant{0}) return {"start_time", "0 or later"};
  const std::pair<std::string_view, Duration> times[] = {
      {"seating_time", s.seating_time},
      {"action_time", s.action_time},
      {"time_bank", s.time_bank},
      {"time_bank_refill", s.time_bank_refill},
      {"predeal_time", s.predeal_time},
      {"review_hand_time", s.review_hand_time},
      {"next_hand_delay", s.next_hand_delay},
      {"table_merge_grace", s.table_merge_grace},
      {"sit_out_limit", s.sit_out_limit},
      {"away_timeout", s.away_timeout},
      {"rathole_time", s.rathole_time},
  };
  for (const auto& [key, time] : times)
    if (!within(time)) return {key, "0 to 7 days"};
  if (s.action_time < Duration{1}) return {"action_time", "at least 1 millisecond"};
  if (s.max_timeouts < 1 || s.max_timeouts > 100) return {"max_timeouts", "1 to 100"};
  if (s.rake_percent < 0 || s.rake_percent > 100) return {"rake_percent", "0 to 100"};
  if (!within(s.rake_cap, {0})) return {"rake_cap", "0 (none) to 1,000,000,000,000 chips"};
  for (const Chips cap : s.rake_caps)
    if (!within(cap, {0})) return {"rake_caps", "0 (none) to 1,000,000,000,000 chips each"};
  return {};
}

}  // namespace cardroom
