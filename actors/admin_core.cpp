#include "actors/admin_core.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/admin_outbox.hpp"
#include "actors/lobby_messages.hpp"

/// A request's way: the lobby says what there is, in a cluster the node's actor where it is to be; then it is
/// carried out, and answered.
namespace cardroom {
namespace {

constexpr std::chrono::milliseconds kPatience{4000};

}  // namespace

void AdminCore::begin(const std::string& text) {
  if (const auto error = read_json_text<Keys::AS_WRITTEN>(text, request_, Unknown::REFUSE))
    return refuse("BAD_REQUEST", to_string(*error));
  self_->delayed_send(AdminActor(self_), kPatience, AdminOverdue{});
  if (is("game create")) return create();
  self_->send(lobby_,
              AskDirectory{AdminActor(self_), request_.user, request_.command.starts_with("player ")});
}

void AdminCore::directory(Directory& directory) {
  directory_ = std::move(directory);
  if (is("status")) return status();
  if (!directory_->node) return proceed();
  self_->send(directory_->node, AskNodes{AdminActor(self_)});
}

void AdminCore::nodes(NodesTold& told) {
  nodes_ = std::move(told);
  count_leaving();
  proceed();
}

void AdminCore::proceed() {
  proceeding_ = true;
  const std::string& command = request_.command;
  if (command.starts_with("node ") || command.starts_with("cluster ")) return node_command();
  if (is("table show") || is("table watch")) return show_table();
  if (is("table void")) return void_table();
  const bool one = command.starts_with("game ") && !is("game list");
  // An empty id is an unset variable of a script, and no order to end every game.
  if (one && request_.game.empty()) return refuse("BAD_REQUEST", "game: is missing");
  for (const Directory::Game& game : directory_->games)
    if (request_.game.empty() || game.id == request_.game) games_.push_back(game);
  for (Directory::Closed game : directory_->closed) {
    game.problem = problem_of(game);
    if (!request_.game.empty() && game.id == request_.game)
      return refuse(protocol::Code::UNAVAILABLE, "The game is closed: " + game.problem + ".");
    closed_.push_back(std::move(game));
  }
  if (games_.empty() && (one || !request_.game.empty())) return refuse_no_game();
  if (is("player credit")) return credit();
  if (is("player kick") && !directory_->known_user) return refuse_unknown();
  if (is("player kick") || (one && !is("game show"))) return tell_games();
  if (!is("player list") && !is("player show")) return ask_games();
  directory_->cashier->contents([self = AdminActor(self_)](std::optional<BankContents> contents) {
    caf::anon_send(self, BankCounted{std::move(contents)});
  });
}

void AdminCore::overdue() {
  if (const auto table = table_.lock()) {
    table->give_up(who_is_silent());
    return self_->quit();
  }
  if (proceeding_ && (is("game list") || (is("table list") && nodes_))) return show_without_silent();
  if (booking_)
    return refuse(protocol::Code::UNAVAILABLE,
                  "Nobody knows yet whether the chips were booked. Ask again with --id " + request_.id +
                      ": they are booked once.");
  refuse(protocol::Code::UNAVAILABLE, who_is_silent());
}

void AdminCore::refuse_no_game() {
  refuse("NO_GAME", "There is no game " + request_.game.str() + "; see game list.");
}

void AdminCore::refuse_unknown() {
  if (!directory_->users_certain)
    return refuse(protocol::Code::UNAVAILABLE,
                  "The store does not say whether there is a player " + request_.user.str() + "; try again.");
  refuse("NO_PLAYER", "There is no player " + request_.user.str() + "; see player list.");
}

void AdminCore::refuse(protocol::Code code, const std::string& detail) {
  refuse(std::string(protocol::to_string(code)),
         detail.empty() ? std::string(protocol::sentence(code)) : detail);
}

void AdminCore::refuse(const std::string& code, const std::string& message) {
  finish(R"({"ok":false,"error":{"code":)" + to_json(code) + R"(,"message":)" + to_json(message) + "}}");
}

void AdminCore::finish(std::string line) {
  if (reply_) std::exchange(reply_, nullptr)(std::move(line), true);
  self_->quit();
}

}  // namespace cardroom
