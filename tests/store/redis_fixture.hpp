#pragma once
#include <gtest/gtest.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "actors/store/process.hpp"
#include "actors/store/redis_client.hpp"

namespace cardroom::testing {

/// A new folder under the system's temporary one, deleted in the end.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// Long enough that reaching it is a failure, sanitizers and a busy machine included.
inline constexpr std::chrono::milliseconds kPatience{30'000};

/// A real redis-server on a Unix socket in a folder of its own, killed in the end.
class TestRedis {
 public:
  explicit TestRedis(std::vector<std::string> more_args = {});
  ~TestRedis();
  const RedisAddress& address() const { return address_; }
  const std::string& folder() const { return folder_.path(); }

  /// Starts it (again) and, unless told otherwise, waits until it answers.
  void start(std::vector<std::string> more_args = {}, bool wait = true);
  /// SIGKILL, and waits for the end.
  void kill();
  void freeze() { process_->signal(SIGSTOP); }
  void thaw() { process_->signal(SIGCONT); }
  /// A blocking client.
  RedisClient client();

 private:
  TempDir folder_;
  std::vector<std::string> args_;
  RedisAddress address_;
  std::optional<Process> process_;
};

/// A value that another thread delivers and this one waits for.
template <class T>
class Promise {
 public:
  void set(T value) {
    const std::lock_guard lock(mutex_);
    value_.emplace(std::move(value));
    changed_.notify_all();
  }
  bool has() {
    const std::lock_guard lock(mutex_);
    return value_.has_value();
  }
  /// Waits for it; fails the test and throws when it does not come.
  T get() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, kPatience, [this] { return value_.has_value(); }))
      throw std::runtime_error("nothing came");
    return *value_;
  }
  /// To be given as a callback.
  auto callback() {
    return [this](T value) { set(std::move(value)); };
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<T> value_;
};

/// Counts what listeners are told, and waits for it.
class Counter {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
  int count() {
    const std::lock_guard lock(mutex_);
    return count_;
  }
  bool wait_for(int count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kPatience, [&] { return count_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

/// The code of a failed result; fails the test when it did not fail.
template <class T>
StoreError code_of(const Result<T>& result) {
  EXPECT_TRUE(result.has_error()) << "it did not fail";
  return result.error().code;
}

}  // namespace cardroom::testing
