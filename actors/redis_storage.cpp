#include "actors/redis_storage.hpp"

#include "actors/codec/json.hpp"
#include "actors/log.hpp"
#include "actors/redis_journal.hpp"

namespace cardroom {
namespace {

std::optional<StoredText> from_store(std::optional<JournalSnapshot> snapshot, const std::string& id) {
  if (!snapshot) return std::nullopt;
  return StoredText{id, {snapshot->version}, std::move(snapshot->digest), std::move(snapshot->json)};
}

void add_problem(RoomContents& contents, const std::string& problem) {
  if (!contents.problem.empty()) contents.problem += "; ";
  contents.problem += problem;
}

StorageResult result_of(const Result<void>& result, const std::string& what) {
  if (result.has_value()) return StorageResult::DONE;
  log_warning(what + ": " + to_string(result.error().code) + ": " + result.error().text);
  return StorageResult::FAILED;
}

OpenedJournal failed(const Failure& failure) {
  OpenedJournal journal;
  journal.missing = failure.code == StoreError::MISSING;
  journal.unknown = failure.code == StoreError::UNAVAILABLE || failure.code == StoreError::UNKNOWN ||
                    failure.code == StoreError::BUSY || refuses(failure.code);
  journal.problem = failure.text;
  return journal;
}

}  // namespace

OpenedJournal to_actors(const std::string& id, JournalContents contents) {
  OpenedJournal journal;
  journal.id = id;
  journal.top = {contents.top};
  journal.snapshot = from_store(std::move(contents.snapshot), id);
  journal.previous = from_store(std::move(contents.previous), id);
  for (JournalEntry& entry : contents.entries)
    journal.entries.push_back({{entry.version}, std::move(entry.bytes)});
  return journal;
}

JournalMaker RedisStorage::maker(JournalTitle title, std::string seen) {
  return [&store = journals_, self = self_, title = std::move(title),
          seen = std::move(seen)](JournalAnswer answer) {
    return std::make_shared<RedisJournal>(store, self, title, seen, std::move(answer));
  };
}

JournalMaker RedisStorage::new_table(StoredText first) {
  const JournalName name = JournalName::table(first.id);
  return [&store = journals_, self = self_, name, first = to_store(std::move(first))](JournalAnswer answer) {
    return std::make_shared<RedisJournal>(store, self, name, first, std::move(answer));
  };
}

/// Who owns it, then the opening, then everything that it holds. All answers come on the store's thread.
void RedisStorage::open(const JournalName& name, const std::string& id,
                        const std::function<void(OpenedJournal)>& done) {
  journals_.owner(name, [=, this](const Result<JournalOwner>& owner) {
    if (!owner) return done(failed(owner.error()));
    Opener opener = self_;
    opener.token = fresh_token();
    journals_.open(name, opener, owner->token,
                   [=, this, seen = owner->token](const Result<JournalTitle>& title) {
                     if (!title) return done(failed(title.error()));
                     journals_.read(*title, [=, this, title = *title](Result<JournalContents> read) {
                       OpenedJournal journal = read ? to_actors(id, *std::move(read)) : failed(read.error());
                       journal.epoch = {title.epoch};
                       journal.journal = maker(title, seen);
                       done(std::move(journal));
                     });
                   });
  });
}

void RedisStorage::open_all(std::vector<JournalName> names, std::vector<std::string> ids,
                            std::function<void(std::vector<OpenedJournal>)> done) {
  struct Gathering {
    std::vector<OpenedJournal> journals;
    std::size_t missing = 0;
    std::function<void(std::vector<OpenedJournal>)> done;
  };
  if (names.empty()) return done({});
  auto gathering = std::make_shared<Gathering>();
  gathering->journals.resize(names.size());
  gathering->missing = names.size();
  gathering->done = std::move(done);
  for (std::size_t i = 0; i < names.size(); ++i)
    open(names[i], ids[i], [gathering, i, id = ids[i]](OpenedJournal journal) {
      journal.id = id;
      gathering->journals[i] = std::move(journal);
      if (--gathering->missing == 0) gathering->done(std::move(gathering->journals));
    });
}

void RedisStorage::open_tables(const std::vector<TableId>& tables,
                               std::function<void(std::vector<OpenedJournal>)> done) {
  std::vector<JournalName> names;
  std::vector<std::string> ids;
  for (const TableId& id : tables) {
    ids.push_back(id.str());
    names.push_back(JournalName::table(ids.back()));
  }
  open_all(std::move(names), std::move(ids), std::move(done));
}

void RedisStorage::load_game(const GameId& game, std::function<void(OpenedJournal)> done) {
  open_all({JournalName::game(game.str())}, {game.str()},
           [done = std::move(done)](std::vector<OpenedJournal> games) { done(std::move(games.front())); });
}

void RedisStorage::load_guests(std::function<void(RoomContents)> done) {
  rooms_.load_players([done = std::move(done)](const Result<std::vector<StoredPlayer>>& players) {
    RoomContents contents;
    if (!players) {
      add_problem(contents, "the guests could not be read: " + players.error().text);
      return done(std::move(contents));
    }
    for (const StoredPlayer& player : *players) {
      GuestRecord guest;
      if (const auto error = read_json_text(player.json, guest))
        add_problem(contents, "guest " + player.id + ": " + to_string(*error));
      else
        contents.guests.push_back(guest);
    }
    done(std::move(contents));
  });
}

void RedisStorage::load(std::function<void(RoomContents)> done) {
  load_guests([=, this](RoomContents guests) {
    auto contents = std::make_shared<RoomContents>(std::move(guests));
    rooms_.list_games([=, this](const Result<std::vector<std::string>>& ids) {
      if (!ids) {
        add_problem(*contents, "the games could not be listed: " + ids.error().text);
        return done(std::move(*contents));
      }
      std::vector<JournalName> names;
      for (const std::string& id : *ids) names.push_back(JournalName::game(id));
      open_all(std::move(names), *ids, [=](std::vector<OpenedJournal> games) {
        // A listed game without a journal was never made.
        std::erase_if(games, [](const OpenedJournal& game) { return game.missing; });
        contents->games = std::move(games);
        done(std::move(*contents));
      });
    });
  });
}

void RedisStorage::create_game(StoredText game, std::function<void(CreatedGame)> done) {
  const std::string id = game.id;
  rooms_.add_game(id, [=, this, first = to_store(std::move(game))](const Result<void>& added) {
    if (!added) return done({result_of(added, "game " + id + " is not listed"), {}, {}});
    Opener opener = self_;
    opener.token = fresh_token();
    journals_.create(JournalName::game(id), opener, first, [=, this](const Result<JournalTitle>& title) {
      if (title) return done({StorageResult::DONE, {title->epoch}, maker(*title, {})});
      const bool exists = title.error().code == StoreError::EXISTS;
      if (!exists) log_warning("game " + id + " is not created: " + title.error().text);
      done({exists ? StorageResult::EXISTS : StorageResult::FAILED, {}, {}});
    });
  });
}

void RedisStorage::save_guest(GuestRecord guest, std::function<void(StorageResult)> done) {
  const std::string id = guest.user_id.str();
  rooms_.save_players({{id, to_json(guest)}}, [id, done](const Result<void>& result) {
    done(result_of(result, "guest " + id + " is not saved"));
  });
}

void RedisStorage::append_hand(const TableId& table, HandText hand, std::function<void(StorageResult)> done) {
  rooms_.append_hand(table.str(), {hand.hand.v, hand.part, std::move(hand.json)},
                     [table, done = std::move(done)](const Result<void>& result) {
                       done(result_of(result, "a hand of table " + table.str() + " is not stored"));
                     });
}

}  // namespace cardroom
