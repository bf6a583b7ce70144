#include "actors/store/room_store.hpp"

#include <algorithm>

namespace cardroom {
namespace {

using Strings = std::vector<std::string>;
constexpr const char* kGames = "cardroom:games";
constexpr const char* kPlayers = "cardroom:players";

Result<void> read_done(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  return {};
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

// Ids only grow, so one that is not above the last is there already, or was.
bool there_already(const Failure& failure) {
  return failure.text.find("equal or smaller than the target stream top item") != std::string::npos;
}

Callback ended(Done<void> done) {
  return [done = std::move(done)](const Result<Reply>& reply) { done(read_done(reply)); };
}

}  // namespace

void RoomStore::add_game(const std::string& id, Done<void> done) {
  store_.command({"SADD", kGames, id}, ended(std::move(done)));
}

void RoomStore::list_games(Done<Strings> done) {
  store_.command({"SMEMBERS", kGames},
                 [done = std::move(done)](const Result<Reply>& r) { done(read_ids(r)); });
}

void RoomStore::append_hand(const std::string& table, HandPart part, Done<void> done) {
  Strings args{"XADD", "{table:" + table + "}:hands"};
  if (kept_hands_ > 0) args.insert(args.end(), {"MAXLEN", "~", std::to_string(kept_hands_)});
  args.insert(args.end(), {std::to_string(part.hand) + "-" + std::to_string(part.part), "hand"});
  args.push_back(std::move(part.json));
  store_.command(std::move(args), [done = std::move(done)](const Result<Reply>& reply) {
    if (!reply && there_already(reply.error())) return done({});
    done(read_done(reply));
  });
}

void RoomStore::save_players(std::vector<StoredPlayer> players, Done<void> done) {
  Strings args{"HSET", kPlayers};
  for (auto& player : players) {
    args.push_back(std::move(player.id));
    args.push_back(std::move(player.json));
  }
  store_.command(std::move(args), ended(std::move(done)));
}

void RoomStore::load_players(Done<std::vector<StoredPlayer>> done) {
  store_.command({"HGETALL", kPlayers},
                 [done = std::move(done)](const Result<Reply>& r) { done(read_players(r)); });
}

Result<Strings> list_games(RedisClient& client) { return read_ids(client.command({"SMEMBERS", kGames})); }

Result<bool> knows_player(RedisClient& client, const std::string& id) {
  const auto found = client.command({"HEXISTS", kPlayers, id});
  if (!found) return found.error();
  return found->integer() == 1;
}

}  // namespace cardroom
