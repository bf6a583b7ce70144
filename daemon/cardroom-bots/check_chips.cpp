#include "daemon/cardroom-bots/check_chips.hpp"

#include <functional>

namespace cardroom::bots {
namespace {
constexpr std::size_t kVersionsKept = 512;
}

ChipCheck::Picture ChipCheck::picture(const protocol::server::TableState& frame) {
  Picture p{frame.epoch.v, frame.version.v, frame.state.pot_total.v, {}};
  for (const auto& seat : frame.state.seats) {
    const std::int64_t pending = seat.pending.value_or(Chips{0}).v, chips = seat.stack.v + pending;
    p.total += chips;
    if (seat.user_id) p.players[seat.user_id->str()] = {chips, pending};
  }
  return p;
}

void ChipCheck::compare(const protocol::server::TableState& frame, const Picture& now) {
  std::int64_t expected = last_.total;
  std::int64_t may_return = 0;  // what arrives above the maximum goes back to the balance
  for (const auto& [user, before] : last_.players) {
    const auto after = now.players.find(user);
    if (after == now.players.end())
      expected -= before.chips;
    else if (after->second.pending < before.pending)
      may_return += before.pending;
  }
  std::map<std::string, std::int64_t> came;
  for (const auto& event : frame.events) {
    if (const auto* bought = std::get_if<PlayerBuyIn>(&event)) expected += bought->amount.v;
    if (const auto* over = std::get_if<HandComplete>(&event)) expected -= over->rake.v;
    if (const auto* seat = std::get_if<SeatChanged>(&event); seat && !seat->user_id.empty())
      if (!last_.players.contains(seat->user_id.str())) came.try_emplace(seat->user_id.str(), seat->stack.v);
  }
  for (const auto& [user, after] : now.players) {
    if (last_.players.contains(user)) continue;
    const auto with = came.find(user);
    expected += with == came.end() ? after.chips : with->second;
  }
  if (now.total > expected || now.total < expected - may_return)
    notes_.found("chips at table " + frame.table_id.str() + " are " + std::to_string(now.total) +
                 " and should be " + std::to_string(expected) + " at version " + std::to_string(now.version));
}

void ChipCheck::frame(const protocol::server::TableState& frame, std::string_view shared) {
  if (frame.snapshot.value_or(false)) return;
  const auto [known, fresh] =
      hashes_.try_emplace({frame.epoch.v, frame.version.v}, std::hash<std::string_view>{}(shared));
  if (!fresh && known->second != std::hash<std::string_view>{}(shared))
    notes_.found("players were told different things about version " + std::to_string(frame.version.v) +
                 " of table " + frame.table_id.str());
  if (hashes_.size() > kVersionsKept) hashes_.erase(hashes_.begin());

  std::int64_t pots = 0;
  for (const auto& pot : frame.state.pots) pots += pot.amount.v;
  for (const auto& seat : frame.state.seats) pots += seat.street_bet.v;
  if (pots != frame.state.pot_total.v) notes_.found("potTotal is not the sum of pots and bets");

  const bool newer = frame.epoch.v > last_.epoch || frame.version.v > last_.version;
  if (!fresh || frame.epoch.v < last_.epoch || !newer) return;
  Picture now = picture(frame);
  // After a step that no bot saw nothing can be said.
  if (frame.epoch.v == last_.epoch && frame.previous.v == last_.version) compare(frame, now);
  last_ = std::move(now);
}

}  // namespace cardroom::bots
