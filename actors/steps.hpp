#pragma once
#include <chrono>
#include <list>
#include <memory>
#include <utility>

#include "actors/journal.hpp"

/// The steps of an actor: computed, journalled, adopted, one after the other.
namespace cardroom {

/// How long to wait before a journal that could not be opened is tried again.
inline constexpr std::chrono::milliseconds kJournalRetry{1000};

/// Takes the steps of one actor, one entry of the journal after the other. A `Host` has
///   bool prepare(Work&, Entry&)   computes the step and adds it to the entry; false when it is refused (and
///                                 answered) or needs none
///   void keep()                   what was prepared has to wait for its answer
///   void adopt()                  what was prepared is stored: tell of it
///   void busy(const Work&)        refused: too much waits already
///   void unavailable(const Work&) refused: the journal is lost
///   void unavailable()            so is what was prepared, which may be stored or not
///   void remind(Overdue)          sends it back after `kJournalRetry`
///   void reopened(Epoch)          the journal was opened anew, or made
///   void lost()                   somebody else owns the journal: stop
///   void rolled_back()            the store has lost steps that were told: come back from what it has
///   Version version()             of the state that is stored as far as is known, before what is prepared
/// `Work` has `bool limited`: whether it counts for the limit and may be refused.
template <class Work>
class Steps {
 public:
  /// At most `limit` limited pieces of work wait; at most `batch` of them make one entry.
  Steps(std::shared_ptr<Journal> journal, std::size_t limit, std::size_t batch = 1)
      : journal_(std::move(journal)), limit_(limit), batch_(batch) {}

  bool pending() const { return pending_ || opening_; }
  Journal& journal() { return *journal_; }

  /// Opens the journal before anything more is done: one that is new, or that may have lost its last entries.
  template <class Host>
  void open(Host& host) {
    if (over_ || opening_) return;
    if (!pending_) before_ = host.version();
    reopen(host);
    drain(host);
  }

  template <class Host>
  void submit(Host& host, Work work) {
    if (over_) return host.unavailable(work);
    if (free() && queue_.empty()) return begin(host, std::move(work));
    if (work.limited && waiting_limited_ >= limit_) return host.busy(work);
    waiting_limited_ += work.limited ? 1 : 0;
    queue_.push_back(std::move(work));
  }

  /// Before everything that waits.
  template <class Host>
  void submit_first(Host& host, Work work) {
    if (over_) return;
    if (free() && queue_.empty()) return begin(host, std::move(work));
    waiting_limited_ += work.limited ? 1 : 0;
    queue_.push_front(std::move(work));
  }

  /// What is not taken yet, in order.
  template <class F>
  void for_each_waiting(F f) const {
    for (const Work& work : queue_) f(work);
  }

  template <class Host>
  void on(Host& host, const Stored& answer) {
    if (!pending_ || opening_ || answer.token != journal_->token() || answer.version != pending_->version)
      return;
    settle(host, answer.result);
    drain(host);
  }

  template <class Host>
  void on(Host& host, const Opened& answer) {
    if (!opening_ || answer.token != journal_->token()) return;
    resume(host, answer);
    drain(host);
  }

  template <class Host>
  void on(Host& host, const Overdue& late) {
    if (late.attempt == attempt_) retry(host);
  }

  /// The store is back: what waits for it need not wait for the reminder.
  template <class Host>
  void retry(Host& host) {
    if (!opening_) return;
    reopen(host);
    drain(host);
  }

 private:
  bool free() const { return !opening_ && !pending_; }

  template <class Host>
  void begin(Host& host, Work work) {
    const Version before = host.version();
    Entry entry;
    std::size_t steps = host.prepare(work, entry) ? 1 : 0;
    while (steps > 0 && steps < batch_ && !queue_.empty())
      steps += host.prepare(work = take(), entry) ? 1 : 0;
    if (steps == 0) return;
    const auto result = journal_->append(entry);
    if (result == StoreResult::STORED) return host.adopt();
    host.keep();
    before_ = before;
    pending_ = std::move(entry);
    if (result) settle(host, *result);
  }

  Work take() {
    Work work = std::move(queue_.front());
    queue_.pop_front();
    waiting_limited_ -= work.limited ? 1 : 0;
    return work;
  }

  template <class Host>
  void settle(Host& host, StoreResult result) {
    if (result == StoreResult::UNKNOWN) {
      // A store that answers and takes nothing (full, a replica) is not asked without a pause.
      if (!std::exchange(failed_, true)) return reopen(host);
      opening_ = true;
      return host.remind({++attempt_});
    }
    if (result == StoreResult::FENCED) {
      end(host);
      return host.lost();
    }
    failed_ = false;
    pending_.reset();
    host.adopt();
  }

  template <class Host>
  void end(Host& host) {
    over_ = true;
    opening_ = false;
    if (std::exchange(pending_, {})) host.unavailable();
    for (const Work& work : std::exchange(queue_, {})) host.unavailable(work);
  }

  template <class Host>
  void reopen(Host& host) {
    opening_ = true;
    ++attempt_;
    if (const auto opened = journal_->open()) resume(host, *opened);
  }

  /// The journal knows whether the step is in it; if not it goes there now, unchanged.
  template <class Host>
  void resume(Host& host, const Opened& opened) {
    if (opened.result == OpenResult::FAILED) return host.remind({++attempt_});
    if (opened.result == OpenResult::LOST) {
      end(host);
      return host.lost();
    }
    const bool stored = pending_ && opened.top == pending_->version;
    if (opened.result == OpenResult::GONE || (!stored && opened.top != before_)) {
      end(host);
      return host.rolled_back();
    }
    opening_ = false;
    host.reopened(opened.epoch);
    if (!pending_) return;
    if (stored) return settle(host, StoreResult::STORED);
    if (const auto result = journal_->append(*pending_)) settle(host, *result);
  }

  template <class Host>
  void drain(Host& host) {
    while (!over_ && free() && !queue_.empty()) begin(host, take());
  }

  std::shared_ptr<Journal> journal_;
  std::optional<Entry> pending_;  ///< with the journal
  Version before_;                ///< what is stored without it
  std::list<Work> queue_;         ///< mostly empty: a list costs nothing then
  std::size_t waiting_limited_ = 0;
  std::size_t limit_, batch_;
  std::uint32_t attempt_ = 0;  ///< of openings
  bool opening_ = false;
  bool failed_ = false;  ///< the last append, after the journal was opened for it
  bool over_ = false;
};

}  // namespace cardroom
