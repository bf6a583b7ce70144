#include <sodium.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "engine/betting.hpp"
#include "engine/table.hpp"

// Hands a second at one table of the table machine: 6 seats, 100 big blinds each at the start of every hand;
// fold, call and raise a third each (among what is legal), raises uniform between their bounds. Every command
// goes through `verify` and `apply`; the second figure adds the copy of the state that a step of an actor
// makes.
namespace cardroom {
namespace {

constexpr int kSeats = 6;
constexpr Chips kBigBlind{100};
constexpr Chips kStack{10'000};

/// splitmix64.
class Random {
 public:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32); }
  Seed seed() {
    Seed s;
    for (std::size_t i = 0; i < s.bytes.size(); i += 8) {
      const std::uint64_t word = next();
      std::memcpy(s.bytes.data() + i, &word, 8);
    }
    return s;
  }

 private:
  std::uint64_t state_ = 1;
};

struct Totals {
  std::int64_t hands = 0, actions = 0, showdowns = 0;
  double seconds = 0;
};

template <bool Copying>
class Bench {
 public:
  Bench() {
    settings_.game_id = GameId("bench");
    settings_.small_blind = {50};
    settings_.big_blind = kBigBlind;
    settings_.number_of_seats = kSeats;
    settings_.review_hand_time = settings_.next_hand_delay = Duration{1};
    settings_ = with_defaults(settings_);
    t_ = table::init(settings_, TableId("bench"));
    for (std::uint8_t i = 0; i < kSeats; ++i) {
      Carried carried;
      carried.chips = kStack;
      send(SeatPlayer{{i + 1u},
                      UserId(std::string(1, static_cast<char>('a' + i))),
                      {static_cast<std::int8_t>(i)},
                      carried});
    }
    input_.seed = random_.seed();
    send(SetTableStatus{TableStatus::PLAYING, GameStatus::ACTIVE});
  }

  Totals run(double seconds) {
    Totals totals;
    const std::clock_t start = std::clock();  // processor time: other programs do not count
    do {
      for (int n = 0; n < 1000; ++n) play_hand(totals);
      totals.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    } while (totals.seconds < seconds);
    return totals;
  }

 private:
  void send(const TableCommand& command) {
    out_.clear();
    if (table::verify(settings_, t_, command, input_) != Error::NONE) std::abort();
    if constexpr (Copying) {
      TableState next = t_;
      table::apply(settings_, next, command, input_, out_);
      t_ = next;
    } else {
      table::apply(settings_, t_, command, input_, out_);
    }
  }

  void act() {
    const int seat = t_.to_act.v;
    const betting::Options o = betting::options(settings_, t_, seat);
    auto& command = std::get<PlayerActionCommand>(action_);
    command.user = t_.seats[seat].user;
    command.hand_number = t_.hand;
    command.turn = t_.turn;
    std::uint32_t choice = random_.below(o.bet || o.raise ? 3 : 2);
    if (choice == 0 && o.check) choice = 1;  // nobody folds for nothing
    if (choice == 0) {
      command.action = Action::FOLD;
    } else if (choice == 1) {
      command.action = o.check ? Action::CHECK : Action::CALL;
    } else {
      command.action = o.bet ? Action::BET : Action::RAISE;
      command.amount =
          o.min_to + Chips{random_.below(static_cast<std::uint32_t>((o.max_to - o.min_to).v + 1))};
    }
    send(action_);
  }

  void play_hand(Totals& totals) {
    while (t_.to_act.set()) {
      act();
      ++totals.actions;
    }
    ++totals.hands;
    totals.showdowns += t_.showdown;
    if (chips_at(t_) != kStack * kSeats) std::abort();
    for (int i = 0; i < kSeats; ++i) t_.seats[i].stack = kStack;
    input_.now = t_.phase_deadline;
    input_.seed = random_.seed();
    send(Wake{});
  }

  Settings settings_;
  TableState t_;
  Random random_;
  Input input_{{1'000'000}, {}, {}};
  TableOutput out_;
  TableCommand action_ = PlayerActionCommand{};
};

/// The best of three runs: other programs may disturb one.
template <bool Copying>
Totals best(double seconds) {
  Totals best;
  for (int n = 0; n < 3; ++n) {
    const Totals totals = Bench<Copying>().run(seconds);
    if (best.hands == 0 || totals.hands / totals.seconds > best.hands / best.seconds) best = totals;
  }
  return best;
}

}  // namespace
}  // namespace cardroom

int main() {
  using namespace cardroom;
  if (sodium_init() < 0) return 1;
  const Totals in_place = best<false>(1.0);
  const Totals copying = best<true>(1.0);
  const auto per_hand = [](std::int64_t n, const Totals& t) { return static_cast<double>(n) / t.hands; };
  std::printf(
      "hands_per_s=%.0f step_hands_per_s=%.0f actions_per_hand=%.2f showdown_share=%.3f "
      "table_state_bytes=%zu\n",
      in_place.hands / in_place.seconds, copying.hands / copying.seconds,
      per_hand(in_place.actions, in_place), per_hand(in_place.showdowns, in_place), sizeof(TableState));
}
