#include <gtest/gtest.h>

#include <random>

#include "actors/restore.hpp"
#include "engine/digest.hpp"
#include "tests/actors/room.hpp"

/// Random play in which one append goes wrong, for every append and every way of going wrong.
namespace cardroom::testing {
namespace {

namespace client = protocol::client;
using Mode = FakeStorage::Mode;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
constexpr std::uint64_t kStride = 17;  // slow builds
#else
constexpr std::uint64_t kStride = 1;
#endif

const GameId kGame("main");

/// For five players. Two tables that deal at one moment draw their seeds in the order of the answers, so late
/// ones are for one table.
constexpr int kTwoTables = 3, kOneTable = 6;

Settings settings(int seats) {
  Settings s = usual_settings();
  s.number_of_seats = seats;
  s.next_hand_delay = s.review_hand_time = Duration{100};
  s.rathole_time = {};
  return s;
}

struct Fault {
  std::uint64_t at = 0;  ///< which append; 0 = none
  Mode mode = Mode::AT_ONCE;
};

/// What is left in the store, and how the play went.
struct Outcome {
  std::shared_ptr<FakeStorage> left;
  std::uint64_t appends = 0;
  std::map<std::string, std::uint64_t> digests;  ///< of the game and every table
  std::vector<std::string> problems;             ///< of what cannot be restored
  bool answered = true;                          ///< every command
};

class Play {
 public:
  Play(std::uint64_t seed, Fault fault, int seats)
      : random_(seed), seats_(seats), room_({settings(seats)}, store(fault)) {}

  Outcome run() {
    settle();
    for (int i = 0; i < 5; ++i) join(i);
    started_ = room_.admin_later(R"({"command":"game start","game":"main"})");
    settle();
    for (int i = 0; i < 60; ++i) {
      one();
      settle();
      if (random_() % 4 == 0) pass(Duration{static_cast<std::int64_t>(random_() % 200)});
    }
    return outcome();
  }

