#include "actors/redis_storage.hpp"

#include "actors/codec/json.hpp"
#include "actors/log.hpp"

namespace cardroom {
namespace {

StoredState to_store(StoredText text) {
  return {std::move(text.id), text.version.v, std::move(text.digest), std::move(text.json)};
}
StoredText from_store(StoredState state) {
  return {std::move(state.id), {state.version}, std::move(state.digest), std::move(state.json)};
}

/// FENCED is what never gets better by trying again.
StorageResult result_of(StoreError error) {
  switch (error) {
    case StoreError::EXISTS:
      return StorageResult::EXISTS;
    case StoreError::FENCED:
    case StoreError::LOST:
    case StoreError::OLD:
    case StoreError::CLOSED:
    case StoreError::MISSING:
      return StorageResult::FENCED;
    default:
      return StorageResult::FAILED;
  }
}

template <class T>
StorageResult result_of(const Result<T>& result, const std::string& what) {
  if (result.has_value()) return StorageResult::DONE;
  log_warning(what + ": " + to_string(result.error().code) + ": " + result.error().text);
  return result_of(result.error().code);
}

void add_problem(RoomContents& contents, const std::string& problem) {
  if (!contents.problem.empty()) contents.problem += "; ";
  contents.problem += problem;
}

}  // namespace

/// Games are opened and read one by one.
struct RedisStorage::Loading {
  RoomContents contents;
  std::vector<std::string> games;  ///< still to come, the next one last
  std::function<void(RoomContents)> done;
};

std::string RedisStorage::token_of(const std::string& game) {
  const std::lock_guard lock(mutex_);
  return tokens_[game];
}

void RedisStorage::keep_token(const std::string& game, const std::string& token) {
  const std::lock_guard lock(mutex_);
  tokens_[game] = token;
}

void RedisStorage::load(std::function<void(RoomContents)> done) {
  auto loading = std::make_shared<Loading>();
  loading->done = std::move(done);
  store_.load_players([this, loading](Result<std::vector<StoredPlayer>> players) {
    if (!players.has_value()) {
      add_problem(loading->contents, "the guests could not be read: " + players.error().text);
      return loading->done(std::move(loading->contents));
    }
    for (const StoredPlayer& player : *players) {
      GuestRecord guest;
      if (const auto error = read_json_text(player.json, guest))
        add_problem(loading->contents, "guest " + player.id + ": " + to_string(*error));
      else
        loading->contents.guests.push_back(guest);
    }
    store_.list_games([this, loading](Result<std::vector<std::string>> games) {
      if (games.has_value())
        loading->games.assign(games->rbegin(), games->rend());
      else
        add_problem(loading->contents, "the games could not be listed: " + games.error().text);
      open_next(loading);
    });
  });
}

void RedisStorage::open_next(const std::shared_ptr<Loading>& loading) {
  if (loading->games.empty()) return loading->done(std::move(loading->contents));
  const std::string id = std::move(loading->games.back());
  loading->games.pop_back();
  const std::string token = fresh_token();
  const auto fail = [this, loading, id](const Failure& failure) {
    add_problem(loading->contents, "game " + id + ": " + failure.text);
    open_next(loading);
  };
  store_.open_game(id, {token}, {}, [=, this](Result<std::uint64_t> epoch) {
    if (!epoch.has_value()) {
      if (epoch.error().code == StoreError::CLOSED) return open_next(loading);
      return fail(epoch.error());
    }
    keep_token(id, token);
    store_.load_game(id, [=, this, epoch = *epoch](Result<LoadedGame> game) {
      if (!game.has_value()) return fail(game.error());
      OpenedGame opened{{epoch}, from_store(std::move(game->game)), {}};
      for (StoredState& table : game->tables) opened.tables.push_back(from_store(std::move(table)));
      loading->contents.games.push_back(std::move(opened));
      open_next(loading);
    });
  });
}

void RedisStorage::create(StoredText game, std::function<void(StorageResult, Epoch)> done) {
  const std::string id = game.id;
  const std::string token = fresh_token();
  store_.create_game({token}, to_store(std::move(game)),
                     [this, id, token, done](Result<std::uint64_t> epoch) {
                       const StorageResult result = result_of(epoch, "game " + id + " is not created");
                       if (result == StorageResult::DONE) keep_token(id, token);
                       done(result, {epoch.has_value() ? *epoch : 0});
                     });
}

void RedisStorage::save(SavedGame game, std::function<void(StorageResult)> done) {
  const std::string id = game.game.id;
  GameSave save{token_of(id), to_store(std::move(game.game))};
  for (StoredText& table : game.tables) save.changed_tables.push_back(to_store(std::move(table)));
  for (const TableId& table : game.gone) save.gone_tables.push_back(table.str());
  store_.save_game(std::move(save), [id, done](const Result<void>& result) {
    const StorageResult ended = result_of(result, "game " + id + " is not saved");
    // The game's id is not in question here: a table's is somebody else's.
    done(ended == StorageResult::EXISTS ? StorageResult::FENCED : ended);
  });
}

void RedisStorage::save_guest(GuestRecord guest, std::function<void(StorageResult)> done) {
  const std::string id = guest.user_id.str();
  store_.save_players({{id, to_json(guest)}}, [id, done](const Result<void>& result) {
    done(result_of(result, "guest " + id + " is not saved"));
  });
}

void RedisStorage::append_hand(const GameId& game, std::string hand) {
  store_.append_hand(game.str(), std::move(hand), [id = game.str()](const Result<void>& result) {
    if (!result.has_value()) log_warning("a hand of game " + id + " is not stored: " + result.error().text);
  });
}

}  // namespace cardroom
