#include <algorithm>
#include <chrono>
#include <cstdio>

#include "actors/codec/json.hpp"
#include "engine/table_state.hpp"

// JSON of a table's state, written and read, and a command of 200 bytes read as a gateway does.
namespace cardroom {
namespace {

struct Act {
  UserId user;
  Action action = Action::NONE;
  Chips amount;
  HandNumber hand_number;
  Turn turn;
};
BOOST_DESCRIBE_STRUCT(Act, (), (user, action, amount, hand_number, turn))
struct Leave {};
BOOST_DESCRIBE_STRUCT(Leave, (), ())
using Command = std::variant<Leave, Act>;

/// Nanoseconds a call, best of five.
template <class F>
double nanoseconds(int rounds, F&& f) {
  double best = 1e18;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < rounds; ++i) f();
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count() / rounds);
  }
  return best;
}

TableState full_table() {
  TableState t;
  for (int i = 0; i < kMaxSeats; ++i) {
    auto& seat = t.seats[static_cast<std::size_t>(i)];
    seat.user = UserId("player-" + std::to_string(i));
    seat.stack = {1000 + i * 7919};
  }
  return t;
}

}  // namespace
}  // namespace cardroom

int main() {
  using namespace cardroom;
  const TableState table = full_table();
  std::string whole, stored;
  const double write_ns = nanoseconds(20'000, [&] {
    whole.clear();
    write_json(whole, table);
  });
  const double omit_ns = nanoseconds(20'000, [&] {
    stored.clear();
    write_json<Keys::CAMEL, Defaults::OMIT>(stored, table);
  });
  bool fine = true;
  const double load_ns = nanoseconds(5'000, [&] {
    TableState t;
    fine = fine && !read_json_text(stored, t);
  });
  std::string text =
      R"({"type":"Act","user":"player-number-17","action":"RAISE","amount":1200,"handNumber":4711,"turn":12)";
  text += ",\"note\":\"" + std::string(190 - text.size(), 'x') + "\"}";
  Command command;
  const double command_ns = nanoseconds(50'000, [&] { fine = fine && !read_json_text(text, command); });
  std::printf(
      "write_mb_per_s=%.0f write_ns=%.0f write_bytes=%zu omit_ns=%.0f omit_bytes=%zu load_ns=%.0f "
      "command_ns=%.0f command_bytes=%zu\n",
      static_cast<double>(whole.size()) * 1000 / write_ns, write_ns, whole.size(), omit_ns, stored.size(),
      load_ns, command_ns, text.size());
  return fine ? 0 : 1;
}
