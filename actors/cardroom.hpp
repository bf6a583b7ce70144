#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "actors/admin_actor.hpp"
#include "actors/cluster/node_actor.hpp"
#include "actors/entrance.hpp"
#include "actors/environment.hpp"

namespace cardroom {

/// What a cardroom is made of.
struct CardroomOptions {
  std::shared_ptr<Storage> storage;      ///< null: nothing survives
  std::shared_ptr<const Sealer> sealer;  ///< with a storage
  SeedSource seeds;                      ///< called from several threads
  std::vector<Settings> games{};         ///< of the house, made unless they are stored already
  Duration save_interval = seconds(5);
  std::size_t games_each = 5;          ///< not over, that one guest may have
  std::size_t workers = 0;             ///< threads that run actors; 0 = one a core but one
  std::shared_ptr<Cashier> cashier{};  ///< null: a bank in memory
  bool new_guests = true;              ///< whether anybody may come in by a name alone
  std::string node{};                  ///< the name of this node, where it is one of several: then games are
                                       ///< opened when the cluster wants them here, see `join`
};

/// What makes a cardroom a node of a cluster.
struct ClusterPart {
  cluster::NodeRecord self;
  std::vector<cluster::Incarnation> former;  ///< that this node's data directory had before, joined or not
  std::shared_ptr<cluster::Registry> registry;
  std::shared_ptr<cluster::Link> link;
  std::vector<cluster::CertificateEnd> certificates;                  ///< of the link
  std::function<void(cluster::NodeTurn, const std::string&)> turned;  ///< from an actor's thread
};

/// All actors of one daemon, from the outside. Calls may come from any thread.
class Cardroom : public Entrance {
 public:
  explicit Cardroom(CardroomOptions options);
  /// Shuts down, unless that was done. Whoever holds a session lets go of it before.
  ~Cardroom() override;
  Cardroom(const Cardroom&) = delete;
  Cardroom& operator=(const Cardroom&) = delete;

  /// Joins a cluster, after `start`, and makes the games of the house that are nowhere yet. Returns who is to
  /// hear what the link tells. `shutdown` leaves it.
  std::shared_ptr<cluster::LinkEvents> join(ClusterPart part);

  /// Loads what is stored, opens it, makes the games of the house. `done` hears what could not be read or
  /// made, nothing when all is well; from then on guests may come in.
  void start(std::function<void(std::string problem)> done);

  void login(ClientId id, protocol::client::LoginGuest login, OutboxPtr outbox,
             std::function<void(SessionPtr)> done) noexcept override;

  /// Carries out an administrator's request; see `spawn_admin`.
  void admin(const std::string& request, AdminReply reply);

  /// Hands that were played to their end on this node since the start.
  std::uint64_t hands_played() const;

  /// Nothing is stored any more, and why, or (empty) it is again.
  void store_turned(const std::string& down);

  /// Lets what is under way be stored, tells and closes all clients, ends all actors. `done` hears what could
  /// not be stored.
  void shutdown(std::function<void(std::string problem)> done);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cardroom
