#include <algorithm>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/admin_messages.hpp"
#include "actors/game_core.hpp"
#include "actors/log.hpp"
#include "actors/protocol/server.hpp"
#include "actors/protocol/wire.hpp"

/// Who hears what of a game's steps.
namespace cardroom {
namespace {

/// While a game is no larger everybody hears who comes and goes; beyond only those whom it concerns, since
/// the number of messages grows with the square of the players.
constexpr std::size_t kSmallGame = 100;

/// The player whom an event concerns, if one.
const UserId* concerned(const GameEvent& event) {
  return std::visit(
      []<class E>(const E& e) -> const UserId* {
        if constexpr (requires { e.user_id; })
          return &e.user_id;
        else
          return nullptr;
      },
      event);
}

bool for_everybody(const GameEvent& event) {
  return std::holds_alternative<GameStatusChanged>(event) || std::holds_alternative<GameMessage>(event);
}

}  // namespace

void GameCore::tell_events(const GameOutput& out) {
  const bool small = members_.size() + watchers_.size() <= kSmallGame;
  protocol::server::GameEvents all{settings_->game_id, {}};
  for (const GameEvent& event : out.events) {
    // Sessions ask the bank and tell BALANCE, to its owner.
    if (std::holds_alternative<BalanceChanged>(event)) continue;
    if (small || for_everybody(event)) {
      all.events.push_back(event);
      continue;
    }
    const UserId* user = concerned(event);
    const auto member = user ? members_.find(*user) : members_.end();
    if (member == members_.end()) continue;
    const protocol::server::GameEvents own{settings_->game_id, {event}};
    self_->send(member->second.session, std::make_shared<const std::string>(protocol::to_text(own)));
  }
  if (!all.events.empty()) tell_all(std::make_shared<const std::string>(protocol::to_text(all)));
}

void GameCore::tell_all(const TextPtr& text) {
  for (const auto& [user, member] : members_) self_->send(member.session, text);
  for (const auto& [user, session] : watchers_)
    if (members_.count(user) == 0) self_->send(session, text);
}

void GameCore::tell_store(bool down) {
  const std::string text =
      down ? "The card room cannot store what happens: play stands, and so do all clocks, "
             "until it can."
           : "The card room stores again: play goes on.";
  const protocol::server::GameEvents events{settings_->game_id, {GameMessage{text}}};
  tell_all(std::make_shared<const std::string>(protocol::to_text(events)));
}

/// What was done by hand leaves a trail.
void GameCore::log_operator(const GameWork& work) const {
  if (!work.caller.admin) return;
  if (std::holds_alternative<LeaveGame>(work.command))
    log_info("game " + settings_->game_id.str() + ": the operator took out " + work.caller.user.str());
}

void GameCore::tell_players(const Prepared& step) {
  const GameOutput& out = step.out;
  std::vector<UserId> users;
  const auto add = [&](const UserId& user) {
    if (std::find(users.begin(), users.end(), user) == users.end()) users.push_back(user);
  };
  for (const GameEvent& event : out.events) {
    if (const auto* changed = std::get_if<BalanceChanged>(&event))
      tell_balance(changed->user_id);
    else if (const UserId* user = concerned(event))
      add(*user);
  }
  for (const ToTable& message : out.to_tables)
    if (const auto* seat = std::get_if<SeatPlayer>(&message.command)) add(seat->user);
  for (const UserId& user : users) tell_whereabouts(user);
  for (const GameEvent& event : out.events) {
    if (const auto* changed = std::get_if<GameStatusChanged>(&event)) {
      log_info("game " + settings_->game_id.str() + ": " + std::string(enum_name(changed->old_status)) +
               " -> " + std::string(enum_name(changed->new_status)));
      if (changed->new_status == GameStatus::COMPLETED) self_->send(lobby_, GameOver{settings_->game_id});
    }
    const UserId* user = concerned(event);
    const bool comes = std::holds_alternative<PlayerRegistered>(event);
    if (!comes && !std::holds_alternative<PlayerLeft>(event)) continue;
    self_->send(lobby_, Membership{settings_->game_id, {*user}, comes});
    if (comes) continue;
    if (const auto member = members_.find(*user); member != members_.end())
      leaving_[*user] = member->second.session;
    members_.erase(*user);
  }
}

/// Of a player, or of one who has left and may still be paid or answered.
SessionActor GameCore::session_of(const UserId& user) const {
  if (const auto member = members_.find(user); member != members_.end()) return member->second.session;
  const auto left = leaving_.find(user);
  return left == leaving_.end() ? SessionActor{} : left->second;
}

void GameCore::answer(const Answer& answer) {
  const SessionActor session = session_of(answer.user);
  if (!session) return;
  Outcome outcome = answer.error;
  if (answer.error == Error::BAD_BUY_IN) {
    const AddChips bounds = game::buy_in_at_table(state_, {answer.user, {}, {}}, now());
    outcome.detail = "Bring " + std::to_string(bounds.least.v) +
                     (bounds.most > bounds.least ? " to " + std::to_string(bounds.most.v) : std::string()) +
                     " chips.";
  }
  self_->send(session, Answered{answer.client, std::move(outcome)});
}

void GameCore::tell_balance(const UserId& user) {
  if (const SessionActor session = session_of(user)) self_->send(session, BalanceMoved{settings_->game_id});
}

void GameCore::tell_whereabouts(const UserId& user) {
  if (const auto member = members_.find(user); member != members_.end())
    self_->send(member->second.session, whereabouts(user));
}

Whereabouts GameCore::whereabouts(const UserId& user) const {
  Whereabouts where{settings_->game_id, GameActor(self_), false, {}, {}, {}, {}};
  const auto player = state_.players.find(user);
  if (player == state_.players.end()) return where;
  where.registered = player->second.registered;
  const auto link = tables_.find(player->second.table);
  if (link == tables_.end()) return where;
  // Which may be open nowhere at the moment: its session looks for it.
  where.table = player->second.table;
  where.seat = player->second.seat;
  where.table_actor = link->second.actor;
  where.relay = link->second.relay;
  return where;
}

void GameCore::find(const FindPlayer& ask) {
  const auto player = state_.players.find(ask.user);
  if (player != state_.players.end() && player->second.registered && !take(ask))
    self_->send(ask.session, Replaced{members_[ask.user].since});
  self_->send(ask.session, whereabouts(ask.user));
}

/// False: the player came in elsewhere since. Nodes that were apart do not hear of that from each other.
bool GameCore::take(const FindPlayer& ask) {
  Member& member = members_[ask.user];
  if (!ask.connected) {
    if (!member.session) member.session = ask.session;
    return true;
  }
  if (!ask.fresh && ask.since.set() && ask.since < member.since) return false;
  if (member.since.set() && member.since < ask.since && member.session != ask.session)
    self_->send(member.session, Replaced{ask.since});
  member = {ask.session, ask.since};
  return true;
}

void GameCore::say(const Say& say, const AnswerSink& from) {
  const auto player = state_.players.find(say.user);
  const bool plays = player != state_.players.end() && player->second.registered;
  Error error = Error::NONE;
  if (!plays && watchers_.count(say.user) == 0) error = Error::NOT_REGISTERED;
  if (state_.status == GameStatus::COMPLETED) error = Error::INVALID_STATE;
  self_->send(from, Answered{say.client, error});
  if (error != Error::NONE) return;
  const protocol::server::Chat chat{settings_->game_id, say.user, say.name.str(), say.text};
  tell_all(std::make_shared<const std::string>(protocol::to_text(chat)));
}

void GameCore::attend(const Attend& attend) {
  if (attend.comes)
    watchers_[attend.user] = attend.session;
  else
    watchers_.erase(attend.user);
}

void GameCore::played(const HandPlayed& hand) {
  if (tables_.count(hand.table) == 0) return;
  tempo_.add(now(), hand.pot);
  tempos_[hand.table].add(now(), hand.pot);
}

void GameCore::describe(const Describe& ask, const DescriptionSink& from) {
  GameDescribed d;
  d.ask = ask.ask;
  d.version = state_.version;
  d.stopping = state_.stopping;
  d.settings = *settings_;
  d.store_down = store_down_;
  d.node = env_->node;
  const Settings& s = *settings_;
  protocol::server::LobbyGame& game = d.game;
  game.game_id = s.game_id;
  game.status = state_.status;
  game.stopping = state_.stopping;
  if (!state_.host.empty()) game.host = state_.host;
  if (const auto name = names_.find(state_.host); name != names_.end()) game.host_name = name->second;
  game.small_blind = s.small_blind;
  game.big_blind = s.big_blind;
  game.ante = s.ante;
  game.min_buy_in = s.min_buy_in;
  game.max_buy_in = s.max_buy_in;
  game.number_of_seats = s.number_of_seats;
  game.start = s.start;
  if (s.start_time.set()) game.start_time = s.start_time;
  game.action_time = s.action_time;
  game.time_bank = s.time_bank;
  game.guest_credit = s.guest_credit;
  game.rake_percent = s.rake_percent;
  const auto [average_pot, hands_per_hour] = tempo_.figures(now());
  game.average_pot = average_pot, game.hands_per_hour = hands_per_hour;
  for (const auto& [user, player] : state_.players) {
    game.players += player.registered ? 1 : 0;
    if (!ask.players) continue;
    const auto name = names_.find(user);
    d.players.push_back({s.game_id,
                         user,
                         name == names_.end() ? DisplayName{} : name->second,
                         {},
                         player.registered,
                         player.connected,
                         player.table,
                         player.seat});
  }
  for (const auto& [id, table] : state_.tables) {
    const auto tempo = tempos_.find(id);
    const auto figures = tempo == tempos_.end() ? HandTempo::Figures{} : tempo->second.figures(now());
    game.tables.push_back(
        {id, table.occupied.count(), table.paused, figures.average_pot, figures.hands_per_hour});
  }
  for (const auto& [id, link] : tables_)
    if (!link.held.empty()) d.held.push_back({id, link.held});
  self_->send(from, std::move(d));
}

}  // namespace cardroom
