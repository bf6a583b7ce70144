#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "actors/codec/json.hpp"
#include "actors/protocol/parse.hpp"
#include "actors/protocol/server.hpp"
#include "actors/protocol/wire.hpp"

// Any bytes as a command: either one that is written and read again the same, or an ERROR that is JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cardroom;
  using namespace cardroom::protocol;
  const auto parsed = parse_command({reinterpret_cast<const char*>(data), size});
  if (const auto* error = std::get_if<ProtocolError>(&parsed)) {
    if (error->message.empty()) std::abort();
    const std::string text = to_text(server::refusal(error->id, error->code, error->message));
    if (std::holds_alternative<JsonError>(parse_json(text))) std::abort();
    return 0;
  }
  const auto& first = std::get<Request>(parsed);
  const std::string text = std::visit([&](const auto& c) { return to_text(first.id, c); }, first.command);
  const auto again = parse_command(text);
  const auto* second = std::get_if<Request>(&again);
  if (!second || second->id != first.id || !same(first.command, second->command)) std::abort();
  return 0;
}
