#include <spdlog/async.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <condition_variable>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>

#include "daemon/cardroomd/house.hpp"
#include "daemon/cardroomd/options.hpp"
#include "daemon/cardroomd/signals.hpp"

namespace cardroom::daemon {
namespace {

constexpr std::size_t kLogQueue = 8192;  ///< messages; when it is full the oldest go

void start_log(config::LogLevel level) {
  spdlog::init_thread_pool(kLogQueue, 1);
  auto logger = std::make_shared<spdlog::async_logger>(
      "cardroomd", std::make_shared<spdlog::sinks::stderr_color_sink_mt>(), spdlog::thread_pool(),
      spdlog::async_overflow_policy::overrun_oldest);
  spdlog::set_default_logger(logger);
  spdlog::set_level(static_cast<spdlog::level::level_enum>(
      level == config::LogLevel::OFF ? spdlog::level::off : static_cast<int>(level)));
  spdlog::flush_on(spdlog::level::warn);
}

/// A flag to wait for.
class Stop {
 public:
  void set() {
    std::lock_guard lock(mutex_);
    set_ = true;
    changed_.notify_all();
  }
  /// By whoever runs the daemon.
  void ask() {
    asked_ = true;
    set();
  }
  bool asked() const { return asked_; }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return set_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool set_ = false;
  std::atomic<bool> asked_{false};
};

/// How this machine reaches a server at an address that may stand for all of its own.
std::string reachable(const std::string& address, std::uint16_t port) {
  const bool all = address == "0.0.0.0" || address == "::";
  const std::string host = all                                      ? "localhost"
                           : address.find(':') != std::string::npos ? '[' + address + ']'
                                                                    : address;
  return host + ':' + std::to_string(port);
}

void greet(const Options& options, std::uint16_t port) {
  const std::string& dir = options.config.store.data_dir;
  const std::string ctl = "build/release/bin/cardroomctl --data-dir " + dir;
  const std::string where = reachable(options.config.server.address, port);
  std::cout << "\nThe cardroom is open. Play in a browser at\n\n  http://" << where
            << "/\n\nor with programs at ws://" << where
            << "/ws (daemon/gateway/PROTOCOL.md). In another terminal:\n";
  if (!options.config.game.empty())
    std::cout << "  " << ctl << " game show " << options.config.game[0].game_id.view() << '\n';
  std::cout
      << "  " << ctl << " table list\n  " << ctl << " audit\n  " << ctl
      << "            (a console)\nCtrl-C stops it; started again it goes on with the same game, players and "
         "chips.\n"
      << std::endl;
}

/// From the start to the end of a house: why it could not be opened or closed, empty where it could. Nothing:
/// the cluster has declared this node dead, and it is to begin anew.
std::optional<std::string> run_once(Options& options, Stop& stop) {
  auto opened = House::open(options.config, [&] { stop.set(); });
  if (auto* problem = std::get_if<std::string>(&opened)) return std::move(*problem);
  House& house = *std::get<0>(opened);
  // Clients that come back look where they were.
  options.config.server.port.v = house.port();
  // Scripts and supervisors wait for this line.
  std::cout << "cardroomd ready: port " << house.port() << ", data directory "
            << options.config.store.data_dir << std::endl;
  if (options.greet) greet(options, house.port());
  stop.wait();
  const bool anew = house.begins_anew() && !stop.asked();
  std::string problem = house.close();
  if (anew) return std::nullopt;
  if (problem.empty()) spdlog::info("stopped; everything is stored");
  return problem;
}

/// What the thread that hears signals shares with the one that runs.
struct Running {
  std::mutex mutex;
  Stop* now = nullptr;
  bool asked = false;
};

std::string run(Options options, Signals& signals) {
  start_log(options.config.log.level);
  const auto running = std::make_shared<Running>();
  signals.watch([running] {
    spdlog::info("stopping; a second signal stops at once");
    const std::lock_guard lock(running->mutex);
    running->asked = true;
    if (running->now) running->now->ask();
  });
  for (;;) {
    Stop stop;
    {
      const std::lock_guard lock(running->mutex);
      running->now = &stop;
      if (running->asked) stop.ask();
    }
    auto problem = run_once(options, stop);
    const std::lock_guard lock(running->mutex);
    running->now = nullptr;
    if (problem) return *std::move(problem);
    spdlog::warn("this node begins anew");
  }
}

}  // namespace
}  // namespace cardroom::daemon

int main(int argc, char** argv) {
  using namespace cardroom::daemon;
  std::string problem;
  {
    Signals signals;  // first: one that comes early is heard as soon as there is something to stop
    auto options = read_options(argc, argv);
    if (const int* status = std::get_if<int>(&options)) return *status;
    problem = run(std::get<Options>(options), signals);
  }
  // The log is written by a thread of its own: what went wrong is to be the last that is said.
  spdlog::shutdown();
  if (problem.empty()) return 0;
  std::cerr << "cardroomd: " << problem << std::endl;
  return 1;
}
