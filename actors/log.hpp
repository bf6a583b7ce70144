#pragma once
#include <string_view>

/// The actors' log: spdlog's default logger, without its headers. Never a card, a seed or a token.
namespace cardroom {

void log_info(std::string_view text);
void log_warning(std::string_view text);
void log_error(std::string_view text);

}  // namespace cardroom
