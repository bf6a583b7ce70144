#pragma once
#include <optional>
#include <string>
#include <variant>

#include "config/config.hpp"

namespace cardroom::daemon {

struct Options {
  config::Config config;  ///< of the file, flags of the command line on top
  bool greet = false;     ///< print where to look and what to type
};

/// Reads the command line and the configuration it names. An exit status when there is nothing to run: help,
/// version, --check-config, or an error that is printed already (2).
std::variant<Options, int> read_options(int argc, char** argv);

}  // namespace cardroom::daemon
