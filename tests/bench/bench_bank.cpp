#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <semaphore>
#include <vector>

#include "actors/store/bank_store.hpp"
#include "actors/store/private_redis.hpp"

// Games that settle with the bank, over a private Redis on the disk of the folder for temporary files
// (TMPDIR): exchanges of 1 and of 128 pays, of one game and of 100 at once, each with one exchange under way;
// then credits, 1,000 at once and one at a time.
//   bench_bank [everysec|always]
namespace cardroom {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
constexpr std::size_t kMany = 128;  // movements
constexpr std::size_t kPlayers = 1'000;
constexpr std::size_t kCreditsEach = 20;

[[noreturn]] void die(const std::string& why) {
  std::fprintf(stderr, "bench_bank: %s\n", why.c_str());
  std::exit(1);
}

// How often a second.
struct Figures {
  double one_of_1 = 0, one_of_128 = 0;          // exchanges of one game
  double hundred_of_1 = 0, hundred_of_128 = 0;  // of 100 games
  double credits = 0;
  double credit_p50_us = 0;  // alone
};

class Bench {
 public:
  explicit Bench(const RedisAddress& address) : store_({.address = address}) {
    if (!store_.wait_until_up(milliseconds(10'000))) die("no connection to Redis");
  }

  Figures run() {
    Figures out;
    out.one_of_1 = exchanges("a", 1, 3'000, 1);
    out.one_of_128 = exchanges("b", 1, 500, kMany);
    out.hundred_of_1 = exchanges("c", 100, 500, 1);
    out.hundred_of_128 = exchanges("d", 100, 20, kMany);
    out.credits = per_second(kPlayers, kCreditsEach, [this](std::size_t i) { next_credit(i, 0); });
    std::vector<double> micros(2'000);
    for (std::size_t i = 0; i < micros.size(); ++i) {
      const auto start = Clock::now();
      credit("alone-" + std::to_string(i), 0, [this] { done_.release(); });
      done_.acquire();
      micros[i] = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    }
    std::nth_element(micros.begin(), micros.begin() + 1'000, micros.end());
    out.credit_p50_us = micros[1'000];
    audit();
    return out;
  }

 private:
  static UserId user(std::size_t i) { return UserId("player-" + std::to_string(i % kPlayers)); }

  // Starts every chain and waits until each has done its share.
  template <class Start>
  double per_second(std::size_t chains, std::size_t each, Start start) {
    const auto begin = Clock::now();
    for (std::size_t i = 0; i < chains; ++i) start(i);
    for (std::size_t i = 0; i < chains; ++i) done_.acquire();
    return static_cast<double>(chains * each) / std::chrono::duration<double>(Clock::now() - begin).count();
  }

  double exchanges(const std::string& name, std::size_t games, std::size_t each, std::size_t movements) {
    const auto game = [&](std::size_t i) { return GameId(name + std::to_string(i)); };
    for (std::size_t i = 0; i < games; ++i)
      exchange(game(i), 1, {{MovementKind::FUND, {}, {static_cast<std::int64_t>(each * movements)}}},
               [this] { done_.release(); });
    for (std::size_t i = 0; i < games; ++i) done_.acquire();
    return per_second(games, each, [&](std::size_t i) { next_exchange(game(i), i, 2, each + 1, movements); });
  }

  // Both after the first on the store thread, as each answer gives the next.
  void next_exchange(const GameId& game, std::size_t i, std::uint64_t seq, std::uint64_t last,
                     std::size_t count) {
    if (seq > last) return done_.release();
    std::vector<Movement> movements;
    for (std::size_t n = 0; n < count; ++n)
      movements.push_back({MovementKind::PAY, user(i * 7 + seq * kMany + n), {1}});
    exchange(game, seq, movements,
             [this, game, i, seq, last, count] { next_exchange(game, i, seq + 1, last, count); });
  }
  void next_credit(std::size_t i, std::size_t n) {
    if (n == kCreditsEach) return done_.release();
    credit("credit-" + std::to_string(i * kCreditsEach + n), i, [this, i, n] { next_credit(i, n + 1); });
  }

  void exchange(const GameId& game, std::uint64_t seq, const std::vector<Movement>& movements,
                std::function<void()> then) {
    bank_.exchange(game, {seq}, movements, [then = std::move(then)](const Result<Exchanged>& told) {
      if (!told) die(told.error().text);
      expect_done(told->result);
      for (const MovementAnswer& answer : told->answers) expect_done(answer.result);
      then();
    });
  }
  void credit(const std::string& op, std::size_t i, std::function<void()> then) {
    bank_.credit(op, user(i), {1}, [then = std::move(then)](const Result<Credited>& told) {
      if (!told) die(told.error().text);
      expect_done(told->result);
      then();
    });
  }
  static void expect_done(BankResult result) {
    if (result != BankResult::DONE) die(std::string(to_string(result)));
  }

  void audit() {
    std::binary_semaphore read(0);
    bank_.accounts([&](const Result<BankContents>& contents) {
      if (!contents) die(contents.error().text);
      if (const std::string wrong = contents->check(); !wrong.empty()) die(wrong);
      read.release();
    });
    read.acquire();
  }

  Store store_;
  BankStore bank_{store_};
  std::counting_semaphore<> done_{0};
};

Figures measure(Fsync fsync) {
  auto path = (std::filesystem::temp_directory_path() / "cardroom-bench-XXXXXX").string();
  if (!::mkdtemp(path.data())) die("no temporary folder");
  Figures out;
  {
    auto folder = DataDirectory::open(path, "bench_bank");
    if (!folder) die(folder.error().text);
    auto redis = PrivateRedis::start(*folder, {.fsync = fsync});
    if (!redis) die(redis.error().text);
    out = Bench(redis->address()).run();
    if (const auto stopped = redis->stop(milliseconds(60'000)); !stopped) die(stopped.error().text);
  }
  std::filesystem::remove_all(path);
  return out;
}

void print(const Figures& f) {
  std::printf(
      "exchanges_1_game_1_per_s=%.0f exchanges_1_game_128_per_s=%.0f exchanges_100_games_1_per_s=%.0f "
      "exchanges_100_games_128_per_s=%.0f credits_per_s=%.0f credit_p50_us=%.0f\n",
      f.one_of_1, f.one_of_128, f.hundred_of_1, f.hundred_of_128, f.credits, f.credit_p50_us);
}

}  // namespace
}  // namespace cardroom

int main(int argc, char** argv) {
  using namespace cardroom;
  spdlog::set_level(spdlog::level::warn);
  const std::string only = argc > 1 ? argv[1] : "";
  Figures always;
  for (const auto fsync : {Fsync::EVERYSEC, Fsync::ALWAYS}) {
    const std::string name = fsync == Fsync::ALWAYS ? "always" : "everysec";
    if (!only.empty() && only != name) continue;
    const auto f = measure(fsync);
    if (only.empty()) {
      std::printf("fsync=%s ", name.c_str());
      print(f);
    }
    always = f;
  }
  print(always);
}
