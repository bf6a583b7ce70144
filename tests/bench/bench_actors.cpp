#include <malloc.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <future>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "actors/actor_config.hpp"
#include "actors/admin_actor.hpp"
#include "actors/environment.hpp"
#include "actors/game_messages.hpp"
#include "actors/lobby_actor.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/memory_cashier.hpp"
#include "actors/relay_actor.hpp"
#include "actors/seed_pool.hpp"
#include "actors/table_actor.hpp"
#include "engine/table.hpp"

// Sessions to tables to events without sockets and store: tables of six seats whose players act as soon as
// they are asked; every frame goes to all six. One worker thread does everything. Then the memory of idle
// tables with six players each, and of sessions.
namespace cardroom {
namespace {

namespace client = protocol::client;
using Clock = std::chrono::steady_clock;

constexpr int kSeats = 6;
constexpr int kIdle = 10'000;

struct Totals {
  std::atomic<bool> acting{false};
  std::atomic<std::uint64_t> actions{0}, frames{0}, bytes{0}, refused{0}, ready{0};
};

std::uint64_t number_after(std::string_view text, std::string_view key) {
  std::uint64_t n = 0;
  // Quotes are everywhere in JSON, where `find` would stop at each.
  const auto* at = static_cast<const char*>(memmem(text.data(), text.size(), key.data(), key.size()));
  if (at != nullptr) std::from_chars(at + key.size(), text.data() + text.size(), n);
  return n;
}

/// A client that counts what it is sent and acts when it is asked.
class Player : public Outbox {
 public:
  Player(Totals& totals, std::uint32_t seed) : totals_(totals), random_(seed) {}

  Sent frame(std::shared_ptr<const std::string> head, std::string tail, ClientId) noexcept override {
    totals_.frames.fetch_add(1, std::memory_order_relaxed);
    totals_.bytes.fetch_add(head->size() + tail.size(), std::memory_order_relaxed);
    const auto actions = tail.find("actions\":[");
    if (actions == std::string::npos || tail[actions + 10] == ']') return Sent::QUEUED;
    if (!totals_.acting.load(std::memory_order_relaxed)) return Sent::QUEUED;
    const std::uint64_t turn = number_after(*head, "\"turn\":");
    if (turn == turn_) return Sent::QUEUED;
    turn_ = turn;
    if (table_.empty()) {
      const auto at = head->find("\"tableId\":\"") + 11;
      table_ = TableId(std::string_view(*head).substr(at, head->find('"', at) - at));
    }
    act(tail, {static_cast<std::uint32_t>(number_after(*head, "\"handNumber\":"))});
    return Sent::QUEUED;
  }
  Sent message(std::string text) noexcept override {
    if (text.find("\"type\":\"OK\",\"id\":3}") != std::string::npos) ++totals_.ready;
    if (text.find("\"ERROR\"") != std::string::npos) ++totals_.refused;
    return Sent::QUEUED;
  }
  void close(CloseReason) noexcept override {}

  SessionPtr session;

 private:
  void act(const std::string& tail, HandNumber hand) {
    const auto can = [&](const char* action) { return tail.find(action) != std::string::npos; };
    const unsigned dice = random_() % 10;
    client::Act act{table_, hand, {static_cast<std::uint32_t>(turn_)}, Action::CHECK, {}};
    if (dice < 2 && can("\"RAISE\"")) {
      act.action = Action::RAISE;
      act.amount = Chips{static_cast<std::int64_t>(number_after(tail, "\"minBet\":"))};
    } else if (can("\"CALL\"")) {
      act.action = dice < 5 ? Action::FOLD : Action::CALL;
    }
    totals_.actions.fetch_add(1, std::memory_order_relaxed);
    session->request({{++id_}, std::move(act)});
  }

