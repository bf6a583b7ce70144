#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <semaphore>
#include <vector>

#include "actors/store/bank_store.hpp"
#include "actors/store/private_redis.hpp"

// The outboxes of 1,000 tables with one entry each under way, over a private Redis on the disk of the folder
// for temporary files (TMPDIR): draws from reservations, then pays to players, then pays one at a time.
//   bench_bank [everysec|always]
namespace cardroom {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
constexpr std::size_t kTables = 1'000;
constexpr std::size_t kEach = 60;  // draws, and pays, of a table
constexpr int kAlone = 4'000;
constexpr Chips kBuyIn{200};
constexpr Chips kReserved{250};

[[noreturn]] void die(const std::string& why) {
  std::fprintf(stderr, "bench_bank: %s\n", why.c_str());
  std::exit(1);
}

void expect_done(const Result<BankResult>& answer) {
  if (!answer) die(answer.error().text);
  if (*answer != BankResult::DONE) die(to_string(*answer));
}

struct Figures {
  double draws_per_s = 0, pays_per_s = 0, p50_us = 0;
};

class Bench {
 public:
  explicit Bench(const RedisAddress& address) : store_({.address = address}) {
    if (!store_.wait_until_up(milliseconds(10'000))) die("no connection to Redis");
    for (std::size_t i = 0; i < kTables; ++i)
      bank_.credit("credit-" + std::to_string(i), user(i), kReserved * kEach, answered());
    for (std::size_t i = 0; i < kTables; ++i) done_.acquire();
    per_second([this](std::size_t table) { next_reserve(table, 0); });
  }

  Figures run() {
    Figures out;
    out.draws_per_s = per_second([this](std::size_t table) { next_draw(table, 0); });
    out.pays_per_s = per_second([this](std::size_t table) { next_pay(table, 0); });
    bank_.draw("alone", 1, DrawFrom::player(user(0)), {kAlone}, [this](const Result<Drawn>& drawn) {
      expect_done(drawn ? Result<BankResult>(drawn->result) : drawn.error());
      done_.release();
    });
    done_.acquire();
    std::vector<double> micros;
    for (int i = 0; i < kAlone; ++i) {
      const auto start = Clock::now();
      bank_.pay("alone", 2 + static_cast<std::uint64_t>(i), PayTo::rake(), {1}, kWhy, answered());
      done_.acquire();
      micros.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
    std::nth_element(micros.begin(), micros.begin() + kAlone / 2, micros.end());
    out.p50_us = micros[kAlone / 2];
    audit();
    return out;
  }

 private:
  static std::string user(std::size_t table) { return "player-" + std::to_string(table); }
  static std::string table(std::size_t table) { return "table-" + std::to_string(table); }
  static std::string reservation(std::size_t table, std::size_t n) {
    return "reservation-" + std::to_string(table * kEach + n);
  }

  Done<BankResult> answered() {
    return [this](const Result<BankResult>& answer) {
      expect_done(answer);
      done_.release();
    };
  }

  // Starts every table and waits until each has done its share.
  template <class Start>
  double per_second(Start start) {
    const auto begin = Clock::now();
    for (std::size_t i = 0; i < kTables; ++i) start(i);
    for (std::size_t i = 0; i < kTables; ++i) done_.acquire();
    return static_cast<double>(kTables * kEach) / std::chrono::duration<double>(Clock::now() - begin).count();
  }

  // These three after the first on the store thread, as each answer gives the next.
  void next_reserve(std::size_t i, std::size_t n) {
    if (n == kEach) return done_.release();
    bank_.reserve(reservation(i, n), user(i), kReserved, [this, i, n](const Result<BankResult>& answer) {
      expect_done(answer);
      next_reserve(i, n + 1);
    });
  }
  void next_draw(std::size_t i, std::size_t n) {
    if (n == kEach) return done_.release();
    bank_.draw(table(i), n + 1, DrawFrom::reserved(reservation(i, n)), kBuyIn,
               [this, i, n](const Result<Drawn>& drawn) {
                 expect_done(drawn ? Result<BankResult>(drawn->result) : drawn.error());
                 next_draw(i, n + 1);
               });
  }
  void next_pay(std::size_t i, std::size_t n) {
    if (n == kEach) return done_.release();
    bank_.pay(table(i), kEach + n + 1, PayTo::player(user(i)), kBuyIn, kWhy,
              [this, i, n](const Result<BankResult>& paid) {
                expect_done(paid);
                next_pay(i, n + 1);
              });
  }

  void audit() {
    std::binary_semaphore read(0);
    bank_.accounts([&](const Result<BankContents>& contents) {
      if (!contents) die(contents.error().text);
      if (const auto sound = contents->verify(); !sound) die(sound.error().text);
      read.release();
    });
    read.acquire();
  }

  const std::string kWhy = "reason=LEFT";
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
    if (only.empty())
      std::printf("fsync=%s pays_per_s=%.0f draws_per_s=%.0f p50_us=%.0f\n", name.c_str(), f.pays_per_s,
                  f.draws_per_s, f.p50_us);
    always = f;
  }
  std::printf("pays_per_s=%.0f draws_per_s=%.0f p50_us=%.0f\n", always.pays_per_s, always.draws_per_s,
              always.p50_us);
}
