#include "tests/store/journal_history.hpp"

namespace cardroom::testing {
namespace {

constexpr Script kTake{R"lua(
local out = {}
for _, key in ipairs(redis.call('KEYS', ARGV[1])) do
  out[#out + 1] = key
  out[#out + 1] = redis.call('DUMP', key)
end
return out
)lua"};
constexpr Script kPut{R"lua(
for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end
for i = 2, #ARGV, 2 do redis.call('RESTORE', ARGV[i], 0, ARGV[i + 1]) end
return 1
)lua"};

JournalSnapshot snapshot_of(const Line& line) {
  JournalSnapshot out{line.size(), "", ""};
  for (const auto& step : line) out.json += step + ' ';
  return out;
}

Line line_of(const JournalSnapshot& snapshot, std::span<const JournalEntry> behind) {
  Line out;
  std::istringstream steps(snapshot.json);
  for (std::string step; steps >> step;) out.push_back(step);
  for (const auto& entry : behind) out.push_back(entry.bytes);
  return out;
}

}  // namespace

JournalHistory::JournalHistory(const std::string& id, JournalClient& a, JournalClient& b, RedisClient& admin,
                               std::uint64_t seed)
    : name_(JournalName::table(id)), admin_(admin), random_(seed), owners_{{a}, {b}} {
  copy();
}

void JournalHistory::turn() {
  auto& owner = owners_[random_() % 2];
  const auto what = random_() % 100;
  if (!ghosts_.empty() && what < 8)
    deliver_ghost();
  else if (what < 14 || !owner.title)
    take_over(owner);
  else if (owner.unclear)
    open(owner, owner.title->token);
  else if (what < 75)
    append(owner);
  else if (what < 98)
    save(owner);
  else
    close(owner);
}

void JournalHistory::append(Owner& owner) {
  const auto entry = "e" + std::to_string(++names_) + owner.title->token;
  if (!owner.stale && chance(10)) {  // not heard of again; it may arrive later
    if (chance(70)) ghosts_.push_back({&owner.client, *owner.title, entry, owner.line});
    owner.unclear = true;
    return;
  }
  const auto answer = owner.client.append(*owner.title, owner.line.size() + 1, entry);
  switch (answer.result) {
    case AppendResult::STORED:
      EXPECT_FALSE(owner.stale) << "appended over a reconnect";
      stored(*owner.title, owner.line, entry);
      owner.line.push_back(entry);
      if (chance(10)) owner.unclear = true;  // it never heard the answer
      break;
    case AppendResult::FENCED:
      EXPECT_TRUE(truth_.token != owner.title->token || truth_.closed);
      ++counts_.fenced;
      owner.title.reset();
      break;
    case AppendResult::UNKNOWN:
      EXPECT_TRUE(owner.stale) << answer.why;
      ++counts_.stale;
      owner.unclear = true;
  }
}

// An acknowledged step must go on from exactly what the store holds, by its present owner.
void JournalHistory::stored(const JournalTitle& title, const Line& before, const std::string& entry) {
  EXPECT_EQ(title.token, truth_.token) << "a fork";
  EXPECT_FALSE(truth_.closed);
  EXPECT_EQ(before, truth_.line) << "a fork or a gap";
  truth_.line.push_back(entry);
  ++counts_.stored;
  copy();
}

void JournalHistory::save(Owner& owner) {
  auto line = owner.line;
  const bool unstored = chance(5);  // of steps that nobody appended
  for (int i = 0; i < 3 && !unstored; ++i)
    if (!line.empty() && chance(20)) line.pop_back();
  while (unstored && line.size() <= truth_.line.size()) line.push_back("unstored");
  if (!unstored && !owner.stale && chance(10)) {  // it arrives later
    ghosts_.push_back({&owner.client, *owner.title, {}, line});
    return;
  }
  const auto answer = owner.client.save(*owner.title, snapshot_of(line));
  if (!answer && answer.error().code == StoreError::UNAVAILABLE) {
    ++counts_.stale;
    owner.unclear = true;
  } else if (!saved(*owner.title, line, answer)) {
    owner.title.reset();
  }
}

// False: fenced.
bool JournalHistory::saved(const JournalTitle& title, const Line& line, const Result<void>& answer) {
  if (title.token != truth_.token || truth_.closed) {
    EXPECT_EQ(code_of(answer), StoreError::FENCED);
    return false;
  }
  if (line.size() <= *truth_.snapshot) {
    EXPECT_EQ(code_of(answer), StoreError::OLD);
    ++counts_.old;
  } else if (line.size() > truth_.line.size()) {
    EXPECT_EQ(code_of(answer), StoreError::AHEAD);
    ++counts_.ahead;
  } else {
    EXPECT_TRUE(answer) << answer.error().text;
    EXPECT_TRUE(std::equal(line.begin(), line.end(), truth_.line.begin())) << "a snapshot of a fork";
    truth_.previous = truth_.snapshot;
    truth_.snapshot = line.size();
    ++counts_.saved;
    copy();
  }
  return true;
}

void JournalHistory::close(Owner& owner) {
  const auto answer = owner.client.close(*owner.title);
  if (answer) {
    EXPECT_EQ(owner.title->token, truth_.token);
    EXPECT_FALSE(owner.stale) << "closed over a reconnect";
    truth_.closed = true;
    ++counts_.closed;
    copy();
  } else if (answer.error().code == StoreError::UNAVAILABLE) {
    owner.unclear = true;
    return;
  } else {
    EXPECT_EQ(answer.error().code, StoreError::FENCED);
    EXPECT_TRUE(truth_.token != owner.title->token || truth_.closed);
  }
  owner.title.reset();
}

// In two turns now and then, so that what was read may be out of date.
void JournalHistory::take_over(Owner& owner) {
  if (owner.seen.empty()) {
    const auto found = owner.client.owner(name_);
    EXPECT_EQ(found.has_value(), !truth_.token.empty());
    if (!found) return create(owner);
    EXPECT_EQ(found->token, truth_.token);
    EXPECT_EQ(found->open, !truth_.closed);
    owner.seen = found->token;
    if (chance(30)) return;
  }
  open(owner, std::exchange(owner.seen, {}));
}

void JournalHistory::create(Owner& owner) {
  const auto title = owner.client.create(name_, fresh_token(), snapshot_of({}));
  ASSERT_TRUE(title) << title.error().text;
  truth_ = {};
  truth_.token = title->token;
  truth_.snapshot = 0;
  owner.title = *title;
  owner.unclear = owner.stale = false;
  copy();
  load(owner);
}

void JournalHistory::open(Owner& owner, std::string seen) {
  const auto token = fresh_token();
  auto title = owner.client.open(name_, token, seen);
  const bool right = truth_.token == seen && !truth_.closed;
  EXPECT_EQ(title.has_value(), right) << title.error().text;
  owner.unclear = owner.stale = false;
  owner.title.reset();
  if (!title) {
    const auto expected = truth_.token.empty() ? StoreError::MISSING
                          : truth_.closed      ? StoreError::CLOSED
                                               : StoreError::LOST;
    EXPECT_EQ(title.error().code, expected) << title.error().text;
    ++counts_.lost_openings;
    return;
  }
  truth_.token = token;
  copy();
  ++counts_.opened;
  if (chance(15)) title = owner.client.open(name_, token, seen);  // the first answer was not heard
  ASSERT_TRUE(title) << "its own repeat";
  owner.title = *title;
  load(owner);
}

void JournalHistory::load(Owner& owner) {
  const auto contents = owner.client.read(*owner.title);
  ASSERT_TRUE(contents) << contents.error().text;
  ASSERT_TRUE(contents->snapshot);
  EXPECT_EQ(contents->snapshot->version, *truth_.snapshot);
  EXPECT_EQ(contents->previous.has_value(), truth_.previous.has_value());
  for (const auto& from : {contents->snapshot, contents->previous}) {
    if (!from) continue;
    const auto behind = contents->behind(from->version);
    ASSERT_TRUE(behind) << behind.error().text;
    EXPECT_EQ(line_of(*from, *behind), truth_.line);
  }
  owner.line = truth_.line;
}

void JournalHistory::deliver_ghost() {
  const auto at = random_() % ghosts_.size();
  auto ghost = ghosts_[at];
  ghosts_.erase(ghosts_.begin() + static_cast<std::ptrdiff_t>(at));
  if (ghost.entry.empty()) {
    saved(ghost.title, ghost.line, ghost.client->save(ghost.title, snapshot_of(ghost.line)));
    return;
  }
  const auto answer = ghost.client->append(ghost.title, ghost.line.size() + 1, ghost.entry);
  const bool landed = answer.result == AppendResult::STORED;
  landed ? ++counts_.ghosts_landed : ++counts_.ghosts_refused;
  if (landed) stored(ghost.title, ghost.line, ghost.entry);
}

void JournalHistory::copy() {
  const auto dumps = admin_.eval(kTake, {}, {name_.tag + ":*"});
  ASSERT_TRUE(dumps);
  Copy copy{truth_, {}};
  for (std::size_t i = 0; i < dumps->size(); ++i) copy.dumps.emplace_back((*dumps)[i].text());
  copies_.push_back(std::move(copy));
}

void JournalHistory::lose_tail() {
  const auto lost = chance(30) ? 0 : std::min<std::size_t>(random_() % 7, copies_.size() - 1);
  copies_.resize(copies_.size() - lost, copies_.front());
  const auto& kept = copies_.back();
  if (kept.truth.line.size() < truth_.line.size())
    counts_.steps_lost += static_cast<int>(truth_.line.size() - kept.truth.line.size());
  truth_ = kept.truth;
  std::vector<std::string> args{name_.tag + ":*"};
  args.insert(args.end(), kept.dumps.begin(), kept.dumps.end());
  ASSERT_TRUE(admin_.eval(kPut, {}, args));
  ghosts_.clear();
  for (auto& owner : owners_) owner.stale = owner.title.has_value();
}

void JournalHistory::finish() {
  for (auto& owner : owners_) owner.seen.clear();
  if (truth_.closed) return open(owners_[0], truth_.token);
  while (!owners_[0].title || owners_[0].unclear || owners_[0].stale ||
         owners_[0].title->token != truth_.token)
    take_over(owners_[0]);
}

}  // namespace cardroom::testing
