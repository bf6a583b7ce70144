#include <algorithm>
#include <vector>

#include "actors/journal.hpp"

namespace cardroom {
namespace {

class MemoryJournal : public Journal {
 public:
  MemoryJournal(std::size_t kept, Version version) : kept_(kept), top_(version) {}

  JournalToken token() const override { return token_; }

  std::optional<StoreResult> append(const Entry& entry) override {
    if (kept_ > 0) {
      if (entries_.size() >= kept_) entries_.erase(entries_.begin(), entries_.begin() + dropped());
      entries_.push_back(entry);
    }
    top_ = entry.version;
    return StoreResult::STORED;
  }

  std::optional<Opened> open() override {
    token_ = token_.next();
    return Opened{token_, true, top_};
  }

  void trim(Version version) override {
    std::erase_if(entries_, [&](const Entry& e) { return e.version <= version; });
    if (entries_.empty()) entries_.shrink_to_fit();
  }

 private:
  /// Half of them at a time, so that an append costs little.
  std::ptrdiff_t dropped() const { return static_cast<std::ptrdiff_t>((kept_ + 1) / 2); }

  std::size_t kept_;
  JournalToken token_{1};
  Version top_;
  std::vector<Entry> entries_;
};

}  // namespace

JournalFactory memory_journals(std::size_t kept) {
  return [kept](const GameId&, const TableId&, Version version, const JournalAnswer&) {
    return std::make_unique<MemoryJournal>(kept, version);
  };
}

}  // namespace cardroom
