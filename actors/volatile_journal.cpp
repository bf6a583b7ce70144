#include "actors/journal.hpp"

namespace cardroom {
namespace {

class VolatileJournal : public Journal {
 public:
  VolatileJournal(Version version, JournalAnswer answer) : top_(version), answer_(std::move(answer)) {}

  JournalToken token() const override { return token_; }

  std::optional<StoreResult> append(const Entry& entry) override {
    top_ = entry.version;
    return StoreResult::STORED;
  }
  std::optional<Opened> open() override {
    token_ = token_.next();
    return Opened{token_, OpenResult::OPEN, top_, {token_.v}};
  }
  void save(StoredText snapshot) override { answer_(SnapshotEnded{snapshot.version, true}); }
  void replace(StoredText snapshot) override {
    top_ = snapshot.version;
    answer_(SnapshotEnded{snapshot.version, true});
  }
  void close() override {}

 private:
  JournalToken token_{1};
  Version top_;
  JournalAnswer answer_;
};

}  // namespace

JournalMaker volatile_journal(Version version) {
  return [version](JournalAnswer answer) {
    return std::make_shared<VolatileJournal>(version, std::move(answer));
  };
}

}  // namespace cardroom
