#pragma once
#include <gtest/gtest.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include "tests/cluster/link_fixture.hpp"

namespace cardroom::cluster::testing {

/// What is logged while it lives.
class Log {
 public:
  Log() : before_(spdlog::default_logger()) {
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", lines_));
  }
  ~Log() { spdlog::set_default_logger(before_); }
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
  std::shared_ptr<spdlog::logger> before_;
};

}  // namespace cardroom::cluster::testing
