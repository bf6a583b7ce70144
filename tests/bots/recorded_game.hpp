#pragma once
#include <string>
#include <vector>

#include "actors/protocol/frame.hpp"
#include "daemon/cardroom-bots/random.hpp"
#include "engine/commands.hpp"
#include "engine/settings.hpp"
#include "engine/view.hpp"

/// Recordings as bots at one honest table would make them, to be spoilt by tests.
namespace cardroom::bots {

/// A message in a recording. `version` 0 = no table frame.
struct Entry {
  std::size_t bot = 0;
  char way = '<';
  std::string text;
  std::uint64_t version = 0;
  HandPhase phase = HandPhase::WAITING_FOR_PLAYERS;
};

/// Plays a table with the engine itself, writing down what each of its players is sent.
class RecordedGame {
 public:
  explicit RecordedGame(std::uint64_t seed, int players = 4);

  /// Plays on until `hands` are complete; busted players buy in again, now and then somebody leaves or comes
  /// back.
  void play(std::uint32_t hands);

  std::vector<Entry> entries;

  /// The lines of a recording, a millisecond apart.
  std::string text() const;

 private:
  void step(const TableCommand& command, ClientId client = {});
  void publish(const std::vector<TableEvent>& events, ClientId client, SeatIndex actor,
               bool snapshot_for_all);
  void say(std::size_t bot, std::string text) { entries.push_back({bot, '<', std::move(text), 0, {}}); }
  void send(std::size_t bot, std::string text) { entries.push_back({bot, '>', std::move(text), 0, {}}); }
  void sit(int i);
  void leave(int i);
  void buy_in(int i);
  void act();
  static UserId user(int i) { return UserId("u" + std::to_string(i)); }

  Settings settings_;
  TableState table_;
  Instant now_{1'000'000'000'000};
  Random random_;
  int players_;
  std::uint32_t in_ = 0;
  std::uint64_t steps_ = 0, next_id_ = 1000;
  Version published_;
  std::array<bool, kMaxSeats> watching_{};
  std::uint32_t complete_ = 0;
};

}  // namespace cardroom::bots
