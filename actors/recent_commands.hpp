#pragma once
#include <array>
#include <functional>
#include <mutex>
#include <vector>

#include "actors/answer.hpp"
#include "actors/last_commands.hpp"
#include "actors/protocol/client.hpp"

namespace cardroom {

/// The last commands of a player and how they ended, so that a repeat gets the first answer again. Shared by
/// the session and its connection's port.
class RecentCommands {
 public:
  enum class Seen { NEW, UNDER_WAY, ANSWERED };

  /// Looks the command up by its number and content, and remembers a new one. `outcome` is set when ANSWERED,
  /// without its detail.
  Seen see(const protocol::Request& request, Instant now, Outcome& outcome);
  /// What has no answer yet, of those that are `meant`, gets none any more: a repeat is a new command.
  /// Returns which those are; not those that a table acknowledges, which its next snapshot settles.
  std::vector<ClientId> forget_unanswered(const std::function<bool(ClientId)>& meant);
  /// False: it was answered before. What could not be done at the moment is not remembered, since a repeat is
  /// to be tried anew.
  bool answered(ClientId client, const Outcome& outcome);

 private:
  struct Command {
    ClientId client;
    std::uint64_t content = 0;
    Instant at;
    Version version;
    Error error = Error::NONE;
    std::uint8_t code = 0;  ///< 1 + protocol::Code; 0 = none
    bool at_table = false;  ///< the table knows whether it was carried out
    bool by_table = false;  ///< a frame may acknowledge it
    bool answered = false;
  };

  std::mutex mutex_;
  std::array<Command, kCommandsRemembered> commands_;
  std::size_t next_ = 0;  ///< the oldest, replaced next
};

}  // namespace cardroom
