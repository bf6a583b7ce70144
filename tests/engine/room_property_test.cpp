#include <gtest/gtest.h>

#include <random>

#include "tests/engine/game_fake_table.hpp"
#include "tests/engine/room_fixture.hpp"

// Random rooms: up to 60 players at up to 8 tables join, buy in, play, sit out, leave, lose their
// connections; the host pauses and resumes. After every step chips are conserved and nobody is lost
// (RoomUnderTest::check).
namespace cardroom::fake {
namespace {

#if defined(CARDROOM_SANITIZED)
constexpr int kRooms = 6;
#elif !defined(__OPTIMIZE__)
constexpr int kRooms = 12;
#else
constexpr int kRooms = 60;
#endif
constexpr int kSteps = 1'500;

struct Totals {
  std::size_t hands = 0, moves = 0, merges = 0, showdowns = 0, pauses = 0, tables = 0, raked = 0;
};

class RandomRoom {
 public:
  explicit RandomRoom(std::uint64_t seed) : random_(seed), r_(choose(), seed) {}

  void play(Totals& totals) {
    for (int i = 0; i < kSteps && r_.errors.empty(); ++i) {
      step();
      check_even();
      totals.tables = std::max(totals.tables, r_.room.tables.size());
    }
    if (r_.errors.empty()) calm_down();
    if (r_.errors.empty()) end();
    totals.hands += r_.all<HandStarted>().size();
    totals.moves += r_.all<PlayerMoved>().size();
    totals.raked += r_.room.bank.rake() > Chips{0};
    totals.showdowns += r_.all<ShowdownResult>().size();
    totals.merges += r_.all<TableRemoved>().size();
    for (const auto& e : r_.all<GameStatusChanged>()) totals.pauses += e.new_status == GameStatus::PAUSED;
  }
  const std::vector<std::string>& errors() const { return r_.errors; }

