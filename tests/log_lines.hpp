#pragma once
#include <gtest/gtest.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/dist_sink.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace cardroom::testing {

/// Where everything that is logged goes. It is there before any thread: a logger must not be changed while
/// others write to it, but the sinks behind this one may come and go.
inline const std::shared_ptr<spdlog::sinks::dist_sink_mt> kSinks = [] {
  auto sinks = std::make_shared<spdlog::sinks::dist_sink_mt>(spdlog::default_logger()->sinks());
  spdlog::set_default_logger(std::make_shared<spdlog::logger>("", sinks));
  return sinks;
}();

/// What is logged while it lives.
class LogLines {
 public:
  LogLines() { kSinks->add_sink(sink_); }
  ~LogLines() { kSinks->remove_sink(sink_); }
  LogLines(const LogLines&) = delete;
  LogLines& operator=(const LogLines&) = delete;

  /// Those that have `part` and are at least as loud as `least`.
  std::vector<std::string> with(const std::string& part,
                                spdlog::level::level_enum least = spdlog::level::info) {
    const std::lock_guard lock(sink_->lines_mutex);
    return sink_->with(part, least);
  }
  std::vector<std::string> warnings() { return with("", spdlog::level::warn); }
  /// Waits until there is one.
  ::testing::AssertionResult wait(const std::string& part) {
    constexpr std::chrono::seconds kPatience{60};
    std::unique_lock lock(sink_->lines_mutex);
    if (sink_->changed.wait_for(lock, kPatience,
                                [&] { return !sink_->with(part, spdlog::level::info).empty(); }))
      return ::testing::AssertionSuccess();
    auto failure = ::testing::AssertionFailure() << "not logged: " << part << "\nbut:";
    for (const auto& [level, text] : sink_->lines) failure << '\n' << text;
    return failure;
  }
  void clear() {
    const std::lock_guard lock(sink_->lines_mutex);
    sink_->lines.clear();
  }

 private:
  struct Sink : spdlog::sinks::base_sink<std::mutex> {
    std::vector<std::string> with(const std::string& part, spdlog::level::level_enum least) const {
      std::vector<std::string> found;
      for (const auto& [level, text] : lines)
        if (level >= least && text.find(part) != std::string::npos) found.push_back(text);
      return found;
    }
    void sink_it_(const spdlog::details::log_msg& message) override {
      const std::lock_guard lock(lines_mutex);
      lines.emplace_back(message.level, std::string(message.payload.data(), message.payload.size()));
      changed.notify_all();
    }
    void flush_() override {}

    std::mutex lines_mutex;
    std::condition_variable changed;
    std::vector<std::pair<spdlog::level::level_enum, std::string>> lines;
  };
  std::shared_ptr<Sink> sink_ = std::make_shared<Sink>();
};

}  // namespace cardroom::testing
