#pragma once
#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "actors/protocol/frame.hpp"
#include "daemon/cardroom-bots/random.hpp"
#include "daemon/cardroom-bots/tally.hpp"
#include "daemon/gateway/pace.hpp"

namespace cardroom::bots {

/// What all bots have in common.
struct Plan {
  std::string game;
  unsigned restless = 5;  ///< after so many of 1,000 hands a bot sits out or leaves for a while
  std::chrono::milliseconds rest{2000};  ///< how long about
  // Learnt from the lobby:
  Chips min_buy_in{0}, max_buy_in{0};
};

/// Who a bot is: the name, and the token once it has one.
struct Identity {
  std::string name;
  std::string token;
};

/// One player: says hello, registers, buys in, plays, rebuys, rests, comes back. Knows neither sockets nor
/// clocks.
class Bot {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Alarm : std::uint8_t { TURN, CHORE };
  enum class Return : std::uint8_t { SAME, AS_NEW };

  /// What the program does for its bot.
  class Host {
   public:
    virtual ~Host() = default;
    virtual void send(std::string text) = 0;
    /// Calls `on_alarm(which)` once, replacing an earlier wish of that kind; 0 = at once, within this call.
    virtual void set_alarm(Alarm which, std::chrono::microseconds after) = 0;
    /// How long to think about the next action.
    virtual std::chrono::microseconds thinking() = 0;
    virtual void logged_in(const Identity& identity) = 0;
    /// Closes the connection and comes back, as the same player or as a new one (`on_open` with that
    /// identity).
    virtual void come_back(Return as) = 0;
    /// The daemon stops: the next connection goes to one of these.
    virtual void go_to(const std::vector<std::string>& urls) = 0;
    virtual Clock::time_point now() = 0;
  };

  /// `first_id`: above all numbers that commands of this player ever had.
  Bot(Host& host, Plan& plan, Tally& tally, std::uint64_t seed, std::uint64_t first_id)
      : host_(host), plan_(plan), tally_(tally), random_(seed), next_id_(first_id) {}

  void on_open(const Identity& identity);
  void on_text(std::string_view text);
  void on_alarm(Alarm which);
  void on_close();
  /// No further actions; `busy` tells when the last one is answered.
  void stop() { stopping_ = true; }
  bool stopped() const { return stopping_; }
  bool busy() const;

 private:
  enum class Kind : std::uint8_t {
    LOG_IN,
    LIST,
    REGISTER,
    BUY_IN,
    ACT,
    SIT_OUT,
    SIT_IN,
    LEAVE,
    WATCH,
    HELLO
  };
  struct Waiting {
    std::uint64_t id = 0;
    Kind kind = Kind::HELLO;
    Clock::time_point sent;
  };
  struct Question {
    HandNumber hand;
    Turn turn;
    protocol::You you;
  };

  template <class T>
  void command(Kind kind, const T& c);
  bool waits_for(Kind kind) const;
  std::optional<Waiting> answered(std::uint64_t id);

  void on_frame(std::string_view text);
  void on_answer(const Waiting& command);
  void on_refusal(std::string_view text);
  void on_logged_in(std::string_view text);
  void on_seat(std::string_view text);
  void on_game_events(std::string_view text);
  void follow(const FrameParts& parts);
  void look_at_own_seat(const FrameParts& parts);
  void take_turn(const FrameParts& parts);
  void act();
  void buy_in();
  void maybe_rest();
  void later(Kind what, std::chrono::milliseconds after);

  Host& host_;
  Plan& plan_;
  Tally& tally_;
  Random random_;
  gateway::Pace pace_{40, 60};  ///< below what the daemon allows by default
  std::uint64_t next_id_;
  Identity identity_;
  std::string user_;
  std::vector<Waiting> waiting_;
  std::set<std::uint64_t> given_up_;  ///< sent over connections that ended; may still be answered
  std::optional<Kind> chore_;         ///< what the chore alarm is for
  std::string table_;
  int seat_ = -1;
  std::uint64_t epoch_ = 0, version_ = 0;  ///< of the table, 0 before the first frame
  std::optional<Question> question_;
  std::uint64_t asked_turn_ = 0;
  Chips left_with_{0};  ///< what the player last left the game with
  bool logged_in_ = false, resting_ = false, stopping_ = false;
};

}  // namespace cardroom::bots
