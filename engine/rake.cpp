#include "engine/rake.hpp"

#include <algorithm>

#include "engine/pots.hpp"

namespace cardroom::rake {
namespace {

constexpr std::int64_t kPercent = 100;

Chips capped(Chips rake, Chips cap) { return cap == Chips{0} ? rake : std::min(rake, cap); }

}  // namespace

Chips due(const Settings& settings, Chips total, int players) {
  // In two parts, for the product of the whole may be no 64-bit number.
  const std::int64_t percent = settings.rake_percent;
  const Chips rake{total.v / kPercent * percent + total.v % kPercent * percent / kPercent};
  const RakeCaps& caps = settings.rake_caps;
  const Chips by_players =
      caps.empty() ? Chips{0} : caps[std::min(static_cast<std::size_t>(players) - 2, caps.size() - 1)];
  return capped(capped(rake, settings.rake_cap), by_players);
}

Parts take(const Settings& settings, TableState& t) {
  Parts parts{};
  // No flop, no rake.
  if (settings.rake_percent == 0 || t.board_size == 0) return parts;
  Chips left = due(settings, pots::total(t), t.dealt.count());
  t.rake += left;
  for (std::size_t i = 0; i < t.pots.size(); ++i) {
    parts[i] = std::min(left, t.pots[i].amount);
    left -= parts[i];
  }
  return parts;
}

}  // namespace cardroom::rake
