#include "actors/store/game_store.hpp"

#include <algorithm>
#include <memory>

#include "actors/store/scripts.hpp"

namespace cardroom {
namespace {

using Strings = std::vector<std::string>;
constexpr const char* kGames = "cardroom:games";
constexpr const char* kPlayers = "cardroom:players";

std::string game_key(const std::string& id, const char* what) { return "{game:" + id + "}:" + what; }
std::string table_key(const std::string& id, const char* what) { return "{table:" + id + "}:" + what; }

void add_table_keys(const std::string& id, Strings& keys) {
  for (const char* what : {"owner", "snapshot", "snapshot:previous"}) keys.push_back(table_key(id, what));
}

Failure corrupt(const std::string& what) {
  return {StoreError::CORRUPT, "what is stored of " + what + " is missing or misshapen"};
}

// A script's refusal: the word it began with, and the id that it names.
Failure refusal(const Reply& reply) {
  const auto word = reply[0].text();
  const std::string id(reply[1].text());
  if (word == "FENCED") return {StoreError::FENCED, "the game was opened by somebody else since"};
  if (word == "OLD") return {StoreError::OLD, "something newer is stored of " + id};
  if (word == "EXISTS") return {StoreError::EXISTS, "the id " + id + " is or was in use"};
  if (word == "CLOSED") return {StoreError::CLOSED, "the id " + id + " was closed for good"};
  if (word == "MISSING") return {StoreError::MISSING, "nothing is stored under the id"};
  if (word == "LOST") return {StoreError::LOST, "the game was opened by somebody else meanwhile"};
  return {StoreError::CORRUPT, "a script answered something unknown"};
}

Result<std::uint64_t> read_epoch(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  if ((*reply)[0].text() != "OPEN") return refusal(*reply);
  return static_cast<std::uint64_t>((*reply)[1].integer());
}

Result<void> read_done(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  return {};
}

bool read_state(const Reply& fields, std::size_t first, StoredState& out) {
  for (std::size_t i = 0; i < 3; ++i)
    if (!fields[first + i].is_text()) return false;
  const auto version = fields[first].text();
  out.version = static_cast<std::uint64_t>(fields[first].integer());
  out.digest = fields[first + 1].text();
  out.json = fields[first + 2].text();
  return version == std::to_string(out.version);
}

Result<LoadedGame> read_game(const std::string& id, const Result<Reply>& reply) {
  if (!reply) return reply.error();
  if ((*reply)[0].text() != "LOADED") return refusal(*reply);
  LoadedGame out;
  out.game.id = id;
  if (!read_state(*reply, 1, out.game)) return corrupt("game " + id);
  for (std::size_t i = 4; i < reply->size(); ++i) {
    const auto fields = (*reply)[i];
    StoredState table;
    table.id = fields[0].text();
    if (!read_state(fields, 1, table)) return corrupt("table " + table.id);
    out.tables.push_back(std::move(table));
  }
  std::sort(out.tables.begin(), out.tables.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return out;
}

Result<Strings> read_ids(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  Strings out;
  for (std::size_t i = 0; i < reply->size(); ++i) out.emplace_back((*reply)[i].text());
  std::sort(out.begin(), out.end());
  return out;
}

Result<std::vector<StoredPlayer>> read_players(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  std::vector<StoredPlayer> out;
  for (std::size_t i = 0; i + 1 < reply->size(); i += 2)
    out.push_back({std::string((*reply)[i].text()), std::string((*reply)[i + 1].text())});
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return out;
}

Strings load_keys(const std::string& id) {
  return {game_key(id, "owner"), game_key(id, "snapshot"), game_key(id, "tables")};
}

void push_state(StoredState& state, Strings& args) {
  args.push_back(std::to_string(state.version));
  args.push_back(std::move(state.digest));
  args.push_back(std::move(state.json));
}

}  // namespace

void GameStore::create_game(const Opener& opener, StoredState game, Done<std::uint64_t> done) {
  Strings args{opener.token, opener.node, opener.incarnation, game.id};
  push_state(game, args);
  store_.eval(scripts::kCreateGame, {game_key(game.id, "owner"), game_key(game.id, "snapshot"), kGames},
              std::move(args), [done = std::move(done)](const Result<Reply>& r) { done(read_epoch(r)); });
}

void GameStore::open_game(const std::string& id, const Opener& opener, const std::string& seen,
                          Done<std::uint64_t> done) {
  store_.eval(scripts::kOpenGame, {game_key(id, "owner")},
              {seen, opener.token, opener.node, opener.incarnation},
              [done = std::move(done)](const Result<Reply>& r) { done(read_epoch(r)); });
}

void GameStore::save_game(GameSave save, Done<void> done) {
  const auto& id = save.game.id;
  Strings keys;
  for (const char* what : {"owner", "snapshot", "snapshot:previous", "tables"})
    keys.push_back(game_key(id, what));
  Strings args{std::move(save.token), id, std::to_string(save.changed_tables.size())};
  push_state(save.game, args);
  for (auto& table : save.changed_tables) {
    add_table_keys(table.id, keys);
    args.push_back(table.id);
    push_state(table, args);
  }
  for (auto& table : save.gone_tables) {
    add_table_keys(table, keys);
    args.push_back(std::move(table));
  }
  store_.eval(scripts::kSaveGame, keys, std::move(args), [done = std::move(done)](const Result<Reply>& r) {
    if (r && (*r)[0].text() != "SAVED") return done(refusal(*r));
    done(read_done(r));
  });
}

void GameStore::load_game(const std::string& id, Done<LoadedGame> done) {
  store_.eval(scripts::kLoadGame, load_keys(id), {},
              [id, done = std::move(done)](const Result<Reply>& r) { done(read_game(id, r)); });
}

void GameStore::list_games(Done<Strings> done) {
  store_.command({"SMEMBERS", kGames},
                 [done = std::move(done)](const Result<Reply>& r) { done(read_ids(r)); });
}

void GameStore::load_games(Done<std::vector<LoadedGame>> done) {
  // All answers come on the store thread, so the gathering needs no lock.
  struct Gathering {
    std::vector<LoadedGame> games;
    std::size_t missing = 0;
    Done<std::vector<LoadedGame>> done;
  };
  auto gathering = std::make_shared<Gathering>();
  gathering->done = std::move(done);
  list_games([this, gathering](const Result<Strings>& ids) {
    if (!ids || ids->empty())
      return gathering->done(ids ? Result<std::vector<LoadedGame>>()
                                 : Result<std::vector<LoadedGame>>(ids.error()));
    gathering->missing = ids->size();
    gathering->games.resize(ids->size());
    for (std::size_t i = 0; i < ids->size(); ++i)
      load_game((*ids)[i], [gathering, i](Result<LoadedGame> game) {
        if (!gathering->done) return;
        if (!game) {
          gathering->done(game.error());
          gathering->done = nullptr;
          return;
        }
        gathering->games[i] = *std::move(game);
        if (--gathering->missing == 0) gathering->done(std::move(gathering->games));
      });
  });
}

void GameStore::append_hand(const std::string& game_id, std::string events, Done<void> done) {
  store_.command({"XADD", game_key(game_id, "hands"), "MAXLEN", "~", std::to_string(kept_hands_), "*",
                  "events", std::move(events)},
                 [done = std::move(done)](const Result<Reply>& r) { done(read_done(r)); });
}

void GameStore::save_players(std::vector<StoredPlayer> players, Done<void> done) {
  Strings args{"HSET", kPlayers};
  for (auto& player : players) {
    args.push_back(std::move(player.id));
    args.push_back(std::move(player.json));
  }
  store_.command(std::move(args), [done = std::move(done)](const Result<Reply>& r) { done(read_done(r)); });
}

void GameStore::load_players(Done<std::vector<StoredPlayer>> done) {
  store_.command({"HGETALL", kPlayers},
                 [done = std::move(done)](const Result<Reply>& r) { done(read_players(r)); });
}

Result<Strings> list_games(RedisClient& client) { return read_ids(client.command({"SMEMBERS", kGames})); }

Result<LoadedGame> load_game(RedisClient& client, const std::string& id) {
  return read_game(id, client.eval(scripts::kLoadGame, load_keys(id), {}));
}

Result<std::vector<StoredPlayer>> load_players(RedisClient& client) {
  return read_players(client.command({"HGETALL", kPlayers}));
}

}  // namespace cardroom
