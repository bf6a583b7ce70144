#pragma once
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace cardroom::testing {

/// What is logged while it lives. Made before whatever logs in other threads.
class LogLines {
 public:
  LogLines() { spdlog::default_logger()->sinks().push_back(sink_); }
  ~LogLines() { std::erase(spdlog::default_logger()->sinks(), sink_); }
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
  bool wait(const std::string& part) {
    constexpr std::chrono::seconds kPatience{60};
    std::unique_lock lock(sink_->lines_mutex);
    return sink_->changed.wait_for(lock, kPatience,
                                   [&] { return !sink_->with(part, spdlog::level::info).empty(); });
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
