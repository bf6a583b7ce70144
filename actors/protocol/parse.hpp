#pragma once
#include <string_view>
#include <variant>

#include "actors/protocol/client.hpp"
#include "actors/protocol/errors.hpp"

namespace cardroom::protocol {

/// Reads one command. Strict: an unknown version, type or field, a field that is missing, of another type or
/// out of range is refused with its path in the message. Any text is answered; nothing is thrown.
std::variant<Request, ProtocolError> parse_command(std::string_view text) noexcept;

}  // namespace cardroom::protocol
