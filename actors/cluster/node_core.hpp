#pragma once
#include <map>
#include <set>

#include "actors/cluster/node_actor.hpp"
#include "actors/cluster/node_messages.hpp"
#include "actors/cluster/placement.hpp"
#include "actors/cluster/router_messages.hpp"

namespace cardroom::cluster {

/// What the store has not answered is tried again so often.
inline constexpr Duration kReconcile = seconds(1);

/// The state of a node's actor and what it does with it. What it knows of the cluster is what it last read in
/// the store; whatever it does there the store checks against what holds by then.
class NodeCore {
 public:
  NodeCore(NodeActor::pointer self, NodeSetup setup);

  void tick();
  void link_turned(const LinkTurned& turned);
  void local_game(const LocalGame& game);
  void game_over(const GameId& game) { over_.insert("game:" + game.str()); }

  // Tables: node_tables.cpp
  void introduced(const Introduced& all);
  void local_table(const LocalTable& table);
  void place_game(const GameId& game);
  void place_table(const PlaceTable& table);
  void remove_table(const TableId& table);

  // For operators: node_admin.cpp
  void drain(const DrainNode& order);
  void rebalance(const Rebalance& order);
  void ask(const AskNodes& ask);
  void leave(LeaveCluster& leave);

 private:
  Moment moment() const;
  /// Wraps what is done with an answer so that it is done by this actor.
  template <class T>
  Registry::Done<T> then(std::function<void(std::optional<T>)> take);

  // In the cluster: node_join.cpp
  void join(Moment now);
  void held_by(const NodeRecord& holder);
  bool was_here(const Incarnation& holder) const;
  void watch_rival(const Beats& beats, const std::vector<Observer::Silent>& silent);

  void beat(Moment now);
  void poll(Moment now);
  void act(OwnPulse::Turn turn);
  void seen(const ClusterNow& now);
  void read();
  void read_anew();
  void took(ClusterContents contents);
  void reconcile();
  void new_game(const GameId& game);
  Incarnation best_for(const Subject& subject) const;
  void tell_games();
  void tell_wanted(const std::map<std::string, Incarnation>& before);
  bool reconcile_tables();

  // What has begun by an operator's order, in words: node_admin.cpp
  std::string drains(const NodeRecord& node, std::uint32_t deadline) const;
  static std::string drains_no_longer(const NodeRecord& node);
  static std::string moves(const std::vector<Assignment>& plan, const std::vector<AssignWord>& words);

  // What operators are to know, each once: node_log.cpp
  void log_nodes(const ClusterContents& before);
  void log_unlinked();
  void log_taken();
  void log_certificates();
  std::string count_taken();
  static std::string counted(std::size_t games, std::size_t tables);
  bool linked(const Incarnation& node) const { return node == me_ || linked_.count(node) > 0; }

  // The coordinator: node_coordinator.cpp
  void judge(const PollAnswer& answer, const std::vector<Observer::Silent>& silent);
  void lead(Term seen);
  void coordinate();
  void assign(std::vector<Assignment> assignments);
  bool coordinates() const;
  std::vector<Host> hosts() const;
  std::vector<Subject> subjects() const;
  bool alive(const Incarnation& node) const { return contents_.beats.count(node) > 0; }
  const NodeRecord* record(const Incarnation& node) const;
  std::string name_of(const Incarnation& node) const;

  NodeActor::pointer self_;
  NodeSetup setup_;
  Incarnation me_;
  Incarnation previous_;  ///< that had the name and is gone: of this data directory, or silent
  /// Who has the name, while it is watched.
  struct Rival {
    Incarnation node;
    std::string address;
    std::optional<Beat> beat;  ///< that was seen last
  };
  std::optional<Rival> rival_;
  OwnPulse pulse_;
  Observer observer_;
  ClusterContents contents_;
  bool read_once_ = false;
  std::uint64_t reading_number_ = 0;  ///< of the newest reading that has begun
  std::uint64_t read_number_ = 0;     ///< of the newest one that was answered
  std::uint64_t must_read_ = 0;       ///< nothing is opened or let go of by what an earlier one says
  bool reading_ = false, leading_ = false, assigning_ = false, listing_ = false;
  std::set<std::string> games_;  ///< of the store, as the coordinator listed them
  bool listed_ = false;
  Moment polled_, reconciled_;
  enum class Here : std::uint8_t { OPENING, OPEN, RELEASING };
  std::map<GameId, Here> here_;
  std::set<GameId> made_;                ///< here, and without a place
  std::map<TableId, bool> tables_here_;  ///< and whether the floor was told to let go of it
  std::set<TableId> placing_, removing_;
  FloorActor floor_;
  RouterActor router_;
  std::vector<GameId> games_told_;                ///< to the lobby
  std::map<std::string, Incarnation> last_home_;  ///< of subjects that were moved
  std::set<std::string> over_;                    ///< games that have ended, as subjects
  std::set<Incarnation> linked_;
  struct Unlinked {
    Moment since;
    bool told = false;
  };
  std::map<Incarnation, Unlinked> unlinked_;  ///< nodes that live
  std::map<std::string, Moment> lost_;        ///< what ended here unasked, and when
  std::optional<Moment> certificates_told_;
  bool drained_ = false, leaving_ = false;
};

}  // namespace cardroom::cluster
