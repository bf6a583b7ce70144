#pragma once
#include "actors/store/journal_store.hpp"
#include "tests/store/redis_fixture.hpp"

namespace cardroom::testing {

/// A store with the journals in it, which waits for each answer.
class JournalClient {
 public:
  explicit JournalClient(const RedisAddress& address)
      : store_({.address = address,
                .first_retry = std::chrono::milliseconds(1),
                .last_retry = std::chrono::milliseconds(20),
                .probe_after = std::chrono::milliseconds(5),
                .on_down = [this](const Failure&) { lost_.add(); },
                .on_up = [this] { back_.add(); }}) {
    EXPECT_TRUE(store_.wait_until_up(kPatience));
  }

  Result<JournalTitle> create(const JournalName& name, const std::string& token, JournalSnapshot first) {
    return wait<Result<JournalTitle>>([&](auto done) {
      journals_.create(name, {token, "n1", "i1"}, std::move(first), done);
    });
  }
  Result<JournalTitle> create(const JournalName& name, const std::string& token, std::uint64_t version = 0) {
    return create(name, token, snapshot(version));
  }
  Result<JournalTitle> open(const JournalName& name, const std::string& token, const std::string& seen) {
    return wait<Result<JournalTitle>>([&](auto done) {
      journals_.open(name, {token, "n2", "i2"}, seen, done);
    });
  }
  Result<JournalOwner> owner(const JournalName& name) {
    return wait<Result<JournalOwner>>([&](auto done) { journals_.owner(name, done); });
  }
  Result<JournalContents> read(const JournalTitle& title) {
    return wait<Result<JournalContents>>([&](auto done) { journals_.read(title, done); });
  }
  Appended append(const JournalTitle& title, std::uint64_t version, const std::string& bytes) {
    return wait<Appended>([&](auto done) { journals_.append(title, version, bytes, done); });
  }
  AppendResult append(const JournalTitle& title, std::uint64_t version) {
    return append(title, version, entry(version).bytes).result;
  }
  Result<void> save(const JournalTitle& title, JournalSnapshot snapshot) {
    return wait<Result<void>>([&](auto done) { journals_.save(title, std::move(snapshot), done); });
  }
  Result<void> save(const JournalTitle& title, std::uint64_t version) {
    return save(title, snapshot(version));
  }
  Result<void> replace(const JournalTitle& title, std::uint64_t version) {
    return wait<Result<void>>([&](auto done) { journals_.replace(title, snapshot(version), done); });
  }
  Result<void> close(const JournalTitle& title) {
    return wait<Result<void>>([&](auto done) { journals_.close(title, done); });
  }

  static JournalSnapshot snapshot(std::uint64_t version) {
    return {version, "digest-" + std::to_string(version), "state-" + std::to_string(version)};
  }
  static JournalEntry entry(std::uint64_t version) { return {version, "step-" + std::to_string(version)}; }

  Store& store() { return store_; }
  Counter& lost() { return lost_; }
  Counter& back() { return back_; }

 private:
  template <class T, class Call>
  static T wait(Call call) {
    Promise<T> answer;
    call(answer.callback());
    return answer.get();
  }

  Counter lost_;
  Counter back_;
  Store store_;
  JournalStore journals_{store_};
};

}  // namespace cardroom::testing
