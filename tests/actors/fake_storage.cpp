#include "tests/actors/fake_storage.hpp"

namespace cardroom::testing {
namespace {

/// Whether the stored record may be followed by the new one.
bool follows(const StoredText& stored, const StoredText& next) {
  return next.version > stored.version || (next.version == stored.version && next.digest == stored.digest);
}

}  // namespace

void FakeStorage::answer(std::function<void()> call) {
  if (hold)
    held_.push_back(std::move(call));
  else
    call();
}

void FakeStorage::release() {
  hold = false;
  for (auto& call : std::exchange(held_, {})) call();
}

void FakeStorage::load(std::function<void(RoomContents)> done) {
  RoomContents contents;
  contents.guests = guests;
  for (auto& [id, game] : games) {
    game.epoch = game.epoch.next();
    OpenedGame opened{game.epoch, game.text, {}};
    for (const auto& [table, stored] : tables)
      if (stored.game == id) opened.tables.push_back(stored.text);
    contents.games.push_back(std::move(opened));
  }
  answer([done = std::move(done), contents = std::move(contents)] { done(contents); });
}

void FakeStorage::create(StoredText game, std::function<void(StorageResult, Epoch)> done) {
  const bool exists = games.count(game.id) > 0;
  if (!exists) games[game.id] = {{1}, game};
  answer([=] { done(exists ? StorageResult::EXISTS : StorageResult::DONE, {1}); });
}

StorageResult FakeStorage::write(const SavedGame& game) {
  if (fenced) return StorageResult::FENCED;
  if (fail_next > 0) return --fail_next, StorageResult::FAILED;
  Game& stored = games.at(game.game.id);
  if (!follows(stored.text, game.game)) broken_rules.push_back("OLD " + game.game.id);
  stored.text = game.game;
  for (const StoredText& text : game.tables) {
    Table& table = tables[text.id];
    if (!table.text.id.empty() && !follows(table.text, text)) broken_rules.push_back("OLD " + text.id);
    table.game = game.game.id;
    table.text = text;
    ++table.writes;
    ++table_writes;
  }
  for (const TableId& id : game.gone) tables.erase(id.str());
  if (lose_answers > 0) return --lose_answers, StorageResult::FAILED;
  return StorageResult::DONE;
}

void FakeStorage::save(SavedGame game, std::function<void(StorageResult)> done) {
  ++saves;
  const StorageResult result = write(game);
  answer([=] { done(result); });
}

void FakeStorage::save_guest(GuestRecord guest, std::function<void(StorageResult)> done) {
  if (!fail_guests) guests.push_back(guest);
  answer([=, fail = fail_guests] { done(fail ? StorageResult::FAILED : StorageResult::DONE); });
}

void FakeStorage::append_hand(const GameId&, std::string hand) { hands.push_back(std::move(hand)); }

}  // namespace cardroom::testing
