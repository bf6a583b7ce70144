#include <boost/json.hpp>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "daemon/cardroom-engine/replay.hpp"

// Any bytes as a file of recorded hands: every hand is played or told to be wrong, and no chip is made.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  for (const auto& hand : cardroom::engine_io::replay_text("file", text)) {
    if (hand.ok != hand.error.empty() || hand.ok != hand.finishing_stacks.has_value()) std::abort();
    if (!boost::json::parse(cardroom::engine_io::to_line(hand)).is_object()) std::abort();
  }
  return 0;
}
