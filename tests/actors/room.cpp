#include "tests/actors/room.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <caf/actor_registry.hpp>
#include <caf/send.hpp>

#include "actors/admin_actor.hpp"
#include "actors/codec/json.hpp"
#include "actors/lobby_actor.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/memory_cashier.hpp"

namespace cardroom::testing {
namespace {

constexpr Instant kStart{1'800'000'000'000};

Seed seed_of(std::uint64_t n) {
  Seed seed;
  for (auto& byte : seed.bytes) {
    n = n * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<std::uint8_t>(n >> 56u);
  }
  return seed;
}

}  // namespace

Settings usual_settings() {
  Settings s;
  s.game_id = GameId("main");
  s.small_blind = {5};
  s.big_blind = {10};
  s.number_of_seats = 6;
  return s;
}

void Room::set_up(const std::string& node) {
  scheduler_.clock().current_time += std::chrono::hours(1);
  auto env = std::make_shared<Environment>();
  const Instant start = storage ? std::max(kStart, storage->used_until) : kStart;
  env->clock = {start, system.clock().now()};
  seeds_ += static_cast<std::uint64_t>((start.ms - kStart.ms) * 1000);
  env->seeds = [this] { return seed_of(++seeds_); };
  env->storage = storage;
  env->node = node;
  if (storage) cashier = std::make_shared<FakeCashier>(storage->bank);
  env->cashier = storage ? cashier : memory_cashier();
  env->sealer = std::make_shared<const Sealer>(Sealer::Key{7});
  env_ = env;
  lobby = spawn_lobby(system, env_);
}

Room::Room(std::shared_ptr<FakeStorage> store, int number, const std::string& name)
    : storage(std::move(store)),
      scheduler_(dynamic_cast<caf::scheduler::test_coordinator&>(system.scheduler())),
      seeds_(static_cast<std::uint64_t>(number) << 40u) {
  set_up(name);
  caf::anon_send(lobby, RoomLoaded{{storage->guests, {}, {}}, {}, [this](std::string problem) {
                                     start_problem = std::move(problem);
                                   }});
  run();
}

Room::Room(std::vector<Settings> games, std::shared_ptr<FakeStorage> store)
    : storage(std::move(store)),
      scheduler_(dynamic_cast<caf::scheduler::test_coordinator&>(system.scheduler())) {
  set_up();
  const auto load = [&](RoomContents contents) {
    caf::anon_send(lobby, RoomLoaded{std::move(contents), games,
                                     [this](std::string problem) { start_problem = std::move(problem); }});
  };
  if (storage)
    storage->load(load);
  else
    load({});
  run();
}

Room::~Room() {
  if (down_) return;
  EXPECT_EQ(shutdown(), "");
}

void Room::run() {
  if (run_all) return run_all();
  run_alone();
}

bool Room::run_alone() {
  bool any = false;
  while (scheduler_.run() > 0) any = true;
  return any;
}

int Room::run_some(int most) {
  int done = 0;
  while (done < most && scheduler_.try_run_once()) ++done;
  return done;
}

void Room::tick(Duration time) { scheduler_.clock().advance_time(std::chrono::milliseconds(time.ms)); }

void Room::advance(Duration time) {
  constexpr std::int64_t kHop = 20;
  for (std::int64_t left = time.ms; left > 0; left -= kHop) {
    scheduler_.clock().advance_time(std::chrono::milliseconds(std::min(left, kHop)));
    run();
  }
}

Instant Room::now() { return env_->clock.now(system.clock()); }

void Room::login(protocol::client::LoginGuest login, OutboxPtr outbox, const ClientPtr& client) {
  caf::anon_send(lobby, Login{{1}, std::move(login), std::move(outbox), [client](SessionPtr session) {
                                client->refused = !session;
                                client->session = std::move(session);
                              }});
  run();
}

ClientPtr Room::login(const std::string& name) {
  auto client = std::make_shared<Client>();
  login({name, {}}, client, client);
  return client;
}

ClientPtr Room::login_token(const std::string& token) {
  auto client = std::make_shared<Client>();
  login({{}, token}, client, client);
  return client;
}

void Room::login_over(OutboxPtr outbox, const ClientPtr& client, const std::string& token) {
  login({{}, token}, std::move(outbox), client);
}

void Room::disconnect(const ClientPtr& client) {
  client->gone = true;
  client->session->disconnected();
  client->session = nullptr;
  run();
}

ClientId Room::expect(const ClientPtr& client, protocol::ClientCommand command, const std::string& outcome) {
  const ClientId id = client->send(std::move(command));
  run();
  EXPECT_EQ(client->outcome(id), outcome);
  return id;
}

ClientPtr Room::player(const std::string& name, const std::string& game, Chips buy_in) {
  auto client = login(name);
  expect(client, protocol::client::Register{GameId(game)});
  expect(client, protocol::client::BuyIn{GameId(game), buy_in});
  return client;
}

std::vector<ClientPtr> Room::players(int count, const std::string& game, Chips buy_in) {
  std::vector<ClientPtr> all;
  for (int i = 0; i < count; ++i) all.push_back(player("Player " + std::to_string(i), game, buy_in));
  return all;
}

std::shared_ptr<const std::vector<std::string>> Room::admin_later(const std::string& request) {
  auto lines = std::make_shared<std::vector<std::string>>();
  spawn_admin(system, lobby, request, [lines](std::string line, bool) {
    lines->push_back(std::move(line));
    return true;
  });
  run();
  return lines;
}

std::vector<std::string> Room::admin(const std::string& request) { return *admin_later(request); }

void Room::start(const std::string& game) {
  EXPECT_EQ(admin(R"({"command":"game start","game":")" + game + "\"}"),
            (std::vector<std::string>{R"({"ok":true})"}));
}

