#include <spdlog/spdlog.h>

#include <csignal>
#include <cstdio>
#include <future>

#include "actors/cardroom.hpp"
#include "actors/seed_pool.hpp"
#include "daemon/gateway/application.hpp"
#include "daemon/gateway/server.hpp"

// A daemon that stores nothing, for bench_daemon to compare with: one game of six seats that starts by
// itself, without review and delay. Ends on SIGTERM.
int main() {
  using namespace cardroom;
  spdlog::set_level(spdlog::level::err);
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);

  Settings settings;
  settings.game_id = GameId("g1");
  settings.small_blind = {5};
  settings.big_blind = {10};
  settings.number_of_seats = 6;
  settings.start = StartMode::AUTO;
  settings.seating_time = settings.review_hand_time = settings.next_hand_delay = {};
  settings.predeal_time = seconds(1);
  settings.guest_credit = {1'000'000'000};
  SeedPool seeds;
  CardroomOptions options;
  options.seeds = [&] { return seeds.next(); };
  options.games = {settings};
  Cardroom room(std::move(options));
  std::promise<std::string> started;
  room.start([&](const std::string& problem) { started.set_value(problem); });
  if (const std::string problem = started.get_future().get(); !problem.empty()) {
    std::fprintf(stderr, "storeless: %s\n", problem.c_str());
    return 1;
  }
  gateway::Metrics metrics;
  gateway::Application application(room, metrics);
  gateway::ServerOptions server_options;
  server_options.port = 0;
  server_options.limits.messages_per_second = 0;
  server_options.limits.connections = 50'000;
  server_options.limits.connections_per_address = 0;
  gateway::Server server(std::move(server_options), application);
  if (const auto problem = server.start()) {
    std::fprintf(stderr, "storeless: %s\n", problem->c_str());
    return 1;
  }
  std::printf("storeless ready: port %d\n", server.port());
  std::fflush(stdout);
  int signal = 0;
  sigwait(&ends, &signal);
  std::promise<void> stopped;
  room.shutdown([&](const std::string&) { stopped.set_value(); });
  stopped.get_future().wait();
  server.stop(std::chrono::seconds(3));
  return 0;
}
