#pragma once
#include <functional>
#include <string>

#include "actors/store/store_error.hpp"

namespace cardroom {

/// Who opens a game or a journal. A fresh token for each opening; the same one again only to repeat it after
/// an unknown outcome.
struct Opener {
  std::string token;
  std::string node{};
  std::string incarnation{};
};

/// 128 random bits in hexadecimal.
std::string fresh_token();

/// Called once, on the store thread.
template <class T>
using Done = std::function<void(Result<T>)>;

}  // namespace cardroom
