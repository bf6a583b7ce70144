#include "actors/recent_commands.hpp"

#include <algorithm>

#include "engine/digest.hpp"

namespace cardroom {
namespace {

constexpr std::size_t kMostRemembered = 8;
/// Longer than a client takes to come back, too short for numbers that begin anew to meet old ones.
constexpr Duration kRemembered = seconds(60);

/// Commands that only ask, or that a repeat does not change.
bool repeatable(const protocol::ClientCommand& command) {
  return std::holds_alternative<protocol::client::ListGames>(command) ||
         std::holds_alternative<protocol::client::Watch>(command) ||
         std::holds_alternative<protocol::client::Unwatch>(command);
}

bool goes_to_table(const protocol::ClientCommand& command) {
  return std::holds_alternative<protocol::client::Act>(command) ||
         std::holds_alternative<protocol::client::Intent>(command);
}

}  // namespace

RecentCommands::Seen RecentCommands::see(const protocol::Request& request, Instant now, Outcome& outcome) {
  if (repeatable(request.command)) return Seen::NEW;
  std::erase_if(commands_, [&](const Command& c) { return c.at + kRemembered < now; });
  const std::uint64_t content = digest(request.command);
  const auto known = std::find_if(commands_.begin(), commands_.end(), [&](const Command& c) {
    return c.client == request.id && c.content == content;
  });
  if (known == commands_.end()) {
    if (commands_.size() == kMostRemembered) commands_.erase(commands_.begin());
    commands_.push_back({request.id, content, now, goes_to_table(request.command), false, {}});
    return Seen::NEW;
  }
  if (!known->answered) return known->at_table ? Seen::NEW : Seen::UNDER_WAY;
  outcome = known->outcome;
  return Seen::ANSWERED;
}

void RecentCommands::answered(ClientId client, const Outcome& outcome) {
  for (Command& c : commands_) {
    if (c.client != client || c.answered) continue;
    c.answered = true;
    c.outcome = outcome;
  }
}

}  // namespace cardroom
