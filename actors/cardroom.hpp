#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "actors/admin_actor.hpp"
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
  std::size_t games_each = 5;  ///< not over, that one guest may have
  std::size_t workers = 0;     ///< threads that run actors; 0 = one a core
};

/// All actors of one daemon, from the outside. Calls may come from any thread.
class Cardroom : public Entrance {
 public:
  explicit Cardroom(CardroomOptions options);
  /// Shuts down, unless that was done. Whoever holds a session lets go of it before.
  ~Cardroom() override;
  Cardroom(const Cardroom&) = delete;
  Cardroom& operator=(const Cardroom&) = delete;

  /// Loads what is stored, opens it, makes the games of the house. `done` hears what could not be read or
  /// made, nothing when all is well; from then on guests may come in.
  void start(std::function<void(std::string problem)> done);

  void login(ClientId id, protocol::client::LoginGuest login, OutboxPtr outbox,
             std::function<void(SessionPtr)> done) noexcept override;

  /// Carries out an administrator's request; see `spawn_admin`.
  void admin(const std::string& request, AdminReply reply);

  /// The store does not answer (`down`), or it does again.
  void store_turned(bool down);

  /// Lets what is under way be stored, tells and closes all clients, ends all actors. `done` hears what could
  /// not be stored.
  void shutdown(std::function<void(std::string problem)> done);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cardroom
