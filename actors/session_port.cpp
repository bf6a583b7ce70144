#include "actors/session_port.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>

#include "actors/session_messages.hpp"

namespace cardroom {

std::optional<TableCall> action_of(const protocol::Request& request, const UserId& user) {
  if (const auto* act = std::get_if<protocol::client::Act>(&request.command))
    return TableCall{
        PlayerActionCommand{user, act->action, act->amount.value_or(Chips{}), act->hand_number, act->turn},
        user, request.id};
  if (const auto* intent = std::get_if<protocol::client::Intent>(&request.command))
    return TableCall{PlayerIntent{user, intent->intent, intent->amount.value_or(Chips{}), intent->hand_number,
                                  intent->street},
                     user, request.id};
  return std::nullopt;
}

TableActor Port::table(const TableId& id) {
  const std::lock_guard lock(mutex_);
  for (const Route& route : routes_)
    if (route.table == id) return route.actor;
  return {};
}

bool Port::is_new(const protocol::Request& request) {
  Outcome answered;
  return recent_->see(request, env_->clock.now(session_->home_system().clock()), answered) ==
         RecentCommands::Seen::NEW;
}

void Port::request(protocol::Request request) noexcept {
  const auto* act = std::get_if<protocol::client::Act>(&request.command);
  const auto* intent = std::get_if<protocol::client::Intent>(&request.command);
  if (act || intent)
    if (const TableActor actor = table(act ? act->table_id : intent->table_id); actor && is_new(request)) {
      caf::send_as(session_, actor, *action_of(request, user_));
      return;
    }
  if (auto from = outbox()) caf::anon_send(session_, SessionRequest{std::move(from), std::move(request)});
}

void Port::caught_up() noexcept {
  if (auto from = outbox()) caf::anon_send(session_, CaughtUp{std::move(from)});
}

void Port::disconnected() noexcept {
  if (auto from = outbox()) caf::anon_send(session_, Detach{std::move(from)});
}

OutboxPtr Port::outbox() {
  const std::lock_guard lock(mutex_);
  return outbox_;
}

void Port::close() {
  OutboxPtr gone;
  const std::lock_guard lock(mutex_);
  routes_.clear();
  gone.swap(outbox_);
}

void Port::route(std::vector<Route> routes) {
  const std::lock_guard lock(mutex_);
  routes_ = std::move(routes);
}

}  // namespace cardroom
