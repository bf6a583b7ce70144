#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace cardroom {

/// A Lua script for Redis. Objects live as long as the program: stores remember them by address.
struct Script {
  std::string_view body;
};

/// One script out of parts that several share; put together by the compiler.
template <const std::string_view&... parts>
struct JoinedScript {
  static constexpr auto kBytes = [] {
    std::array<char, (parts.size() + ...)> bytes{};
    auto* at = bytes.data();
    ((at = std::copy(parts.begin(), parts.end(), at)), ...);
    return bytes;
  }();
  static constexpr Script kScript{{kBytes.data(), kBytes.size()}};
};

}  // namespace cardroom
