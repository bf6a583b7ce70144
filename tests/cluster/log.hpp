#pragma once
#include <gtest/gtest.h>
#include <spdlog/sinks/dist_sink.h>
#include <spdlog/spdlog.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include "tests/cluster/link_fixture.hpp"

namespace cardroom::cluster::testing {

/// Where everything that is logged goes. It is there before any thread: a logger must not be replaced while
/// others write to it, but sinks may come and go.
inline const std::shared_ptr<spdlog::sinks::dist_sink_mt> kSinks = [] {
  auto sinks = std::make_shared<spdlog::sinks::dist_sink_mt>(spdlog::default_logger()->sinks());
  spdlog::set_default_logger(std::make_shared<spdlog::logger>("", sinks));
  return sinks;
}();

/// What is logged while it lives.
class Log {
 public:
  Log() { kSinks->add_sink(lines_); }
  ~Log() { kSinks->remove_sink(lines_); }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// Waits until a line with this in it was logged.
  ::testing::AssertionResult wait(const std::string& text) { return lines_->wait(text); }
  void clear() { lines_->clear(); }

 private:
  class Lines : public spdlog::sinks::sink {
   public:
    void log(const spdlog::details::log_msg& message) override {
      const std::lock_guard lock(mutex_);
      all_.append(message.payload.data(), message.payload.size()).append("\n");
      changed_.notify_all();
    }
    void flush() override {}
    void set_pattern(const std::string&) override {}
    void set_formatter(std::unique_ptr<spdlog::formatter>) override {}
    ::testing::AssertionResult wait(const std::string& text) {
      std::unique_lock lock(mutex_);
      if (changed_.wait_for(lock, kPatience, [&] { return all_.find(text) != std::string::npos; }))
        return ::testing::AssertionSuccess();
      return ::testing::AssertionFailure() << "not logged: " << text << "\nbut: " << all_;
    }
    void clear() {
      const std::lock_guard lock(mutex_);
      all_.clear();
    }

   private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::string all_;
  };

  std::shared_ptr<Lines> lines_ = std::make_shared<Lines>();
};

}  // namespace cardroom::cluster::testing
