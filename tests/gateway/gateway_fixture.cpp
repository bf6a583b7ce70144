#include "tests/gateway/gateway_fixture.hpp"

#include <algorithm>
#include <thread>

namespace cardroom::gateway {
namespace {
constexpr std::chrono::seconds kPatience{30};
}

void RecordedEvents::note(const std::string& name) {
  const std::lock_guard lock(mutex_);
  names_.push_back(name);
  ++counts_[name];
  noted_.notify_all();
}

void RecordedEvents::on_open(const std::shared_ptr<Connection>& connection) {
  {
    const std::lock_guard lock(mutex_);
    opened_.push_back(connection);
  }
  note("open");
}

void RecordedEvents::on_message(Connection& connection, std::string_view text) {
  {
    const std::lock_guard lock(mutex_);
    messages_.emplace_back(text);
  }
  note("message");
  if (react_) react_(connection, text);
}

void RecordedEvents::on_binary(Connection& connection) {
  note("binary");
  say(connection, "no binary");
}

void RecordedEvents::on_flood(Connection& connection) {
  note("flood");
  say(connection, "too fast");
}

void RecordedEvents::on_overflow(Connection&) { note("overflow"); }

void RecordedEvents::on_drained(Connection& connection) {
  note("drained");
  say(connection, "everything anew");
}

void RecordedEvents::on_close(Connection&) { note("close"); }

bool RecordedEvents::wait(const std::string& name, std::size_t count) {
  std::unique_lock lock(mutex_);
  return noted_.wait_for(lock, kPatience, [&] { return counts_[name] >= count; });
}

std::size_t RecordedEvents::count(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return counts_[name];
}

std::string RecordedEvents::story() {
  const std::lock_guard lock(mutex_);
  std::string result;
  for (const auto& name : names_) result += (result.empty() ? "" : " ") + name;
  return result;
}

std::vector<std::string> RecordedEvents::messages() {
  const std::lock_guard lock(mutex_);
  return messages_;
}

std::shared_ptr<Connection> RecordedEvents::connection(std::size_t n) {
  const std::lock_guard lock(mutex_);
  return opened_.at(n);
}

RunningServer::RunningServer(ConnectionLimits limits, RecordedEvents::Reaction react, unsigned threads)
    : events(std::move(react)), server({.threads = threads, .limits = std::move(limits)}, events) {
  const auto failure = server.start();
  EXPECT_FALSE(failure) << failure.value_or("");
}

bool eventually(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace cardroom::gateway
