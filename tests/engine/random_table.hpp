#pragma once
#include <gtest/gtest.h>

#include <random>

#include "engine/betting.hpp"
#include "engine/digest.hpp"
#include "engine/replay.hpp"
#include "engine/seats.hpp"
#include "engine/shuffle.hpp"
#include "engine/table.hpp"

// Random tables play random hands: uneven stacks, antes, all house rules, players who come, go, rebuy, sit
// out, disconnect and are moved, with and without rake. In every state the rules about who may do what are
// checked from outside.
namespace cardroom {

inline constexpr int kMostActionsPerHand = 2'000;
inline constexpr Action kActions[] = {Action::FOLD, Action::CHECK, Action::CALL,
                                      Action::BET,  Action::RAISE, Action::ALL_IN};

/// A step as it was taken, and whether it dealt a hand.
struct Logged {
  table::Record record;
  bool dealt = false;
};

class RandomTable {
 public:
  explicit RandomTable(std::uint64_t seed) : random_(seed) {
    settings_ = random_settings();
    t_ = table::init(settings_, TableId("t"));
  }

  /// Plays `hands` hands; returns how many began.
  int play(int hands) {
    for (int i = 0; i < t_.seat_count; ++i)
      if (chance(70)) join(i);
    send(SetTableStatus{TableStatus::PLAYING, GameStatus::ACTIVE});
    while (hands_ < hands && !::testing::Test::HasFailure()) step();
    // Whatever is going on ends when everybody just checks or folds.
    const HandNumber last = hand_;
    for (int n = 0; is_betting(t_.phase) && t_.hand == last && n < kMostActionsPerHand; ++n) passive();
    EXPECT_FALSE(is_betting(t_.phase) && t_.hand == last);
    return hands_;
  }

  const Settings& settings() const { return settings_; }
  const std::vector<Logged>& log() const { return log_; }
  Chips rake() const { return rake_; }  ///< of all hands

  /// The same commands on a fresh table make the same states, with seeds only where hands are dealt.
  void replay() const {
    TableState twin = table::init(settings_, TableId("t"));
    for (Logged entry : log_) {
      TableOutput out;
      if (!entry.dealt) entry.record.input.seed = {};
      ASSERT_EQ(table::retake(settings_, twin, entry.record, out), Divergence::NONE)
          << "version " << twin.version.v;
    }
    ASSERT_EQ(twin, t_);
  }

