#include "actors/recent_commands.hpp"

#include "engine/digest.hpp"

namespace cardroom {
namespace {

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

/// Those that a frame may acknowledge.
bool acknowledged_by_table(const protocol::ClientCommand& command) {
  return goes_to_table(command) || std::holds_alternative<protocol::client::PostBlind>(command) ||
         std::holds_alternative<protocol::client::ShowCards>(command) ||
         std::holds_alternative<protocol::client::SitOut>(command) ||
         std::holds_alternative<protocol::client::SitIn>(command);
}

}  // namespace

RecentCommands::Seen RecentCommands::see(const protocol::Request& request, Instant now, Outcome& outcome) {
  if (repeatable(request.command)) return Seen::NEW;
  const std::uint64_t content = digest(request.command);
  const std::lock_guard lock(mutex_);
  for (const Command& known : commands_) {
    if (known.client != request.id || known.content != content || known.at + kCommandRemembered < now)
      continue;
    if (!known.answered) return known.at_table ? Seen::NEW : Seen::UNDER_WAY;
    outcome = Outcome(known.error);
    if (known.code > 0) outcome.code = static_cast<protocol::Code>(known.code - 1);
    if (known.version.v > 0) outcome.version = known.version;
    return Seen::ANSWERED;
  }
  Command& command = commands_[next_];
  next_ = (next_ + 1) % kCommandsRemembered;
  command = {request.id,
             content,
             now,
             {},
             Error::NONE,
             0,
             goes_to_table(request.command),
             acknowledged_by_table(request.command),
             false};
  return Seen::NEW;
}

std::vector<ClientId> RecentCommands::forget_unanswered(const std::function<bool(ClientId)>& meant) {
  std::vector<ClientId> forgotten;
  const std::lock_guard lock(mutex_);
  for (Command& command : commands_) {
    if (command.answered || command.at_table || command.client.v == 0) continue;
    if (!meant(command.client)) continue;
    if (!command.by_table) forgotten.push_back(command.client);
    command = {};
  }
  return forgotten;
}

bool RecentCommands::answered(ClientId client, const Outcome& outcome) {
  const bool passing = outcome.code == protocol::Code::UNAVAILABLE || outcome.code == protocol::Code::BUSY;
  bool known = false, first = false;
  const std::lock_guard lock(mutex_);
  for (Command& command : commands_) {
    if (command.client != client || command.client.v == 0) continue;
    known = true;
    if (command.answered) continue;
    first = true;
    if (passing) {
      command = {};
      continue;
    }
    command.answered = true;
    command.error = outcome.error;
    command.code = outcome.code ? static_cast<std::uint8_t>(static_cast<int>(*outcome.code) + 1) : 0;
    command.version = outcome.version.value_or(Version{});
  }
  return first || !known;
}

}  // namespace cardroom
