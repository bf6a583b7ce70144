#include "daemon/gateway/asio_types.hpp"

#include <spdlog/spdlog.h>

namespace cardroom::gateway {

void log_exception(std::exception_ptr failure) {
  if (!failure) return;
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& reason) {
    spdlog::error("a network connection failed: {}", reason.what());
  }
}

}  // namespace cardroom::gateway