std::string Room::game_status(const std::string& game) {
  const auto lines = admin(R"({"command":"game show","game":")" + game + "\"}");
  const auto parsed = parse_json(lines.at(0));
  const auto& reply = std::get<boost::json::value>(parsed).as_object();
  if (!reply.contains("data")) return "";
  return std::string(reply.at("data").as_object().at("status").as_string());
}

std::vector<std::string> Room::table_ids(const std::string& game) {
  std::vector<std::string> ids;
  const auto lines = admin(R"({"command":"game show","game":")" + game + "\"}");
  const auto parsed = parse_json(lines.at(0));
  for (const auto& table : std::get<boost::json::value>(parsed).at("data").at("tables").as_array())
    ids.emplace_back(table.at("tableId").as_string());
  return ids;
}

std::string Room::chips_problem() {
  run();
  return storage->chips_problem(*env_->sealer);
}

void Room::store_turned(bool down, const std::string& why) {
  caf::anon_send(lobby, StoreTurned{down, why});
  run();
}

std::string Room::shutdown() {
  if (storage) storage->used_until = now();
  std::string problem = "not answered";
  caf::anon_send(lobby, StopAll{[&](std::string text) { problem = std::move(text); }});
  run();
  for (int i = 0; i < 20 && problem == "not answered"; ++i) advance(seconds(1));
  lobby = nullptr;
  down_ = true;
  run();
  EXPECT_EQ(system.registry().running(), 0u);
  // What does not end cannot be waited for.
  if (system.registry().running() > 0) system.await_actors_before_shutdown(false);
  return problem;
}

std::shared_ptr<FakeStorage> Room::crash() {
  storage->used_until = now();
  auto left = std::make_shared<FakeStorage>(*storage);
  EXPECT_EQ(shutdown(), "");
  return left;
}

int play(Room& room, const std::vector<ClientPtr>& players, int most,
         const std::function<Action(Client&, const TableId&)>& choose) {
  int done = 0;
  for (bool found = true; found && done < most;) {
    found = false;
    for (const ClientPtr& client : players) {
      for (const auto& [id, table] : client->tables) {
        if (client->gone || !client->to_act(id) || done >= most) continue;
        const Action action = choose(*client, id);
        std::optional<Chips> amount;
        if (action == Action::BET || action == Action::RAISE) amount = table.you->min_bet;
        const ClientId command = client->send(
            protocol::client::Act{id, table.state.hand_number, table.state.turn, action, amount});
        room.run();
        EXPECT_EQ(client->outcome(command), "OK");
        found = true;
        ++done;
        break;
      }
    }
  }
  return done;
}

Action passive(Client& client, const TableId& table) {
  const auto& actions = client.table(table).you->actions;
  for (Action wanted : {Action::CHECK, Action::CALL})
    if (std::find(actions.begin(), actions.end(), wanted) != actions.end()) return wanted;
  return Action::FOLD;
}

Action folding(Client& client, const TableId& table) {
  const auto& actions = client.table(table).you->actions;
  const bool folds = std::find(actions.begin(), actions.end(), Action::FOLD) != actions.end();
  return folds ? Action::FOLD : Action::CHECK;
}

}  // namespace cardroom::testing
