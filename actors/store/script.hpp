#pragma once
#include <string_view>

namespace cardroom {

/// A Lua script for Redis. Objects live as long as the program: stores remember them by address.
struct Script {
  std::string_view body;
};

}  // namespace cardroom
