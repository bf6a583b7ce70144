#include "tests/bots/recorded_game.hpp"

#include <algorithm>

#include "actors/protocol/server.hpp"
#include "actors/protocol/wire.hpp"
#include "daemon/cardroom-bots/choose.hpp"
#include "engine/table.hpp"

namespace cardroom::bots {

namespace client = protocol::client;
namespace server = protocol::server;
using protocol::to_text;

RecordedGame::RecordedGame(std::uint64_t seed, int players) : random_(seed), players_(players) {
  settings_.game_id = GameId("g");
  settings_.small_blind = {5};
  settings_.big_blind = {10};
  settings_.ante = {1};
  settings_.rake_percent = 5;
  settings_.rake_caps.push_back({7});
  settings_.rake_caps.push_back({9});
  settings_.number_of_seats = 6;
  settings_.review_hand_time = settings_.next_hand_delay = {0};
  settings_ = with_defaults(settings_);
  table_ = table::init(settings_, TableId("g-1"));
  for (int i = 0; i < players_; ++i) {
    const auto bot = static_cast<std::size_t>(i);
    entries.push_back({bot, '+', "", 0, {}});
    send(bot, to_text(ClientId{1}, client::LoginGuest{"bot", {}}));
    say(bot, to_text(server::LoggedIn{{1}, user(i), "bot", "token", {}}));
  }
  for (int i = 0; i < players_; ++i) sit(i);
  step(SetTableStatus{TableStatus::PLAYING, GameStatus::ACTIVE});
}

void RecordedGame::sit(int i) {
  step(SeatPlayer{{++in_}, user(i), {static_cast<std::int8_t>(i)}, {}});
  publish({}, {}, {static_cast<std::int8_t>(i)}, true);
  buy_in(i);
}

void RecordedGame::buy_in(int i) {
  const Chips amount{400 + static_cast<std::int64_t>(random_.below(601))};
  step(AddChips{{++in_}, user(i), amount, settings_.min_buy_in, settings_.max_buy_in});
}

void RecordedGame::leave(int i) { step(LeaveGame{user(i)}); }

void RecordedGame::act() {
  const int seat = table_.to_act.v;
  const auto bot = static_cast<std::size_t>(seat);
  protocol::You you;
  static_cast<PrivateView&>(you) = private_view(settings_, table_, seat);
  const Choice choice = choose(you, random_);
  const ClientId id{next_id_++};
  send(bot, to_text(id, client::Act{table_.id, table_.hand, table_.turn, choice.action, choice.amount}));
  step(PlayerActionCommand{user(seat), choice.action, choice.amount.value_or(Chips{0}), table_.hand,
                           table_.turn},
       id);
}

void RecordedGame::play(std::uint32_t hands) {
  const std::uint32_t last = complete_ + hands;
  while (complete_ < last) {
    if (table_.to_act.set()) {
      if (random_.chance(1, 100)) {
        const int i = static_cast<int>(random_.below(static_cast<std::uint64_t>(players_)));
        seat_of(table_, user(i)).set() ? leave(i) : sit(i);
      } else {
        act();
      }
    } else {
      for (int i = 0; i < players_; ++i) {
        const Seat& s = table_.seats[static_cast<std::size_t>(i)];
        if (s.player == PlayerStatus::BUYING_IN && s.status != SeatStatus::EMPTY) buy_in(i);
        if (s.status == SeatStatus::EMPTY) sit(i);
      }
      const Instant due = table::next_deadline(settings_, table_);
      if (!due.set()) continue;
      now_ = std::max(now_, due);
      step(Wake{});
    }
  }
}

void RecordedGame::step(const TableCommand& command, ClientId client) {
  Input input{now_, {}, client};
  ++steps_;
  for (std::size_t i = 0; i < 8; ++i) input.seed.bytes[i] = static_cast<std::uint8_t>(steps_ >> (8 * i));
  if (table::verify(settings_, table_, command, input) != cardroom::Error::NONE) return;
  TableOutput out;
  const SeatIndex actor = table_.to_act;
  table::apply(settings_, table_, command, input, out);
  publish(out.events, client, actor, false);
  for (const TableNotice& notice : out.notices)
    if (const auto* gone = std::get_if<ChipsOut>(&notice)) step(Acknowledge{gone->out});
}

void RecordedGame::publish(const std::vector<TableEvent>& events, ClientId client, SeatIndex actor,
                           bool snapshot) {
  if (events.empty() && !snapshot) return;
  protocol::FrameHead head;
  head.game_id = settings_.game_id;
  head.table_id = table_.id;
  head.epoch = {1};
  head.previous = published_;
  head.version = table_.version;
  if (snapshot) head.snapshot = true;
  published_ = table_.version;
  head.state = table_view(settings_, table_, {}, now_);
  for (const TableEvent& event : events) {
    if (std::holds_alternative<HandComplete>(event)) ++complete_;
    if (auto open = public_event(event)) head.events.push_back(*open);
  }
  const std::string text = render_head(head);
  for (int i = 0; i < players_; ++i) {
    const SeatIndex seat = seat_of(table_, user(i));
    const auto bot = static_cast<std::size_t>(i);
    // Who sits down watches from the snapshot on.
    if (snapshot && seat == actor) watching_[bot] = true;
    if (!seat.set()) watching_[bot] = false;
    if (!watching_[bot] || (snapshot && seat != actor)) continue;
    protocol::You you;
    static_cast<PrivateView&>(you) = private_view(settings_, table_, seat.v);
    for (const TableEvent& event : events)
      if (const auto* dealt = std::get_if<HoleCardsDealt>(&event); dealt && dealt->seat_position == seat)
        you.events = {{*dealt}};
    if (client.v != 0 && seat == actor) you.ack = protocol::Ack{client};
    entries.push_back(
        {static_cast<std::size_t>(i), '<', text + render_tail(you), head.version.v, head.state.hand_phase});
  }
}

std::string RecordedGame::text() const {
  std::string out;
  std::uint64_t us = 1'000'000;
  for (const Entry& entry : entries) {
    out += std::to_string(entry.bot) + "\t" + std::to_string(us += 1000) + "\t" + entry.way + "\t" +
           entry.text + "\n";
  }
  return out;
}

}  // namespace cardroom::bots
