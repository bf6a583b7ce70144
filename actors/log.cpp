#include "actors/log.hpp"

#include <spdlog/spdlog.h>

namespace cardroom {

void log_info(std::string_view text) { spdlog::info("{}", text); }
void log_warning(std::string_view text) { spdlog::warn("{}", text); }
void log_error(std::string_view text) { spdlog::error("{}", text); }

}  // namespace cardroom
