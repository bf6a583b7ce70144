#include <algorithm>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <chrono>

#include "actors/session_core.hpp"

/// What becomes of a player's commands: the answers, and those whose game or table is not there. Such a
/// command waits, and is said again with its number until it is answered or too old; games know these numbers
/// and carry nothing out twice (LastCommands). Commands for one game or table keep their order.
namespace cardroom {
namespace {

constexpr std::chrono::milliseconds kSayAgain{200};
constexpr Duration kAnswered = seconds(10);  ///< within this, or not any more
constexpr Duration kNews{300};               ///< until every node knows of a game
constexpr std::size_t kMostExpected = 256;
constexpr std::string_view kTooMany = "The game has not answered many commands yet; wait for the answers.";
constexpr std::string_view kPerhapsDone =
    "The game was moved while this was on its way: it may have been done or not.";
constexpr std::string_view kNotThere = "The game is being brought back; try again in a moment.";

/// The game or table that a command is for; empty: none.
std::string place_of(const protocol::ClientCommand& command) {
  return std::visit(
      []<class C>(const C& c) -> std::string {
        if constexpr (requires { c.game_id; })
          return c.game_id.str();
        else if constexpr (requires { c.table_id; })
          return c.table_id.str();
        else
          return {};
      },
      command);
}

}  // namespace

void SessionCore::answered(const Answered& answered) {
  const ClientId client = answered.client;
  if (client.v == 0 || given_up_.count(client) > 0) return;
  // A game that has moved since, or whose node is not in sight, has not done it.
  UnderWay* command = under_way(client);
  if (command && !env_->node.empty() && answered.outcome.code == protocol::Code::UNAVAILABLE)
    return lose(*command);
  expected_.erase(client);
  if (recent_->answered(client, answered.outcome)) answer(client, answered.outcome);
  // What was said more than once may be answered more than once.
  if (command && command->lost) forget(client);
  settle(client);
}

SessionCore::UnderWay* SessionCore::under_way(ClientId client) {
  const auto at = std::find_if(under_way_.begin(), under_way_.end(),
                               [&](const UnderWay& c) { return c.request.id == client; });
  return at == under_way_.end() ? nullptr : &*at;
}

SessionCore::UnderWay* SessionCore::next_lost(const std::string& place) {
  const auto at = std::find_if(under_way_.begin(), under_way_.end(), [&](const UnderWay& c) {
    return c.lost && place_of(c.request.command) == place;
  });
  return at == under_way_.end() ? nullptr : &*at;
}

bool SessionCore::waits(const protocol::Request& request, bool there) {
  const UnderWay* next = next_lost(place_of(request.command));
  return !there || (next && next->request.id != request.id);
}

/// What another node has made may be known there first.
bool SessionCore::is_news(const Found& found) {
  if (found.actor || env_->node.empty()) return false;
  const UnderWay* command = under_way(found.request.id);
  return !command || now() < command->since + kNews;
}

void SessionCore::hold(const protocol::Request& request) {
  // Nobody waits for an answer.
  if (request.id.v == 0) return;
  UnderWay* known = under_way(request.id);
  if (!known && under_way_.size() >= kCommandsRemembered)
    return answered({request.id, Outcome(protocol::Code::UNAVAILABLE, std::string(kNotThere))});
  lose(known ? *known : under_way_.emplace_back(UnderWay{request, now()}));
}

/// One that is not said again is given up when its game moves. False: more are out than anybody waits for.
bool SessionCore::expects(ClientId client) {
  if (client.v == 0) return true;
  if (expected_.size() < kMostExpected) return expected_.insert(client), true;
  answered({client, Outcome(protocol::Code::BUSY, std::string(kTooMany))});
  return false;
}

/// False: it is refused.
bool SessionCore::sent(const protocol::Request& request) {
  UnderWay* known = under_way(request.id);
  if (!known && under_way_.size() >= kCommandsRemembered) return expects(request.id);
  if (!known) {
    known = &under_way_.emplace_back(UnderWay{request, now()});
    // Only its players hear where a game goes: what others said to it may be lost on the way.
    self_->delayed_send(SessionActor(self_), std::chrono::milliseconds(kAnswered.ms),
                        CommandOverdue{request.id});
  }
  known->sent = true;
  return true;
}

void SessionCore::lose(UnderWay& command) {
  if (std::exchange(command.lost, true)) return;
  self_->delayed_send(SessionActor(self_), kSayAgain, CommandOverdue{command.request.id});
}

void SessionCore::lose(const GameId& game) {
  for (UnderWay& command : under_way_)
    if (place_of(command.request.command) == game.str()) lose(command);
}

void SessionCore::link_lost() {
  for (UnderWay& command : under_way_) lose(command);
  give_up();
}

/// It is over with it, and the next one may go.
void SessionCore::settle(ClientId client) {
  const UnderWay* command = under_way(client);
  if (!command) return;
  const std::string place = place_of(command->request.command);
  std::erase_if(under_way_, [&](const UnderWay& c) { return c.request.id == client; });
  say_again(place);
}

void SessionCore::say_again(const std::string& place) {
  const UnderWay* next = next_lost(place);
  if (!next) return;
  protocol::Request request = next->request;
  carry_out(request, nullptr);
}

void SessionCore::command_overdue(ClientId client) {
  const UnderWay* command = under_way(client);
  if (!command) return;
  const std::string place = place_of(command->request.command);
  const bool old = command->since + kAnswered <= now();
  if (old && (command->lost || !game(GameId(place)))) return give_up(*command);
  if (!command->lost) return;
  self_->delayed_send(SessionActor(self_), kSayAgain, CommandOverdue{client});
  if (next_lost(place) == command) say_again(place);
}

void SessionCore::give_up(const UnderWay& command) {
  const ClientId client = command.request.id;
  const Outcome outcome{protocol::Code::UNAVAILABLE, std::string(command.sent ? kPerhapsDone : kNotThere)};
  if (recent_->answered(client, outcome)) answer(client, outcome);
  forget(client);
  settle(client);
}

void SessionCore::give_up() {
  const Outcome outcome{protocol::Code::UNAVAILABLE, std::string(kPerhapsDone)};
  for (const ClientId client : std::exchange(expected_, {})) {
    if (recent_->answered(client, outcome)) answer(client, outcome);
    forget(client);
  }
  for (const ClientId client : recent_->forget_unanswered([this](ClientId c) { return !under_way(c); })) {
    answer(client, outcome);
    forget(client);
  }
}

/// An answer may still come, and is none any more.
void SessionCore::forget(ClientId client) {
  if (given_up_.size() > 2 * kMostExpected) given_up_.clear();
  given_up_.insert(client);
}

}  // namespace cardroom
