#include "actors/cluster/link_places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Who gives way to whom among those who have connected and have not said who they are.
namespace cardroom::cluster {
namespace {

using ::testing::HasSubstr;

TEST(GuestPlaces, AFloodOfOneAddressTakesPlacesOfItsOwnOnly) {
  GuestPlaces places;
  const auto node = places.enter("10.0.0.2");
  EXPECT_FALSE(node.gives_way);
  std::vector<GuestPlaces::Number> flood;
  for (int i = 0; i < 400; ++i) {
    const auto entered = places.enter("10.0.0.9");
    flood.push_back(entered.number);
    if (flood.size() <= GuestPlaces::kMostOfAddress)
      EXPECT_FALSE(entered.gives_way);
    else
      EXPECT_EQ(entered.gives_way, flood[flood.size() - 1 - GuestPlaces::kMostOfAddress]) << "not the oldest";
  }
  EXPECT_TRUE(places.has(node.number));
  EXPECT_FALSE(places.enter("10.0.0.3").gives_way);
}

TEST(GuestPlaces, WhereManyAddressesHaveAllTheOldestGivesWay) {
  GuestPlaces places;
  const auto oldest = places.enter("a0").number;
  for (std::size_t i = 1; i < GuestPlaces::kMost; ++i)
    EXPECT_FALSE(places.enter("a" + std::to_string(i)).gives_way);
  const auto entered = places.enter("b");
  EXPECT_EQ(entered.gives_way, oldest);
  EXPECT_FALSE(places.has(oldest));
  EXPECT_TRUE(places.has(entered.number));
}

TEST(GuestPlaces, WhoIsAboutToSayWhoItIsOutlivesTheSilent) {
  GuestPlaces places;
  const auto node = places.enter("a").number;
  places.spoke(node);
  for (int i = 0; i < 400; ++i) places.enter("a");
  EXPECT_TRUE(places.has(node));
  places.refused(node);
  EXPECT_EQ(places.enter("a").gives_way, node);
}

TEST(GuestPlaces, ANewcomerIsNotTheFirstToGoAmongThoseWhoSpeak) {
  GuestPlaces places;
  for (std::size_t i = 0; i < GuestPlaces::kMostOfAddress; ++i) places.spoke(places.enter("a").number);
  const auto node = places.enter("a").number;
  places.enter("a");
  EXPECT_TRUE(places.has(node));
}

TEST(GuestPlaces, WhoLeavesMakesRoom) {
  GuestPlaces places;
  const auto first = places.enter("a").number;
  for (std::size_t i = 1; i < GuestPlaces::kMostOfAddress; ++i) places.enter("a");
  places.leave(first);
  places.leave(first);
  EXPECT_FALSE(places.enter("a").gives_way);
}

TEST(GuestPlaces, TheWarningNamesWhoHasThePlaces) {
  GuestPlaces places;
  for (std::size_t i = 0; i < GuestPlaces::kMostOfAddress; ++i)
    EXPECT_EQ(places.enter("10.0.0.9").warning, "");
  EXPECT_THAT(
      places.enter("10.0.0.9").warning,
      HasSubstr("at cluster.listen 16 of 64 places for connections that have not said who they are are "
                "taken, 16 of them by 10.0.0.9"));
  for (std::size_t i = GuestPlaces::kMostOfAddress; i < GuestPlaces::kMost; ++i)
    places.enter("10.0.1." + std::to_string(i));
  EXPECT_THAT(places.enter("10.0.2.1").warning, HasSubstr("64 of 64 places"));
}

TEST(GuestPlaces, OneLineInTenSeconds) {
  SeldomLine line;
  EXPECT_TRUE(line.passes());
  EXPECT_FALSE(line.passes());
}

}  // namespace
}  // namespace cardroom::cluster
