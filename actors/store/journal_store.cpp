#include "actors/store/journal_store.hpp"

#include "actors/store/journal_replies.hpp"
#include "actors/store/journal_scripts.hpp"

namespace cardroom {
namespace {

using Strings = std::vector<std::string>;

std::string owner_key(const JournalName& name) { return name.tag + ":owner"; }
std::string snapshot_key(const JournalName& name) { return name.tag + ":snapshot"; }
std::string journal_key(const JournalName& name, const std::string& token) {
  return name.tag + ":journal:" + token;
}

Strings keys_of(const JournalTitle& title) {
  const auto snapshot = snapshot_key(title.name);
  return {owner_key(title.name), snapshot, snapshot + ":previous", journal_key(title.name, title.token)};
}

Strings with(Strings args, JournalSnapshot snapshot) {
  args.push_back(std::to_string(snapshot.version));
  args.push_back(std::move(snapshot.digest));
  args.push_back(std::move(snapshot.json));
  return args;
}

// What was opened over the store's present connection.
Callback opened(Store& store, JournalName name, const Opener& opener, Done<JournalTitle> done) {
  return [&store, name = std::move(name), token = opener.token,
          done = std::move(done)](const Result<Reply>& reply) {
    const auto opened = read_opened(reply);
    if (!opened) return done(opened.error());
    done(JournalTitle{name, token, opened->epoch, store.session(), opened->top});
  };
}

Callback ended(const char* word, Done<void> done) {
  return [word, done = std::move(done)](const Result<Reply>& reply) { done(read_word(reply, word)); };
}

constexpr int kMostReads = 100;  ///< of a journal that is opened again and again meanwhile

}  // namespace

void JournalStore::create(JournalName name, const Opener& opener, JournalSnapshot first,
                          Done<JournalTitle> done) {
  const Strings keys{owner_key(name), snapshot_key(name), journal_key(name, opener.token)};
  store_.eval(scripts::kCreateJournal, keys,
              with({opener.token, opener.node, opener.incarnation}, std::move(first)),
              opened(store_, std::move(name), opener, std::move(done)));
}

void JournalStore::owner(const JournalName& name, Done<JournalOwner> done) {
  store_.command({"HMGET", owner_key(name), "token", "epoch", "state", "node", "incarnation"},
                 [done = std::move(done)](const Result<Reply>& reply) { done(read_owner(reply)); });
}

void JournalStore::open(JournalName name, const Opener& opener, const std::string& seen,
                        Done<JournalTitle> done) {
  const Strings keys{owner_key(name), journal_key(name, seen), journal_key(name, opener.token)};
  store_.eval(scripts::kOpenJournal, keys, {seen, opener.token, opener.node, opener.incarnation},
              opened(store_, std::move(name), opener, std::move(done)));
}

void JournalStore::read(const JournalTitle& title, Done<JournalContents> done) {
  store_.eval(
      scripts::kReadJournal, keys_of(title), {title.token},
      [done = std::move(done)](const Result<Reply>& reply) { done(read_contents(reply)); },
      StoreLane::SNAPSHOTS, title.session);
}

void JournalStore::append(const JournalTitle& title, std::uint64_t version, const std::string& entry,
                          std::function<void(Appended)> done) {
  store_.command(
      {"XADD", journal_key(title.name, title.token), "NOMKSTREAM", std::to_string(version) + "-0", "e",
       entry},
      [version, done = std::move(done)](const Result<Reply>& reply) { done(read_appended(reply, version)); },
      StoreLane::JOURNAL, title.session);
}

void JournalStore::save(const JournalTitle& title, JournalSnapshot snapshot, Done<void> done) {
  store_.eval(scripts::kSaveSnapshot, keys_of(title), with({title.token}, std::move(snapshot)),
              ended("SAVED", std::move(done)), StoreLane::SNAPSHOTS, title.session);
}

void JournalStore::replace(const JournalTitle& title, JournalSnapshot first, Done<void> done) {
  Strings keys = keys_of(title);
  const std::string evidence = title.name.tag + ":evidence:" + title.token;
  for (const char* what : {":snapshot", ":snapshot:previous", ":journal"}) keys.push_back(evidence + what);
  store_.eval(scripts::kReplaceJournal, keys, with({title.token}, std::move(first)),
              ended("REPLACED", std::move(done)), StoreLane::SNAPSHOTS, title.session);
}

void JournalStore::close(const JournalTitle& title, Done<void> done) {
  store_.eval(scripts::kCloseJournal, keys_of(title), {title.token}, ended("CLOSED", std::move(done)),
              StoreLane::SNAPSHOTS, title.session);
}

namespace {

Strings ask_owner(const JournalName& name) {
  return {"HMGET", owner_key(name), "token", "epoch", "state", "node", "incarnation"};
}

}  // namespace

Result<bool> was_made(RedisClient& client, const JournalName& name) {
  const auto found = client.command({"EXISTS", owner_key(name)});
  if (!found) return found.error();
  return found->integer() == 1;
}

std::vector<Result<JournalContents>> read_journals(RedisClient& client,
                                                   const std::vector<JournalName>& names) {
  std::vector<Strings> asked;
  for (const JournalName& name : names) asked.push_back(ask_owner(name));
  std::vector<Result<JournalOwner>> owners;
  for (const auto& reply : client.pipeline(asked)) owners.push_back(read_owner(reply));
  asked.clear();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (owners[i] && owners[i]->open)
      asked.push_back(RedisClient::script_command(scripts::kReadJournal,
                                                  keys_of({names[i], owners[i]->token}), {owners[i]->token}));
  const auto replies = client.pipeline(asked);
  std::vector<Result<JournalContents>> all;
  std::size_t next = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!owners[i]) {
      all.push_back(owners[i].error());
    } else if (!owners[i]->open) {
      all.push_back(Failure{StoreError::CLOSED, "the id was closed for good"});
    } else {
      all.push_back(read_contents(replies[next++]));
      // It was opened by somebody else in between.
      if (!all.back() && all.back().error().code == StoreError::FENCED)
        all.back() = read_journal(client, names[i]);
    }
  }
  return all;
}

Result<JournalContents> read_journal(RedisClient& client, const JournalName& name) {
  Result<JournalContents> contents = Failure{StoreError::FENCED, "the journal changes hands all the time"};
  for (int i = 0; i < kMostReads; ++i) {
    const auto owner = read_owner(client.command(ask_owner(name)));
    if (!owner) return owner.error();
    if (!owner->open) return Failure{StoreError::CLOSED, "the id was closed for good"};
    contents =
        read_contents(client.eval(scripts::kReadJournal, keys_of({name, owner->token}), {owner->token}));
    if (contents || contents.error().code != StoreError::FENCED) break;
  }
  return contents;
}

}  // namespace cardroom
