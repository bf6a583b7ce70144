// What a join, a leave and a bust cost the game, with everything that follows of them there (balancing moves,
// tables made and removed), by the number of tables. The tables are scripted and answer at once; most have a
// hand running, so that moves wait. Only the game's own steps are timed.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>
#include <unordered_map>

#include "engine/game.hpp"
#include "tests/engine/game_fake_table.hpp"

namespace cardroom::fake {
namespace {

/// The thread's own time: what else runs on the machine does not count.
std::int64_t cpu_ns() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1'000'000'000 + t.tv_nsec;
}
/// What two readings of the clock are apart by themselves.
std::int64_t clock_ns() {
  std::vector<std::int64_t> apart;
  for (int i = 0; i < 1001; ++i) {
    const std::int64_t begin = cpu_ns();
    apart.push_back(cpu_ns() - begin);
  }
  std::nth_element(apart.begin(), apart.begin() + 500, apart.end());
  return apart[500];
}

struct Cost {
  std::vector<double> us;
  double mean() const {
    double sum = 0;
    for (double v : us) sum += v;
    return sum / static_cast<double>(us.size());
  }
  double quantile(double q) {
    const auto nth = us.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(us.size() - 1));
    std::nth_element(us.begin(), nth, us.end());
    return *nth;
  }
};

class Bench {
 public:
  explicit Bench(std::size_t tables) : wanted_(tables) {
    Settings s;
    s.game_id = GameId("bench");
    s.small_blind = {5};
    s.big_blind = {10};
    game_ = game::init(with_defaults(s), UserId("host"), now_);
    give(Wake{});
    for (int i = 0; i < 2; ++i) join();
    give(StartGame{});
    while (players_.size() < tables * 9 - 4) join();
    // Tables of seven and eight, so that departures make the sizes uneven; no time passes, so that none is
    // merged.
    while (players_.size() > tables * 15 / 2) leave();
    for (auto& [id, t] : tables_) t.start_hand();
  }

  /// Leaves and busts, `rounds` each, and as many joins.
  void run(int rounds) {
    moves_ = 0;
    for (int i = 0; i < rounds; ++i) {
      add(join_, [&] { join(); });
      add(leave_, [&] { leave(); });
      add(join_, [&] { join(); });
      add(bust_, [&] { bust(); });
    }
  }
  void print() {
    std::printf(
        "%7zu tables %8zu players   join %6.2f (p99 %6.2f)   leave %6.2f (p99 %6.2f)   bust %6.2f (p99 "
        "%6.2f) us   %zu moves\n",
        game_.tables.size(), players_.size(), join_.mean(), join_.quantile(0.99), leave_.mean(),
        leave_.quantile(0.99), bust_.mean(), bust_.quantile(0.99), moves_);
  }
  void close() const {
    std::printf("join_us=%.2f leave_us=%.2f bust_us=%.2f\n", join_.mean(), leave_.mean(), bust_.mean());
  }
  bool sound() const {
    Chips sum = game::chips_in_transit(game_) + game::chips_leaving(game_);
    for (const auto& [id, t] : tables_) sum += t.chips();
    return sum == game_.inside && game_.tables.size() + 2 >= wanted_ && game_.tables.size() <= wanted_ + 2 &&
           tables_.size() == game_.tables.size();
  }

 private:
  template <class F>
  void add(Cost& cost, F&& operation) {
    spent_ = 0;
    operation();
    // Some hands end meanwhile: what waited for them belongs to the cost of what asked for it.
    for (int i = 0; i < 4; ++i) end_some_hand();
    cost.us.push_back(static_cast<double>(spent_) / 1000);
  }
  std::size_t below(std::size_t n) { return random_() % n; }

  void give(const GameCommand& command) {
    step(command);
    for (std::size_t i = 0; i < notices_.size(); ++i) step(FromTable(notices_[i]));
    notices_.clear();
  }
  void step(const GameCommand& command) {
    Input input{now_, {}, {}};
    for (std::size_t i = 0; i < 8; ++i) input.seed.bytes[i] = static_cast<std::uint8_t>(steps_ >> (8 * i));
    ++steps_;
    out_.clear();
    const std::int64_t begin = cpu_ns();
    game::apply(game_, command, {UserId("host"), true}, input, out_);
    spent_ += cpu_ns() - begin - clock_ns_;
    for (const GameEvent& e : out_.events) moves_ += std::holds_alternative<PlayerMoved>(e) ? 1 : 0;
    for (const TableId& id : out_.created) tables_.emplace(id, FakeTable());
    for (const ToTable& m : out_.to_tables) {
      FakeTable& t = tables_.at(m.table);
      t.take(m.command);
      collect(m.table, t);
    }
    for (const TableId& id : out_.removed) tables_.erase(id);
  }
  void collect(const TableId& id, FakeTable& t) {
    for (const TableNotice& n : t.notices) notices_.push_back({id, n});
    t.notices.clear();
  }
  void drain() {
    for (std::size_t i = 0; i < notices_.size(); ++i) step(FromTable(notices_[i]));
    notices_.clear();
  }

  void join() {
    const UserId user(nth(++names_));
    give(RegisterForGame{user});
    give(BuyIn{user, {500}});
    players_.push_back(user);
  }
  UserId take_player() {
    std::swap(players_[below(players_.size())], players_.back());
    const UserId user = players_.back();
    players_.pop_back();
    return user;
  }
  /// The player's own hand ends first, so that the whole departure is seen.
  void leave() {
    const UserId user = take_player();
    end_hand(game_.players.at(user).table);
    give(LeaveGame{user});
  }
  /// Loses everything to somebody else at the table and is gone.
  void bust() {
    const UserId user = take_player();
    const TableId id = game_.players.at(user).table;
    end_hand(id);
    if (game_.players.at(user).table != id) return give(LeaveGame{user});  // moved just then
    FakeTable& t = tables_.at(id);
    FakeSeat& loser = *t.find(user);
    for (FakeSeat& s : t.seats)
      if (s.present() && s.user != user) {
        s.carried.chips += std::exchange(loser.carried.chips, {});
        break;
      }
    t.tell_ready();
    t.remove(loser, OutReason::LEFT);
    collect(id, t);
    drain();
  }
  void end_hand(const TableId& id) {
    FakeTable& t = tables_.at(id);
    t.end_hand();
    collect(id, t);
    drain();
  }
  void end_some_hand() {
    const TableId id = game_.players.at(players_[below(players_.size())]).table;
    end_hand(id);
    if (const auto it = tables_.find(id); it != tables_.end() && below(5) > 0) it->second.start_hand();
  }

  std::size_t wanted_;
  GameState game_;
  GameOutput out_;
  std::unordered_map<TableId, FakeTable> tables_;
  std::vector<FromTable> notices_;
  std::vector<UserId> players_;
  std::mt19937_64 random_{42};
  const Instant now_{1'000'000};
  std::uint64_t steps_ = 0;
  int names_ = 0;
  const std::int64_t clock_ns_ = clock_ns();
  std::int64_t spent_ = 0;
  std::size_t moves_ = 0;  ///< players moved to another table
  Cost join_, leave_, bust_;
};

}  // namespace
}  // namespace cardroom::fake

int main() {
  using cardroom::fake::Bench;
  for (const std::size_t tables : {10u, 30u, 100u, 300u, 1'000u, 3'000u, 10'000u}) {
    Bench bench(tables);
    bench.run(10'000);
    if (!bench.sound()) {
      std::printf("chips or tables are wrong at %zu tables\n", tables);
      return 1;
    }
    bench.print();
    if (tables == 10'000u) bench.close();
  }
  return 0;
}
