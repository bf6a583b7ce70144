#include "actors/last_commands.hpp"

#include <algorithm>

#include "engine/digest.hpp"

namespace cardroom {
namespace {

bool at_bank(const GameState& game, const UserId& user, ClientId client) {
  return std::any_of(game.outbox.begin(), game.outbox.end(), [&](const auto& exchange) {
    return std::any_of(exchange.second.begin(), exchange.second.end(), [&](const BankEntry& entry) {
      return entry.movement.user == user && entry.client == client;
    });
  });
}

bool at_table(const GameState& game, const UserId& user, ClientId client) {
  return std::any_of(game.tables.begin(), game.tables.end(), [&](const auto& table) {
    const auto& transfers = table.second.transfers;
    return std::any_of(transfers.begin(), transfers.end(), [&](const Transfer& transfer) {
      const auto* add = std::get_if<AddChips>(&transfer.message);
      return add && add->user == user && transfer.client == client;
    });
  });
}

std::uint64_t content_of(GameCommand command) {
  // Not the player's part of it.
  if (auto* buy_in = std::get_if<BuyIn>(&command)) buy_in->reservation.clear();
  return digest(command);
}

}  // namespace

void note(LastCommands& commands, const GameCommand& command, const Caller& caller, const Input& input,
          const GameOutput& out) {
  if (input.client.v != 0 && !caller.user.empty() && !caller.admin) {
    auto& last = commands[caller.user];
    if (last.size() >= kCommandsRemembered) last.erase(last.begin());
    last.push_back({input.client, content_of(command), input.now, Error::NONE});
  }
  for (const Answer& answer : out.answers)
    if (const auto of_user = commands.find(answer.user); of_user != commands.end())
      for (LastCommand& last : of_user->second)
        if (last.client == answer.client) last.error = answer.error;
}

LastCommands remembered(const LastCommands& commands, Instant now) {
  LastCommands young;
  for (const auto& [user, all] : commands)
    for (const LastCommand& last : all)
      if (now <= last.at + kCommandRemembered) young[user].push_back(last);
  return young;
}

bool is_one_command(const GameCommand& a, const GameCommand& b) { return content_of(a) == content_of(b); }

std::optional<Repeated> repeated(const LastCommands& commands, const GameState& game,
                                 const GameCommand& command, const UserId& user, ClientId client,
                                 Instant now) {
  const auto of_user = commands.find(user);
  if (of_user == commands.end()) return std::nullopt;
  const std::uint64_t content = content_of(command);
  for (const LastCommand& last : of_user->second)
    if (last.client == client && last.content == content && now <= last.at + kCommandRemembered)
      return Repeated{at_bank(game, user, client) || at_table(game, user, client), last.error};
  return std::nullopt;
}

}  // namespace cardroom
