#include <spdlog/spdlog.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <semaphore>
#include <thread>

#include "actors/cardroom.hpp"
#include "actors/entry.hpp"
#include "actors/record.hpp"
#include "actors/redis_cashier.hpp"
#include "actors/redis_storage.hpp"
#include "actors/seed_pool.hpp"
#include "actors/store/private_redis.hpp"
#include "daemon/cardroomd/store_audit.hpp"
#include "engine/betting.hpp"
#include "engine/digest.hpp"
#include "engine/room.hpp"
#include "engine/shuffle.hpp"

// A daemon's start on a store with one game whose tables are all in the middle of a hand: from nothing until
// each table has taken its first step, which is stored; then an audit of it all while the tables play:
// somebody's time is over every two seconds at each.
//   bench_resume [TABLES...]   1,000 and 10,000 unless given
namespace cardroom {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
constexpr int kSeats = 6;
constexpr int kActions = 6;  ///< before the daemon ended
constexpr milliseconds kActionTime{2'000};

[[noreturn]] void die(const std::string& why) {
  std::fprintf(stderr, "bench_resume: %s\n", why.c_str());
  std::exit(1);
}

Settings rules() {
  Settings s;
  s.game_id = GameId("main");
  s.small_blind = {5};
  s.big_blind = {10};
  s.number_of_seats = kSeats;
  s.action_time = {kActionTime.count()};
  s.time_bank = {0};
  s.max_timeouts = 1'000;
  return with_defaults(s);
}

Instant wall_now() {
  return {
      std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count()};
}

/// All players seated with chips, the game not started yet.
room::Room seated(int tables, Instant now) {
  room::Room room = room::init(rules(), {}, Seed{}, now);
  std::vector<room::Event> events;
  for (int i = 0; i < tables * kSeats; ++i) {
    const UserId user("player-" + std::to_string(i));
    for (const GameCommand& command : {GameCommand(RegisterForGame{user}), GameCommand(BuyIn{user, {1000}})})
      if (room::command(room, command, {user, true}, now, events) != Error::NONE) die("nobody can sit down");
    events.clear();
  }
  return room;
}

/// Gives a store what a daemon that was killed leaves there.
class Writer {
 public:
  Writer(JournalStore& journals, const Sealer& sealer) : journals_(journals), sealer_(sealer) {}

  void game(const GameState& state) { create(JournalName::game("main"), game_record({{state, {}}, {}})); }

  void table(TableState t, Instant now) {
    const JournalTitle title = create(JournalName::table(t.id.str()), table_record(t));
    step(title, t, SetTableStatus{TableStatus::PLAYING, GameStatus::ACTIVE}, now);
    for (int i = 0; i < kActions && t.to_act.set(); ++i) {
      const UserId user = t.seats[t.to_act.v].user;
      const bool checks = betting::options(rules_, t, t.to_act.v).check;
      step(title, t, PlayerActionCommand{user, checks ? Action::CHECK : Action::CALL, {}, {}, {}}, now);
    }
    if (!in_play(t.phase)) die("a table is not in a hand");
  }
  void wait() {
    for (; sent_ > 0; --sent_) stored_.acquire();
  }

 private:
  JournalTitle create(const JournalName& name, StoredText first) {
    std::promise<JournalTitle> title;
    journals_.create(name, {fresh_token()}, {first.version.v, first.digest, first.json},
                     [&](const Result<JournalTitle>& made) {
                       if (!made) die(made.error().text);
                       title.set_value(*made);
                     });
    return title.get_future().get();
  }

  void step(const JournalTitle& title, TableState& t, const TableCommand& command, Instant now) {
    const Input input{now, derive(Seed{}, ++seeds_), {}};
    if (table::verify(rules_, t, command, input) != Error::NONE) die("a step is refused");
    TableOutput out;
    table::apply(rules_, t, command, input, out);
    const TableLine line{{t.version, command, input, digest(t)}, chips_at(t)};
    ++sent_;
    journals_.append(title, t.version.v, entry_text(line, table::deals(out), sealer_),
                     [this](const Appended& appended) {
                       if (appended.result != AppendResult::STORED) die("an entry is not stored");
                       stored_.release();
                     });
  }

  JournalStore& journals_;
  const Sealer& sealer_;
  const Settings rules_ = rules();
  std::uint64_t seeds_ = 0;
  std::size_t sent_ = 0;
  std::counting_semaphore<> stored_{0};
};

std::int64_t appends(RedisClient& client) {
  const auto info = client.command({"INFO", "commandstats"});
  if (!info) die(info.error().text);
  const std::string text(info->text());
  const auto at = text.find("cmdstat_xadd:calls=");
  return at == std::string::npos ? 0 : std::atoll(text.c_str() + at + 19);
}

/// What the bank has of the room, as if it had been booked step by step.
void fill_bank(const RedisAddress& address, const BankContents& bank) {
  auto client = RedisClient::connect(address, milliseconds(5'000));
  if (!client) die(client.error().text);
  for (const auto& [name, chips] : bank.accounts)
    if (!client->command({"HSET", "{bank}:accounts", name, std::to_string(chips.v)})) die("no bank");
  if (!client->command({"XADD", "{bank}:ledger", "*", "entry", "all of it"})) die("no bank");
  for (const auto& [game, desk] : bank.desks)
    if (!client->command({"HSET", "{bank}:desks", game, std::to_string(desk.seq.v) + " 0 "})) die("no bank");
}

struct Took {
  double resume_ms = 0, audit_ms = 0;
  double steps_per_s = 0;  ///< stored while the audit went on
};

Took resume(const RedisAddress& address, const Sealer& sealer, int tables) {
  auto client = RedisClient::connect(address, milliseconds(5'000));
  if (!client) die(client.error().text);
  const std::int64_t before = appends(*client);
  SeedPool seeds;
  const auto start = Clock::now();
  Store store({.address = address});
  if (!store.wait_until_up(milliseconds(10'000))) die("no connection to Redis");
  RoomStore rooms(store);
  JournalStore journals(store);
  CardroomOptions options;
  options.storage = std::make_shared<RedisStorage>(rooms, journals, Opener{{}, "bench", "1"});
  BankStore bank(store);
  options.cashier = std::make_shared<RedisCashier>(bank);
  options.sealer = std::make_shared<const Sealer>(sealer);
  options.seeds = [&] { return seeds.next(); };
  Took took;
  {
    Cardroom cardroom(std::move(options));
    std::promise<std::string> ready;
    cardroom.start([&](const std::string& problem) { ready.set_value(problem); });
    if (const auto problem = ready.get_future().get(); !problem.empty()) die(problem);
    while (appends(*client) - before < tables) std::this_thread::sleep_for(milliseconds(5));
    took.resume_ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    const std::int64_t played = appends(*client);
    const auto audit = Clock::now();
    const daemon::AuditReport report = daemon::audit_store(address, sealer);
    took.audit_ms = std::chrono::duration<double, std::milli>(Clock::now() - audit).count();
    took.steps_per_s = static_cast<double>(appends(*client) - played) * 1e3 / took.audit_ms;
    if (!report.problems.empty()) die(report.problems.front());
  }
  store.stop(milliseconds(10'000));
  return took;
}

Took run(const std::string& folder, int tables) {
  auto directory = DataDirectory::open(folder + "/" + std::to_string(tables), "bench_resume");
  if (!directory) die(directory.error().text);
  auto redis = PrivateRedis::start(*directory, {});
  if (!redis) die(redis.error().text);
  const Sealer sealer(Sealer::Key{1});
  const Instant now{wall_now().ms - 60'000};
  milliseconds apart{0};  // each table has another time left
  room::Room room = seated(tables, now);
  const std::map<TableId, TableState> before = room.tables;
  std::vector<room::Event> events;
  if (room::command(room, StartGame{}, {{}, true}, now, events) != Error::NONE)
    die("the game does not start");
  {
    Store store({.address = redis->address()});
    if (!store.wait_until_up(milliseconds(10'000))) die("no connection to Redis");
    JournalStore journals(store);
    RoomStore rooms(store);
    std::promise<void> listed;
    rooms.add_game("main", [&](const Result<void>&) { listed.set_value(); });
    listed.get_future().get();
    Writer writer(journals, sealer);
    writer.game(room.game);
    for (const auto& [id, table] : before) {
      writer.table(table, {now.ms + apart.count()});
      apart = (apart + milliseconds(1)) % kActionTime;
    }
    fill_bank(redis->address(), room.bank.contents());
    writer.wait();
    store.stop(milliseconds(10'000));
  }
  const Took took = resume(redis->address(), sealer, static_cast<int>(before.size()));
  std::printf(
      "%zu tables of %d in the middle of a hand: all play %.0f ms after the start; audit %.0f ms while "
      "%.0f steps a second are stored\n",
      before.size(), kSeats, took.resume_ms, took.audit_ms, took.steps_per_s);
  if (!redis->stop(std::chrono::seconds(10))) die("Redis does not stop");
  return took;
}

}  // namespace
}  // namespace cardroom

int main(int argc, char** argv) {
  spdlog::set_level(spdlog::level::err);
  const auto folder = std::filesystem::temp_directory_path() / ("bench_resume." + std::to_string(getpid()));
  std::vector<int> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::max(1, std::atoi(argv[i])));
  if (sizes.empty()) sizes = {1'000, 10'000};
  std::string line;
  for (const int tables : sizes) {
    const cardroom::Took took = cardroom::run(folder.string(), tables);
    const std::string size = std::to_string(tables);
    line += "resume_" + size + "_ms=" + std::to_string(static_cast<long>(took.resume_ms)) + ' ';
    line += "audit_" + size + "_ms=" + std::to_string(static_cast<long>(took.audit_ms)) + ' ';
    line += "audit_" + size + "_steps_per_s=" + std::to_string(static_cast<long>(took.steps_per_s)) + ' ';
  }
  std::filesystem::remove_all(folder);
  std::puts(line.c_str());
}
