#include "actors/journal.hpp"

#include <gtest/gtest.h>

#include <caf/send.hpp>

#include "tests/actors/room.hpp"

namespace cardroom::testing {
namespace {

namespace client = protocol::client;
using Mode = FakeJournals::Mode;

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
    room.journals.table = kTable;
    room.journals.times = times;
    room.journals.mode = mode;
    actor = actor_of(players);
    before = actor->table().at;
  }
  void end() {
    room.journals.mode = Mode::AT_ONCE;
    room.journals.release();
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
  EXPECT_TRUE(room.chips_fit());
}

TEST_F(JournalTest, ADoubledAnswerCountsOnce) {
  begin(Mode::TWICE, 2);
  actor->act(Action::CALL);
  room.run();
  room.journals.release();
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
  begin(Mode::NO_ANSWER, 1);
  const ClientId id = actor->act(Action::CALL);
  room.run();
  room.advance(Duration{1980});
  EXPECT_EQ(actor->outcome(id), "");
  room.advance(Duration{20});
  EXPECT_EQ(room.journals.openings, 1);
  EXPECT_EQ(actor->outcome(id), "OK");
  EXPECT_EQ(acted(), 1);
  // A higher epoch, and viewers start anew from a snapshot.
  EXPECT_EQ(actor->table().snapshots, 2);
  EXPECT_EQ(actor->table().epoch.v % 2, 1u);
  play(room, players, 5, passive);
  EXPECT_EQ(room.journals.entries["main-t1"].back().version, actor->table().at);
}

TEST_F(JournalTest, AStepThatWasNotStoredIsStoredAnew) {
  begin(Mode::NOT_STORED, 1);
  const ClientId id = actor->act(Action::CALL);
  room.run();
  room.advance(seconds(2));
  EXPECT_EQ(actor->outcome(id), "OK");
  EXPECT_EQ(acted(), 1);
  const auto& entries = room.journals.entries["main-t1"];
  EXPECT_EQ(entries.back().version, before.next());
  for (std::size_t i = 1; i < entries.size(); ++i)
    EXPECT_EQ(entries[i].version, entries[i - 1].version.next());
}

TEST_F(JournalTest, AnUnclearAnswerOpensTheJournalAnew) {
  begin(Mode::UNCLEAR, 1);
  const ClientId id = actor->act(Action::CALL);
  room.run();
  EXPECT_EQ(room.journals.openings, 1);
  EXPECT_EQ(actor->outcome(id), "OK");
  EXPECT_EQ(acted(), 1);
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

TEST_F(JournalTest, AnAnswerOfBeforeTheOpeningIsTooLate) {
  begin(Mode::LATER, 1);
  const ClientId id = actor->act(Action::CALL);
  room.run();
  room.advance(seconds(2));
  EXPECT_EQ(actor->outcome(id), "OK");
  const Version at = actor->table().at;
  room.journals.release();
  room.run();
  EXPECT_EQ(actor->table().at, at);
  EXPECT_EQ(acted(), 1);
}

TEST_F(JournalTest, AFencedTableStopsItsGame) {
  begin(Mode::FENCED, 1);
  const ClientId id = actor->act(Action::CALL);
  room.run();
  EXPECT_EQ(actor->outcome(id), "");
  EXPECT_EQ(acted(), 0);
  EXPECT_EQ(room.game_status(), "");
  EXPECT_NE(room.shutdown().find("main"), std::string::npos);
}

TEST_F(JournalTest, SoDoesOneThatSomebodyElseHasOpened) {
  begin(Mode::OPEN_TAKEN, 1);
  actor->act(Action::CALL);
  room.run();
  room.advance(seconds(2));
  EXPECT_EQ(acted(), 0);
  EXPECT_EQ(room.game_status(), "");
  EXPECT_NE(room.shutdown(), "");
}

TEST(GameJournal, TheGameWaitsForItsOwnJournalToo) {
  Room room;
  const auto ann = room.login("Ann");
  room.journals.mode = Mode::LATER;
  room.journals.times = 1;
  const ClientId id = ann->send(client::Register{GameId("main")});
  room.run();
  EXPECT_EQ(ann->outcome(id), "");
  EXPECT_EQ(ann->news("SEAT").size(), 0u);
  const ClientId second = ann->send(client::BuyIn{GameId("main"), {1000}});
  room.run();
  room.journals.release();
  room.run();
  EXPECT_EQ(ann->outcome(id), "OK");
  EXPECT_EQ(ann->outcome(second), "OK");
  EXPECT_EQ(ann->news("SEAT").size(), 1u);
}

TEST(MemoryJournal, KeepsTheLastEntriesAndKnowsTheTop) {
  const auto journal = memory_journals(4)(GameId("g"), TableId("t"), {10}, nullptr);
  const JournalToken token = journal->token();
  for (std::uint64_t v = 11; v < 30; ++v) EXPECT_EQ(journal->append({{v}, TableStep{}}), StoreResult::STORED);
  journal->trim({29});
  const auto opened = journal->open();
  ASSERT_TRUE(opened);
  EXPECT_TRUE(opened->mine);
  EXPECT_EQ(opened->top, Version{29});
  EXPECT_NE(opened->token, token);
}

}  // namespace
}  // namespace cardroom::testing
