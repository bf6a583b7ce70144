#include <fcntl.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <semaphore>
#include <thread>

#include "actors/store/journal_store.hpp"
#include "actors/store/private_redis.hpp"

// Appends to journals in a private Redis on the disk of the folder for temporary files (TMPDIR): 1,000
// journals at full load with one append each in flight, then one append at a time at a slow pace.
//   bench_journal [everysec|always]
namespace cardroom {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
constexpr std::size_t kJournals = 1'000;
constexpr std::chrono::seconds kFullLoad{4};
constexpr int kPaced = 4'000;
constexpr std::chrono::microseconds kPause{500};

[[noreturn]] void die(const std::string& why) {
  std::fprintf(stderr, "bench_journal: %s\n", why.c_str());
  std::exit(1);
}

struct Figures {
  double steps_per_s = 0, p50_us = 0, p99_us = 0;
  double disk_us = 0;  ///< what the disk alone takes just before the paced appends
};

double part(std::vector<double>& values, std::size_t percent) {
  std::sort(values.begin(), values.end());
  return values[values.size() * percent / 100];
}

double micros_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

// Half of the writes of an entry's size are on the disk within so many microseconds.
double disk_micros(const std::string& folder) {
  const Descriptor file(::open((folder + "/probe").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  const std::string bytes(300, 'x');
  std::vector<double> micros;
  for (int i = 0; i < 300; ++i) {
    const auto start = Clock::now();
    if (::write(file.get(), bytes.data(), bytes.size()) < 0 || ::fdatasync(file.get()) < 0)
      die("the disk cannot be measured");
    micros.push_back(micros_since(start));
  }
  return part(micros, 50);
}

class Bench {
 public:
  explicit Bench(const RedisAddress& address) : store_({.address = address}) {
    if (!store_.wait_until_up(milliseconds(10'000))) die("no connection to Redis");
    std::counting_semaphore<> created(0);
    for (std::size_t i = 0; i < kJournals; ++i)
      journals_.create(JournalName::table("bench-" + std::to_string(i)), {fresh_token()},
                       {0, "digest", std::string(1'600, 's')}, [&, i](const Result<JournalTitle>& title) {
                         if (!title) die(title.error().text);
                         tables_[i].title = *title;
                         created.release();
                       });
    for (std::size_t i = 0; i < kJournals; ++i) created.acquire();
  }

  Figures run(const std::string& folder) {
    Figures out;
    const auto start = Clock::now();
    end_ = start + kFullLoad;
    for (auto& table : tables_) next(table);
    for (std::size_t i = 0; i < kJournals; ++i) idle_.acquire();
    out.steps_per_s =
        static_cast<double>(steps_) / std::chrono::duration<double>(Clock::now() - start).count();
    out.disk_us = disk_micros(folder);
    std::vector<double> micros;
    for (int i = 0; i < kPaced; ++i) {
      std::this_thread::sleep_for(kPause);
      micros.push_back(one(tables_[static_cast<std::size_t>(i) % kJournals]));
    }
    out.p50_us = part(micros, 50);
    out.p99_us = part(micros, 99);
    return out;
  }

 private:
  struct Table {
    JournalTitle title;
    std::uint64_t version = 0;
  };

  static void expect_stored(const Appended& answer) {
    if (answer.result != AppendResult::STORED) die("an append was not stored: " + answer.why);
  }

  // After the first on the store thread, as each answer gives the next append.
  void next(Table& table) {
    journals_.append(table.title, ++table.version, entry_, [this, &table](const Appended& answer) {
      expect_stored(answer);
      ++steps_;
      Clock::now() < end_ ? next(table) : idle_.release();
    });
  }

  double one(Table& table) {
    const auto start = Clock::now();
    double micros = 0;
    journals_.append(table.title, ++table.version, entry_, [&](const Appended& answer) {
      expect_stored(answer);
      micros = micros_since(start);
      idle_.release();
    });
    idle_.acquire();
    return micros;
  }

  Store store_;
  JournalStore journals_{store_};
  const std::string entry_ = std::string(200, 'e');
  std::vector<Table> tables_{kJournals};
  std::counting_semaphore<> idle_{0};
  std::atomic<std::uint64_t> steps_ = 0;
  Clock::time_point end_;
};

Figures measure(Fsync fsync) {
  auto path = (std::filesystem::temp_directory_path() / "cardroom-bench-XXXXXX").string();
  if (!::mkdtemp(path.data())) die("no temporary folder");
  Figures out;
  {
    auto folder = DataDirectory::open(path, "bench_journal");
    if (!folder) die(folder.error().text);
    auto redis = PrivateRedis::start(*folder, {.fsync = fsync});
    if (!redis) die(redis.error().text);
    out = Bench(redis->address()).run(path);
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
  Figures figures[2];
  for (const auto fsync : {Fsync::EVERYSEC, Fsync::ALWAYS}) {
    const std::string name = fsync == Fsync::ALWAYS ? "always" : "everysec";
    if (!only.empty() && only != name) continue;
    const auto& f = figures[fsync == Fsync::ALWAYS] = measure(fsync);
    std::printf("fsync=%s fdatasync_us=%.0f steps_per_s=%.0f p50_us=%.0f p99_us=%.0f\n", name.c_str(),
                f.disk_us, f.steps_per_s, f.p50_us, f.p99_us);
  }
  if (only.empty())
    std::printf("steps_per_s_everysec=%.0f steps_per_s_always=%.0f p50_us_everysec=%.0f p50_us_always=%.0f\n",
                figures[0].steps_per_s, figures[1].steps_per_s, figures[0].p50_us, figures[1].p50_us);
}
