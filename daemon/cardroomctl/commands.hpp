#pragma once
#include <boost/json/object.hpp>
#include <string>
#include <vector>

/// What cardroomctl was asked to do, from its command line or a line of its console.
namespace cardroom::ctl {

enum ExitCode : int { DONE = 0, REFUSED = 1, USAGE = 2, UNREACHABLE = 3 };

struct Invocation {
  std::string socket;  ///< of the control socket
  std::string token_file;
  bool json = false;   ///< print replies as JSON, not as tables
  bool watch = false;  ///< replies follow until interrupted
  std::string until;   ///< wait until the game has this status; empty = do not wait
  int wait_seconds = 600;
  boost::json::object request;  ///< {"command": "game list", ...}; empty = no command was given
  int exit = -1;                ///< of a usage error or --help, whose text is printed already
};

/// Reads arguments (without the program's name) upon `defaults`, whose socket and output format stay unless
/// named.
Invocation parse(const std::vector<std::string>& arguments, const Invocation& defaults);

/// All commands as words, for completion.
const std::vector<std::string>& command_names();

}  // namespace cardroom::ctl
