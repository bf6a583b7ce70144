#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/admin_core.hpp"

/// What administrators are told of what is not to be seen: who is to have it, and what they can do.
namespace cardroom {

std::vector<Directory::Table>::const_iterator AdminCore::table() const {
  return std::find_if(directory_->tables.begin(), directory_->tables.end(),
                      [&](const auto& t) { return t.id == request_.table; });
}

/// Nodes say what they have, and the store who is to have it.
void AdminCore::count_leaving() {
  for (const Directory::Table& table : directory_->tables) {
    const auto wanted = nodes_->want.find("table:" + table.id.str());
    if (wanted == nodes_->want.end() || wanted->second.node == table.node) continue;
    for (NodeRow& node : nodes_->nodes)
      if (node.node == table.node) ++node.leaving;
  }
}

/// What a node has that is not linked with stays announced until another has it.
bool AdminCore::sees(const std::string& node) const {
  return !nodes_ || std::any_of(nodes_->nodes.begin(), nodes_->nodes.end(),
                                [&](const NodeRow& n) { return n.node == node && n.linked; });
}

/// "" where nobody is to have it.
std::string AdminCore::where(const std::string& subject) const {
  if (!nodes_) return {};
  const auto at = nodes_->want.find(subject);
  if (at == nodes_->want.end()) return {};
  const WantedAt& wanted = at->second;
  const std::string node = "Node " + wanted.node;
  if (!wanted.alive)
    return node +
           " was to have it and is dead: another is given it within seconds. If not, see cluster status.";
  if (!wanted.linked)
    return node + " is to have it, and this node has no link with it: ask at " + wanted.node +
           ", or see node list, and the log for why.";
  return node + (wanted.here ? ", this one," : "") +
         " is to have it and has not opened it yet: wait a moment. If it stays so, see game list, and the "
         "log of " +
         wanted.node + ".";
}

std::string AdminCore::problem_of(const Directory::Closed& game) const {
  std::string at = game.between ? where("game:" + game.id.str()) : "";
  // The sentence goes on in another one.
  if (at.empty()) return game.problem;
  at.pop_back();
  return "it is open nowhere that is seen from here. " + at;
}

void AdminCore::refuse_table() {
  std::string at = where("table:" + request_.table.str());
  if (at.empty() && table() == directory_->tables.end())
    return refuse("NO_TABLE", "There is no table " + request_.table.str() + "; see table list.");
  if (at.empty()) at = "Node " + table()->node + " had it, and cannot be reached: ask again in a moment.";
  refuse(protocol::Code::UNAVAILABLE,
         "Table " + request_.table.str() + " is open nowhere that is seen from here. " + at);
}

std::string AdminCore::who_is_silent() const {
  if (is("game create"))
    return "The store, or the daemon, does not answer: the game may be made all the same. See status, and "
           "game list before you ask again.";
  if (!directory_ && !request_.user.empty())
    return "The store does not answer, or the daemon is starting, stopping or very busy. See status, and ask "
           "again.";
  if (!directory_ || !proceeding_)
    return "The daemon is starting, stopping or very busy; ask again in a moment.";
  std::string text;
  std::vector<std::string> games;
  for (const auto& [client, game] : awaited_) games.push_back(game.str());
  if (awaited_.empty() && !table_.lock())
    for (const Directory::Game& game : games_)
      if (std::none_of(described_.begin(), described_.end(),
                       [&](const GameDescribed& d) { return d.game.game_id == game.id; }))
        games.push_back(game.id.str());
  constexpr std::size_t kMost = 3;
  if (table_.lock()) {
    text = "Table " + request_.table.str() + " does not answer. " + where("table:" + request_.table.str());
  } else if (!games.empty()) {
    text = games.size() == 1 ? "Game " : "Games ";
    for (std::size_t i = 0; i < std::min(kMost, games.size()); ++i) text += (i > 0 ? ", " : "") + games[i];
    if (games.size() > kMost) text += " and " + std::to_string(games.size() - kMost) + " more";
    text += games.size() == 1 ? " does not answer." : " do not answer.";
    if (!awaited_.empty()) text += " What was asked may be done all the same: look before you ask again.";
  } else {
    text = "The store does not answer.";
  }
  if (directory_->store_down.set())
    text += " Nothing is stored at the moment: " + directory_->store_why + ".";
  return text + (awaited_.empty() ? " See status, and ask again." : " See status.");
}

}  // namespace cardroom
