#include "daemon/cardroom-bots/fleet.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>

#include "daemon/cardroom-bots/identities.hpp"
#include "daemon/cardroom-bots/recorder.hpp"

namespace cardroom::bots {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using Clock = Bot::Clock;

constexpr auto kFirstBackOff = 500ms;
constexpr auto kLastBackOff = 15'000ms;
constexpr auto kStep = 10ms;  ///< in which bots are started
constexpr std::size_t kStartedAStep = 20;
constexpr auto kSaveEvery = 5s;
constexpr auto kFarewell = 2s;  ///< for the last answers

class Fleet;

/// A bot with its connection and its alarms.
class Member final : public Bot::Host {
 public:
  Member(Fleet& fleet, std::size_t number);

  void connect();
  void stop() { bot_.stop(); }
  void hang_up();
  bool busy() const { return online_ && bot_.busy(); }

  void send(std::string text) override;
  void set_alarm(Bot::Alarm which, std::chrono::microseconds after) override;
  std::chrono::microseconds thinking() override;
  void logged_in(const Identity& identity) override;
  void come_back(Bot::Return as) override;
  void go_to(const std::vector<std::string>& urls) override;
  Clock::time_point now() override { return Clock::now(); }

 private:
  void on_closed();
  template <class F>
  void after(asio::steady_timer& timer, std::uint32_t& round, std::chrono::microseconds time, F&& f);

  Fleet& fleet_;
  const std::size_t number_;
  Bot bot_;
  std::shared_ptr<gateway::Client> client_;
  std::array<asio::steady_timer, 2> alarms_;
  asio::steady_timer back_off_timer_;
  std::array<std::uint32_t, 3> rounds_{};
  std::optional<gateway::ClientOptions> elsewhere_;  ///< where the daemon sent it
  std::chrono::milliseconds back_off_ = kFirstBackOff;
  bool online_ = false;
};

class Fleet {
 public:
  explicit Fleet(const FleetOptions& options)
      : options_(options), identities(options.seed, options.players), random(options.seed) {
    plan.game = options.game;
    plan.restless = options.restless;
  }

  std::variant<Report, std::string> run() {
    const auto address = gateway::resolve(options_.url.host);
    if (!address) return "There is no host " + options_.url.host + "; check --url.";
    connect_to.address = *address;
    connect_to.port = static_cast<std::uint16_t>(std::stoul(options_.url.port));
    connect_to.target = options_.url.target;
    connect_to.host = options_.url.host + ":" + options_.url.port;
    if (!options_.tokens.empty())
      if (auto wrong = identities.keep_in(options_.tokens)) return *wrong;
    if (!options_.record.empty() && !recorder.open(options_.record))
      return "Cannot write " + options_.record + "; name another file with --record.";

    signals_.async_wait([this](const auto& error, int) {
      if (!error) end();
    });
    start_some();
    save_now_and_then();
    if (options_.seconds > 0s) {
      end_timer_.expires_after(options_.seconds);
      end_timer_.async_wait([this](const auto& error) {
        if (!error) end();
      });
    }
    context.run();

    if (!identities.save()) return "Cannot write " + options_.tokens + "; name another file with --tokens.";
    if (!recorder.close()) return "Cannot write all of " + options_.record + "; is the disk full?";
    if (tally.counts.log_ins == 0)
      return "Nobody could log in at ws://" + connect_to.host + connect_to.target + "; does the daemon run?";
    Report report =
        tally.report(std::chrono::duration_cast<std::chrono::milliseconds>(ended_at_ - started_at_));
    report.players = options_.players;
    return report;
  }

  std::chrono::microseconds thinking() {
    std::chrono::microseconds time = options_.think > 0ms ? random.about(options_.think) : 0ms;
    if (options_.rate == 0) return time;
    const auto now = Clock::now();
    next_slot_ = std::max(next_slot_, now + time);
    time = std::chrono::duration_cast<std::chrono::microseconds>(next_slot_ - now);
    next_slot_ += std::chrono::nanoseconds(1s) / options_.rate;
    return time;
  }

  bool ending() const { return ending_; }

  asio::io_context context{1};
  gateway::ClientOptions connect_to;

 private:
  const FleetOptions& options_;

 public:
  Identities identities;
  Recorder recorder;
  Plan plan;
  Tally tally;
  Random random;

 private:
  void start_some() {
    for (std::size_t i = 0; i < kStartedAStep && members_.size() < options_.players; ++i) {
      members_.emplace_back(*this, members_.size());
      members_.back().connect();
    }
    if (members_.size() == options_.players) return;
    start_timer_.expires_after(kStep);
    start_timer_.async_wait([this](const auto& error) {
      if (!error && !ending_) start_some();
    });
  }

  void save_now_and_then() {
    save_timer_.expires_after(kSaveEvery);
    save_timer_.async_wait([this](const auto& error) {
      if (error || ending_) return;
      identities.save();
      save_now_and_then();
    });
  }

