#pragma once
#include <string>
#include <string_view>
#include <vector>

/// Which web pages may open a WebSocket.
namespace cardroom::gateway {

/// Whether a handshake with these headers ("" = absent) is allowed: programs send no Origin, pages of the
/// server itself have the host that they connect to, others must be listed ("*" = all).
bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& allowed);

}  // namespace cardroom::gateway