 private:
  std::int64_t number(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  bool chance(int percent) { return number(1, 100) <= percent; }

  Settings random_settings() {
    Settings s;
    s.game_id = GameId("g");
    s.number_of_seats = static_cast<std::int32_t>(number(2, 10));
    s.big_blind = {number(1, 20)};
    s.small_blind = {number(1, s.big_blind.v)};
    if (chance(40)) s.ante = {number(1, s.big_blind.v)};
    s.min_buy_in = {1};
    s.max_buy_in = s.big_blind * number(1, 300);
    s.action_time = seconds(number(1, 20));
    s.time_bank = seconds(number(0, 30));
    s.review_hand_time = seconds(chance(50) ? 0 : 8);
    s.next_hand_delay = seconds(chance(50) ? 0 : 2);
    s.max_timeouts = static_cast<std::int32_t>(number(1, 3));
    s.allow_post_to_play = chance(80);
    s.require_missed_blind_post = chance(50);
    s.min_raise = chance(50) ? MinRaise::LAST_RAISE : MinRaise::DOUBLE;
    s.reopen = chance(50) ? Reopen::CUMULATIVE : Reopen::SINGLE;
    s.open_fold = chance(50);
    s.heads_up_transition =
        chance(50) ? HeadsUpTransition::BIG_BLIND_STAYS : HeadsUpTransition::BIG_BLIND_MOVES;
    s.auto_muck = chance(50);
    if (chance(50)) s.rake_percent = static_cast<std::int32_t>(chance(20) ? 100 : number(1, 20));
    if (chance(50)) s.rake_cap = {number(0, s.big_blind.v * 3)};
    for (std::int64_t n = chance(50) ? number(1, 9) : 0; n > 0; --n)
      s.rake_caps.push_back({number(0, s.big_blind.v * 3)});
    s = with_defaults(s);
    EXPECT_EQ(check(s).key, "");
    return s;
  }

  Chips random_buy_in() {
    return {chance(12) ? number(1, std::min<std::int64_t>(settings_.max_buy_in.v, 12))
                       : number(1, settings_.max_buy_in.v)};
  }

  /// Applies the command unless it is refused; checks what must hold after every step.
  bool send(const TableCommand& command) {
    const Input input{now_, derive(Seed{}, random_()), {}, random_() % 16 == 0};
    if (table::verify(settings_, t_, command, input) != Error::NONE) return false;
    const Version before = t_.version;
    TableOutput out;
    table::apply(settings_, t_, command, input, out);
    log_.push_back({{t_.version, command, input, digest(t_)}, table::deals(out)});
    EXPECT_EQ(t_.version, before.next());
    for (const TableNotice& notice : out.notices) {
      if (const auto* c = std::get_if<ChipsOut>(&notice)) owed_.push_back(*c);
      const auto* applied = std::get_if<Applied>(&notice);
      if (!applied || applied->error != Error::NONE) continue;
      if (const auto* c = std::get_if<SeatPlayer>(&command)) chips_ += c->carried.chips;
      if (const auto* c = std::get_if<AddChips>(&command)) chips_ += c->amount;
    }
    if (const auto* c = std::get_if<Acknowledge>(&command)) book(c->out);
    for (const TableEvent& event : out.events) std::visit([&](const auto& e) { note(e); }, event);
    check_state();
    return true;
  }

  void book(Sequence out) {
    std::erase_if(owed_, [&](const ChipsOut& c) {
      if (c.out > out) return false;
      chips_ -= c.carried.chips;
      return true;
    });
  }

  void note(const HandStarted& e) {
    EXPECT_EQ(e.hand_number, hand_.next());
    hand_ = e.hand_number;
    dealt_in_ = e.dealt_in.count();
    flop_ = false;
    actions_ = 0;
    ++hands_;
    SeenCards seen;
    for (const Card card : t_.deck) seen.add(card);
    EXPECT_EQ(seen.count, kDeckSize);
    EXPECT_GE(e.dealt_in.count(), 2);
  }
  void note(const PlayerActed&) { EXPECT_LT(++actions_, kMostActionsPerHand); }
  void note(const HandComplete& e) {
    Chips net;
    for (const SeatResult& r : e.results) net += r.net_chips;
    EXPECT_EQ(net + e.rake, Chips{0});
    EXPECT_EQ(e.hand_number, hand_);
    check_rake(e.rake);
  }
  void note(const CommunityCardsDealt&) { flop_ = true; }
  void note(const BettingRoundComplete& e) {
    pots_ = {};
    for (const Pot& pot : e.pots) pots_ += pot.amount;
  }
  template <class E>
  void note(const E&) {}

  /// Percent and caps of the last pots, uncalled bets not counted; nothing without a flop.
  void check_rake(Chips rake) {
    EXPECT_GE(rake, Chips{0});
    EXPECT_LE(rake.v * 100, pots_.v * settings_.rake_percent);
    if (!flop_) {
      EXPECT_EQ(rake, Chips{0});
      return;
    }
    std::vector<Chips> caps{settings_.rake_cap};
    const RakeCaps& by_players = settings_.rake_caps;
    if (!by_players.empty())
      caps.push_back(by_players[std::min<std::size_t>(by_players.size(), dealt_in_ - 1u) - 1]);
    bool capped = false;
    for (const Chips cap : caps) {
      if (cap == Chips{0}) continue;
      EXPECT_LE(rake, cap);
      capped = capped || rake == cap;
    }
    EXPECT_TRUE(capped || (rake.v + 1) * 100 > pots_.v * settings_.rake_percent) << "too little";
    rake_ += rake;
  }

  struct SeenCards {
    std::uint64_t bits = 0;
    int count = 0;
    void add(Card card) {
      EXPECT_TRUE(card.set());
      EXPECT_FALSE(bits >> card.v & 1u) << "twice: " << to_string(card);
      bits |= std::uint64_t{1} << card.v;
      ++count;
    }
  };

  /// The table would say again just what is not acknowledged, in the order of the numbers; no rake is at a
  /// table that everybody has left.
  void check_notices() {
    std::vector<TableNotice> again;
    table::owed(t_, again);
    std::size_t n = 0;
    for (const TableNotice& notice : again) {
      const auto* out = std::get_if<ChipsOut>(&notice);
      if (!out) continue;
      ASSERT_LT(n, owed_.size());
      ASSERT_EQ(out->out, owed_[n].out);
      ASSERT_EQ(out->reason, owed_[n].reason);
      ASSERT_EQ(out->carried.chips, owed_[n++].carried.chips);
    }
    ASSERT_EQ(n, owed_.size());
    const SeatMask players =
        seats_where(t_, [](const Seat& s) { return !s.user.empty() && s.player != PlayerStatus::OUT; });
    ASSERT_TRUE(!players.empty() || t_.rake == Chips{0});
  }

  void check_state() {
    check_notices();
    ASSERT_EQ(chips_at(t_), chips_);
    for (const Seat& s : t_.seats) {
      ASSERT_GE(s.stack, Chips{0});
      ASSERT_GE(s.street, Chips{0});
    }
    ASSERT_EQ(is_betting(t_.phase), t_.to_act.set());
    if (!t_.to_act.set()) return;
    ASSERT_EQ(t_.seats[t_.to_act.v].status, SeatStatus::ACTIVE);
    ASSERT_EQ(t_.in_hand, seats_where(t_, [](const Seat& s) {
                            return s.status == SeatStatus::ACTIVE || s.status == SeatStatus::ALL_IN;
                          }) & t_.dealt);
    ASSERT_EQ(t_.can_act,
              seats_where(t_, [](const Seat& s) { return s.status == SeatStatus::ACTIVE; }) & t_.dealt);
    SeenCards seen;
    for_each(t_.dealt, [&](int i) {
      for (const Card card : hole_cards(t_, i)) seen.add(card);
    });
    for (const Card card : board(t_)) seen.add(card);
    check_choices();
  }

  Error verify(const UserId& user, Action action, Chips amount, HandNumber hand, Turn turn) const {
    return table::verify(settings_, t_, PlayerActionCommand{user, action, amount, hand, turn},
                         {now_, {}, {}});
  }

  /// Listed actions are accepted, all others refused; and nothing changes.
  void check_choices() {
    const int seat = t_.to_act.v;
    const UserId user = t_.seats[seat].user;
    const betting::Options o = betting::options(settings_, t_, seat);
    const bool listed[] = {o.fold, o.check, o.call, o.bet, o.raise, o.all_in};
    const TableState before = t_;
    ASSERT_TRUE(o.fold || o.check);
    for (int n = 0; n < 6; ++n) {
      const Action action = kActions[n];
      const bool sized = action == Action::BET || action == Action::RAISE;
      const Chips least = sized ? o.min_to : Chips{}, most = sized ? o.max_to : Chips{};
      for (const Chips amount : {least, most}) {
        ASSERT_EQ(verify(user, action, amount, t_.hand, t_.turn) == Error::NONE, listed[n]) << n;
        if (listed[n]) check_outcome(user, action, amount);
      }
      if (sized && listed[n]) {
        ASSERT_LE(least, most);
        ASSERT_EQ(verify(user, action, least - Chips{1}, t_.hand, t_.turn), Error::AMOUNT_TOO_SMALL);
        ASSERT_EQ(verify(user, action, most + Chips{1}, t_.hand, t_.turn), Error::AMOUNT_TOO_LARGE);
      }
      for (const Seat& other : t_.seats)
        if (!other.user.empty() && other.user != user) {
          ASSERT_EQ(verify(other.user, action, least, t_.hand, t_.turn), Error::NOT_YOUR_TURN);
        }
      const HandNumber old_hand{t_.hand.v - 1};
      if (old_hand.v > 0) {
        ASSERT_EQ(verify(user, action, least, old_hand, t_.turn), Error::STALE_ACTION);
      }
      const Turn old_turn{t_.turn.v - 1};
      if (old_turn.v > 0) {
        ASSERT_EQ(verify(user, action, least, t_.hand, old_turn), Error::STALE_ACTION);
      }
    }
    ASSERT_EQ(verify(UserId("stranger"), Action::FOLD, {}, t_.hand, t_.turn), Error::NOT_SEATED);
    ASSERT_EQ(t_, before);
  }

  /// What an accepted action makes of a copy.
  void check_outcome(const UserId& user, Action action, Chips amount) {
    TableState copy = t_;
    TableOutput out;
    table::apply(settings_, copy, PlayerActionCommand{user, action, amount, t_.hand, t_.turn},
                 {now_, derive(Seed{}, 1), {}}, out);
    ASSERT_EQ(chips_at(copy), chips_);
    ASSERT_NE(copy.turn == t_.turn && is_betting(copy.phase), true) << "the turn has passed";
  }

  void act(Action action, Chips amount) {
    const UserId user = t_.seats[t_.to_act.v].user;
    EXPECT_TRUE(send(PlayerActionCommand{user, action, amount, t_.hand, t_.turn}));
  }
  void passive() {
    const bool free = betting::options(settings_, t_, t_.to_act.v).check;
    act(free ? Action::CHECK : Action::FOLD, {});
  }

  void random_action() {
    const betting::Options o = betting::options(settings_, t_, t_.to_act.v);
    if ((o.bet || o.raise) && chance(25)) {
      const Chips to = chance(30)  ? o.min_to
                       : chance(8) ? o.max_to
                                   : Chips{number(o.min_to.v, std::min(o.max_to.v, o.min_to.v * 4))};
      return act(o.bet ? Action::BET : Action::RAISE, std::min(to, o.max_to));
    }
    if (o.all_in && chance(5)) return act(Action::ALL_IN, {});
    if (o.check) return act(o.fold && chance(2) ? Action::FOLD : Action::CHECK, {});
    act(chance(20) ? Action::FOLD : Action::CALL, {});
  }

  void join(int seat) {
    Carried carried;
    carried.chips = chance(90) ? random_buy_in() : Chips{};
    carried.time_bank = static_cast<std::int32_t>(number(0, settings_.time_bank.ms));
    carried.connected = chance(90);
    if (chance(10)) carried.player = PlayerStatus::SITTING_OUT;
    const UserId user(std::string(1, static_cast<char>('a' + number(0, 19))));
    send(SeatPlayer{t_.in.next(), user, {static_cast<std::int8_t>(seat)}, carried});
  }

  /// Something beside the hand, often enough refused.
  void disturb() {
    const int seat = static_cast<int>(number(0, t_.seat_count - 1));
    const SeatIndex index{static_cast<std::int8_t>(seat)};
    const UserId user = t_.seats[seat].user;
    switch (number(0, 13)) {
      case 0:
      case 1:
        return join(seat);
      case 2:
      case 3:
      case 4:
        send(AddChips{t_.in.next(), user, random_buy_in(), settings_.min_buy_in, settings_.max_buy_in});
        return;
      case 5:
        send(LeaveGame{user});
        return;
      case 6:
        send(SitOut{user});
        return;
      case 7:
        send(SitIn{user});
        return;
      case 8:
        if (chance(3))
          send(AllDisconnected{});
        else
          send(SetConnection{user, chance(60)});
        return;
      case 9:
        send(PostBlind{user});
        return;
      case 10:
        send(ShowCards{user});
        return;
      case 11: {
        const Chips amount =
            chance(50) ? betting::options(settings_, t_, seat).call_amount : Chips{number(0, 200)};
        send(PlayerIntent{user, static_cast<Intent>(number(0, 6)), amount, t_.hand, t_.phase});
        return;
      }
      case 12:
        if (chance(50))
          send(ReserveSeat{index});
        else
          send(ReleaseSeat{index});
        return;
      default:
        if (chance(5)) {
          send(VoidHand{});
        } else if (chance(50)) {
          send(MoveOut{{++moves_}});
        } else {
          send(CancelMove{{moves_}});
        }
    }
  }

  /// Keeps the table populated: free seats are taken, the broke buy in, those who sit out come back.
  void populate() {
    populated_ = hand_;
    for (int i = 0; i < t_.seat_count; ++i) {
      const Seat& s = t_.seats[i];
      if (s.status == SeatStatus::EMPTY && chance(crowd_)) join(i);
      if (s.player == PlayerStatus::BUYING_IN && chance(80))
        send(AddChips{t_.in.next(), s.user, random_buy_in(), settings_.min_buy_in, settings_.max_buy_in});
      if (s.player == PlayerStatus::SITTING_OUT && chance(30)) send(SitIn{s.user});
      if (!s.user.empty() && !s.connected && chance(30)) send(SetConnection{s.user, true});
      if (s.must_post_blind && chance(50)) send(PostBlind{s.user});
    }
  }

  void step() {
    if (hand_ != populated_ || t_.phase == HandPhase::PREDEAL) populate();
    if (!owed_.empty() && chance(50)) send(Acknowledge{owed_.front().out});
    if (chance(t_.to_act.set() ? 8 : 40)) disturb();
    if (t_.to_act.set() && chance(95)) return random_action();
    const Instant due = table::next_deadline(settings_, t_);
    if (!due.set()) return disturb();
    now_ = std::max(now_, due);
    EXPECT_TRUE(send(Wake{}));
  }

  std::mt19937_64 random_;
  Settings settings_;
  TableState t_;
  Instant now_{1'000'000};
  Chips chips_;
  std::vector<ChipsOut> owed_;
  std::vector<Logged> log_;
  HandNumber hand_;
  int hands_ = 0;
  int actions_ = 0;
  int dealt_in_ = 0;
  bool flop_ = false;
  Chips pots_, rake_;
  std::uint32_t moves_ = 0;
  HandNumber populated_;
  const std::int64_t crowd_ = number(2, 60);  ///< chance that a free seat is taken before a hand
};

}  // namespace cardroom
