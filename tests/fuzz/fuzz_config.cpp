#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "config/config.hpp"

// Any bytes as a configuration file: either a configuration, or errors that each say what and where.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cardroom::config;
  const auto result = parse_config({reinterpret_cast<const char*>(data), size}, "fuzz.toml");
  if (const auto* errors = std::get_if<1>(&result)) {
    if (errors->empty()) std::abort();
    for (const auto& e : *errors)
      if (e.message.empty() || to_string(e).find('\n') != std::string::npos) std::abort();
  } else {
    for (const auto& game : std::get<Config>(result).game)
      if (!cardroom::check(game).key.empty()) std::abort();
  }
  return 0;
}
