#pragma once
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "actors/journal.hpp"

/// The step of an actor: computed, journalled, adopted, one after the other.
namespace cardroom {

/// How long an answer of the journal may take before it counts as lost.
inline constexpr std::chrono::milliseconds kJournalPatience{2000};

/// Takes the steps of one actor. A `Host` has
///   bool prepare(Work&, Entry&)   computes the step; false when it is refused (and answered) or needs none
///   void keep()                   the prepared step has to wait for its answer
///   void adopt()                  the prepared step is stored: take it over and tell
///   void busy(const Work&)        refused: too much waits already
///   void remind(Overdue)          sends it back after `kJournalPatience`
///   void reopened()               the journal was opened anew
///   void lost()                   somebody else owns the journal: stop
/// `Work` has `bool limited`: whether it counts for the limit and may be refused.
template <class Work>
class Steps {
 public:
  /// At most `limit` limited pieces of work wait behind a pending step.
  Steps(std::unique_ptr<Journal> journal, std::size_t limit) : journal_(std::move(journal)), limit_(limit) {}

  bool pending() const { return pending_ != nullptr; }
  void trim(Version version) { journal_->trim(version); }

  template <class Host>
  void submit(Host& host, Work work) {
    if (lost_) return host.busy(work);
    if (!pending_) return begin(host, work);
    if (work.limited && waiting_limited_ >= limit_) return host.busy(work);
    waiting_limited_ += work.limited ? 1 : 0;
    queue_.push_back(std::move(work));
  }

  template <class Host>
  void on(Host& host, const Stored& answer) {
    if (!pending_ || pending_->opening || answer.token != journal_->token() ||
        answer.version != pending_->entry.version)
      return;
    settle(host, answer.result);
    drain(host);
  }

  template <class Host>
  void on(Host& host, const Opened& answer) {
    if (!pending_ || !pending_->opening || answer.token != journal_->token()) return;
    resume(host, answer);
    drain(host);
  }

  /// No answer is an unknown outcome.
  template <class Host>
  void on(Host& host, const Overdue& late) {
    if (!pending_ || late.version != pending_->entry.version || late.attempt != pending_->attempt) return;
    reopen(host);
    drain(host);
  }

 private:
  struct Pending {
    Entry entry;
    bool opening = false;
    std::uint32_t attempt = 0;
  };

  template <class Host>
  void begin(Host& host, Work& work) {
    Entry entry;
    if (!host.prepare(work, entry)) return;
    if (const auto result = journal_->append(entry); result == StoreResult::STORED)
      return host.adopt();
    else
      wait(host, std::move(entry), result);
  }

  template <class Host>
  void wait(Host& host, Entry entry, std::optional<StoreResult> result) {
    host.keep();
    pending_ = std::make_unique<Pending>(Pending{std::move(entry)});
    if (result)
      settle(host, *result);
    else
      host.remind({pending_->entry.version, pending_->attempt});
  }

  template <class Host>
  void settle(Host& host, StoreResult result) {
    if (result == StoreResult::UNKNOWN) return reopen(host);
    if (result != StoreResult::STORED) return lose(host);
    pending_.reset();
    host.adopt();
  }

  template <class Host>
  void lose(Host& host) {
    lost_ = true;
    pending_.reset();
    for (; next_ < queue_.size(); ++next_) host.busy(queue_[next_]);
    host.lost();
  }

  template <class Host>
  void reopen(Host& host) {
    pending_->opening = true;
    ++pending_->attempt;
    if (const auto opened = journal_->open())
      resume(host, *opened);
    else
      host.remind({pending_->entry.version, pending_->attempt});
  }

  /// The journal knows whether the step is in it; if not it goes there now, unchanged.
  template <class Host>
  void resume(Host& host, const Opened& opened) {
    const Version version = pending_->entry.version;
    if (!opened.mine || (opened.top != version && opened.top.next() != version)) return lose(host);
    host.reopened();
    if (opened.top == version) return settle(host, StoreResult::STORED);
    pending_->opening = false;
    ++pending_->attempt;
    if (const auto result = journal_->append(pending_->entry))
      settle(host, *result);
    else
      host.remind({version, pending_->attempt});
  }

  template <class Host>
  void drain(Host& host) {
    while (!pending_ && next_ < queue_.size()) {
      Work work = std::move(queue_[next_++]);
      waiting_limited_ -= work.limited ? 1 : 0;
      begin(host, work);
    }
    if (next_ < queue_.size()) return;
    queue_ = {};
    next_ = 0;
  }

  std::unique_ptr<Journal> journal_;
  std::unique_ptr<Pending> pending_;
  std::vector<Work> queue_;
  std::size_t next_ = 0;  ///< in `queue_`
  std::size_t waiting_limited_ = 0;
  std::size_t limit_;
  bool lost_ = false;
};

}  // namespace cardroom