 private:
  std::int64_t number(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  bool chance(int percent) { return number(1, 100) <= percent; }

  Settings choose() {
    Settings s;
    s.game_id = GameId("g");
    s.small_blind = {5};
    s.big_blind = {10};
    s.number_of_seats = static_cast<std::int32_t>(number(2, 10));
    if (chance(30)) s.ante = {2};
    if (chance(50)) s.min_buy_in = {50}, s.max_buy_in = {400};
    s.action_time = seconds(number(2, 20));
    s.table_merge_grace = seconds(number(0, 60));
    s.away_timeout = seconds(number(10, 300));
    s.sit_out_limit = seconds(number(10, 600));
    s.review_hand_time = seconds(number(0, 8));
    s.next_hand_delay = seconds(number(0, 2));
    s.predeal_time = seconds(number(0, 15));
    s.require_missed_blind_post = chance(30);
    if (chance(30)) s.start = StartMode::AUTO;
    if (chance(50)) s.rake_percent = static_cast<std::int32_t>(number(1, 20));
    if (chance(50)) s.rake_caps.push_back({20}), s.rake_caps.push_back({50});
    people_ = std::min<std::int64_t>(60, s.number_of_seats * 8);
    return s;
  }
  UserId somebody() { return UserId(nth(static_cast<int>(number(1, people_)))); }

  void step() {
    const std::int64_t what = number(1, 100);
    if (what <= 50) return turn();
    if (what <= 60) return r_.pass(number(0, 6'000));
    if (what <= 62) return r_.pass(number(0, 90'000));
    if (what <= 72) return void(r_.give(RegisterForGame{somebody()}));
    if (what <= 82) return void(r_.give(BuyIn{somebody(), {number(30, 1'200)}}));
    if (what <= 85) return void(r_.give(LeaveGame{somebody()}));
    if (what <= 87) return void(r_.give(SitOut{somebody()}));
    if (what <= 89) return void(r_.give(SitIn{somebody()}));
    if (what <= 90) return void(r_.give(Disconnected{somebody()}));
    if (what <= 93) return void(r_.give(Reconnected{somebody()}));
    if (what <= 95) return other_table_commands();
    if (what <= 96)
      return void(r_.room.bank.credit(std::to_string(r_.events.size()), somebody(), {number(-100, 3'000)}));
    if (what <= 97) return crowd();
    if (what <= 98) return void(r_.game(StartGame{}));
    if (what <= 99) return void(r_.game(ResumeGame{}));
    if (chance(40)) r_.game(PauseGame{});
  }
  void crowd() {
    const bool come = chance(50);
    for (std::int64_t i = number(1, 15); i > 0; --i) {
      const UserId user = somebody();
      if (!come) r_.give(LeaveGame{user});
      if (come && r_.give(RegisterForGame{user}) == Error::NONE) r_.give(BuyIn{user, {400}});
    }
  }
  const TableId* some_table() {
    if (r_.room.tables.empty()) return nullptr;
    auto it = r_.room.tables.begin();
    std::advance(it, number(0, static_cast<std::int64_t>(r_.room.tables.size()) - 1));
    return &it->first;
  }
  /// Somebody acts, at random among what is legal.
  void turn() {
    const TableId* at = some_table();
    if (!at) return;
    const TableId id = *at;
    const TableState& t = r_.room.tables.at(id);
    if (!is_betting(t.phase)) return;
    const betting::Options o = betting::options(r_.room.game.settings, t, t.to_act.v);
    std::vector<Action> legal;
    if (o.fold) legal.push_back(Action::FOLD);
    if (o.check) legal.insert(legal.end(), 3, Action::CHECK);
    if (o.call) legal.insert(legal.end(), 3, Action::CALL);
    if (o.bet) legal.push_back(Action::BET);
    if (o.raise) legal.push_back(Action::RAISE);
    if (o.all_in && chance(20)) legal.push_back(Action::ALL_IN);
    const Action action =
        legal[static_cast<std::size_t>(number(0, static_cast<std::int64_t>(legal.size()) - 1))];
    const bool sized = action == Action::BET || action == Action::RAISE;
    const Error e = r_.act(id, action, sized ? Chips{number(o.min_to.v, o.max_to.v)} : Chips{});
    r_.expect(e == Error::NONE, "a legal action was refused: " + std::string(to_string(e)));
  }
  void other_table_commands() {
    const TableId* at = some_table();
    if (!at) return;
    const UserId user = somebody();
    if (chance(50))
      r_.give(room::TableCall{*at, PostBlind{user}});
    else
      r_.give(room::TableCall{*at, ShowCards{user}});
  }

  /// With all plans counted as carried out, the tables are within one, unless a leaver has still to go.
  void check_even() {
    const GameState& g = r_.room.game;
    if (g.status != GameStatus::ACTIVE || g.stopping != Stopping::NO) return;
    const bool leaver =
        std::any_of(g.players.begin(), g.players.end(), [](auto& p) { return p.second.leaving; });
    int least = 99, most = 0;
    for (const auto& [id, entry] : g.tables) {
      r_.expect(!entry.occupied.empty(), "an empty table is kept");
      if (!entry.closing)
        least = std::min(least, effective_size(entry)), most = std::max(most, effective_size(entry));
    }
    r_.expect(leaver || most - least <= 1, "not even");
  }
  /// Nobody comes or goes any more: all plans are carried out, and no other follows.
  void calm_down() {
    r_.game(StartGame{});
    for (int i = 0; i < 20 && r_.room.game.stopping != Stopping::NO; ++i) r_.end_hands(), r_.pass(20'000);
    r_.game(ResumeGame{});
    if (r_.room.game.status != GameStatus::ACTIVE) return;
    // Long enough for every grace period, every leaver and everybody who is away.
    for (const auto& [user, p] : GameState(r_.room.game).players)
      if (p.registered) r_.give(Reconnected{user}), r_.give(SitIn{user});
    for (int i = 0; i < 60; ++i) r_.end_hands(), r_.pass(12'000);
    const GameState& g = r_.room.game;
    const auto roster = [&] {
      std::vector<std::pair<UserId, TableId>> all;
      for (const auto& [user, p] : g.players)
        if (p.registered) all.emplace_back(user, p.table);
      return all;
    };
    const auto before = roster();
    const std::size_t moved = r_.all<PlayerMoved>().size(), left = r_.all<PlayerLeft>().size();
    for (int i = 0; i < 20; ++i) r_.end_hands(), r_.pass(12'000);
    if (r_.all<PlayerLeft>().size() == left) {
      r_.expect(r_.all<PlayerMoved>().size() == moved && roster() == before,
                "moves without arrivals or departures");
      r_.expect(g.moves.empty(), "a plan that is never carried out");
      const auto sizes = r_.sizes();
      r_.expect(sizes.empty() || sizes.back() - sizes.front() <= 1, "not balanced within one");
      const auto seats = static_cast<std::size_t>(g.settings.number_of_seats);
      r_.expect(r_.room.tables.size() == (before.size() + seats - 1) / seats, "tables too many or too few");
    }
  }
  void end() {
    r_.game(EndGame{});
    for (int i = 0; i < 20 && r_.room.game.status != GameStatus::COMPLETED; ++i)
      r_.end_hands(), r_.pass(20'000);
    r_.expect(r_.room.game.status == GameStatus::COMPLETED, "not completed");
    r_.expect(r_.room.tables.empty(), "a table outlived the game");
    r_.expect(!room::next_deadline(r_.room).set(), "a deadline after the end");
    Chips raked;
    for (const HandComplete& e : r_.all<HandComplete>()) raked += e.rake;
    r_.expect(r_.room.bank.rake() == raked, "the game has not booked what was raked");
  }

  std::mt19937_64 random_;
  std::int64_t people_ = 0;
  RoomUnderTest r_;
};

TEST(RoomProperty, RandomRooms) {
  Totals totals;
  for (std::uint64_t seed = 1; seed <= kRooms; ++seed) {
    RandomRoom room(seed);
    room.play(totals);
    ASSERT_EQ(room.errors(), std::vector<std::string>{}) << "seed " << seed;
  }
  std::cout << kRooms << " rooms: " << totals.hands << " hands, " << totals.showdowns << " showdowns, "
            << totals.moves << " moves, " << totals.merges << " tables removed, " << totals.pauses
            << " pauses, at most " << totals.tables << " tables\n";
  EXPECT_GT(totals.hands, 50u * kRooms);
  EXPECT_GT(totals.moves, 10u * kRooms);
  EXPECT_GT(totals.pauses, 0u);
  EXPECT_GT(totals.raked, kRooms / 4u);
  EXPECT_GE(totals.tables, 8u);
}

}  // namespace
}  // namespace cardroom::fake
