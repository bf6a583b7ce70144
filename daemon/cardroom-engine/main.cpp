#include <sodium.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <limits>
#include <memory>

#include "daemon/cardroom-engine/replay.hpp"
#include "daemon/cardroom-engine/session.hpp"

namespace {

using namespace cardroom;

constexpr std::streamsize kLongestLine = 1 << 20;

Seed fresh_seed() {
  Seed seed;
  randombytes_buf(seed.bytes.data(), seed.bytes.size());
  return seed;
}

/// Answers every line of standard input until it ends; memory stays bounded whatever comes.
int serve() {
  std::ios::sync_with_stdio(false);
  engine_io::Session session(fresh_seed);
  const auto line = std::make_unique<char[]>(kLongestLine);
  while (std::cout) {
    std::cin.getline(line.get(), kLongestLine);
    const std::streamsize read = std::cin.gcount();
    if (std::cin.eof() && read == 0) break;
    if (std::cin.fail() && !std::cin.eof()) {
      std::cin.clear();
      std::cin.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
      std::cout << engine_io::too_long() << std::endl;
      continue;
    }
    // The line break was read but not stored; the last line may have none.
    const auto length = static_cast<std::size_t>(std::cin.eof() ? read : read - 1);
    std::cout << session.answer({line.get(), length}) << std::endl;
  }
  return 0;
}

int replay(const std::vector<std::string>& files) {
  bool fine = true;
  for (const std::string& file : files)
    for (const engine_io::Replayed& hand : engine_io::replay_file(file)) {
      std::cout << engine_io::to_line(hand) << '\n';
      fine = fine && hand.ok && hand.matches.value_or(true);
    }
  std::cout.flush();
  return fine ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "The poker engine over JSON Lines: one request a line on standard input, one reply a line on standard "
      "output.");
  app.set_version_flag("--version", "cardroom-engine " CARDROOM_VERSION);
  std::vector<std::string> files;
  auto* replays =
      app.add_subcommand("replay", "Play recorded hands (Poker Hand History files) through the engine");
  replays->add_option("FILE", files, ".phh: one hand, .phhs: many")->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (sodium_init() < 0) {
    std::cerr << "cardroom-engine: no randomness\n";
    return 1;
  }
  return *replays ? replay(files) : serve();
}
