#include "engine/pot_shares.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace cardroom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::vector<std::pair<int, std::int64_t>> listed(const PotShares& shares) {
  std::vector<std::pair<int, std::int64_t>> list;
  for (const PotShare share : shares) list.emplace_back(share.seat_position.v, share.share.v);
  EXPECT_EQ(list.size(), shares.size());
  EXPECT_EQ(list.empty(), shares.empty());
  return list;
}

SeatMask seats(std::initializer_list<int> numbers) {
  SeatMask mask;
  for (const int seat : numbers) mask.add(seat);
  return mask;
}

TEST(PotSharesTest, OddChipsGoClockwiseFromTheButtonsLeft) {
  EXPECT_THAT(listed({Chips{101}, seats({1, 4, 7}), SeatIndex{4}}),
              ElementsAre(Pair(7, 34), Pair(1, 34), Pair(4, 33)));
  EXPECT_THAT(listed({Chips{100}, seats({0, 9, 3}), SeatIndex{9}}),
              ElementsAre(Pair(0, 34), Pair(3, 33), Pair(9, 33)));
}

TEST(PotSharesTest, AreFoundFromWhatTheyReadAs) {
  for (const PotShares& shares :
       {PotShares(), PotShares({101}, seats({1, 4, 7}), {4}), PotShares({100}, seats({0, 9, 3}), {9}),
        PotShares({7}, seats({5}), {2}), PotShares({6}, seats({2, 3}), {2})}) {
    FixedVec<PotShare, kMaxSeats> list;
    for (const PotShare share : shares) list.push_back(share);
    const auto found = PotShares::from(list);
    ASSERT_TRUE(found);
    EXPECT_EQ(listed(*found), listed(shares));
  }
}

TEST(PotSharesTest, OtherListsAreNone) {
  using Parts = std::vector<PotShare>;
  for (const Parts& parts :
       {Parts{{{1}, {5}}, {{2}, {3}}}, Parts{{{1}, {3}}, {{2}, {4}}},
        Parts{{{1}, {4}}, {{2}, {3}}, {{3}, {4}}, {{5}, {3}}},
        Parts{{{3}, {4}}, {{1}, {4}}, {{2}, {4}}, {{0}, {4}}}, Parts{{{1}, {4}}, {{1}, {4}}},
        Parts{{kNoSeat, {4}}}, Parts{{{10}, {4}}}, Parts{{{0}, {INT64_MAX}}, {{1}, {INT64_MIN}}}}) {
    FixedVec<PotShare, kMaxSeats> list;
    for (const PotShare& part : parts) list.push_back(part);
    EXPECT_FALSE(PotShares::from(list)) << parts.size();
  }
}

TEST(PotSharesTest, OneWinnerTakesAll) {
  EXPECT_THAT(listed({Chips{7}, seats({5}), SeatIndex{5}}), ElementsAre(Pair(5, 7)));
}

TEST(PotSharesTest, NobodyByDefault) { EXPECT_THAT(listed({}), IsEmpty()); }

TEST(PotSharesTest, TenWinners) {
  const SeatMask all = seats({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  const auto list = listed({Chips{19}, all, SeatIndex{8}});
  EXPECT_EQ(list.front(), std::pair(9, std::int64_t{2}));
  EXPECT_EQ(list.back(), std::pair(8, std::int64_t{1}));
}

}  // namespace
}  // namespace cardroom
