#include "actors/journal.hpp"

#include <gtest/gtest.h>

#include <caf/send.hpp>

#include "tests/actors/room.hpp"

namespace cardroom::testing {
namespace {

namespace client = protocol::client;
using Mode = FakeStorage::Mode;

const TableId kTable("main-t1");

ClientPtr actor_of(const std::vector<ClientPtr>& players) {
  for (const auto& p : players)
    if (p->to_act(kTable)) return p;
  return nullptr;
}

/// A hand has begun; from now on the table's journal behaves like this.
struct JournalTest : ::testing::Test {
  void begin(Mode mode, int times = 0) {
    players = room.players(3);
    room.start();
    room.storage->table = kTable;
    room.storage->times = times;
    room.storage->mode = mode;
    actor = actor_of(players);
    before = actor->table().at;
  }
  void end() {
    room.storage->mode = Mode::AT_ONCE;
    room.storage->release();
    room.run();
  }
  int acted() const { return actor->count<PlayerActed>(kTable); }

  Room room;
  std::vector<ClientPtr> players;
  ClientPtr actor;
  Version before;
};

TEST_F(JournalTest, NobodyHearsOfAStepBeforeItIsStored) {
  begin(Mode::LATER, 1);
  const ClientId id = actor->act(Action::CALL);
  room.run();
  EXPECT_EQ(actor->outcome(id), "");
  for (const auto& p : players) EXPECT_EQ(p->table().at, before);
  // Who comes meanwhile sees what is stored.
  const auto watcher = room.login("Watcher");
  room.expect(watcher, client::Watch{kTable});
  EXPECT_EQ(watcher->table().at, before);
  end();
  EXPECT_EQ(actor->outcome(id), "OK");
  for (const auto& p : players) EXPECT_EQ(p->table().at, before.next());
}

TEST_F(JournalTest, CommandsWaitForThePendingStepInOrder) {
  begin(Mode::LATER, 1);
  actor->act(Action::CALL);
  room.run();
  const auto state = actor->table().state;
  // The next two act before they can know that it is their turn.
  std::vector<ClientId> ids;
  const auto at = static_cast<std::size_t>(
      std::find_if(state.seats.begin(), state.seats.end(),
                   [&](const SeatView& s) { return s.seat_index == state.to_act_seat_index; }) -
      state.seats.begin());
  for (std::uint32_t step = 1; step <= 2; ++step) {
    const SeatIndex seat = state.seats[(at + step) % 3].seat_index;
    for (const auto& p : players)
      if (p->table().you->seat_index == seat)
        ids.push_back(p->send(client::Act{
            kTable, state.hand_number, {state.turn.v + step}, step == 1 ? Action::CALL : Action::CHECK, {}}));
    room.run();
  }
  EXPECT_EQ(acted(), 0);
  end();
  EXPECT_EQ(acted(), 3);
  EXPECT_EQ(actor->table().state.hand_phase, HandPhase::FLOP_BETTING);
}

TEST_F(JournalTest, SixtyFourMayWaitThenItIsBusy) {
  begin(Mode::LATER, 1);
  actor->act(Action::CALL);
  room.run();
  const auto& other = players[0] == actor ? players[1] : players[0];
  const auto state = actor->table().state;
  std::vector<ClientId> ids;
  for (int i = 0; i < 70; ++i) {
    ids.push_back(other->send(client::Act{kTable, state.hand_number, state.turn, Action::FOLD, {}}));
    room.run();
  }
  int busy = 0;
  for (ClientId id : ids) busy += other->outcome(id) == "BUSY" ? 1 : 0;
  EXPECT_EQ(busy, 6);
  end();
  for (int i = 0; i < 64; ++i) EXPECT_EQ(other->outcome(ids[i]), "STALE_ACTION");
  EXPECT_EQ(acted(), 1);
}

TEST_F(JournalTest, MessagesOfTheGameAreNeverBusy) {
  begin(Mode::LATER, 1);
  actor->act(Action::CALL);
  room.run();
  const auto& other = players[0] == actor ? players[1] : players[0];
  const auto state = actor->table().state;
  for (int i = 0; i < 64; ++i)
    other->send(client::Act{kTable, state.hand_number, state.turn, Action::FOLD, {}});
  const ClientId id = other->send(client::TopUp{GameId("main"), {100}});
  room.run();
  EXPECT_EQ(other->outcome(id), "");
  end();
  EXPECT_EQ(other->outcome(id), "OK");
  EXPECT_EQ(room.chips_problem(), "");
}

TEST_F(JournalTest, ADoubledAnswerCountsOnce) {
  begin(Mode::TWICE, 2);
  actor->act(Action::CALL);
  room.run();
  room.storage->release();
  room.run();
  EXPECT_EQ(acted(), 1);
  EXPECT_EQ(actor->table().at, before.next());
  const auto next = actor_of(players);
  next->act(Action::CALL);
  room.run();
  EXPECT_EQ(acted(), 1) << "an old answer does not stand for a new one";
  end();
  EXPECT_EQ(acted(), 2);
}

TEST_F(JournalTest, AStepWhoseAnswerIsLostIsFoundInTheJournal) {
  begin(Mode::UNCLEAR, 1);
  const ClientId id = actor->act(Action::CALL);
  room.run();
  EXPECT_EQ(room.storage->openings, 1);
  EXPECT_EQ(actor->outcome(id), "OK");
  EXPECT_EQ(acted(), 1);
  // A higher epoch, and viewers start anew from a snapshot.
  EXPECT_EQ(actor->table().snapshots, 2);
  EXPECT_EQ(actor->table().epoch, Epoch{2});
  play(room, players, 5, passive);
  EXPECT_EQ(room.storage->tables["main-t1"].entries.back().version, actor->table().at);
}

TEST_F(JournalTest, AStepThatWasNotStoredIsStoredAnew) {
  begin(Mode::NOT_STORED, 1);
  const ClientId id = actor->act(Action::CALL);
  room.run();
  EXPECT_EQ(actor->outcome(id), "OK");
  EXPECT_EQ(acted(), 1);
  const auto& entries = room.storage->tables["main-t1"].entries;
  EXPECT_EQ(entries.back().version, before.next());
  for (std::size_t i = 1; i < entries.size(); ++i)
    EXPECT_EQ(entries[i].version, entries[i - 1].version.next());
}

TEST_F(JournalTest, TheOpeningMayAnswerLater) {
  begin(Mode::OPEN_LATER, 1);
  const ClientId id = actor->act(Action::CALL);
  room.run();
  room.advance(seconds(2));
  EXPECT_EQ(actor->outcome(id), "");
  end();
  EXPECT_EQ(actor->outcome(id), "OK");
}

TEST_F(JournalTest, AnOpeningThatFailsIsTriedAgain) {
  begin(Mode::OPEN_FAILS);
  const ClientId id = actor->act(Action::CALL);
  room.run();
  const int openings = room.storage->openings;
  room.advance(seconds(3));
  EXPECT_EQ(room.storage->openings, openings + 3);
  EXPECT_EQ(actor->outcome(id), "");
  room.storage->mode = Mode::AT_ONCE;
  room.advance(seconds(1));
  EXPECT_EQ(actor->outcome(id), "OK");
  EXPECT_EQ(acted(), 1);
}

TEST_F(JournalTest, AFencedTableStopsItsGame) {
  begin(Mode::FENCED, 1);
  const ClientId id = actor->act(Action::CALL);
  room.run();
  EXPECT_EQ(actor->outcome(id), "UNAVAILABLE");
  EXPECT_EQ(acted(), 0);
  EXPECT_EQ(room.game_status(), "");
  EXPECT_NE(room.shutdown().find("main"), std::string::npos);
}

TEST(FencedGame, AnswersWhoeverWaits) {
  Room room;
  const auto newcomer = room.login("Newcomer");
  room.storage->mode = Mode::OPEN_TAKEN;
  room.storage->times = 1;
  const ClientId id = newcomer->send(client::Register{GameId("main")});
  room.run();
  EXPECT_EQ(newcomer->outcome(id), "UNAVAILABLE");
  EXPECT_NE(room.shutdown(), "");
}

/// The repeat, by another session, is met with the first in one entry.
TEST(RepeatedCommand, IsNotAnsweredBeforeItsFirstIsStored) {
  Room room;
  const auto other = room.login("Other"), late = room.login("Late");
  room.storage->mode = Mode::LATER;
  other->send(client::Register{GameId("main")});
  room.run();
  late->send_as({77}, client::Register{GameId("main")});
  room.run();
  room.disconnect(late);
  room.run();
  const auto again = room.login_token(late->token);
  again->send_as({77}, client::Register{GameId("main")});
  room.run();
  ASSERT_EQ(room.storage->held(), 1u);
  room.storage->release_one();
  room.run();
  ASSERT_EQ(room.storage->held(), 1u) << "both are in the second entry";
  EXPECT_EQ(again->outcome({77}), "");
  room.storage->mode = Mode::AT_ONCE;
  room.storage->release();
  room.run();
  EXPECT_EQ(again->outcome({77}), "OK");
}

TEST_F(JournalTest, SoDoesOneThatSomebodyElseHasOpened) {
  begin(Mode::OPEN_TAKEN, 1);
  const ClientId id = actor->act(Action::CALL);
  room.run();
  EXPECT_EQ(actor->outcome(id), "UNAVAILABLE");
  EXPECT_EQ(acted(), 0);
  EXPECT_EQ(room.game_status(), "");
  EXPECT_NE(room.shutdown(), "");
}

TEST(GameJournal, TheGameWaitsForItsOwnJournalToo) {
  Room room;
  const auto ann = room.login("Ann");
  room.storage->mode = Mode::LATER;
  room.storage->times = 1;
  const ClientId id = ann->send(client::Register{GameId("main")});
  room.run();
  EXPECT_EQ(ann->outcome(id), "");
  EXPECT_EQ(ann->news("SEAT").size(), 0u);
  const ClientId second = ann->send(client::BuyIn{GameId("main"), {1000}});
  room.run();
  room.storage->release();
  room.run();
  EXPECT_EQ(ann->outcome(id), "OK");
  EXPECT_EQ(ann->outcome(second), "OK");
  EXPECT_EQ(ann->news("SEAT").size(), 1u);
}

TEST(GameJournal, StepsThatWaitGoTogether) {
  Room room;
  room.storage->mode = Mode::LATER;
  room.storage->times = 1;
  const auto ann = room.login("Ann");
  std::vector<ClientPtr> others;
  for (int i = 0; i < 10; ++i) others.push_back(room.login("Player " + std::to_string(i)));
  ann->send(client::Register{GameId("main")});
  for (const auto& p : others) p->send(client::Register{GameId("main")});
  room.run();
  const auto& entries = room.storage->games["main"].entries;
  room.storage->release();
  room.run();
  for (const auto& p : others) EXPECT_EQ(p->news("SEAT").size(), 1u);
  const auto lines = [](const Entry& e) { return 1 + std::count(e.text.begin(), e.text.end(), '\n'); };
  EXPECT_TRUE(std::any_of(entries.begin(), entries.end(), [&](const Entry& e) { return lines(e) >= 10; }));
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(VolatileJournal, AnswersAtOnceAndKnowsTheTop) {
  std::optional<SnapshotEnded> saved;
  const auto journal = volatile_journal({10})([&](auto answer) { saved = std::get<SnapshotEnded>(answer); });
  const JournalToken token = journal->token();
  EXPECT_EQ(journal->append({{11}, "step"}), StoreResult::STORED);
  const auto opened = journal->open();
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->result, OpenResult::OPEN);
  EXPECT_EQ(opened->top, Version{11});
  EXPECT_NE(opened->token, token);
  journal->save({"t", {11}, "", ""});
  ASSERT_TRUE(saved);
  EXPECT_TRUE(saved->stored);
}

}  // namespace
}  // namespace cardroom::testing
