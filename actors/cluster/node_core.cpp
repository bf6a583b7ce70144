#include "actors/cluster/node_core.hpp"

#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/node_then.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/log.hpp"
#include "actors/table_messages.hpp"

namespace cardroom::cluster {
namespace {

constexpr std::chrono::milliseconds kTick{100};
constexpr std::string_view kGame = "game:";

}  // namespace

NodeCore::NodeCore(NodeActor::pointer self, NodeSetup setup)
    : self_(self),
      setup_(std::move(setup)),
      me_{setup_.self.incarnation},
      pulse_(setup_.times),
      observer_(setup_.times) {}

Moment NodeCore::moment() const {
  const auto since = self_->system().clock().now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(since).count()};
}

void NodeCore::tick() {
  if (pulse_.state() == NodeState::OUT) return;
  const Moment now = moment();
  act(pulse_.on_time(now));
  if (pulse_.due(now)) pulse_.state() == NodeState::JOINING ? join(now) : beat(now);
  const bool watches = pulse_.state() != NodeState::JOINING || rival_;
  if (watches && now - polled_ >= setup_.times.poll_every) poll(now);
  if (now - reconciled_ >= kReconcile) {
    reconcile();
    log_unlinked();
    log_taken();
    log_certificates();
  }
  self_->delayed_send(NodeActor(self_), kTick, NodeTick{});
}

void NodeCore::beat(Moment now) {
  pulse_.sent(now);
  setup_.registry->beat(me_, then<BeatAnswer>([this, now](auto answer) {
                          if (!answer) return;
                          act(answer->accepted ? pulse_.accepted(now, moment()) : pulse_.refused());
                          seen(answer->now);
                        }));
}

void NodeCore::act(OwnPulse::Turn turn) {
  switch (turn) {
    case OwnPulse::Turn::NONE:
      return;
    case OwnPulse::Turn::OPENED:
      log_info("node " + setup_.self.name + " is in the cluster");
      setup_.turned(NodeTurn::JOINED, {});
      return read();
    case OwnPulse::Turn::HELD:
      log_warning("node " + setup_.self.name + " has not been heard by the store: everything here stands");
      return self_->send(setup_.lobby, StoreTurned{true, "this node's signs of life do not reach the store"});
    case OwnPulse::Turn::RESUMED:
      log_warning("node " + setup_.self.name + " is heard again: everything here is opened anew");
      return self_->send(setup_.lobby, StoreTurned{false, {}});
    case OwnPulse::Turn::OUT:
      log_error("node " + setup_.self.name + " was declared dead by the others: it ends and joins anew. " +
                count_taken() + " go on at other nodes");
      return setup_.turned(NodeTurn::OUT, {});
  }
}

void NodeCore::poll(Moment now) {
  polled_ = now;
  setup_.registry->poll(then<PollAnswer>([this, now](auto answer) {
    if (!answer) return observer_.failed(now);
    const auto silent = observer_.polled(now, moment(), answer->beats);
    if (pulse_.state() == NodeState::JOINING) return watch_rival(answer->beats, silent);
    seen(answer->now);
    judge(*answer, silent);
  }));
}

void NodeCore::seen(const ClusterNow& now) {
  if (!read_once_ || now.change != contents_.now.change || now.term != contents_.now.term) read();
}

void NodeCore::read() {
  if (std::exchange(reading_, true)) return;
  setup_.registry->read(then<ClusterContents>([this, number = ++reading_number_](auto contents) {
    reading_ = false;
    if (!contents) return;
    read_number_ = number;
    if (number < must_read_) return read();
    took(*std::move(contents));
  }));
}

/// What is known is old.
void NodeCore::read_anew() {
  must_read_ = reading_number_ + 1;
  read();
}

void NodeCore::took(ClusterContents contents) {
  for (const auto& [subject, wanted] : contents_.want) {
    const auto now = contents.want.find(subject);
    if (now != contents.want.end() && now->second != wanted && subject.starts_with(kGame))
      last_home_[subject] = wanted;
  }
  // One that is gone may have made a game for which it had not found a place.
  if (std::any_of(contents_.beats.begin(), contents_.beats.end(),
                  [&](const auto& node) { return contents.beats.count(node.first) == 0; }))
    listed_ = false;
  const ClusterContents before = std::exchange(contents_, std::move(contents));
  tell_games();
  tell_wanted(before.want);
  log_nodes(before);
  read_once_ = true;
  std::vector<NodeRecord> others;
  for (const NodeRecord& node : contents_.nodes)
    if (Incarnation{node.incarnation} != me_ && alive({node.incarnation})) others.push_back(node);
  OtherNodes elsewhere;
  for (const NodeRecord& node : others)
    if (!node.draining && !node.clients.empty()) elsewhere.urls.push_back(node.clients);
  self_->send(setup_.lobby, std::move(elsewhere));
  setup_.link->peers(std::move(others));
  reconcile();
}

