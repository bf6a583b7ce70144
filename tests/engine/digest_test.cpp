#include "engine/digest.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/settings.hpp"

namespace cardroom {
namespace {

enum class Color : std::uint8_t { RED, GREEN = 4, BLUE };
BOOST_DESCRIBE_ENUM(Color, RED, GREEN, BLUE)

struct Base {
  std::int32_t base = 3;
};
BOOST_DESCRIBE_STRUCT(Base, (), (base))

struct Inner {
  Chips chips;
  std::int32_t count = 7;
};
BOOST_DESCRIBE_STRUCT(Inner, (), (chips, count))

struct All : Base {
  bool flag = false;
  Color color = Color::RED;
  UserId user;
  Seed seed;
  SeatIndex seat;
  SeatMask mask;
  HoleCards cards;
  std::string text;
  std::optional<std::int32_t> maybe;
  std::array<Inner, 2> pair;
  FixedVec<Inner, 4> few;
  std::vector<Chips> many;
  std::map<UserId, Inner> named;
  std::variant<std::monostate, Inner, Base> any;
  Inner special{{5}, 9};
};
BOOST_DESCRIBE_STRUCT(All, (Base),
                      (flag, color, user, seed, seat, mask, cards, text, maybe, pair, few, many, named, any,
                       special))

TEST(Describe, NamesOfEnumerators) {
  EXPECT_EQ(enum_name(Color::GREEN), "GREEN");
  EXPECT_EQ(enum_name(static_cast<Color>(1)), "");
  EXPECT_EQ(enum_from<Color>("BLUE"), Color::BLUE);
  EXPECT_EQ(enum_from<Color>("blue"), std::nullopt);
  EXPECT_EQ(enum_from<Color>(""), std::nullopt);
}

TEST(Describe, NamesOfTypes) {
  EXPECT_EQ(type_name<Settings>(), "Settings");
  EXPECT_EQ(type_name<Inner>(), "Inner");
}

TEST(Describe, MembersOfBasesCount) {
  EXPECT_EQ(kMemberCount<All>, 16u);
  All a;
  EXPECT_TRUE(same(a, All{}));
  a.base = 4;
  EXPECT_FALSE(same(a, All{}));
}

// Every way of changing one thing, each of which must give a digest of its own.
std::vector<All> variations() {
  std::vector<All> out(1);
  const auto vary = [&](auto change) { change(out.emplace_back()); };
  vary([](All& a) { a.base = 4; });
  vary([](All& a) { a.base = 5; });
  vary([](All& a) { a.flag = true; });
  vary([](All& a) { a.color = Color::GREEN; });
  vary([](All& a) { a.user = UserId("a"); });
  vary([](All& a) { a.user = UserId("12345678a"); });
  vary([](All& a) { a.user = UserId("a2345678a"); });
  vary([](All& a) { a.seed.bytes[31] = 1; });
  vary([](All& a) { a.seed.bytes[0] = 1; });
  vary([](All& a) { a.seat.v = 0; });
  vary([](All& a) { a.mask.bits = 1; });
  vary([](All& a) { a.cards[0] = {1}; });
  vary([](All& a) { a.cards[1] = {1}; });
  vary([](All& a) { a.text = "a"; });
  vary([](All& a) { a.text = std::string("a\0", 2); });
  vary([](All& a) { a.text = "123456789"; });
  vary([](All& a) { a.maybe = 0; });
  vary([](All& a) { a.maybe = 1; });
  vary([](All& a) { a.pair[0].chips = {1}; });
  vary([](All& a) { a.pair[1].chips = {1}; });
  vary([](All& a) { a.pair[1].count = 1; });
  vary([](All& a) { a.few.push_back({}); });
  vary([](All& a) { a.few.push_back({}), a.few.push_back({}); });
  vary([](All& a) { a.few.push_back({{1}}), a.few.push_back({}); });
  vary([](All& a) { a.few.push_back({}), a.few.push_back({{1}}); });
  vary([](All& a) { a.many = {{0}}; });
  vary([](All& a) { a.many = {{0}, {1}}; });
  vary([](All& a) { a.many = {{1}, {0}}; });
  vary([](All& a) { a.named[UserId("a")]; });
  vary([](All& a) { a.named[UserId("b")]; });
  vary([](All& a) { a.named[UserId("b")].count = 8; });
  vary([](All& a) { a.named[UserId("a")], a.named[UserId("b")].count = 8; });
  vary([](All& a) { a.named[UserId("a")].count = 8, a.named[UserId("b")]; });
  vary([](All& a) { a.any = Inner{}; });
  vary([](All& a) { a.any = Base{}; });
  vary([](All& a) { a.any = Base{4}; });
  vary([](All& a) { a.special = {}; });
  vary([](All& a) { a.special.count = 7; });
  return out;
}

TEST(Digest, DiffersWithEveryMember) {
  std::set<std::uint64_t> seen;
  for (const All& a : variations()) {
    EXPECT_TRUE(seen.insert(digest(a)).second) << seen.size();
    EXPECT_EQ(digest(a), digest(All(a)));
  }
}

TEST(Digest, IsTheSameOnEveryBuild) {
  Inner inner{{1234}, 7};
  EXPECT_EQ(digest(inner), 16000884850995059590u);
}

namespace old_version {
struct Record {
  Chips stack;
  SeatIndex seat;
};
BOOST_DESCRIBE_STRUCT(Record, (), (stack, seat))
}  // namespace old_version
namespace new_version {
struct Record {
  SeatIndex seat;
  bool added = true;
  std::string note;
  std::vector<Inner> list;
  Chips stack;
};
BOOST_DESCRIBE_STRUCT(Record, (), (seat, added, note, list, stack))
}  // namespace new_version

TEST(Digest, AddedMembersWithDefaultsChangeNothing) {
  const old_version::Record before{{100}, {3}};
  new_version::Record after;
  after.stack = {100};
  after.seat = {3};
  EXPECT_EQ(digest(before), digest(after));
  after.added = false;
  EXPECT_NE(digest(before), digest(after));
}

struct Padded {
  std::uint8_t small = 0;
  std::int64_t large = 0;
  std::array<std::uint64_t, 8> rest{};
};
BOOST_DESCRIBE_STRUCT(Padded, (), (small, large, rest))

TEST(Digest, PaddingDoesNotCount) {
  std::set<std::uint64_t> seen;
  for (int fill : {0, 0x55, 0xff}) {
    alignas(Padded) unsigned char bytes[sizeof(Padded)];
    std::memset(bytes, fill, sizeof bytes);
    auto* p = reinterpret_cast<Padded*>(bytes);
    p->small = 1;
    p->large = 2;
    p->rest = {};
    seen.insert(digest(*p));
  }
  EXPECT_EQ(seen.size(), 1u);
}

TEST(Digest, WiderIntegersChangeNothing) {
  const std::vector<std::int8_t> narrow{-1, 2};
  const std::vector<std::int64_t> wide{-1, 2};
  EXPECT_EQ(digest(narrow), digest(wide));
}

// Chips moved about between seats: what a digest of sums could miss.
TEST(Digest, NoCollisionAmongSmallTransfers) {
  std::set<std::uint64_t> seen;
  std::array<std::int64_t, 4> stacks{};
  for (stacks[0] = 0; stacks[0] < 20; ++stacks[0])
    for (stacks[1] = 0; stacks[1] < 20; ++stacks[1])
      for (stacks[2] = 0; stacks[2] < 20; ++stacks[2])
        for (stacks[3] = 0; stacks[3] < 20; ++stacks[3]) seen.insert(digest(stacks));
  EXPECT_EQ(seen.size(), 160'000u);
}

}  // namespace
}  // namespace cardroom
