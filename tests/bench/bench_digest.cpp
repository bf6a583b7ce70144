#include <algorithm>
#include <chrono>
#include <cstdio>

#include "engine/digest.hpp"

// The digest of a state as large as a table of ten seats, in nanoseconds: with every member set, and with
// few.
namespace cardroom {
namespace {

enum class Status : std::uint8_t { EMPTY, ACTIVE, FOLDED };
BOOST_DESCRIBE_ENUM(Status, EMPTY, ACTIVE, FOLDED)

struct Seat {
  UserId player;
  Chips stack, street, hand, top_up, won, faced;
  Instant inactive_since;
  ClientId client;
  Version client_version;
  Duration time_bank;
  HandNumber joined;
  Turn move;
  Status status = Status::EMPTY;
  SeatIndex next;
  HoleCards cards;
  std::uint8_t timeouts = 0;
  bool ready = false, posted = false, shown = false, away = false;
};
BOOST_DESCRIBE_STRUCT(Seat, (),
                      (player, stack, street, hand, top_up, won, faced, inactive_since, client,
                       client_version, time_bank, joined, move, status, next, cards, timeouts, ready, posted,
                       shown, away))

struct Pot {
  Chips amount;
  SeatMask seats;
};
BOOST_DESCRIBE_STRUCT(Pot, (), (amount, seats))

struct State {
  TableId table;
  Version version;
  Epoch epoch;
  Seed seed;
  std::array<Seat, 10> seats;
  FixedVec<Pot, 10> pots;
  Deck deck;
};
BOOST_DESCRIBE_STRUCT(State, (), (table, version, epoch, seed, seats, pots, deck))

State full_state() {
  State s;
  s.table = TableId("t1");
  s.version = {17};
  s.epoch = {2};
  s.seed.bytes.fill(7);
  for (int i = 0; i < 10; ++i) {
    const Chips c{i + 100};
    s.seats[i] = {UserId("player-" + std::to_string(i)),
                  c,
                  c,
                  c,
                  c,
                  c,
                  c,
                  {i + 5},
                  {8},
                  {9},
                  {10},
                  {11},
                  {12},
                  Status::ACTIVE,
                  {1},
                  {make_card(i, 1), make_card(i, 2)},
                  1,
                  true,
                  true,
                  true,
                  true};
    s.pots.push_back({c, {0x3ff}});
  }
  for (int i = 0; i < kDeckSize; ++i) s.deck[i] = {static_cast<std::uint8_t>(i)};
  return s;
}

State few_state() {
  State s;
  s.table = TableId("t1");
  s.seats[3].player = UserId("ann");
  s.seats[3].stack = {500};
  return s;
}

double nanoseconds(State state) {
  constexpr int kRounds = 200'000;
  double best = 1e9;
  std::uint64_t sum = 0;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kRounds; ++i) {
      state.version.v = static_cast<std::uint64_t>(i);
      sum += digest(state);
    }
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count() / kRounds);
  }
  return sum == 0 ? 0 : best;
}

}  // namespace
}  // namespace cardroom

int main() {
  using namespace cardroom;
  std::printf("state_bytes=%zu full_ns=%.0f few_ns=%.0f\n", sizeof(State), nanoseconds(full_state()),
              nanoseconds(few_state()));
}
