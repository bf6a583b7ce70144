#include "actors/redis_journal.hpp"

#include <algorithm>

#include "actors/log.hpp"

namespace cardroom {
namespace {

constexpr std::size_t kKnownTokens = 16;

StoreResult result_of(AppendResult result) {
  switch (result) {
    case AppendResult::STORED:
      return StoreResult::STORED;
    case AppendResult::FENCED:
      return StoreResult::FENCED;
    default:
      return StoreResult::UNKNOWN;
  }
}

}  // namespace

JournalSnapshot to_store(StoredText text) {
  return {text.version.v, std::move(text.digest), std::move(text.json)};
}

RedisJournal::RedisJournal(JournalStore& store, Opener self, JournalTitle title, std::string seen,
                           JournalAnswer answer)
    : store_(store),
      self_(std::move(self)),
      name_(title.name),
      answer_(std::move(answer)),
      title_(std::move(title)),
      known_{std::move(seen), title_.token} {}

RedisJournal::RedisJournal(JournalStore& store, Opener self, JournalName name, JournalSnapshot first,
                           JournalAnswer answer)
    : store_(store),
      self_(std::move(self)),
      name_(std::move(name)),
      first_(std::move(first)),
      answer_(std::move(answer)) {}

JournalTitle RedisJournal::title() {
  const std::lock_guard lock(mutex_);
  return title_;
}

std::optional<StoreResult> RedisJournal::append(const Entry& entry) {
  store_.append(title(), entry.version.v, entry.text,
                [answer = answer_, token = token_, version = entry.version](const Appended& appended) {
                  answer(Stored{token, version, result_of(appended.result)});
                });
  return std::nullopt;
}

std::optional<Opened> RedisJournal::open() {
  token_ = token_.next();
  ask(token_, title().token);
  return std::nullopt;
}

/// Whether an opening that was lost has happened is found out by repeating it under the same token.
void RedisJournal::ask(JournalToken token, const std::string& seen) {
  Opener opener = self_;
  {
    const std::lock_guard lock(mutex_);
    if (mine_.empty()) {
      mine_ = fresh_token();
      known_.push_back(mine_);
      if (known_.size() > kKnownTokens) known_.erase(known_.begin());
    }
    opener.token = mine_;
  }
  const auto done = [self = shared_from_this(), token](const Result<JournalTitle>& title) {
    self->opened(token, title);
  };
  if (seen.empty())
    store_.create(name_, opener, first_, done);
  else
    store_.open(name_, opener, seen, done);
}

void RedisJournal::opened(JournalToken token, const Result<JournalTitle>& title) {
  if (!title) {
    switch (title.error().code) {
      case StoreError::LOST:
        return find_owner(token, title.error());
      case StoreError::MISSING:
      case StoreError::CORRUPT:
        return refuse(token, OpenResult::GONE, title.error());
      case StoreError::CLOSED:
      case StoreError::EXISTS:
        return refuse(token, OpenResult::LOST, title.error());
      default:
        return refuse(token, OpenResult::FAILED, title.error());
    }
  }
  {
    const std::lock_guard lock(mutex_);
    title_ = *title;
    mine_.clear();
  }
  answer_(Opened{token, OpenResult::OPEN, {title->top}, {title->epoch}});
}

/// A store that has lost its last writes may have lost openings: then the owner is an earlier one of mine.
void RedisJournal::find_owner(JournalToken token, const Failure& why) {
  store_.owner(name_, [self = shared_from_this(), token, why](const Result<JournalOwner>& owner) {
    if (!owner)
      return self->refuse(token,
                          owner.error().code == StoreError::MISSING ? OpenResult::GONE : OpenResult::FAILED,
                          owner.error());
    bool known = false;
    {
      const std::lock_guard lock(self->mutex_);
      known = owner->token != self->title_.token &&
              std::find(self->known_.begin(), self->known_.end(), owner->token) != self->known_.end();
    }
    if (!known) return self->refuse(token, OpenResult::LOST, why);
    self->ask(token, owner->token);
  });
}

void RedisJournal::refuse(JournalToken token, OpenResult result, const Failure& why) {
  const std::string text = name_.tag + ": not opened: " + why.text;
  // Whose journal it is says what it means to have lost it.
  if (result == OpenResult::LOST) log_info(text);
  if (result == OpenResult::GONE) log_warning(text);
  answer_(Opened{token, result, {}, {}});
}

Done<void> RedisJournal::ended(Version version, const char* what) const {
  return [answer = answer_, tag = name_.tag, version, what](const Result<void>& result) {
    if (!result && result.error().code != StoreError::FENCED)
      log_warning(tag + ": is not " + what + ": " + result.error().text);
    answer(SnapshotEnded{version, result.has_value()});
  };
}

void RedisJournal::save(StoredText snapshot) {
  const Version version = snapshot.version;
  store_.save(title(), to_store(std::move(snapshot)), ended(version, "saved"));
}

void RedisJournal::replace(StoredText snapshot) {
  const Version version = snapshot.version;
  store_.replace(title(), to_store(std::move(snapshot)), ended(version, "replaced"));
}

void RedisJournal::close() {
  store_.close(title(), [tag = name_.tag](const Result<void>& result) {
    if (!result) log_warning(tag + ": is not closed: " + result.error().text);
  });
}

}  // namespace cardroom