void NodeCore::tell_games() {
  std::vector<GameId> games;
  for (const auto& [subject, wanted] : contents_.want)
    if (subject.starts_with(kGame)) games.emplace_back(std::string_view(subject).substr(kGame.size()));
  if (games == games_told_) return;
  games_told_ = games;
  self_->send(setup_.lobby, GamesWanted{std::move(games)});
}

/// Opens what is wanted here, lets go of what is wanted elsewhere. Each second too, for what the store has
/// not answered is tried again here and nowhere else: it may refuse at once for as long as it is away.
void NodeCore::reconcile() {
  reconciled_ = moment();
  if (read_number_ < must_read_) return read();
  if (!read_once_ || pulse_.state() != NodeState::UP || leaving_) return;
  bool anything = reconcile_tables();
  for (const auto& [subject, wanted] : contents_.want) {
    anything = anything || wanted == me_;
    if (!subject.starts_with(kGame)) continue;
    const GameId game(std::string_view(subject).substr(kGame.size()));
    const auto here = here_.find(game);
    anything = anything || here != here_.end();
    if (wanted == me_ && here == here_.end()) {
      here_[game] = Here::OPENING;
      const auto last = last_home_.find(subject);
      self_->send(setup_.lobby, OpenGame{game, last != last_home_.end() && alive(last->second)});
    } else if (wanted != me_ && here != here_.end() && here->second == Here::OPEN) {
      here->second = Here::RELEASING;
      log_info("game " + game.str() + " goes to node " + name_of(wanted));
      self_->send(setup_.lobby, ReleaseGame{game});
    }
  }
  for (const auto& [game, here] : here_)
    if (here == Here::OPEN && contents_.want.count(std::string(kGame) + game.str()) == 0) new_game(game);
  for (const GameId& game : made_)
    if (contents_.want.count(std::string(kGame) + game.str()) == 0) new_game(game);
  if (coordinates()) coordinate();
  const NodeRecord* self = record(me_);
  if (self && self->draining && !anything && !std::exchange(drained_, true))
    setup_.turned(NodeTurn::DRAINED, {});
}

void NodeCore::local_game(const LocalGame& game) {
  if (!game.actor) {
    const auto here = here_.find(game.game);
    const bool let_go = here == here_.end() || here->second == Here::RELEASING;
    if (here != here_.end()) here_.erase(here);
    if (!let_go) lost_[std::string(kGame) + game.game.str()] = moment();
    // Another node has taken it, and knows more: to open it again by what was read before would take it back.
    return let_go ? reconcile() : read_anew();
  }
  here_[game.game] = Here::OPEN;
  lost_.erase(std::string(kGame) + game.game.str());
  if (game.over) game_over(game.game);
  if (contents_.want.count(std::string(kGame) + game.game.str()) == 0) new_game(game.game);
}

/// Until the store has said that it is done.
void NodeCore::place_game(const GameId& game) {
  made_.insert(game);
  new_game(game);
}

/// A game that was made here goes to whoever has the least.
void NodeCore::new_game(const GameId& game) {
  const std::string subject = std::string(kGame) + game.str();
  const Incarnation to = best_for({subject, game.str()});
  contents_.want[subject] = to;
  setup_.registry->place(me_, subject, to,
                         then<std::optional<Incarnation>>([this, game, subject](auto wanted) {
                           // Until the store has said so it is nobody's.
                           if (!wanted || !*wanted) return void(contents_.want.erase(subject));
                           made_.erase(game);
                           contents_.want[subject] = **wanted;
                           reconcile();
                         }));
}

/// Whoever lacks most of its share, with this one more.
Incarnation NodeCore::best_for(const Subject& subject) const {
  std::vector<Subject> all = subjects();
  all.push_back(subject);
  for (const Assignment& placed : place(hosts(), all))
    if (placed.subject == subject.name) return placed.to;
  return me_;
}

void NodeCore::link_turned(const LinkTurned& turned) {
  if (turned.up) {
    linked_.insert(turned.peer);
    observer_.link_up(turned.peer);
  } else {
    linked_.erase(turned.peer);
    observer_.link_down(turned.peer);
  }
}

const NodeRecord* NodeCore::record(const Incarnation& node) const {
  for (const NodeRecord& known : contents_.nodes)
    if (known.incarnation == node.v) return &known;
  const auto dead = contents_.dead.find(node);
  return dead == contents_.dead.end() ? nullptr : &dead->second;
}

std::string NodeCore::name_of(const Incarnation& node) const {
  const NodeRecord* known = record(node);
  return known ? known->name : node.v;
}

}  // namespace cardroom::cluster
