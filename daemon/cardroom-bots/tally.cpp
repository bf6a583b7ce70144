#include "daemon/cardroom-bots/tally.hpp"

#include <algorithm>

namespace cardroom::bots {
namespace {

std::uint64_t occurrences(std::string_view text, std::string_view what) {
  std::uint64_t n = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

}  // namespace

void Tally::frame(const FrameParts& parts) {
  ++counts.frames;
  if (parts.snapshot) return;
  auto at = tables_.find(parts.table_id);
  if (at == tables_.end()) at = tables_.emplace(std::string(parts.table_id), Latest{}).first;
  Latest& latest = at->second;
  if (parts.epoch < latest.epoch || (parts.epoch == latest.epoch && parts.version <= latest.version)) return;
  latest = {parts.epoch, parts.version};
  for_each_event(parts.events, [this](std::string_view type, std::string_view rest) { event(type, rest); });
}

void Tally::event(std::string_view type, std::string_view rest) {
  const std::string_view own = rest.substr(0, rest.find("{\"type\":"));
  if (type == "PlayerActed") {
    const std::string_view action = text_in(own, "action");
    if (action == "FOLD") ++counts.actions.fold;
    if (action == "CHECK") ++counts.actions.check;
    if (action == "CALL") ++counts.actions.call;
    if (action == "BET") ++counts.actions.bet;
    if (action == "RAISE") ++counts.actions.raise;
    if (own.find("\"allIn\":true") != std::string_view::npos) ++counts.all_ins;
  } else if (type == "HandComplete") {
    ++counts.hands;
  } else if (type == "ShowdownResult") {
    ++counts.showdowns;
    counts.side_pots += std::max<std::uint64_t>(occurrences(own, "{\"potId\":"), 1) - 1;
  }
}

Report Tally::report(std::chrono::milliseconds elapsed) const {
  Report r = counts;
  const auto ms = static_cast<std::uint64_t>(std::max<std::int64_t>(elapsed.count(), 1));
  r.seconds = (ms + 500) / 1000;
  r.actions_per_second = r.acted * 1000 / ms;
  r.latency_us = {latency.quantile_us(500), latency.quantile_us(990), latency.max_us()};
  return r;
}

std::string to_text(const Report& r) {
  std::string out;
  const auto add = [&](std::string_view name, std::uint64_t value) {
    out.append(name).append(std::max<std::size_t>(22, name.size() + 1) - name.size(), ' ');
    out.append(std::to_string(value)).append("\n");
  };
  add("players", r.players);
  add("seconds", r.seconds);
  add("hands", r.hands);
  add("folds", r.actions.fold);
  add("checks", r.actions.check);
  add("calls", r.actions.call);
  add("bets", r.actions.bet);
  add("raises", r.actions.raise);
  add("all-ins", r.all_ins);
  add("side pots", r.side_pots);
  add("showdowns", r.showdowns);
  add("actions", r.acted);
  add("actions per second", r.actions_per_second);
  add("latency p50, us", r.latency_us.p50);
  add("latency p99, us", r.latency_us.p99);
  add("latency max, us", r.latency_us.max);
  add("frames", r.frames);
  add("log-ins", r.log_ins);
  add("reconnects", r.reconnects);
  add("buy-ins", r.buy_ins);
  add("sit-outs", r.sit_outs);
  add("leaves", r.leaves);
  add("stale actions", r.stale);
  for (const auto& [code, n] : r.refusals) add("refused " + code, n);
  add("errors", r.errors);
  for (const auto& [what, n] : r.wrong) add("  " + what, n);
  return out;
}

}  // namespace cardroom::bots
