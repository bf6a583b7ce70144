#pragma once
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

/// Where JSON text goes: the end of a string, grown in steps, so that a piece costs a check and a copy.
namespace cardroom {

class JsonSink {
 public:
  /// Appends to `out`; what was written is complete when the sink is destroyed.
  explicit JsonSink(std::string& out) : out_(out), used_(out.size()) { grow(kFirstStep); }
  ~JsonSink() { out_.resize(used_); }
  JsonSink(const JsonSink&) = delete;
  JsonSink& operator=(const JsonSink&) = delete;

  std::size_t size() const { return used_; }
  void set(std::size_t position, char c) { out_[position] = c; }

  void put(char c) {
    room(1);
    data_[used_++] = c;
  }
  void put(std::string_view text) {
    room(text.size());
    std::memcpy(data_ + used_, text.data(), text.size());
    used_ += text.size();
  }
  template <class Int>
  void number(Int v) {
    room(kLongestNumber);
    used_ =
        static_cast<std::size_t>(std::to_chars(data_ + used_, data_ + used_ + kLongestNumber, v).ptr - data_);
  }
  /// A quoted string; `text` is valid UTF-8.
  void quoted(std::string_view text) {
    room(text.size() + 2);
    data_[used_++] = '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\') return escaped(text, i);
      data_[used_ + i] = c;
    }
    used_ += text.size();
    data_[used_++] = '"';
  }

 private:
  static constexpr std::size_t kFirstStep = 256;
  static constexpr std::size_t kLongestNumber = 24;

  void room(std::size_t n) {
    if (size_ - used_ < n) grow(n);
  }
  void grow(std::size_t n);
  /// The rest of a quoted string, whose first `done` bytes lie behind the end already.
  void escaped(std::string_view text, std::size_t done);

  std::string& out_;
  std::size_t used_ = 0;
  std::size_t size_ = 0;
  char* data_ = nullptr;
};

}  // namespace cardroom
