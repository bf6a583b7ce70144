#include "daemon/hands/hand_exporter.hpp"

#include <spdlog/spdlog.h>

#include "actors/store/silence.hpp"

namespace cardroom::daemon {
namespace {

constexpr std::chrono::seconds kPatience{2};  ///< with one answer of Redis: a stop waits no longer

Instant wall_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

/// For people who do not know what the exporter asked.
std::string told(const Failure& why) {
  return could_not_ask(why) ? "the store does not answer: " + why.text : why.text;
}

}  // namespace

HandExporter::HandExporter(RedisAddress redis, std::string directory, std::chrono::milliseconds interval)
    : address_(std::move(redis)), export_(ArchiveWriter(directory)), interval_(interval) {
  state_.directory = std::move(directory);
  thread_ = std::thread([this] { run(); });
}

HandExporter::~HandExporter() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

HandExportState HandExporter::state() const {
  std::lock_guard lock(mutex_);
  return state_;
}

bool HandExporter::stopping() const {
  std::lock_guard lock(mutex_);
  return stopping_;
}

void HandExporter::run() {
  while (!stopping()) {
    round();
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, interval_, [this] { return stopping_; });
  }
}

void HandExporter::round() {
  // Also while there is no hand: it is better known before the first one.
  if (const auto ready = export_.prepare(); !ready) return note(0, ready.error().text);
  if (!redis_) {
    auto client = RedisClient::connect(address_, kPatience);
    if (!client) return note(0, told(client.error()));
    redis_.emplace(*std::move(client));
  }
  do {
    const auto step = export_.step(*redis_, wall_clock());
    if (!step) {
      if (step.error().code != StoreError::NOT_WRITABLE) redis_.reset();
      return note(0, told(step.error()));
    }
    note(*step, {});
  } while (!export_.swept() && !stopping());
}

void HandExporter::note(std::size_t hands, const std::string& problem) {
  std::lock_guard lock(mutex_);
  state_.hands += hands;
  if (state_.problem == problem) return;
  if (problem.empty())
    spdlog::info("hands are exported again");
  else
    spdlog::error("no hand is exported or trimmed: {}", problem);
  state_.problem = problem;
}

}  // namespace cardroom::daemon
