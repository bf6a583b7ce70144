#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/node_core.hpp"
#include "actors/cluster/node_then.hpp"
#include "actors/floor_messages.hpp"
#include "actors/log.hpp"

/// Tables are subjects like games. Here only who is wanted to have them is minded; the router brings a game's
/// tables there.
namespace cardroom::cluster {
namespace {

constexpr std::string_view kTable = "table:";
/// How long a hand may take at a table that is moved without any hurry.
constexpr Duration kHand = seconds(60);

std::string subject_of(const TableId& table) { return std::string(kTable) + table.str(); }

}  // namespace

void NodeCore::introduced(const Introduced& all) {
  floor_ = all.floor;
  router_ = all.router;
  tell_wanted({});
}

/// The router hears what is different.
void NodeCore::tell_wanted(const std::map<std::string, Incarnation>& before) {
  if (!router_) return;
  TablesWanted told;
  const auto add = [&](const std::string& subject, const Incarnation& node) {
    if (subject.starts_with(kTable))
      told.tables.emplace_back(std::string_view(subject).substr(kTable.size()), node);
  };
  for (const auto& [subject, wanted] : contents_.want) {
    const auto was = before.find(subject);
    if (was == before.end() || was->second != wanted) add(subject, wanted);
  }
  for (const auto& [subject, wanted] : before)
    if (contents_.want.count(subject) == 0) add(subject, {});
  for (const auto& [node, beat] : contents_.beats) told.living.push_back(node);
  self_->send(router_, std::move(told));
}

void NodeCore::local_table(const LocalTable& table) {
  if (table.there) {
    tables_here_.try_emplace(table.table, false);
    lost_.erase(subject_of(table.table));
    // Whoever offered it knows more: by what was read before it would be let go of at once.
    const auto wanted = contents_.want.find(subject_of(table.table));
    if (wanted != contents_.want.end() && wanted->second != me_) return read_anew();
  } else if (const auto gone = tables_here_.extract(table.table); !gone.empty() && !gone.mapped()) {
    lost_[subject_of(table.table)] = moment();
  }
  reconcile();
}

/// Whether any is here still.
bool NodeCore::reconcile_tables() {
  const NodeRecord* self = record(me_);
  for (auto& [table, released] : tables_here_) {
    const auto wanted = contents_.want.find(subject_of(table));
    if (released || wanted == contents_.want.end() || wanted->second == me_) continue;
    released = true;
    log_info("table " + table.str() + " goes to node " + name_of(wanted->second));
    const Duration patience =
        self && self->draining ? seconds(static_cast<std::int64_t>(self->drain_deadline)) : kHand;
    self_->send(floor_, ReleaseTable{table, patience});
  }
  for (const TableId& table : std::set<TableId>(removing_)) remove_table(table);
  return !tables_here_.empty();
}

void NodeCore::place_table(const PlaceTable& order) {
  const std::string subject = subject_of(order.table);
  if (contents_.want.count(subject) > 0 || !placing_.insert(order.table).second) return;
  const Incarnation to = best_for({subject, order.game.str()});
  contents_.want[subject] = to;
  setup_.registry->place(
      me_, subject, to, then<std::optional<Incarnation>>([this, order, subject](auto wanted) {
        placing_.erase(order.table);
        // Until the store has said so it is nobody's.
        if (!wanted || !*wanted) {
          contents_.want.erase(subject);
          self_->delayed_send(NodeActor(self_), std::chrono::milliseconds(kReconcile.ms), order);
          return;
        }
        contents_.want[subject] = **wanted;
        TablesWanted told{{{order.table, **wanted}}, {}};
        for (const auto& [node, beat] : contents_.beats) told.living.push_back(node);
        self_->send(router_, std::move(told));
      }));
}

/// Again each second until the store has done so.
void NodeCore::remove_table(const TableId& table) {
  const auto wanted = contents_.want.find(subject_of(table));
  if (wanted == contents_.want.end()) return void(removing_.erase(table));
  removing_.insert(table);
  setup_.registry->remove(subject_of(table), wanted->second,
                          then<bool>([this, table](std::optional<bool> done) {
                            if (!done || !*done) return;
                            removing_.erase(table);
                            contents_.want.erase(subject_of(table));
                          }));
}

}  // namespace cardroom::cluster
