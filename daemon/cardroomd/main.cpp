#include <spdlog/async.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <condition_variable>
#include <iostream>
#include <mutex>

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
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return set_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool set_ = false;
};

void greet(const Options& options, std::uint16_t port) {
  const std::string& dir = options.config.store.data_dir;
  const std::string ctl = "build/release/bin/cardroomctl --data-dir " + dir;
  std::cout << "\nThe cardroom is open. Play over WebSocket at ws://" << options.config.server.address << ':'
            << port << "/ws (daemon/gateway/PROTOCOL.md).\nIn another terminal:\n";
  if (!options.config.game.empty())
    std::cout << "  " << ctl << " game show " << options.config.game[0].game_id.view() << '\n';
  std::cout
      << "  " << ctl << " table list\n  " << ctl << " audit\n  " << ctl
      << "            (a console)\nCtrl-C stops it; started again it goes on with the same game, players and "
         "chips.\n"
      << std::endl;
}

int run(const Options& options, Signals& signals) {
  start_log(options.config.log.level);
  Stop stop;
  signals.watch([&] {
    spdlog::info("stopping; a second signal stops at once");
    stop.set();
  });
  auto opened = House::open(options.config, [&] { stop.set(); });
  if (const auto* problem = std::get_if<std::string>(&opened)) {
    std::cerr << "cardroomd: " << *problem << std::endl;
    return 1;
  }
  House& house = *std::get<0>(opened);
  // Scripts and supervisors wait for this line.
  std::cout << "cardroomd ready: port " << house.port() << ", data directory "
            << options.config.store.data_dir << std::endl;
  if (options.greet) greet(options, house.port());
  stop.wait();
  const std::string problem = house.close();
  if (problem.empty()) spdlog::info("stopped; everything is stored");
  if (problem.empty()) return 0;
  std::cerr << "cardroomd: " << problem << std::endl;
  return 1;
}

}  // namespace
}  // namespace cardroom::daemon

int main(int argc, char** argv) {
  using namespace cardroom::daemon;
  auto options = read_options(argc, argv);
  if (const int* status = std::get_if<int>(&options)) return *status;
  Signals signals;
  const int status = run(std::get<Options>(options), signals);
  spdlog::shutdown();
  return status;
}