 private:
  static std::shared_ptr<FakeStorage> store(Fault fault) {
    auto storage = std::make_shared<FakeStorage>();
    storage->fault_at = fault.at;
    storage->fault = fault.mode;
    return storage;
  }
  /// Until nothing is left to do or to answer now: what is answered late costs no time.
  void settle() {
    do room_.run();
    while (room_.storage->release());
  }
  void pass(Duration time) {
    for (std::int64_t left = time.ms; left > 0; left -= 20) {
      room_.tick(Duration{20});
      settle();
    }
  }
  void send(const ClientPtr& player, protocol::ClientCommand command) {
    sent_.emplace_back(player, player->send(std::move(command)));
  }
  void join(int i) {
    players_.push_back(room_.login("Player " + std::to_string(i)));
    settle();
    send(players_.back(), client::Register{kGame});
    settle();
    send(players_.back(), client::BuyIn{kGame, {1000}});
    settle();
  }
  void one() {
    const auto& someone = players_[random_() % players_.size()];
    const auto kind = random_() % 16;
    if (kind == 0) return send(someone, client::Leave{kGame});
    if (kind == 1) return send(someone, client::Register{kGame});
    if (kind == 2) return send(someone, client::BuyIn{kGame, {400 + static_cast<int>(random_() % 600)}});
    if (kind == 3) return send(someone, client::SitOut{kGame});
    if (kind == 4) return send(someone, client::SitIn{kGame});
    if (kind == 5) return pass(Duration{1'000});
    const bool folds = random_() % 3 == 0;
    for (const auto& p : players_)
      for (const auto& [id, table] : p->tables)
        if (p->to_act(id))
          return send(p, client::Act{id,
                                     table.state.hand_number,
                                     table.state.turn,
                                     folds ? folding(*p, id) : passive(*p, id),
                                     {}});
  }

  Outcome outcome() {
    Outcome out;
    out.appends = room_.storage->appends;
    for (const auto& [player, id] : sent_) out.answered &= player->outcome(id) != "";
    out.left = std::make_shared<FakeStorage>(*room_.storage);
    out.left->used_until = room_.now();
    // Whom nobody answered gives up.
    if (started_->empty()) room_.advance(seconds(5));
    room_.shutdown();
    restore(out);
    return out;
  }

  void restore(Outcome& out) {
    FakeStorage copy(*out.left);
    const Sealer sealer(Sealer::Key{7});
    copy.load_game(kGame, [&](const OpenedJournal& journal) {
      const RestoredGame game = restore_game(journal);
      if (!game.problem.empty()) out.problems.push_back(game.problem);
      out.digests["game"] = digest(game.record);
    });
    std::vector<TableId> ids;
    for (const auto& [id, kept] : copy.tables)
      if (!kept.closed) ids.emplace_back(id);
    copy.open_tables(ids, [&](const std::vector<OpenedJournal>& journals) {
      for (const OpenedJournal& journal : journals) {
        const RestoredTable table = restore_table(with_defaults(settings(seats_)), {}, journal, sealer);
        if (!table.problem.empty()) out.problems.push_back(table.problem);
        out.digests[journal.id] = digest(table.state);
      }
    });
  }

  std::mt19937_64 random_;
  int seats_;
  Room room_;
  std::vector<ClientPtr> players_;
  std::shared_ptr<const std::vector<std::string>> started_;
  std::vector<std::pair<ClientPtr, ClientId>> sent_;
};

struct EveryAppend : ::testing::TestWithParam<std::uint64_t> {
  Outcome play(Fault fault) { return Play(GetParam(), fault, seats).run(); }
  /// Every append goes wrong once, and all is as if none had.
  void same_digests(Mode mode, int table_seats) {
    seats = table_seats;
    const Outcome plain = play({});
    ASSERT_EQ(plain.problems, std::vector<std::string>());
    ASSERT_TRUE(plain.answered);
    ASSERT_GE(plain.digests.size(), 2u);
    ASSERT_GT(plain.appends, 50u);
    for (std::uint64_t at = 1; at <= plain.appends && !HasFailure(); at += kStride) {
      SCOPED_TRACE("append " + std::to_string(at));
      const Outcome now = play({at, mode});
      EXPECT_EQ(now.digests, plain.digests);
      EXPECT_EQ(now.problems, plain.problems);
      EXPECT_TRUE(now.answered);
      EXPECT_EQ(now.left->broken_rules, std::vector<std::string>());
    }
  }
  int seats = kTwoTables;
};

TEST_P(EveryAppend, LostBeforeItIsStored) { same_digests(Mode::NOT_STORED, kTwoTables); }
TEST_P(EveryAppend, ItsAnswerLost) { same_digests(Mode::UNCLEAR, kTwoTables); }
TEST_P(EveryAppend, AnsweredLate) { same_digests(Mode::LATER, kOneTable); }
TEST_P(EveryAppend, AnsweredLateAndTwice) { same_digests(Mode::TWICE, kOneTable); }

/// Nothing more is stored by the actor that was fenced; whoever comes next finds every chip.
TEST_P(EveryAppend, FencedEndsInOrder) {
  const std::uint64_t appends = play({}).appends;
  for (std::uint64_t at = 1; at <= appends && !HasFailure(); at += kStride) {
    SCOPED_TRACE("append " + std::to_string(at));
    const Outcome now = play({at, Mode::FENCED});
    EXPECT_EQ(now.problems, std::vector<std::string>());
    EXPECT_EQ(now.left->broken_rules, std::vector<std::string>());
    EXPECT_LT(now.appends, at + 40) << "the game goes on without a journal";
    Room next({settings(seats)}, now.left);
    EXPECT_EQ(next.start_problem, "");
    EXPECT_EQ(next.chips_problem(), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, EveryAppend, ::testing::Values(1, 2));

}  // namespace
}  // namespace cardroom::testing