  Totals& totals_;
  std::minstd_rand random_;
  std::uint64_t id_ = 1000, turn_ = 0;
  TableId table_;
};

Settings settings() {
  Settings s;
  s.game_id = GameId("bench");
  s.small_blind = {5};
  s.big_blind = {10};
  s.number_of_seats = kSeats;
  s.max_buy_in = {1'000'000'000};
  s.guest_credit = {1'000'000'000};
  s.review_hand_time = s.next_hand_delay = {};
  return with_defaults(s);
}

std::size_t resident() {
  malloc_trim(0);
  long pages = 0, all = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &all, &pages) != 2) pages = 0;
    std::fclose(file);
  }
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void wait_until(const std::function<bool()>& done) {
  while (!done()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

struct Bench {
  Bench() : config(1), system(config) {
    auto made = std::make_shared<Environment>();
    made->cashier = memory_cashier();
    made->clock = {{1'800'000'000'000}, system.clock().now()};
    made->seeds = [this] { return seeds.next(); };
    env = std::move(made);
    lobby = spawn_lobby(system, env);
    std::promise<void> ready;
    caf::anon_send(lobby, RoomLoaded{{}, {settings()}, [&](const std::string&) { ready.set_value(); }});
    ready.get_future().wait();
  }
  ~Bench() {
    std::promise<void> stopped;
    caf::anon_send(lobby, StopAll{[&](const std::string&) { stopped.set_value(); }});
    stopped.get_future().wait();
    // Sessions are let go before the actors' system is.
    for (const auto& player : all) player->session = nullptr;
  }

  /// Logs in `count` players.
  std::vector<std::shared_ptr<Player>> log_in(int count) {
    std::vector<std::shared_ptr<Player>> players;
    std::atomic<int> in{0};
    for (int i = 0; i < count; ++i) {
      auto player = std::make_shared<Player>(totals, static_cast<std::uint32_t>(i + 1));
      caf::anon_send(lobby, Login{{1}, {"Player", {}}, player, [&in, player](SessionPtr session) {
                                    player->session = std::move(session);
                                    ++in;
                                  }});
      players.push_back(std::move(player));
    }
    wait_until([&] { return in == count; });
    all.insert(all.end(), players.begin(), players.end());
    return players;
  }

  SeedPool seeds;
  ActorConfig config;
  caf::actor_system system;
  EnvironmentPtr env;
  LobbyActor lobby;
  Totals totals;
  std::vector<std::shared_ptr<Player>> all;
};

double actions_per_second(int tables, int seconds) {
  Bench bench;
  auto players = bench.log_in(tables * kSeats);
  const GameId game = settings().game_id;
  for (const auto& p : players) p->session->request({{2}, client::Register{game}});
  // A few at a time: a game refuses what would wait too long.
  for (std::size_t sent = 0; sent < players.size(); ++sent) {
    wait_until([&] { return sent - bench.totals.ready < 32; });
    players[sent]->session->request({{3}, client::BuyIn{game, {1'000'000'000}}});
  }
  wait_until([&] { return bench.totals.ready == players.size(); });
  bench.totals.acting = true;
  spawn_admin(bench.system, bench.lobby, R"({"command":"game start","game":"bench"})",
              [](const std::string&, bool) { return true; });
  std::this_thread::sleep_for(std::chrono::seconds(1));
  const std::uint64_t before = bench.totals.actions, frames = bench.totals.frames, bytes = bench.totals.bytes;
  const double cpu = cpu_seconds();
  const auto start = Clock::now();
  std::this_thread::sleep_for(std::chrono::seconds(seconds));
  const std::chrono::duration<double> spent = Clock::now() - start;
  const double done = static_cast<double>(bench.totals.actions - before);
  const double actions = done / spent.count();
  std::printf("%d tables: %.0f actions/s (%.0f a second of CPU), %.0f frames/s of %.0f bytes, %llu refused\n",
              tables, actions, done / (cpu_seconds() - cpu),
              static_cast<double>(bench.totals.frames - frames) / spent.count(),
              static_cast<double>(bench.totals.bytes - bytes) /
                  static_cast<double>(std::max<std::uint64_t>(1, bench.totals.frames - frames)),
              static_cast<unsigned long long>(bench.totals.refused.load()));
  bench.totals.acting = false;
  return actions;
}

/// Waits until the worker has done what it was given before.
void settle(Bench& bench) {
  std::promise<void> done;
  spawn_admin(bench.system, bench.lobby, R"({"command":"status"})",
              [&](const std::string&, bool) { return done.set_value(), true; });
  done.get_future().wait();
}

/// Bytes of a table actor with its relay and six players who wait, in the resident set.
std::size_t table_bytes() {
  Bench bench;
  const auto rules = std::make_shared<const Settings>(settings());
  struct Pair {
    TableActor table;
    RelayActor relay;
  };
  std::vector<Pair> tables;
  tables.reserve(kIdle);
  const std::size_t before = resident();
  for (int i = 0; i < kIdle; ++i) {
    const RelayActor relay = spawn_relay(bench.system);
    const TableId id("table-" + std::to_string(i));
    const TableActor table = spawn_table(bench.system, {bench.env, rules, id, nullptr, nullptr, {}, relay});
    for (int seat = 0; seat < kSeats; ++seat) {
      SeatPlayer message;
      message.seq = {static_cast<std::uint32_t>(seat + 1)};
      message.user = UserId("guest-" + std::to_string(i * kSeats + seat));
      message.seat = {static_cast<std::int8_t>(seat)};
      message.carried.chips = {1000};
      caf::anon_send(table, FromGame{message, DisplayName("Player")});
    }
    tables.push_back({table, relay});
    // In small portions, so that no queue of messages grows the heap.
    if (i % 16 == 15) settle(bench);
  }
  settle(bench);
  const std::size_t used = resident() - before;
  for (const Pair& pair : tables) caf::anon_send(pair.table, StopTable{});
  return used / kIdle;
}

/// Bytes of a session with its guest's entries in the lobby.
std::size_t session_bytes() {
  Bench bench;
  bench.log_in(100);
  const std::size_t before = resident();
  auto players = bench.log_in(kIdle);
  const std::size_t used = resident() - before;
  return used / kIdle;
}

}  // namespace
}  // namespace cardroom

int main(int argc, char** argv) {
  using namespace cardroom;
  const int tables = argc > 1 ? std::atoi(argv[1]) : 1000;
  const int seconds = argc > 2 ? std::atoi(argv[2]) : 5;
  const std::size_t table = table_bytes();
  const std::size_t session = session_bytes();
  const double actions = actions_per_second(tables, seconds);
  std::printf("actions_per_s=%.0f table_bytes=%zu session_bytes=%zu\n", actions, table, session);
}
