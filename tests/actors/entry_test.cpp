#include "actors/entry.hpp"

#include "actors/record.hpp"
#include "tests/engine/random_table.hpp"

namespace cardroom {
namespace {

Sealer sealer(unsigned char fill) {
  Sealer::Key key;
  key.fill(fill);
  return Sealer(key);
}

std::string text_of(const Logged& step, const Sealer& with) {
  return entry_text(TableLine{step.record, {}}, step.dealt, with);
}

/// Snapshots between hands and the entries behind them give every state there was.
TEST(Entry, ASnapshotAndTheJournalGiveTheSameStateAtEveryCut) {
  const Sealer key = sealer(1);
  std::size_t longest = 0, cuts = 0;
  for (std::uint64_t seed = 1; seed <= 40 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTable random(seed);
    random.play(20);
    StoredText snapshot = table_record(table::init(random.settings(), TableId("t")));
    std::string problem;
    std::optional<TableState> t = read_table(snapshot, problem);
    for (const Logged& step : random.log()) {
      ASSERT_TRUE(t) << problem;
      const std::string text = text_of(step, key);
      longest = std::max(longest, text.size());
      const auto entry = read_entry(text, key, problem);
      ASSERT_TRUE(entry) << problem;
      TableOutput out;
      ASSERT_EQ(table::retake(random.settings(), *t, entry->step, out), Divergence::NONE) << text;
      ++cuts;
      // The next steps go on from what the store would give back.
      if (!in_play(t->phase)) t = read_table(table_record(*t), problem);
    }
  }
  EXPECT_GT(cuts, 5'000u);
  EXPECT_LE(longest, 400u);
}

TEST(Entry, SeedsAreSealedAndOnlyThoseOfDeals) {
  RandomTable random(3);
  random.play(2);
  const Sealer key = sealer(1);
  for (const Logged& step : random.log()) {
    const std::string text = text_of(step, key);
    EXPECT_EQ(text.find("\"seed\"") != std::string::npos, step.dealt) << text;
    EXPECT_EQ(text.find("\"engine\":") != std::string::npos, step.dealt) << text;
    if (!step.dealt) continue;
    std::string problem;
    EXPECT_FALSE(read_entry(text, sealer(2), problem));
    EXPECT_NE(problem.find("another key"), std::string::npos) << problem;
    EXPECT_EQ(read_entry(text, key, problem)->step.input.seed, step.record.input.seed);
  }
}

TEST(Entry, KeepsChipsAndName) {
  const Sealer key = sealer(1);
  std::string problem;
  TableLine entry{
      {{7}, SeatPlayer{{1}, UserId("ann"), {2}, {}}, {{99}, {}, {5}}, 42}, {1000}, DisplayName("Ann")};
  const auto read = read_entry(entry_text(entry, false, key), key, problem);
  ASSERT_TRUE(read) << problem;
  EXPECT_EQ(read->chips, Chips{1000});
  EXPECT_EQ(read->name, DisplayName("Ann"));
  EXPECT_EQ(read->step.input.client, ClientId{5});
  EXPECT_EQ(read->step.digest, 42u);
}

TEST(Entry, AGamesStepKeepsEverything) {
  std::string problem;
  GameLine entry{{{7}, RegisterForGame{UserId("ann")}, {UserId("ann"), true}, {{99}, {}, {5}}, 42},
                 DisplayName("Ann \"A\"")};
  entry.step.input.seed.bytes[3] = 9;
  const auto read = read_entry(entry_text(entry), problem);
  ASSERT_TRUE(read) << problem;
  EXPECT_EQ(read->name, entry.name);
  EXPECT_TRUE(read->step.caller.admin);
  EXPECT_EQ(read->step.input.seed, entry.step.input.seed);
  EXPECT_EQ(read->step.input.client, ClientId{5});
  EXPECT_EQ(std::get<RegisterForGame>(read->step.command).user, UserId("ann"));
  EXPECT_FALSE(read_entry("{", problem));
}

TEST(Entry, GarbageIsNamed) {
  std::string problem;
  for (const char* text : {"", "{", "[]", R"({"version":"x"})", R"({"version":1,"seed":"!!"})"}) {
    problem.clear();
    EXPECT_FALSE(read_entry(text, sealer(1), problem)) << text;
    EXPECT_NE(problem, "") << text;
  }
}

}  // namespace
}  // namespace cardroom
