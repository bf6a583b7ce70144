#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gateway_app/live_room.hpp"

/// The whole way from socket to table and back.
namespace cardroom::gateway {
namespace {

namespace client = protocol::client;
using ::testing::HasSubstr;
using ::testing::Not;
using Frame = protocol::server::TableState;

Settings friday() {
  Settings settings;
  settings.game_id = GameId("friday");
  settings.small_blind = {5};
  settings.big_blind = {10};
  settings.number_of_seats = 6;
  settings.review_hand_time = settings.next_hand_delay = {0};
  return settings;
}
const GameId kFriday{"friday"};

bool my_turn(const Frame& frame) { return frame.you && !frame.you->actions.empty(); }

/// The table has come to rest.
bool paused(const Frame& frame) {
  return std::any_of(frame.events.begin(), frame.events.end(), [](const auto& event) {
    const auto* changed = std::get_if<TableStatusChanged>(&event);
    return changed && changed->new_status == TableStatus::PAUSED;
  });
}

template <class Event>
bool tells(const Frame& frame) {
  return std::any_of(frame.events.begin(), frame.events.end(),
                     [](const auto& event) { return std::holds_alternative<Event>(event); });
}

/// Refused until the table has told the game of two players' chips, which is after their buy-ins are
/// answered.
void start(LiveClient& host) {
  std::string answer;
  do answer = host.ask(client::GameStart{kFriday});
  while (answer.find("NOT_ENOUGH_PLAYERS") != std::string::npos);
  EXPECT_THAT(answer, HasSubstr("\"type\":\"OK\""));
}

class LiveTest : public ::testing::Test {
 protected:
  /// Registers, waits for the seat and the table's first frame, so that none is missed from now on, and buys
  /// in.
  void sit_down(LiveClient& player) {
    room.credit(player.user);
    EXPECT_THAT(player.ask(client::Register{kFriday}), HasSubstr("\"type\":\"OK\""));
    player.await({"\"type\":\"SEAT\"", "\"gameId\":\"friday\"", "\"seatIndex\""});
    player.await_frame([](const Frame&) { return true; });
    EXPECT_THAT(player.ask(client::BuyIn{kFriday, {1000}}), HasSubstr("\"type\":\"OK\""));
  }
  /// Ann hosts a game at which she and Bob sit.
  void open_game() {
    ann.log_in("Ann");
    bob.log_in("Bob");
    EXPECT_THAT(ann.ask(client::CreateGame{friday()}), HasSubstr("\"type\":\"OK\""));
    sit_down(ann);
    sit_down(bob);
  }
  void start_game() {
    open_game();
    start(ann);
  }
  /// Acts for whoever's turn it is until `player` sees a frame for which `holds`.
  template <class F>
  Frame play_until(LiveClient& player, F&& holds, Action choice = Action::FOLD) {
    std::uint64_t asked = 0;
    return player.await_frame([&](const Frame& frame) {
      if (holds(frame)) return true;
      if (frame.state.to_act_seat_index.set() && frame.state.turn.v != asked) {
        asked = frame.state.turn.v;
        LiveClient& actor = my_turn(frame) ? player : other(player);
        actor.send(client::Act{frame.table_id, frame.state.hand_number, frame.state.turn, choice, {}});
      }
      return false;
    });
  }
  LiveClient& other(LiveClient& player) { return &player == &ann ? bob : ann; }