  void end() {
    ending_ = true;
    ended_at_ = Clock::now();
    for (auto* timer : {&start_timer_, &save_timer_, &end_timer_}) timer->cancel();
    signals_.cancel();
    for (Member& member : members_) member.stop();
    hang_up_when_quiet(ended_at_ + kFarewell);
  }

  void hang_up_when_quiet(Clock::time_point latest) {
    const bool busy = std::any_of(members_.begin(), members_.end(), [](const Member& m) { return m.busy(); });
    if (!busy || Clock::now() >= latest) {
      for (Member& member : members_) member.hang_up();
      return;
    }
    end_timer_.expires_after(kStep);
    end_timer_.async_wait([this, latest](const auto&) { hang_up_when_quiet(latest); });
  }

  std::deque<Member> members_;
  asio::steady_timer start_timer_{context}, save_timer_{context}, end_timer_{context};
  asio::signal_set signals_{context, SIGINT, SIGTERM};
  Clock::time_point started_at_ = Clock::now(), ended_at_, next_slot_;
  bool ending_ = false;
};

std::uint64_t unix_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

Member::Member(Fleet& fleet, std::size_t number)
    : fleet_(fleet),
      number_(number),
      bot_(*this, fleet.plan, fleet.tally, fleet.random.next(), unix_ms()),
      alarms_{asio::steady_timer(fleet.context), asio::steady_timer(fleet.context)},
      back_off_timer_(fleet.context) {}

void Member::connect() {
  gateway::ClientCalls calls;
  calls.opened = [this] {
    online_ = true;
    fleet_.recorder.write(number_, Way::OPENED, "");
    bot_.on_open(fleet_.identities.of(number_));
  };
  calls.received = [this](std::string_view text) {
    fleet_.recorder.write(number_, Way::RECEIVED, text);
    bot_.on_text(text);
  };
  calls.closed = [this](std::uint16_t, std::string_view) { on_closed(); };
  client_ =
      gateway::Client::connect(fleet_.context, elsewhere_.value_or(fleet_.connect_to), std::move(calls));
}

void Member::on_closed() {
  if (online_) fleet_.recorder.write(number_, Way::CLOSED, "");
  // Who is not there either sends nobody back.
  if (!online_) elsewhere_.reset();
  online_ = false;
  client_.reset();
  bot_.on_close();
  for (auto& alarm : alarms_) alarm.cancel();
  if (fleet_.ending() || bot_.stopped()) return;
  ++fleet_.tally.counts.reconnects;
  after(back_off_timer_, rounds_[2], back_off_, [this] {
    if (!fleet_.ending()) connect();
  });
  back_off_ = std::clamp<std::chrono::milliseconds>(back_off_ * 2, kFirstBackOff, kLastBackOff);
}

void Member::hang_up() {
  for (auto& alarm : alarms_) alarm.cancel();
  back_off_timer_.cancel();
  if (client_) client_->close();
}

void Member::send(std::string text) {
  fleet_.recorder.write(number_, Way::SENT, text);
  client_->send(std::move(text));
}

template <class F>
void Member::after(asio::steady_timer& timer, std::uint32_t& round, std::chrono::microseconds time, F&& f) {
  timer.expires_after(time);
  timer.async_wait([&round, now = ++round, f = std::forward<F>(f)](const auto& error) {
    // An alarm that was set anew may have been on its way already.
    if (!error && now == round) f();
  });
}

void Member::set_alarm(Bot::Alarm which, std::chrono::microseconds time) {
  const auto i = static_cast<std::size_t>(which);
  if (time > 0us) return after(alarms_[i], rounds_[i], time, [this, which] { bot_.on_alarm(which); });
  ++rounds_[i];
  bot_.on_alarm(which);
}

std::chrono::microseconds Member::thinking() { return fleet_.thinking(); }

void Member::logged_in(const Identity& identity) {
  fleet_.identities.set_token(number_, identity.token);
  back_off_ = kFirstBackOff;
}

void Member::go_to(const std::vector<std::string>& urls) {
  const auto url = gateway::WsUrl::parse(urls[fleet_.random.below(urls.size())]);
  const auto address = url ? gateway::resolve(url->host) : std::nullopt;
  if (!address) return;
  elsewhere_ = fleet_.connect_to;
  elsewhere_->address = *address;
  elsewhere_->port = static_cast<std::uint16_t>(std::stoul(url->port));
  elsewhere_->target = url->target;
  elsewhere_->host = url->host + ":" + url->port;
  back_off_ = 0ms;
}

void Member::come_back(Bot::Return as) {
  if (as == Bot::Return::AS_NEW) fleet_.identities.renew(number_);
  if (client_) client_->close();
}

}  // namespace

std::variant<Report, std::string> play(const FleetOptions& options) { return Fleet(options).run(); }

}  // namespace cardroom::bots
