#include "tests/actors/fake_journal.hpp"

namespace cardroom::testing {

class FakeJournals::Fake : public Journal {
 public:
  Fake(FakeJournals& all, const TableId& table, Version version, JournalAnswer answer)
      : all_(all), table_(table), top_(version), answer_(std::move(answer)) {}

  JournalToken token() const override { return token_; }

  std::optional<StoreResult> append(const Entry& entry) override {
    const Mode mode = all_.next_mode(table_);
    if (mode == Mode::FENCED) return StoreResult::FENCED;
    if (mode != Mode::NOT_STORED) {
      top_ = entry.version;
      all_.entries[table_.str()].push_back(entry);
    }
    opening_ = mode;
    if (mode == Mode::AT_ONCE) return StoreResult::STORED;
    if (mode == Mode::UNCLEAR) return StoreResult::UNKNOWN;
    const auto call = [answer = answer_, stored = Stored{token_, entry.version, StoreResult::STORED}] {
      answer(stored);
    };
    if (mode == Mode::LATER || mode == Mode::TWICE) all_.waiting_.push_back(call);
    if (mode == Mode::TWICE) all_.waiting_.push_back(call);
    return std::nullopt;
  }

  std::optional<Opened> open() override {
    ++all_.openings;
    token_ = token_.next();
    const Opened opened{token_, opening_ != Mode::OPEN_TAKEN, top_};
    if (opening_ != Mode::OPEN_LATER) return opened;
    all_.waiting_.push_back([answer = answer_, opened] { answer(opened); });
    return std::nullopt;
  }

  void trim(Version) override {}

 private:
  FakeJournals& all_;
  TableId table_;
  JournalToken token_{1};
  Version top_;
  Mode opening_ = Mode::AT_ONCE;
  JournalAnswer answer_;
};

FakeJournals::Mode FakeJournals::next_mode(const TableId& of) {
  if (mode == Mode::AT_ONCE || of != table) return Mode::AT_ONCE;
  const Mode now = mode;
  if (times > 0 && --times == 0) mode = Mode::AT_ONCE;
  return now;
}

JournalFactory FakeJournals::factory() {
  return [this](const GameId&, const TableId& table, Version version, JournalAnswer answer) {
    return std::make_unique<Fake>(*this, table, version, std::move(answer));
  };
}

void FakeJournals::release() {
  for (auto& call : std::exchange(waiting_, {})) call();
}

}  // namespace cardroom::testing
