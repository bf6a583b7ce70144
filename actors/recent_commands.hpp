#pragma once
#include <vector>

#include "actors/answer.hpp"
#include "actors/protocol/client.hpp"

namespace cardroom {

/// The last commands of a player and how they ended, so that a repeat gets the first answer again.
class RecentCommands {
 public:
  enum class Seen { NEW, UNDER_WAY, ANSWERED };

  /// Looks the command up by its number and content, and remembers a new one. `outcome` is set when ANSWERED.
  Seen see(const protocol::Request& request, Instant now, Outcome& outcome);
  void answered(ClientId client, const Outcome& outcome);

 private:
  struct Command {
    ClientId client;
    std::uint64_t content = 0;
    Instant at;
    bool at_table = false;  ///< the table knows whether it was carried out
    bool answered = false;
    Outcome outcome;
  };

  std::vector<Command> commands_;  ///< the oldest first
};

}  // namespace cardroom
