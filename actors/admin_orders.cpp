#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/admin_core.hpp"
#include "actors/cashier.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/log.hpp"
#include "actors/store/opener.hpp"

/// What administrators have done: by games, tables, nodes and the bank.
namespace cardroom {
namespace {

constexpr ClientId kOnly{1};

}  // namespace

void AdminCore::create() {
  if (!request_.settings) return refuse("BAD_REQUEST", "settings: is missing");
  awaited_[kOnly] = request_.settings->game_id;
  self_->send(lobby_, CreateGame{*request_.settings, {}, kOnly, AdminActor(self_)});
}

std::optional<GameCommand> AdminCore::command() const {
  if (is("game start")) return StartGame{};
  if (is("game pause")) return PauseGame{};
  if (is("game resume")) return ResumeGame{};
  if (is("game end")) return EndGame{};
  if (is("player kick")) return LeaveGame{request_.user};
  return std::nullopt;
}

void AdminCore::tell_games() {
  const auto command = this->command();
  if (!command) return refuse_command();
  if (games_.empty() && is("player kick")) return finish_kick();
  if (games_.empty()) return refuse_no_game();
  // A player is taken out of games in the player's own name: that is no right of the host's.
  const UserId caller = is("player kick") ? request_.user : UserId{};
  ClientId client = kOnly;
  for (const Directory::Game& game : games_) {
    awaited_[client] = game.id;
    self_->send(game.actor, GameCall{*command, {caller, true}, client, {}, {}});
    ++client.v;
  }
}

void AdminCore::void_table() {
  const auto at = table();
  if (at == directory_->tables.end() || !sees(at->node)) return refuse_table();
  const auto game = std::find_if(directory_->games.begin(), directory_->games.end(),
                                 [&](const auto& g) { return g.id == at->game; });
  if (game == directory_->games.end())
    return refuse(protocol::Code::UNAVAILABLE, "Game " + at->game.str() +
                                                   ", whose table it is, is open nowhere that is seen from "
                                                   "here. " +
                                                   where("game:" + at->game.str()));
  awaited_[kOnly] = game->id;
  self_->send(game->actor, VoidHeld{request_.table, kOnly});
}

void AdminCore::answered(const Answered& answer) {
  const Outcome& outcome = answer.outcome;
  awaited_.erase(answer.client);
  // Who plays in another game, is out of this one or on the way out need not be kicked out of it.
  const bool out = outcome.error == Error::NOT_REGISTERED || outcome.error == Error::INVALID_STATE;
  if (is("player kick") && !outcome.done() && !out) not_kicked_ = outcome;
  if (!awaited_.empty()) return;
  if (is("player kick")) return finish_kick();
  if (outcome.code) return refuse(*outcome.code, outcome.detail);
  if (is("table void") && outcome.error == Error::INVALID_STATE)
    return refuse(std::string(to_string(outcome.error)), "The table is not held: there is nothing to void.");
  if (outcome.error == Error::INVALID_STATE && games_.size() == 1) {
    refused_ = outcome.error;
    return self_->send(games_.front().actor, Describe{1, false, true});
  }
  if (outcome.error != Error::NONE) return refuse(outcome.error);
  if (outcome.detail.empty()) return finish(R"({"ok":true})");
  finish(R"({"ok":true,"message":)" + to_json(outcome.detail) + "}");
}

/// The connection is closed whatever the games say.
void AdminCore::finish_kick() {
  self_->send(lobby_, KickPlayer{request_.user});
  if (not_kicked_ && not_kicked_->code) return refuse(*not_kicked_->code, not_kicked_->detail);
  if (not_kicked_) return refuse(not_kicked_->error);
  finish(R"({"ok":true})");
}

/// Chips are booked for players who were here once: a mistyped id would lose them.
void AdminCore::credit() {
  if (request_.amount == Chips{0}) return refuse("BAD_REQUEST", "amount: 0 chips are nothing to book");
  if (!directory_->known_user) return refuse_unknown();
  if (request_.id.empty()) request_.id = fresh_token();
  book();
}

void AdminCore::book() {
  booking_ = true;
  directory_->cashier->credit(request_.id, request_.user, request_.amount,
                              [self = AdminActor(self_)](std::optional<Credited> credited) {
                                caf::anon_send(self, CreditTold{credited});
                              });
}

void AdminCore::credited(const CreditTold& told) {
  if (!told.credited) return book();
  const auto& [result, balance] = *told.credited;
  if (result == BankResult::CONFLICT)
    return refuse(std::string(to_string(result)),
                  "The id " + request_.id +
                      " was used for another booking, with another player or amount, within the last 7 days. "
                      "Nothing was booked; take another --id.");
  if (result != BankResult::DONE)
    return result == BankResult::NO_FUNDS
               ? refuse(std::string(to_string(Error::INSUFFICIENT_BALANCE)),
                        "The balance is " + std::to_string(balance.v) + ".")
               : refuse(std::string(to_string(result)), "The bank does not book that.");
  log_info("the operator booked " + std::to_string(request_.amount.v) + " chips for " + request_.user.str() +
           " as " + request_.id + "; the balance after it is " + std::to_string(balance.v));
  self_->send(lobby_, BalanceBooked{request_.user});
  finish(R"({"ok":true,"data":{"balance":)" + std::to_string(balance.v) + "}}");
}

void AdminCore::node_command() {
  if (!nodes_)
    return refuse("NO_CLUSTER", "This daemon is not one of several; see [cluster] in config/reference.toml.");
  if (is("cluster status")) return done(nodes_->cluster);
  if (is("cluster rebalance")) return self_->send(directory_->node, Rebalance{kOnly, AdminActor(self_)});
  if (is("node list")) return done(nodes_->nodes);
  if (!is("node show") && !is("node drain") && !is("node undrain")) return refuse_command();
  const auto node = std::find_if(nodes_->nodes.begin(), nodes_->nodes.end(),
                                 [&](const NodeRow& n) { return n.node == request_.node; });
  if (node == nodes_->nodes.end())
    return refuse("NO_NODE", "There is no node \"" + request_.node + "\"; see node list.");
  if (is("node show")) return done(*node);
  if (node->state == "DEAD")
    return refuse(std::string(to_string(Error::INVALID_STATE)),
                  "Node " + node->node + " is dead: what it had is given to others by itself.");
  self_->send(directory_->node,
              DrainNode{request_.node, is("node drain"), request_.deadline, kOnly, AdminActor(self_)});
}

}  // namespace cardroom
