#include "actors/store/opener.hpp"

#include <sodium.h>

#include <array>

namespace cardroom {

std::string fresh_token() {
  std::array<unsigned char, 16> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::array<char, 33> text{};
  sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
  return text.data();
}

}  // namespace cardroom
