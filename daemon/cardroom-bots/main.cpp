#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "actors/codec/json_write.hpp"
#include "daemon/cardroom-bots/check.hpp"
#include "daemon/cardroom-bots/fleet.hpp"

namespace {

using namespace cardroom;

/// As many connections as the system allows.
void raise_limits() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

int play(const bots::FleetOptions& options, bool json) {
  raise_limits();
  const auto result = bots::play(options);
  if (const auto* problem = std::get_if<std::string>(&result)) {
    std::cerr << *problem << "\n";
    return 1;
  }
  const auto& report = std::get<bots::Report>(result);
  std::cout << (json ? to_json(report) + "\n" : bots::to_text(report)) << std::flush;
  if (report.log_ins > 0 && report.frames > 0) return 0;
  std::cerr << "No bot came to a table: is the game's id right, and has the game not ended?\n";
  return 1;
}

int check(const std::vector<std::string>& files, bool json) {
  const auto result = bots::check_files(files);
  std::cout << (json ? to_json(result) + "\n" : bots::to_text(result)) << std::flush;
  return result.findings.empty() && result.problems == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Players for cardroom: real WebSocket clients that play legal random poker."};
  app.set_version_flag("--version", "cardroom-bots " CARDROOM_VERSION);
  app.require_subcommand(0, 1);
  app.option_defaults()->always_capture_default();
  app.footer("Exit status: 0 done, 1 nobody could play or the check found something, 2 usage.");
  bots::FleetOptions options;
  std::string url, output = "text";
  std::int64_t think = 0, seconds = 0;
  app.add_option("--url", url, "where the daemon is: ws://HOST:PORT/ws");
  app.add_option("--game", options.game, "the game to play in");
  app.add_option("--players", options.players, "how many bots")->check(CLI::Range(1, 100'000));
  app.add_option("--think-ms", think, "how long a bot thinks about an action, on average")
      ->check(CLI::Range(0, 3'600'000));
  app.add_option("--seconds", seconds, "how long to play; 0 = until a signal")
      ->check(CLI::Range(0, 31'536'000));
  app.add_option("--seed", options.seed, "what all choices and names derive from");
  app.add_option("--rate", options.rate, "actions a second of all bots together; 0 = no limit");
  app.add_option("--restless", options.restless,
                 "after so many of 1,000 hands a bot sits out or leaves for a while")
      ->check(CLI::Range(0, 1000));
  app.add_option("--tokens", options.tokens,
                 "file that keeps who the bots are, so that they come back as the same players");
  app.add_option("--record", options.record, "file for every message of every bot");
  app.add_option("-o,--output", output, "text or json")->check(CLI::IsMember({"text", "json"}));

  std::vector<std::string> files;
  CLI::App* checker = app.add_subcommand("check", "Looks for anything wrong in recordings.");
  checker->add_option("FILE", files, "recordings of bots that played at the same time")->required();
  checker->add_option("-o,--output", output, "text or json")->check(CLI::IsMember({"text", "json"}));

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (checker->parsed()) return check(files, output == "json");
  const auto where = gateway::WsUrl::parse(url);
  if (!where || options.game.empty() || !GameId::fits(options.game)) {
    std::cerr << (where ? "Name the game to play in: --game ID."
                        : "Say where the daemon is: --url ws://HOST:PORT/ws.")
              << "\n";
    return 2;
  }
  options.url = *where;
  options.think = std::chrono::milliseconds(think);
  options.seconds = std::chrono::seconds(seconds);
  return play(options, output == "json");
}
