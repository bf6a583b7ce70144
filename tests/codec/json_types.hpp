#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/cards.hpp"
#include "engine/describe.hpp"
#include "engine/types.hpp"

// Types with a member of every kind that JSON knows.
namespace cardroom::json_test {

enum class Street : std::uint8_t { PREFLOP, FLOP, TURN_CARD };
BOOST_DESCRIBE_ENUM(Street, PREFLOP, FLOP, TURN_CARD)

struct Base {
  std::int32_t base_number = 3;
};
BOOST_DESCRIBE_STRUCT(Base, (), (base_number))

struct Inner {
  Chips chips;
  std::int8_t small_count = 7;
};
BOOST_DESCRIBE_STRUCT(Inner, (), (chips, small_count))

struct Ping {};
BOOST_DESCRIBE_STRUCT(Ping, (), ())

struct Renamed {
  static constexpr std::string_view kWireName = "RENAMED_ONE";
  std::string text;
};
BOOST_DESCRIBE_STRUCT(Renamed, (), (text))

using Message = std::variant<Ping, Inner, Renamed>;

struct All : Base {
  bool is_open = false;
  std::int64_t i64 = 0;
  std::uint64_t u64 = 0;
  std::uint8_t u8 = 0;
  Chips stack;
  Instant at;
  Duration length;
  Version version;
  SeatIndex seat_index;
  SeatIndex button{2};
  SeatMask dealt_in;
  UserId user;
  Seed seed;
  Card card;
  HoleCards hole{};
  Board board;
  std::string text;
  Street street = Street::PREFLOP;
  std::optional<Inner> maybe;
  std::optional<std::int32_t> usual = 5;
  std::array<Inner, 2> pair{Inner{{1}, 1}, Inner{{2}, 2}};
  FixedVec<Inner, 3> few;
  std::vector<SeatIndex> seats;
  std::map<UserId, Inner> named;
  std::map<std::string, std::vector<std::int32_t>> lists;
  Message message;
  std::variant<std::monostate, Inner> any;
  Inner special{{5}, 9};
};
BOOST_DESCRIBE_STRUCT(All, (Base),
                      (is_open, i64, u64, u8, stack, at, length, version, seat_index, button, dealt_in, user,
                       seed, card, hole, board, text, street, maybe, usual, pair, few, seats, named, lists,
                       message, any, special))

/// Every member differs from its default.
inline All all_set() {
  All a;
  a.base_number = -4;
  a.is_open = true;
  a.i64 = std::numeric_limits<std::int64_t>::min();
  a.u64 = std::numeric_limits<std::uint64_t>::max();
  a.u8 = 255;
  a.stack = {1'000'000};
  a.at = {1'700'000'000'000};
  a.length = seconds(20);
  a.version = {17};
  a.seat_index = {9};
  a.button = {};
  a.dealt_in = {0b1000000101};
  a.user = UserId("J\xc3\xb6rg");
  for (std::uint8_t i = 0; i < 32; ++i) a.seed.bytes[i] = static_cast<std::uint8_t>(i * 8 + 1);
  a.card = *parse_card("As");
  a.hole = {*parse_card("Td"), Card{}};
  a.board.push_back(*parse_card("2c"));
  a.text = "a \"quoted\" \\ line\nand \x01 \xf0\x9f\x82\xa1 end";
  a.street = Street::TURN_CARD;
  a.maybe = Inner{{3}, 4};
  a.usual.reset();
  a.pair[1] = {{0}, 7};
  a.few.push_back({{10}, 7});
  a.few.push_back({});
  a.seats = {{1}, kNoSeat};
  a.named[UserId("ann")] = {{1}, 2};
  a.named[UserId("bob")] = {};
  a.lists[""] = {};
  a.lists["x"] = {1, -2};
  a.message = Renamed{"hi"};
  a.any = Inner{{1}, 7};
  a.special = {{0}, 7};
  return a;
}

}  // namespace cardroom::json_test
