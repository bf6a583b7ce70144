#pragma once
#include <caf/actor_registry.hpp>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "actors/environment.hpp"
#include "actors/interfaces.hpp"
#include "tests/actors/client.hpp"
#include "tests/actors/fake_cashier.hpp"
#include "tests/actors/fake_storage.hpp"

namespace cardroom::testing {

/// Settings of the tests' game "main": six seats, blinds 5 and 10.
Settings usual_settings();

struct RoomConfig : caf::actor_system_config {
  RoomConfig() { set("scheduler.policy", caf::atom("testing")); }
};

/// All actors of a cardroom under the deterministic scheduler, with a clock that stands still until it is
/// moved.
class Room {
 public:
  explicit Room(std::vector<Settings> games = {usual_settings()},
                std::shared_ptr<FakeStorage> store = std::make_shared<FakeStorage>());
  /// The node `name` among several, with the games that it is told to open; `number` counts from 1.
  Room(std::shared_ptr<FakeStorage> store, int number, const std::string& name);
  /// Shuts down, unless that was done; fails the test when an actor is left.
  ~Room();
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  /// Until nothing is left to do now, here and, with `run_all`, wherever that leads.
  void run();
  /// Here alone; false when there was nothing.
  bool run_alone();
  std::function<void()> run_all;
  /// At most so many messages; how many there were.
  int run_some(int most);
  /// Moves the clock without running anything.
  void tick(Duration time);
  /// Moves the clock, in small steps.
  void advance(Duration time);
  Instant now();

  ClientPtr login(const std::string& name);
  ClientPtr login_token(const std::string& token);
  /// Logs in over any outbox; `client` gets the session.
  void login_over(OutboxPtr outbox, const ClientPtr& client, const std::string& token);
  /// The client's connection ends.
  void disconnect(const ClientPtr& client);
  /// Sends, runs, and expects this outcome.
  ClientId expect(const ClientPtr& client, protocol::ClientCommand command,
                  const std::string& outcome = "OK");
  /// Logs in, registers and buys in for 1,000.
  ClientPtr player(const std::string& name, const std::string& game = "main", Chips buy_in = {1000});
  std::vector<ClientPtr> players(int count, const std::string& game = "main", Chips buy_in = {1000});

  /// The replies of an administrator's request.
  std::vector<std::string> admin(const std::string& request);
  /// The same for a request that may be answered later.
  std::shared_ptr<const std::vector<std::string>> admin_later(const std::string& request);
  /// `game start`, expected to be done.
  void start(const std::string& game = "main");
  std::string game_status(const std::string& game = "main");
  std::vector<std::string> table_ids(const std::string& game = "main");
  /// What is wrong with the chips; told from what is stored.
  std::string chips_problem();

  void store_turned(bool down, const std::string& why = {});
  /// What was not stored; "" when all is well.
  std::string shutdown();
  /// What a crash at this moment leaves in the store; then ends everything.
  std::shared_ptr<FakeStorage> crash();

  std::shared_ptr<FakeStorage> storage;
  std::shared_ptr<FakeCashier> cashier;
  std::string start_problem = "not started";
  RoomConfig config;
  caf::actor_system system{config};
  LobbyActor lobby;

 private:
  void set_up(const std::string& node = {});
  void login(protocol::client::LoginGuest login, OutboxPtr outbox, const ClientPtr& client);

  caf::scheduler::test_coordinator& scheduler_;
  EnvironmentPtr env_;
  std::uint64_t seeds_ = 0;
  bool down_ = false;
};

/// Whoever is to act at a table of these players does what `choose` says, until nobody is or `most` actions
/// are done. Returns the number of actions.
int play(Room& room, const std::vector<ClientPtr>& players, int most,
         const std::function<Action(Client&, const TableId&)>& choose);
/// Checks, else calls, else folds.
Action passive(Client& client, const TableId& table);
/// Folds, or checks where folding is not legal.
Action folding(Client& client, const TableId& table);

}  // namespace cardroom::testing
