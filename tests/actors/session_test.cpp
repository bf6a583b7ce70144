#include <gtest/gtest.h>

#include <caf/send.hpp>

#include "actors/lobby_messages.hpp"
#include "tests/actors/room.hpp"

namespace cardroom::testing {
namespace {

namespace client = protocol::client;

const TableId kTable("main-t1");

TEST(Session, ANewGuestGetsATokenThatBringsHimBack) {
  Room room;
  const auto ann = room.login("Ann");
  EXPECT_EQ(ann->token.size(), 32u);
  EXPECT_FALSE(ann->refused);
  ASSERT_EQ(room.storage->guests.size(), 1u);
  EXPECT_EQ(room.storage->guests[0].token_hash.find(ann->token), std::string::npos);
  room.disconnect(ann);
  const auto again = room.login_token(ann->token);
  EXPECT_EQ(again->user, ann->user);
  EXPECT_EQ(again->token, ann->token);
  const auto other = room.login("Ann");
  EXPECT_NE(other->user, ann->user) << "names need not be unique";
}

TEST(Session, WhoTakesPartInNoGameIsToldTheBalance) {
  Room room;
  const auto ann = room.login("Ann");
  ASSERT_EQ(ann->news("BALANCE").size(), 1u);
  EXPECT_EQ(ann->balances.at(""), Chips{0});
  room.admin(R"({"command":"player credit","amount":500,"user":")" + ann->user.str() + "\"}");
  EXPECT_EQ(ann->balances.at(""), Chips{500});
  const auto again = room.login_token(ann->token);
  EXPECT_EQ(again->balances.at(""), Chips{500});
  room.expect(again, client::Register{GameId("main")});
  EXPECT_EQ(again->balances.at("main"), Chips{10'500});
  EXPECT_EQ(again->balances.at(""), Chips{500}) << "from now on it is told with the game";
}

TEST(Session, AnUnknownTokenIsRefused) {
  Room room;
  const auto nobody = room.login_token("00112233445566778899aabbccddeeff");
  EXPECT_TRUE(nobody->refused);
  EXPECT_EQ(nobody->outcome({1}), "BAD_TOKEN");
}

TEST(Session, TheTokenIsToldOnlyWhenTheGuestIsStored) {
  Room room;
  room.storage->hold = true;
  const auto ann = room.login("Ann");
  EXPECT_EQ(ann->token, "");
  EXPECT_EQ(ann->session, nullptr);
  room.storage->release();
  room.run();
  EXPECT_NE(ann->token, "");
  room.storage->fail_guests = true;
  const auto bob = room.login("Bob");
  EXPECT_TRUE(bob->refused);
  EXPECT_EQ(bob->outcome({1}), "UNAVAILABLE");
  room.storage->fail_guests = false;
}

TEST(Session, TheNewestConnectionWins) {
  Room room;
  const auto players = room.players(2);
  room.start();
  const auto old = players[0];
  const auto fresh = room.login_token(old->token);
  EXPECT_TRUE(old->heard("SESSION_REPLACED"));
  EXPECT_EQ(old->closed, CloseReason::REPLACED);
  ASSERT_EQ(fresh->seats.count("main"), 1u);
  EXPECT_EQ(fresh->seats.at("main").table_id, kTable);
  EXPECT_EQ(fresh->balances.at("main"), old->balances.at("main"));
  // The old connection is out: its commands are not heard, its end makes nobody away.
  const auto id = old->send(client::SitOut{GameId("main")});
  room.run();
  EXPECT_EQ(old->outcome(id), "");
  const int frames = old->table().frames;
  room.disconnect(old);
  EXPECT_TRUE(fresh->seat_of(*fresh).connected);
  const auto actor = fresh->to_act(kTable) ? fresh : players[1];
  actor->act(Action::CALL);
  room.run();
  EXPECT_EQ(old->table().frames, frames);
  EXPECT_EQ(fresh->count<PlayerActed>(kTable), 1);
}

TEST(Session, ReconnectShowsOwnCardsAndTheRunningClock) {
  Room room;
  const auto players = room.players(2);
  room.start();
  const auto actor = players[0]->to_act(kTable) ? players[0] : players[1];
  const auto other = actor == players[0] ? players[1] : players[0];
  const auto cards = actor->table().you->hole_cards;
  room.advance(seconds(5));
  room.disconnect(actor);
  EXPECT_FALSE(other->seat_of(*actor).connected);
  room.advance(seconds(2));
  const auto back = room.login_token(actor->token);
  EXPECT_TRUE(other->seat_of(*actor).connected);
  ASSERT_TRUE(back->table().you);
  EXPECT_EQ(back->table().you->hole_cards, cards);
  EXPECT_EQ(back->table().snapshots, 1);
  EXPECT_EQ(back->table().state.action_remaining, seconds(13));
  EXPECT_TRUE(back->to_act(kTable));
  back->act(Action::CALL);
  room.run();
  EXPECT_EQ(other->count<PlayerActed>(kTable), 1);
}

TEST(Session, ASnapshotLongAfterItsFrameShowsWhatIsLeftOfTheTime) {
  Room room;
  const auto players = room.players(2);
  room.start();
  room.advance(seconds(7));
  const auto watcher = room.login("Watcher");
  room.expect(watcher, client::Watch{kTable});
  EXPECT_EQ(watcher->table().state.action_remaining, seconds(13));
  EXPECT_EQ(watcher->table().you, std::nullopt);
  room.advance(seconds(20));
  room.expect(watcher, client::Watch{kTable});
  EXPECT_EQ(watcher->table().state.action_remaining, Duration{0});
  EXPECT_EQ(watcher->table().state.time_bank_remaining, seconds(23));
}

TEST(Session, ALaggingClientIsResyncedWhenItHasCaughtUp) {
  Room room;
  const auto players = room.players(3);
  room.start();
  const auto slow = players[0];
  slow->lagging = true;
  play(room, {players[1], players[2]}, 3, passive);
  if (slow->to_act(kTable)) {
    const auto id = slow->act(Action::CALL);
    room.run();
    EXPECT_EQ(slow->outcome(id), "");
  }
  EXPECT_TRUE(slow->dropped);
  const Version missed = players[1]->table().at;
  EXPECT_LT(slow->table().at, missed);
  slow->lagging = false;
  slow->session->caught_up();
  room.run();
  EXPECT_EQ(slow->table().at, missed);
  EXPECT_EQ(slow->table().snapshots, 2);
  EXPECT_TRUE(slow->table().you->hole_cards);
  play(room, players, 6, passive);
  EXPECT_EQ(slow->table().at, players[1]->table().at);
}

TEST(Session, AnAcknowledgementLostToLagIsHadByRepeating) {
  Room room;
  const auto players = room.players(2);
  room.start();
  const auto actor = players[0]->to_act(kTable) ? players[0] : players[1];
  const auto& state = actor->table().state;
  const client::Act call{kTable, state.hand_number, state.turn, Action::CALL, {}};
  actor->lagging = true;
  const ClientId id = actor->send(call);
  room.run();
  EXPECT_EQ(actor->outcome(id), "");
  actor->lagging = false;
  actor->session->caught_up();
  room.run();
  actor->send_as(id, call);
  room.run();
  EXPECT_EQ(actor->outcome(id), "OK");
  EXPECT_EQ(actor->table().at.v, actor->versions.at(id.v));
}

TEST(Session, WhoDoesNotWatchIsAnsweredByOk) {
  Room room;
  const auto players = room.players(2);
  room.start();
  const auto actor = players[0]->to_act(kTable) ? players[0] : players[1];
  // The connection's frames go nowhere, though its messages do.
  struct Deaf : Outbox {
    explicit Deaf(ClientPtr c) : client(std::move(c)) {}
    Sent frame(std::shared_ptr<const std::string>, std::string, ClientId) noexcept override {
      return Sent::CLOSED;
    }
    Sent message(std::string text) noexcept override { return client->message(std::move(text)); }
    void close(CloseReason) noexcept override {}
    ClientPtr client;
  };
  const auto state = actor->table().state;
  const auto listener = std::make_shared<Client>();
  room.login_over(std::make_shared<Deaf>(listener), listener, actor->token);
  const auto id = listener->send(client::Act{kTable, state.hand_number, state.turn, Action::CALL, {}});
  room.run();
  const auto second = listener->send(client::ListGames{});
  room.run();
  EXPECT_EQ(listener->outcome(second), "OK");
  EXPECT_EQ(listener->outcome(id), "OK");
}

TEST(Session, ManyTablesCanBeWatchedButNotAny) {
  Settings s = usual_settings();
  s.number_of_seats = 2;
  Room room({s});
  room.players(36);
  const auto watcher = room.login("Watcher");
  const auto ids = room.table_ids();
  ASSERT_EQ(ids.size(), 18u);
  for (int i = 0; i < 16; ++i) room.expect(watcher, client::Watch{TableId(ids[i])});
  room.expect(watcher, client::Watch{TableId(ids[16])}, "BUSY");
  room.expect(watcher, client::Watch{TableId(ids[3])});
  room.expect(watcher, client::Unwatch{TableId(ids[3])});
  room.expect(watcher, client::Watch{TableId(ids[16])});
  EXPECT_EQ(watcher->tables.size(), 17u);
}

TEST(Session, ASessionWithoutGameEndsWithItsConnection) {
  Room room;
  const std::size_t before = room.system.registry().running();
  const auto ann = room.login("Ann");
  EXPECT_EQ(room.system.registry().running(), before + 1);
  room.disconnect(ann);
  EXPECT_EQ(room.system.registry().running(), before);
  const auto bob = room.player("Bob");
  room.disconnect(bob);
  EXPECT_EQ(room.system.registry().running(), before + 1) << "who plays stays";
  room.advance(seconds(301));
  EXPECT_EQ(room.system.registry().running(), before) << "until the seat is given up";
}

TEST(Session, WhoIsThereWhenTheDaemonEndsHearsWhereToGo) {
  Room room;
  const auto ann = room.player("Ann");
  caf::anon_send(room.lobby, OtherNodes{{"ws://b/ws", "ws://c/ws"}});
  room.run();
  EXPECT_EQ(room.shutdown(), "");
  EXPECT_TRUE(ann->heard(R"("urls":["ws://b/ws","ws://c/ws"])"));
}

TEST(Session, AKickedPlayerIsCashedOutAndClosed) {
  Room room;
  const auto players = room.players(3);
  EXPECT_EQ(room.admin(R"({"command":"player kick","user":")" + players[0]->user.str() + "\"}"),
            (std::vector<std::string>{R"({"ok":true})"}));
  EXPECT_EQ(players[0]->closed, CloseReason::KICKED);
  EXPECT_EQ(room.storage->bank.balance(players[0]->user), Chips{10'000});
  EXPECT_FALSE(players[0]->seats.at("main").table_id);
  EXPECT_NE(room.admin(R"({"command":"player kick","user":"nobody"})").at(0).find("NO_PLAYER"),
            std::string::npos);
}

}  // namespace
}  // namespace cardroom::testing
