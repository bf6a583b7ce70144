#include "engine/game.hpp"
#include "engine/game_step.hpp"

/// What is accepted in which state; the table of commands and states of RULES.md, Game flow.
namespace cardroom::game {
namespace {

constexpr Chips kMostBuyIn{1'000'000'000'000};  ///< so that no sum overflows
constexpr int kMostDrawing = 8;                 ///< buy-ins of a player at the bank

struct Verify {
  const GameState& game;
  const Caller& caller;
  const Input& input;

  bool is(GameStatus status) const { return game.status == status; }
  bool may_command() const { return caller.admin || (!game.host.empty() && caller.user == game.host); }
  Error only_if(bool ok) const { return ok ? Error::NONE : Error::INVALID_STATE; }
  Error admin(bool ok) const { return may_command() ? only_if(ok) : Error::NOT_ALLOWED; }

  /// For a player with a seat.
  Error seated(const UserId& user) const {
    if (is(GameStatus::COMPLETED)) return Error::INVALID_STATE;
    if (!registered(game, user)) return Error::NOT_REGISTERED;
    return only_if(!is(GameStatus::SCHEDULED) && !game.players.at(user).leaving);
  }
  Error connection(const UserId& user) const {
    const auto it = game.players.find(user);
    const bool here = it != game.players.end() && (it->second.registered || is(GameStatus::COMPLETED));
    return here ? Error::NONE : Error::NOT_REGISTERED;
  }

  Error operator()(const Wake&) const { return Error::NONE; }
  Error operator()(const FromTable& c) const {
    if (const auto* ready = std::get_if<ReadyChanged>(&c.notice))
      return only_if(is_news(game, c.table, *ready));
    const auto* out = std::get_if<ChipsOut>(&c.notice);
    return only_if(!out || !too_early(game, c.table, *out));
  }
  Error operator()(const Restarted&) const { return Error::NONE; }
  Error operator()(const RegisterForGame& c) const {
    if (!UserId::fits(c.user.view())) return Error::BAD_REQUEST;
    if (is(GameStatus::COMPLETED)) return Error::INVALID_STATE;
    return registered(game, c.user) ? Error::ALREADY_REGISTERED : Error::NONE;
  }
  Error operator()(const UnregisterFromGame& c) const {
    if (is(GameStatus::COMPLETED)) return Error::INVALID_STATE;
    if (!registered(game, c.user)) return Error::NOT_REGISTERED;
    return only_if(is(GameStatus::SCHEDULED));
  }
  Error operator()(const StartGame&) const {
    const Error error = admin(is(GameStatus::SEATING) && input.now >= starts_at(game));
    if (error != Error::NONE) return error;
    return can_start(game, input.now) ? Error::NONE : Error::NOT_ENOUGH_PLAYERS;
  }
  Error operator()(const PauseGame&) const { return admin(is(GameStatus::ACTIVE) && !stopping(game)); }
  Error operator()(const ResumeGame&) const { return admin(is(GameStatus::PAUSED)); }
  Error operator()(const EndGame&) const {
    return admin(!is(GameStatus::COMPLETED) && game.stopping != Stopping::TO_END);
  }
  Error operator()(const BuyIn& c) const {
    const Error error = seated(c.user);
    if (error != Error::NONE) return error;
    if (c.amount < Chips{1}) return Error::BAD_BUY_IN;
    if (c.amount > kMostBuyIn) return Error::INSUFFICIENT_BALANCE;
    const Player& player = game.players.at(c.user);
    const auto table = game.tables.find(player.table);
    return only_if(player.drawing < kMostDrawing && (table == game.tables.end() || has_room(table->second)));
  }
  Error operator()(const LeaveGame& c) const { return seated(c.user); }
  Error operator()(const SitOut& c) const { return seated(c.user); }
  Error operator()(const SitIn& c) const { return seated(c.user); }
  Error operator()(const Disconnected& c) const { return connection(c.user); }
  Error operator()(const Reconnected& c) const { return connection(c.user); }
  Error operator()(const BankAnswered& c) const {
    const bool waits = !game.outbox.empty() && c.seq == game.banked.next();
    return only_if(waits && c.answers.size() == game.outbox.begin()->second.size());
  }
};

}  // namespace

Error verify(const GameState& game, const GameCommand& command, const Caller& caller, const Input& input) {
  return std::visit(Verify{game, caller, input}, command);
}

}  // namespace cardroom::game
