#include <gtest/gtest.h>

#include <caf/send.hpp>

#include "actors/cluster/wire.hpp"
#include "actors/cluster/wire_json.hpp"
#include "actors/codec/json.hpp"
#include "actors/lobby_messages.hpp"
#include "tests/actors/cluster_table.hpp"

/// Games, tables and players on different nodes.
namespace cardroom::testing {
namespace {

namespace client = protocol::client;

TEST_F(ClusterTest, PlayersOfTwoNodesPlayAtATableOfAThirdForAGameOfAnother) {
  EXPECT_NE(game, table) << "a game's subjects lie apart";
  for (const auto& p : players) {
    EXPECT_EQ(p->table().state.hand_phase, HandPhase::FLOP_BETTING);
    EXPECT_TRUE(p->table().you && p->table().you->hole_cards);
  }
  play(all[2], players, 30, passive);
  for (const auto& p : players) EXPECT_EQ(p->count<HandComplete>(kTable), 1);
  EXPECT_EQ(all[2].chips_problem(), "");
  for (int node = 0; node < all.size(); ++node) {
    const std::string list = all[node].admin(R"({"command":"table list"})").at(0);
    EXPECT_NE(list.find(R"("node":"node-)" + std::to_string(table)), std::string::npos) << list;
  }
}

TEST_F(ClusterTest, WhoFollowsTheLobbyHearsOfHandsAtOtherNodes) {
  const int other = 3;
  ASSERT_TRUE(other != game && other != table);
  const auto watcher = all[other].login("Watcher");
  all[other].expect(watcher, protocol::client::ListGames{true});
  play(all[2], players, 30, passive);
  all.advance(seconds(2));
  const auto told = watcher->news("LOBBY_CHANGED");
  ASSERT_FALSE(told.empty());
  const auto& listed = told.back().at("games").as_array().at(0).as_object();
  EXPECT_EQ(listed.at("averagePot").to_number<int>(), 30) << "three times the big blind";
  EXPECT_EQ(listed.at("handsPerHour").to_number<int>(), 60);
}

TEST_F(ClusterTest, ATableGoesOnElsewhereWithTheSameCardsWhenItsNodeIsGone) {
  all.freeze(table);
  for (const auto& p : players) {
    if (!p->to_act(kTable)) continue;
    const ClientId act = p->act(Action::CHECK);
    all.run();
    EXPECT_EQ(p->outcome(act), "UNAVAILABLE") << "nobody is there";
  }
  all.advance(seconds(5));
  EXPECT_NE(all.home(kTable), table);
  EXPECT_GE(all.home(kTable), 0);
  EXPECT_EQ(all.home(), game) << "the game stays where it is";
  expect_as_before();
  expect_hands_go_on();
  // Whoever was frozen finds out.
  all.thaw(table);
  all.advance(seconds(30));
  EXPECT_EQ(all.turns(table).back(), cluster::NodeTurn::OUT);
  expect_hands_go_on();
}

TEST_F(ClusterTest, ATablePlaysOnWhileItsGameIsBetweenTwoNodes) {
  all.freeze(game);
  play(all[2], players, 4, passive);
  EXPECT_EQ(players[0]->table().state.hand_phase, HandPhase::TURN_BETTING) << "without the game";
  all.advance(seconds(5));
  EXPECT_NE(all.home(), game);
  EXPECT_GE(all.home(), 0);
  EXPECT_EQ(all.home(kTable), table);
  expect_hands_go_on();
  all.thaw(game);
  all.advance(seconds(30));
  expect_hands_go_on();
  all[2].expect(players[0], client::Leave{GameId("main")});
  for (int i = 0; i < 10; ++i) {
    play(all[2], players, 10, folding);
    all.advance(seconds(1));
  }
  EXPECT_FALSE(players[0]->seats.at("main").table_id) << "the game and the table understand each other";
  EXPECT_EQ(all[2].chips_problem(), "");
}

TEST_F(ClusterTest, AGameThatDoesNotAnswerIsListedAllTheSame) {
  all.freeze(game);
  const auto listed = all[2].admin_later(R"({"command":"game list"})");
  all.advance(seconds(5));
  ASSERT_EQ(listed->size(), 1u);
  EXPECT_EQ(listed->at(0).find(R"({"ok":true,"data":[{"gameId":"main")"), 0u) << listed->at(0);
  EXPECT_EQ(all[2].admin(R"({"command":"game list"})").at(0).find("problem\":\"it"), std::string::npos);
}

TEST_F(ClusterTest, WhoLeftMeanwhileHearsOfItWhenTheLinkIsBack) {
  ASSERT_NE(game, 2);
  all[2].expect(players[0], client::Leave{GameId("main")});
  ASSERT_TRUE(players[0]->seats.at("main").table_id) << "the hand goes on";
  all.cut(2, game);
  play_on({players[1], players[2]});
  EXPECT_TRUE(players[0]->seats.at("main").table_id) << "it cannot know";
  all.mend(2, game);
  all.advance(seconds(1));
  EXPECT_FALSE(players[0]->seats.at("main").table_id);
  const auto again = all[2].login_token(players[0]->token);
  all.run();
  EXPECT_EQ(again->seats.count("main"), 0u);
}

TEST_F(ClusterTest, WhoCameInElsewhereIsNotTakenBackWhenTheLinkIsBack) {
  for (int node = 0; node < all.size(); ++node)
    if (node != 2) all.cut(2, node);
  all.advance({1});
  const auto bob = all[3].login_token(players[0]->token);
  all.run();
  ASSERT_FALSE(players[0]->closed) << "its node cannot know";
  for (int node = 0; node < all.size(); ++node)
    if (node != 2) all.mend(2, node);
  all.advance(seconds(5));
  EXPECT_EQ(players[0]->closed, CloseReason::REPLACED);
  EXPECT_FALSE(bob->closed);
  all[3].expect(bob, client::BuyIn{GameId("main"), {300}});
  all[3].expect(bob, client::Leave{GameId("main")});
  play_on({players[1], players[2]});
  EXPECT_FALSE(bob->seats.at("main").table_id) << "it hears of what becomes of its seat";
}

/// Each node hears of the log-in at the other when it has its own.
TEST_F(ClusterTest, OfTwoLogInsAtOneMomentOneStays) {
  const auto log_in = [this](int node, const ClientPtr& client) {
    caf::anon_send(all[node].lobby, Login{{1}, {{}, players[1]->token}, client, [client](SessionPtr session) {
                                            client->session = std::move(session);
                                          }});
    while (all[node].run_alone()) {
    }
  };
  for (int i = 0; i < 6; ++i) {
    const int first = i % 2 == 0 ? 2 : 3, second = 5 - first;
    const auto a = std::make_shared<Client>(), b = std::make_shared<Client>();
    log_in(first, a);
    if (i >= 4) all[second].tick({20}), all[first].tick({20});
    log_in(second, b);
    all.run();
    EXPECT_NE(a->closed.has_value(), b->closed.has_value()) << "both or none are closed";
    if (i >= 4) {
      EXPECT_TRUE(a->closed) << "the later one stays";
    }
    const ClientPtr& stays = a->closed ? b : a;
    EXPECT_EQ(stays->seats.count("main"), 1u);
    all[2].expect(stays, client::Chat{GameId("main"), "Here."});
    all.advance(seconds(1));
  }
}

TEST_F(ClusterTest, TheLaterLogInStaysThoughTheClockOfItsNodeIsBehind) {
  all[3].tick(seconds(20));
  const auto before = all[3].login_token(players[1]->token);
  const auto after = all[2].login_token(players[1]->token);
  EXPECT_TRUE(before->closed);
  EXPECT_FALSE(after->closed);
  all.cut(2, 3);
  const auto unheard = all[3].login_token(players[1]->token);
  all.advance(seconds(3));
  all.mend(2, 3);
  const auto last = all[2].login_token(players[1]->token);
  EXPECT_TRUE(unheard->closed);
  EXPECT_FALSE(last->closed);
  const auto back = all[3].login_token(players[1]->token);
  EXPECT_TRUE(last->closed);
  EXPECT_FALSE(back->closed);
}

TEST_F(ClusterTest, ASeatThatWasLeftElsewhereIsNotShownAfterTheGameHasMoved) {
  const auto bob = all[3].login_token(players[0]->token);
  all.run();
  ASSERT_EQ(players[0]->closed, CloseReason::REPLACED);
  all[3].expect(bob, client::Leave{GameId("main")});
  play_on({players[1], players[2]});
  ASSERT_FALSE(bob->seats.at("main").table_id);
  all.freeze(game);
  all.advance(seconds(6));
  ASSERT_NE(all.home(), game);
  const auto again = all[2].login_token(players[0]->token);
  all.advance(seconds(3));
  EXPECT_EQ(again->seats.count("main"), 0u);
}

TEST_F(ClusterTest, AGuestOfANodeThatOthersDidNotHearIsFoundInTheStore) {
  for (int node = 0; node < 3; ++node) all.cut(3, node);
  const auto guest = all[3].login("Guest");
  const auto elsewhere = all[2].login_token(guest->token);
  all.advance(seconds(2));
  EXPECT_EQ(elsewhere->user, guest->user);
  // Those who are nobody cost one reading together.
  const int readings = all.storage->guest_readings;
  std::vector<ClientPtr> nobody;
  for (int i = 0; i < 20; ++i) nobody.push_back(all[2].login_token("no such token"));
  all.advance(seconds(2));
  for (const auto& n : nobody) EXPECT_EQ(n->outcome({1}), "BAD_TOKEN");
  EXPECT_EQ(all.storage->guest_readings, readings + 1);
  // A token may be good as long as the store has not said that it is not.
  all.storage->unknown_guests = true;
  const auto late = all[2].login_token("no such token");
  all.advance(seconds(2));
  EXPECT_EQ(late->outcome({1}), "UNAVAILABLE");
}

TEST_F(ClusterTest, ChipsAreBookedAtAnyNodeForAGuestThatOthersDidNotHear) {
  for (int node = 0; node < 3; ++node) all.cut(3, node);
  const auto guest = all[3].login("Guest");
  const auto credit = [](const UserId& user) {
    return R"({"command":"player credit","amount":500,"id":"i","user":")" + user.str() + R"("})";
  };
  const auto booked = all[2].admin_later(credit(guest->user));
  const auto refused = all[1].admin_later(credit(UserId("nobody")));
  all.advance(seconds(2));
  EXPECT_NE(booked->at(0).find(R"({"ok":true)"), std::string::npos) << booked->at(0);
  EXPECT_NE(refused->at(0).find("NO_PLAYER"), std::string::npos) << refused->at(0);
  const std::string shown =
      all[2].admin(R"({"command":"player show","user":")" + guest->user.str() + R"("})").at(0);
  EXPECT_NE(shown.find(R"("name":"Guest","balance":500,"registered":false,"tableId")"), std::string::npos)
      << shown << ": whether a guest is at another node is not known";
  all.storage->unknown_guests = true;
  const auto uncertain = all[0].admin_later(credit(UserId("nobody")));
  all.advance(seconds(2));
  EXPECT_NE(uncertain->at(0).find("UNAVAILABLE"), std::string::npos) << uncertain->at(0);
}

TEST_F(ClusterTest, ANodeThatHasHeardNothingYetKnowsWhatGamesThereAre) {
  const int fresh = 3;
  ASSERT_TRUE(fresh != game && fresh != table);
  for (int node = 0; node < 3; ++node) all.freeze(node);
  all.begin_anew(fresh);
  all.advance({500});
  const auto late = all[fresh].login("Late");
  const ClientId come = late->send(client::Register{GameId("main")});
  const ClientId none = late->send(client::Register{GameId("other")});
  all.advance({500});
  EXPECT_EQ(late->outcome(none), "NO_GAME");
  EXPECT_EQ(late->outcome(come), "") << "it waits for the game";
  EXPECT_EQ(
      all[fresh].admin(R"({"command":"game list"})").at(0).find(R"({"ok":true,"data":[{"gameId":"main")"),
      0u);
}

TEST_F(ClusterTest, ATableOfANodeWhoseClockWasAheadDoesNotWaitForThatClock) {
  all[table].tick(seconds(600));
  all.run();
  for (int i = 0; i < 8; ++i) {
    play(all[2], players, 4, passive);
    all.advance(seconds(1));
  }
  before = seen();
  const auto remaining = [this] { return players[0]->table().state.action_remaining.value_or(Duration{}); };
  const Duration limit = std::max(remaining(), seconds(30));
  all.freeze(table);
  all.advance(seconds(6));
  ASSERT_NE(all.home(kTable), table);
  EXPECT_LE(remaining(), limit);
  expect_hands_go_on();
}

TEST_F(ClusterTest, EveryNodeListsATableThatWasOpenedAnewInItsNewEpoch) {
  const auto epoch_at = [&](int node) {
    const std::string list = all[node].admin(R"({"command":"table list"})").at(0);
    const auto at = list.find("\"epoch\":");
    return at == std::string::npos ? list : list.substr(at, list.find_first_of(",}", at) - at);
  };
  const std::string first = epoch_at(2);
  all.storage->mode = FakeStorage::Mode::UNCLEAR;
  all.storage->table = kTable;
  all.storage->times = 1;
  play(all[2], players, 1, passive);
  all.advance(seconds(2));
  EXPECT_NE(epoch_at(table), first);
  for (int node = 0; node < all.size(); ++node) EXPECT_EQ(epoch_at(node), epoch_at(table)) << node;
  expect_hands_go_on();
}

TEST_F(ClusterTest, ADrainedTableMovesAfterItsHand) {
  drain(table);
  all.advance(seconds(2));
  EXPECT_NE(all.home(kTable), table) << "it is to go";
  EXPECT_NE(all.turns(table).back(), cluster::NodeTurn::DRAINED) << "and has not gone";
  expect_as_before();
  const Epoch epoch = players[0]->table().epoch;
  play(all[2], players, 30, passive);
  all.advance(seconds(3));
  EXPECT_EQ(all.turns(table).back(), cluster::NodeTurn::DRAINED);
  EXPECT_GT(players[0]->table().epoch, epoch);
  expect_hands_go_on();
}

TEST_F(ClusterTest, AGameThatWasTakenAwayIsNotTakenBackByWhatWasKnownBefore) {
  const int to = 2;
  ASSERT_NE(game, to);
  all.advance(seconds(1));
  all.keep_unaware(game);
  for (const auto& record : all.registry->contents.nodes)
    if (record.name == "node-2") all.registry->contents.want["game:main"] = {record.incarnation};
  ++all.registry->contents.now.change;
  all.advance(seconds(4));
  const Epoch epoch = all.storage->games.at("main").epoch;
  all[game].admin_later(R"({"command":"game pause","game":"main"})");
  all.advance(seconds(5));
  EXPECT_EQ(all.storage->games.at("main").epoch, epoch) << "it was opened once";
  EXPECT_EQ(all.home(), to);
  expect_hands_go_on();
}

TEST_F(ClusterTest, AGameThatWentThereAndBackIsWaitedForTheNextTime) {
  const auto want = [this](int node) {
    for (const auto& record : all.registry->contents.nodes)
      if (record.name == "node-" + std::to_string(node))
        all.registry->contents.want["game:main"] = {record.incarnation};
    ++all.registry->contents.now.change;
    all.advance({800});
  };
  const auto opened = [this] { return all.storage->games.at("main").epoch.v; };
  const std::uint64_t before = opened();
  // It is waited for since it has been somewhere else.
  for (const int node : {2, game, 2, game}) want(node);
  ASSERT_EQ(opened(), before + 4);
  all.advance(seconds(3));
  all.keep_unaware(game);
  want(2);
  EXPECT_EQ(opened(), before + 4) << "its node has not let go of it";
  all.advance(seconds(3));
  EXPECT_EQ(opened(), before + 5);
  expect_hands_go_on();
}

TEST_F(ClusterTest, TheDeadlineOfAnEarlierMoveIsNoneOfTheNext) {
  const auto want = [this](int node) {
    for (const auto& record : all.registry->contents.nodes)
      if (record.name == "node-" + std::to_string(node))
        all.registry->contents.want["table:" + kTable.str()] = {record.incarnation};
    ++all.registry->contents.now.change;
    all.advance(seconds(1));
  };
  const auto hand = [this] { return players[0]->table().state.hand_number; };
  // Until the next hand has just begun.
  const auto end_hand = [&] {
    const HandNumber ended = hand();
    for (int i = 0; i < 20 && hand() == ended; ++i) {
      play(all[2], players, 1, folding);
      all.advance(seconds(1));
    }
    ASSERT_NE(hand(), ended);
  };
  const Epoch first = players[0]->table().epoch;
  const Instant ordered = all[2].now();
  want(2);
  end_hand();
  want(table);
  end_hand();
  const Epoch epoch = players[0]->table().epoch;
  EXPECT_EQ(epoch.v, first.v + 2) << "there and back";
  while (all[2].now() - ordered < seconds(50)) end_hand();
  want(2);
  const HandNumber last = hand();
  while (all[2].now() - ordered < seconds(62)) all.advance(seconds(1));
  EXPECT_EQ(hand(), last);
  EXPECT_EQ(players[0]->table().epoch, epoch) << "its hand is not over, and has not taken a minute";
  end_hand();
  EXPECT_EQ(all.home(kTable), 2);
  EXPECT_GT(players[0]->table().epoch, epoch);
}

TEST_F(ClusterTest, AtTheDeadlineItMovesInTheMidstOfIt) {
  drain(table, R"(,"deadline":3)");
  all.advance(seconds(2));
  EXPECT_NE(all.turns(table).back(), cluster::NodeTurn::DRAINED);
  all.advance(seconds(3));
  EXPECT_EQ(all.turns(table).back(), cluster::NodeTurn::DRAINED);
  expect_as_before();
  expect_hands_go_on();
}

TEST_F(ClusterTest, AnOrderlyMoveOfTheGameIsSeenByNobody) {
  drain(game, R"(,"deadline":0)");
  all.advance(seconds(2));
  EXPECT_NE(all.home(), game);
  EXPECT_EQ(all.turns(game).back(), cluster::NodeTurn::DRAINED);
  expect_as_before();
  expect_hands_go_on();
}

}  // namespace
}  // namespace cardroom::testing
