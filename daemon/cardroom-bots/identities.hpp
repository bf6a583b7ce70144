#pragma once
#include <boost/describe.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daemon/cardroom-bots/bot.hpp"

namespace cardroom::bots {

/// How a bot is known to the daemon. `life` counts the players it has been: a broke one is given up.
struct Life {
  std::uint32_t life = 0;
  std::string token;
};
BOOST_DESCRIBE_STRUCT(Life, (), (life, token))

/// The identities of all bots, kept in a file between runs.
class Identities {
 public:
  Identities(std::uint64_t seed, std::size_t players);

  /// Reads `path`, if it exists, and writes to it from now on; a sentence if it is no such file.
  std::optional<std::string> keep_in(std::string path);

  Identity of(std::size_t bot) const;
  void set_token(std::size_t bot, const std::string& token);
  /// The bot becomes another player.
  void renew(std::size_t bot);

  /// Writes the file if anything changed, whole or not at all; false if that failed.
  bool save();

 private:
  std::string base_name(std::size_t bot) const;

  std::uint64_t seed_;
  std::vector<Life> lives_;
  std::map<std::string, Life> others_;  ///< in the file, of other runs
  std::string path_;
  bool changed_ = false;
};

}  // namespace cardroom::bots
