#include "actors/cluster/liveness.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <queue>
#include <random>

namespace cardroom::cluster {
namespace {

using Turn = OwnPulse::Turn;

TEST(OwnPulse, AnAcceptedJoinOpensAndTwoSecondsWithoutABeatHold) {
  OwnPulse pulse;
  EXPECT_EQ(pulse.state(), NodeState::JOINING);
  EXPECT_TRUE(pulse.due({1'000}));
  pulse.sent({1'000});
  EXPECT_FALSE(pulse.due({1'499}));
  EXPECT_EQ(pulse.next(), Moment{1'500});
  EXPECT_FALSE(pulse.may_act({1'010}));
  EXPECT_EQ(pulse.accepted({1'000}, {1'010}), Turn::OPENED);
  EXPECT_TRUE(pulse.due({1'500}));
  for (std::int64_t at = 1'500; at <= 3'000; at += 500) pulse.sent({at});
  EXPECT_EQ(pulse.next(), Moment{3'000}) << "the end of the beat that was accepted, not of an answer";
  EXPECT_TRUE(pulse.may_act({2'999}));
  EXPECT_FALSE(pulse.may_act({3'000})) << "whether or not anybody told it the time";
  EXPECT_EQ(pulse.on_time({2'999}), Turn::NONE);
  EXPECT_EQ(pulse.on_time({3'000}), Turn::HELD);
  EXPECT_EQ(pulse.on_time({3'001}), Turn::NONE);
}

TEST(OwnPulse, ALateAnswerCountsFromWhenItWasSent) {
  OwnPulse pulse;
  pulse.sent({0});
  EXPECT_EQ(pulse.accepted({0}, {2'000}), Turn::NONE) << "a join that says nothing of now";
  EXPECT_EQ(pulse.state(), NodeState::JOINING);
  EXPECT_EQ(pulse.accepted({2'000}, {2'100}), Turn::OPENED);
  EXPECT_EQ(pulse.accepted({2'500}, {4'400}), Turn::NONE);
  EXPECT_EQ(pulse.accepted({2'100}, {4'400}), Turn::NONE) << "an older one takes nothing away";
  EXPECT_TRUE(pulse.may_act({4'499}));
  EXPECT_EQ(pulse.accepted({2'500}, {4'500}), Turn::HELD) << "it was told of the time by an answer";
  EXPECT_EQ(pulse.accepted({2'600}, {4'600}), Turn::NONE);
  EXPECT_EQ(pulse.accepted({4'500}, {4'700}), Turn::RESUMED);
}

TEST(OwnPulse, OneThatIsRefusedJoinsAnew) {
  OwnPulse pulse;
  pulse.sent({0});
  pulse.accepted({0}, {1});
  EXPECT_EQ(pulse.refused(), Turn::OUT);
  EXPECT_EQ(pulse.refused(), Turn::NONE);
  EXPECT_EQ(pulse.accepted({2}, {3}), Turn::NONE) << "dead is dead";
  EXPECT_EQ(pulse.on_time({5'000}), Turn::NONE);
  EXPECT_FALSE(pulse.due({5'000}));
  EXPECT_FALSE(pulse.next());
  pulse.rejoin();
  EXPECT_EQ(pulse.state(), NodeState::JOINING);
  EXPECT_TRUE(pulse.due({5'000}));
  EXPECT_EQ(pulse.accepted({5'000}, {5'001}), Turn::OPENED);
}

const Incarnation kA{"a"}, kB{"b"};

/// Polls answered after 10 ms, by which `a` beats and `b` does not.
struct WatchTest : ::testing::Test {
  std::vector<Observer::Silent> poll(std::int64_t at) {
    return watch.polled({at}, {at + 10}, {{kA, {static_cast<std::uint64_t>(at)}}, {kB, {7}}});
  }
  /// The first moment at which `b` is silent.
  std::int64_t silent_at(std::int64_t from, std::int64_t step = 250) {
    for (std::int64_t at = from; at < from + 60'000; at += step)
      if (const auto silent = poll(at); !silent.empty()) {
        EXPECT_EQ(silent, (std::vector<Observer::Silent>{{kB, {7}}}));
        return at;
      }
    return -1;
  }
  Observer watch;
};

TEST_F(WatchTest, ABeatThatStaysTheSameForThreeSecondsIsSilent) { EXPECT_EQ(silent_at(0), 3'250); }

TEST_F(WatchTest, ALinkThatIsDownHalvesIt) {
  for (std::int64_t at = 0; at < 10'000; at += 250)
    watch.polled({at}, {at + 10}, {{kB, {static_cast<std::uint64_t>(at)}}});
  watch.link_down(kB);
  EXPECT_EQ(silent_at(10'000), 11'750);
  watch.link_up(kB);
  EXPECT_TRUE(poll(12'000).empty());
  EXPECT_EQ(silent_at(12'250), 13'250);
}

TEST_F(WatchTest, AnOutageIsNobodysSilence) {
  EXPECT_EQ(silent_at(0), 3'250);
  watch.failed({3'500});
  EXPECT_EQ(silent_at(3'750), 7'000) << "a poll that failed";
  EXPECT_TRUE(watch.polled({7'250}, {7'751}, {{kB, {7}}}).empty()) << "slow";
  EXPECT_EQ(silent_at(7'800), 11'050);
  EXPECT_TRUE(poll(12'051).empty()) << "the observer stood still";
  EXPECT_EQ(silent_at(12'300), 15'300);
  EXPECT_EQ(silent_at(16'500, 1'001), -1) << "it sees too seldom";
}

TEST_F(WatchTest, AnHourWithoutTheStoreKillsNobody) {
  silent_at(0);
  for (std::int64_t at = 4'000; at < 3'600'000; at += 250) watch.failed({at});
  EXPECT_EQ(silent_at(3'600'000), 3'603'250);
}

TEST_F(WatchTest, WhoIsGoneIsForgotten) {
  silent_at(0);
  EXPECT_TRUE(watch.polled({3'500}, {3'501}, {{kA, {1}}}).empty());
  EXPECT_EQ(silent_at(3'750), 7'000) << "seen for the first time again";
}

/// A store that stands still, loses connections or refuses, several nodes and two observers who stand still
/// themselves at times; as events in the order of their moments.
class History {
 public:
  explicit History(std::uint64_t seed) : random_(seed), calm_(below(3) == 0) {
    for (int i = 0; i < 4; ++i) nodes_.push_back({{"n" + std::to_string(i)}});
    for (std::size_t i = 0; i < nodes_.size(); ++i) at(below(500), [this, i] { beat(i); });
    for (std::size_t i = 0; i < 2; ++i) at(below(250), [this, i] { poll(i); });
    for (int i = 0; i < 10; ++i) at(below(40'000), [this] { turn_link(); });
    if (!calm_) at(below(15'000), [this] { trouble(); });
    at(below(20'000), [this] { nodes_[0].ended = true, stopped_ = now_; });
  }

  /// Runs for half a minute.
  void run() {
    while (!events_.empty() && events_.top().at < 40'000) {
      auto event = events_.top();
      events_.pop();
      now_ = event.at;
      event.act();
    }
  }
  std::optional<std::int64_t> stopped() const { return stopped_; }
  std::optional<std::int64_t> found() const { return found_; }
  bool calm() const { return calm_; }
  int wrong() const { return wrong_; }
  int troubles() const { return troubles_; }

 private:
  struct Event {
    std::int64_t at, order;
    std::function<void()> act;
    bool operator<(const Event& o) const { return std::tie(at, order) > std::tie(o.at, o.order); }
  };
  struct Node {
    Incarnation name;
    std::uint64_t beat = 1;
    bool ended = false;
  };

  std::int64_t below(std::int64_t limit) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(limit));
  }
  void at(std::int64_t delay, std::function<void()> act) {
    events_.push({now_ + delay, order_++, std::move(act)});
  }
  std::int64_t latency() { return 1 + below(below(20) == 0 ? 400 : 20); }
  /// When the store does what reaches it now: at once, or when it moves again.
  std::int64_t stood() const { return std::max<std::int64_t>(0, frozen_until_ - now_); }

  void beat(std::size_t i) {
    if (nodes_[i].ended) return;
    if (now_ < away_until_) {  // it connects anew within a second
      at(away_until_ - now_ + below(1'000), [this, i] { beat(i); });
      return;
    }
    at(stood() + latency(), [this, i] { nodes_[i].beat += refuses() ? 0 : 1; });
    at(stood() + 500, [this, i] { beat(i); });
  }
  bool refuses() const { return now_ < refuses_until_; }

  void poll(std::size_t i) {
    const std::int64_t sent = now_;
    if (now_ < away_until_ || (!calm_ && below(50) == 0)) {
      watches_[i].failed({sent});
    } else {
      at(stood() + latency(), [this, i, sent] {
        if (now_ < away_until_ || refuses()) return watches_[i].failed({sent});
        std::map<Incarnation, Beat> beats;
        for (const Node& node : nodes_) beats[node.name] = {node.beat};
        at(latency(), [this, i, sent, beats] { judge(i, sent, beats); });
      });
    }
    // Now and then the observer stands still.
    const bool still = !calm_ && below(100) == 0;
    troubles_ += still ? 1 : 0;
    at(still ? 500 + below(8'000) : 250, [this, i] { poll(i); });
  }

  void judge(std::size_t i, std::int64_t sent, const std::map<Incarnation, Beat>& beats) {
    for (const auto& silent : watches_[i].polled({sent}, {now_}, beats)) {
      if (silent.incarnation != nodes_[0].name || !nodes_[0].ended)
        ++wrong_;
      else if (!found_)
        found_ = now_;
    }
  }

  /// Links of those who live are lost as well.
  void turn_link() {
    Observer& watch = watches_[below(2)];
    const Incarnation& peer = nodes_[static_cast<std::size_t>(below(4))].name;
    below(3) == 0 ? watch.link_up(peer) : watch.link_down(peer);
  }

  void trouble() {
    ++troubles_;
    const std::int64_t span = below(3) == 0 ? 3'500 : 200 + below(12'000);
    auto& until = *std::array{&away_until_, &frozen_until_, &refuses_until_}[random_() % 3];
    until = now_ + span;
    at(span + below(6'000), [this] { trouble(); });
  }

  std::mt19937_64 random_;
  bool calm_;  ///< the store and the observers are well all the time
  std::priority_queue<Event> events_;
  std::int64_t now_ = 0, order_ = 0, away_until_ = 0, frozen_until_ = 0, refuses_until_ = 0;
  std::vector<Node> nodes_;
  Observer watches_[2];
  std::optional<std::int64_t> stopped_, found_;
  int wrong_ = 0, troubles_ = 0;
};

TEST(LivenessHistory, WhoBeatsIsNeverDeadAndWhoStopsIsSoon) {
  int calm = 0, troubles = 0, found = 0;
  for (std::uint64_t seed = 0; seed < 3'000 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    History history(seed);
    history.run();
    EXPECT_EQ(history.wrong(), 0);
    troubles += history.troubles();
    found += history.found().has_value();
    if (!history.calm()) continue;
    ++calm;
    ASSERT_TRUE(history.found());
    EXPECT_LE(*history.found() - *history.stopped(), 4'000);
  }
  EXPECT_GT(calm, 500);
  EXPECT_GT(troubles, 3'000);
  EXPECT_GT(found, 1'000);
}

}  // namespace
}  // namespace cardroom::cluster
