#include "engine/game.hpp"
#include "engine/game_step.hpp"

/// What a game books at the bank: its outbox there, and the answers.
namespace cardroom::game {
namespace {

constexpr std::size_t kMostAtOnce = 32;  ///< movements in one exchange: Redis does nothing else meanwhile

/// Where the next movement goes: never to the number that is under way.
std::vector<BankEntry>& next_exchange(GameState& game) {
  if (game.outbox.empty()) return game.outbox[game.banked.next()];
  auto& [last, entries] = *game.outbox.rbegin();
  if (last != game.banked.next() && entries.size() < kMostAtOnce) return entries;
  return game.outbox[last.next()];
}

/// The movement raises a player's balance.
bool comes(const Movement& m) { return m.kind == MovementKind::GRANT || m.kind == MovementKind::PAY; }

void settle_draw(Step& s, const BankEntry& entry, BankResult result) {
  const UserId& user = entry.movement.user;
  --s.game.players.at(user).drawing;
  Error error = Error::INSUFFICIENT_BALANCE;
  if (result == BankResult::DONE) {
    s.game.inside += entry.movement.amount;
    error = drawn(s, user, entry.movement.amount, entry.client);
    if (error != Error::NONE) pay(s, user, entry.movement.amount);
  }
  if (error != Error::NONE) s.out.answers.push_back({user, entry.client, error});
}

}  // namespace

void book(Step& s, Movement movement, ClientId client) {
  std::vector<BankEntry>& entries = next_exchange(s.game);
  // Rake of many tables is one sum while it waits.
  if (movement.kind == MovementKind::RAKE)
    for (BankEntry& entry : entries)
      if (entry.movement.kind == MovementKind::RAKE) {
        entry.movement.amount += movement.amount;
        return;
      }
  if (comes(movement)) ++s.game.players[movement.user].owed;
  entries.push_back({std::move(movement), client});
}

void pay(Step& s, const UserId& user, Chips amount) {
  if (amount > Chips{}) book(s, {MovementKind::PAY, user, amount, {}});
}

void bank_answered(Step& s, const BankAnswered& answered) {
  GameState& g = s.game;
  const std::vector<BankEntry> entries = std::move(g.outbox.begin()->second);
  g.outbox.erase(g.outbox.begin());
  g.banked = answered.seq;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Movement& movement = entries[i].movement;
    const auto& [result, balance] = answered.answers[i];
    if (comes(movement)) --g.players.at(movement.user).owed;
    if (movement.kind == MovementKind::DRAW) settle_draw(s, entries[i], result);
    if (leaves(movement)) {
      if (result == BankResult::DONE)
        g.inside -= movement.amount;
      else
        g.unpaid.push_back(movement);
    }
    if (movement.kind == MovementKind::FUND && result == BankResult::DONE) g.inside += movement.amount;
    if (!movement.user.empty()) s.tell(BalanceChanged{movement.user, balance});
  }
}

std::vector<Movement> due_at_bank(const GameState& game) {
  std::vector<Movement> due;
  if (!game.outbox.empty())
    for (const BankEntry& entry : game.outbox.begin()->second) due.push_back(entry.movement);
  return due;
}

}  // namespace cardroom::game
