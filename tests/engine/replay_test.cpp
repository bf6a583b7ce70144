#include "engine/replay.hpp"

#include "tests/engine/random_table.hpp"

namespace cardroom {
namespace {

class Replay : public ::testing::Test {
 protected:
  Replay() : random(7) { random.play(3); }

  TableState state_after(std::size_t steps) {
    TableState t = table::init(random.settings(), TableId("t"));
    for (std::size_t n = 0; n < steps; ++n) {
      TableOutput out;
      EXPECT_EQ(table::retake(random.settings(), t, random.log()[n].record, out), Divergence::NONE);
    }
    return t;
  }
  Divergence retake(TableState& t, const table::Record& record) {
    TableOutput out;
    return table::retake(random.settings(), t, record, out);
  }

  RandomTable random;
};

TEST_F(Replay, AMissingOrRepeatedStepIsAGap) {
  TableState t = state_after(10);
  const TableState before = t;
  EXPECT_EQ(retake(t, random.log()[11].record), Divergence::GAP);
  EXPECT_EQ(retake(t, random.log()[9].record), Divergence::GAP);
  EXPECT_EQ(t, before);
  EXPECT_EQ(retake(t, random.log()[10].record), Divergence::NONE);
}

TEST_F(Replay, WhatIsNotLegalIsRefused) {
  TableState t = state_after(10);
  const TableState before = t;
  table::Record record = random.log()[10].record;
  record.command = PlayerActionCommand{UserId("stranger"), Action::FOLD, {}, {}, {}};
  EXPECT_EQ(retake(t, record), Divergence::REFUSED);
  EXPECT_EQ(t, before);
}

TEST_F(Replay, AnotherDeckDiffers) {
  std::size_t n = 0;
  while (!random.log()[n].dealt) ++n;
  TableState t = state_after(n);
  table::Record record = random.log()[n].record;
  record.input.seed.bytes[0] ^= 1;
  EXPECT_EQ(retake(t, record), Divergence::DIFFERS);
}

}  // namespace
}  // namespace cardroom
