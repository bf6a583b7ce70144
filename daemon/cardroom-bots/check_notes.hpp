#pragma once
#include <string>

#include "daemon/cardroom-bots/check.hpp"

namespace cardroom::bots {

/// Where the checks write down what they find.
class Notes {
 public:
  explicit Notes(CheckResult& result) : result_(result) {}

  /// The line that is looked at now.
  void at(const std::string& file, std::uint64_t line) {
    file_ = &file;
    line_ = line;
  }
  void found(std::string what) {
    ++result_.problems;
    if (result_.findings.size() < kMost)
      result_.findings.push_back({*file_ + ":" + std::to_string(line_), std::move(what)});
  }

 private:
  static constexpr std::size_t kMost = 100;
  CheckResult& result_;
  const std::string* file_ = nullptr;
  std::uint64_t line_ = 0;
};

}  // namespace cardroom::bots