  LiveRoom room;
  LiveClients clients;
  LiveClient ann{clients, room.port()}, bob{clients, room.port()};
};

TEST_F(LiveTest, TwoGuestsPlayAHand) {
  open_game();
  EXPECT_THAT(ann.ask(client::ListGames{}), HasSubstr(R"("gameId":"friday","status":"SEATING")"));
  EXPECT_THAT(bob.ask(client::GameStart{kFriday}), HasSubstr("NOT_ALLOWED"));
  start(ann);
  bob.await({"GAME_EVENTS", R"("newStatus":"ACTIVE")"});
  const Frame deal = bob.await_frame([](const Frame& f) { return tells<HandStarted>(f); });
  ASSERT_TRUE(deal.you && deal.you->hole_cards && deal.you->events);
  EXPECT_EQ(deal.state.hand_phase, HandPhase::PRE_FLOP_BETTING);
  EXPECT_EQ(deal.state.pot_total, Chips{15});
  EXPECT_EQ(deal.state.seats.size(), 2u);
  ann.await_frame([](const Frame& f) { return tells<HandStarted>(f); });

  LiveClient& actor = my_turn(deal) ? bob : ann;
  const auto id =
      actor.send(client::Act{deal.table_id, deal.state.hand_number, deal.state.turn, Action::FOLD, {}});
  EXPECT_THAT(actor.answer(id), HasSubstr(R"("ack":{"id":)" + std::to_string(id) + "}"));
  const Frame done = bob.await_frame([](const Frame& f) { return tells<HandComplete>(f); });
  EXPECT_TRUE(tells<PotsWonUncontested>(done));
  // Counted when the frame is on its way already.
  EXPECT_TRUE(clients.run_until([&] { return room.metrics().inside.count() > 0; }));
  EXPECT_THAT(metrics_text(room.metrics()), HasSubstr("cardroom_actions_total 1\n"));
}

TEST_F(LiveTest, TheHostPausesResumesAndEnds) {
  start_game();
  EXPECT_THAT(bob.ask(client::GamePause{kFriday}), HasSubstr("NOT_ALLOWED"));
  EXPECT_THAT(ann.ask(client::GamePause{kFriday}), HasSubstr("\"type\":\"OK\""));
  play_until(ann, paused);
  ann.await({"GAME_EVENTS", R"("newStatus":"PAUSED")"});
  EXPECT_THAT(ann.ask(client::GamePause{kFriday}), HasSubstr("INVALID_STATE"));
  EXPECT_THAT(ann.ask(client::GameResume{kFriday}), HasSubstr("\"type\":\"OK\""));
  bob.await_frame([](const Frame& f) { return f.state.hand_number.v == 2 && tells<HandStarted>(f); });
  EXPECT_THAT(ann.ask(client::GameEnd{kFriday}), HasSubstr("\"type\":\"OK\""));
  play_until(ann, paused);
  bob.await({"GAME_EVENTS", R"("newStatus":"COMPLETED")"});
  EXPECT_THAT(bob.ask(client::Register{kFriday}), HasSubstr("INVALID_STATE"));
}

TEST_F(LiveTest, Chat) {
  open_game();
  EXPECT_THAT(ann.ask(client::Chat{kFriday, "good \"luck\""}), HasSubstr("\"type\":\"OK\""));
  EXPECT_THAT(bob.await({"\"type\":\"CHAT\""}), HasSubstr(R"("name":"Ann","text":"good \"luck\"")"));
}

TEST_F(LiveTest, TheNewestConnectionWins) {
  start_game();
  LiveClient again(clients, room.port());
  again.come_back(ann.token);
  EXPECT_EQ(again.user, ann.user);
  ann.await({"SESSION_REPLACED"});
  EXPECT_TRUE(ann.await_close());
  EXPECT_EQ(ann.close_code, 1008);
  const Frame frame = again.await_frame([](const Frame& f) { return f.snapshot.value_or(false); });
  EXPECT_TRUE(frame.you && frame.you->hole_cards);
}

TEST_F(LiveTest, WhoComesBackSeesTheOwnCardsAndTheClock) {
  start_game();
  const Frame before = ann.await_frame([](const Frame& f) { return tells<HandStarted>(f); });
  ann.cut();
  bob.await_frame([](const Frame& f) {
    return std::any_of(f.state.seats.begin(), f.state.seats.end(),
                       [](const SeatView& s) { return !s.connected; });
  });
  LiveClient again(clients, room.port());
  again.come_back(ann.token);
  const Frame frame = again.await_frame([](const Frame& f) { return f.snapshot.value_or(false); });
  ASSERT_TRUE(frame.you && before.you);
  EXPECT_EQ(frame.you->hole_cards, before.you->hole_cards);
  EXPECT_EQ(frame.state.hand_number, before.state.hand_number);
  EXPECT_EQ(frame.you->seat_index, before.you->seat_index);
  EXPECT_TRUE(frame.state.action_remaining);
}

TEST_F(LiveTest, ARepeatedActionIsAnsweredAgainAndALateOneIsStale) {
  start_game();
  const Frame deal = ann.await_frame([](const Frame& f) { return tells<HandStarted>(f); });
  LiveClient& actor = my_turn(deal) ? ann : bob;
  const client::Act call{deal.table_id, deal.state.hand_number, deal.state.turn, Action::CALL, {}};
  const auto id = actor.send(call);
  actor.answer(id);
  LiveClient again(clients, room.port());
  again.come_back(actor.token);
  again.send_text(protocol::to_text(ClientId{id}, call));
  EXPECT_THAT(again.answer(id), HasSubstr("\"type\":\"OK\""));
  EXPECT_THAT(again.ask(call), HasSubstr("STALE_ACTION"));
}

TEST_F(LiveTest, GarbageIsAnsweredAndTheConnectionGoesOn) {
  ann.log_in("Ann");
  const std::string deep = std::string(1000, '[') + std::string(1000, ']');
  for (const std::string& garbage :
       {std::string("{"), std::string("nonsense"), deep, std::string(R"({"v":1,"type":"ACT"})"),
        std::string("[]"), std::string(R"({"v":1,"type":"PING","id":1e99})"),
        std::string(R"({"v":9,"type":"PING","id":1})"),
        std::string(R"({"v":1,"type":"CHAT","id":1,"gameId":"x","text":")") + std::string(3000, 'x') +
            "\"}"}) {
    ann.send_text(garbage);
    ann.await({"\"type\":\"ERROR\""});
  }
  EXPECT_THAT(ann.ask(client::Ping{}), HasSubstr("\"type\":\"OK\""));
  EXPECT_THAT(ann.ask(client::Register{GameId("nowhere")}), HasSubstr("NO_GAME"));
  EXPECT_THAT(ann.ask(client::Watch{TableId("nowhere")}), HasSubstr("NO_TABLE"));
  EXPECT_THAT(ann.ask(client::BuyIn{GameId("nowhere"), {1}}), HasSubstr("NO_GAME"));
}

TEST_F(LiveTest, AFloodHurtsOnlyItsSender) {
  start_game();
  LiveClient flood(clients, room.port());
  flood.log_in("Flood");
  for (int i = 0; i < 300; ++i) flood.send(client::Ping{});
  flood.await({"RATE_LIMITED"});
  EXPECT_EQ(room.metrics().floods, 1u);
  play_until(ann, [](const Frame& f) { return f.state.hand_number.v == 4; });
}

TEST_F(LiveTest, AWatcherSeesTheTableAndNoCards) {
  start_game();
  LiveClient eve(clients, room.port());
  eve.log_in("Eve");
  EXPECT_THAT(eve.ask(client::Watch{TableId("friday-t1")}), HasSubstr("\"type\":\"OK\""));
  const Frame frame = eve.await_frame([](const Frame& f) { return f.snapshot.value_or(false); });
  EXPECT_FALSE(frame.you);
  EXPECT_EQ(frame.state.seats.size(), 2u);
  for (const SeatView& seat : frame.state.seats) EXPECT_FALSE(seat.shown_cards);
  EXPECT_THAT(
      eve.ask(client::Act{frame.table_id, frame.state.hand_number, frame.state.turn, Action::FOLD, {}}),
      HasSubstr("NOT_SEATED"));
  EXPECT_THAT(eve.ask(client::Unwatch{TableId("friday-t1")}), HasSubstr("\"type\":\"OK\""));
}

TEST_F(LiveTest, ThePlayersAreToldOfTheEnd) {
  start_game();
  room.shut_down();
  ann.await({"\"type\":\"SHUTDOWN\""});
  EXPECT_TRUE(ann.await_close());
  EXPECT_EQ(ann.close_code, 1001);
}

TEST(LiveLagTest, ASlowReaderIsResynced) {
  ConnectionLimits limits;
  limits.queue_frames = 16;
  limits.send_buffer_bytes = 4096;
  limits.messages_per_second = 0;
  LiveRoom room(limits);
  LiveClients clients, sleepy_clients;
  LiveClient ann(clients, room.port()), bob(clients, room.port()), eve(sleepy_clients, room.port());
  ann.log_in("Ann");
  bob.log_in("Bob");
  eve.log_in("Eve");
  ann.ask(client::CreateGame{friday()});
  for (LiveClient* player : {&ann, &bob}) {
    room.credit(player->user);
    player->ask(client::Register{kFriday});
    player->ask(client::BuyIn{kFriday, {1000}});
  }
  start(ann);
  eve.ask(client::Watch{TableId("friday-t1")});
  // Eve does not read while the others play until nothing more fits anywhere.
  std::uint64_t asked = 0;
  ann.await_frame([&](const Frame& frame) {
    if (room.metrics().overflows > 0) return true;
    if (frame.state.to_act_seat_index.set() && frame.state.turn.v != asked) {
      asked = frame.state.turn.v;
      (my_turn(frame) ? ann : bob)
          .send(client::Act{frame.table_id, frame.state.hand_number, frame.state.turn, Action::FOLD, {}});
    }
    return false;
  });
  EXPECT_GT(room.metrics().overflows, 0u);
  eve.await({"\"code\":\"LAGGED\""});
  eve.await_frame([](const Frame& f) { return f.snapshot.value_or(false) && f.state.hand_number.v > 1; });
}

}  // namespace
}  // namespace cardroom::gateway
