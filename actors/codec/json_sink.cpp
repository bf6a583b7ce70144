#include "actors/codec/json_sink.hpp"

#include <algorithm>

namespace cardroom {

void JsonSink::grow(std::size_t n) {
  out_.resize(std::max(used_ + n, used_ + used_ / 2));
  size_ = out_.size();
  data_ = out_.data();
}

void JsonSink::escaped(std::string_view text, std::size_t done) {
  constexpr std::string_view kHex = "0123456789abcdef";
  constexpr std::string_view kShort = "btnvfr";  // 8 to 13; JSON has no \v
  used_ += done;
  for (char c : text.substr(done)) {
    const auto code = static_cast<unsigned char>(c);
    room(7);
    if (code >= 0x20 && c != '"' && c != '\\') {
      data_[used_++] = c;
      continue;
    }
    data_[used_++] = '\\';
    if (code >= 0x20) {
      data_[used_++] = c;
    } else if (code >= 8 && code <= 13 && code != 11) {
      data_[used_++] = kShort[code - 8u];
    } else {
      for (char d : {'u', '0', '0', kHex[code >> 4u], kHex[code & 15u]}) data_[used_++] = d;
    }
  }
  put('"');
}

}  // namespace cardroom
