#include <gtest/gtest.h>

#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/frame.hpp"
#include "actors/relay_actor.hpp"
#include "actors/relay_messages.hpp"
#include "tests/actors/room.hpp"

namespace cardroom::testing {
namespace {

struct Viewer : Outbox {
  Sent frame(std::shared_ptr<const std::string> head, std::string, ClientId) noexcept override {
    const bool snapshot = head->find("\"snapshot\":true") != std::string::npos;
    const auto at = head->find("\"version\":") + 10;
    seen.push_back((snapshot ? "snapshot " : "step ") + head->substr(at, head->find(',', at) - at));
    return gone ? Sent::CLOSED : Sent::QUEUED;
  }
  Sent message(std::string) noexcept override { return Sent::QUEUED; }
  void close(CloseReason) noexcept override {}

  std::vector<std::string> seen;
  bool gone = false;
};

using Seen = std::vector<std::string>;

class RelayTest : public ::testing::Test {
 protected:
  ~RelayTest() override {
    caf::anon_send(relay, StopRelay{});
    run();
  }
  void run() { scheduler.run(); }
  std::shared_ptr<Viewer> viewer(const std::string& user = "") {
    auto made = std::make_shared<Viewer>();
    caf::anon_send(relay, Watch{user.empty() ? UserId() : UserId(user), made});
    run();
    return made;
  }
  void publish(std::uint64_t version, bool snapshot, bool for_all = true) {
    auto frame = new_frame();
    frame->head.game_id = GameId("main");
    frame->head.table_id = TableId("main-t1");
    frame->head.previous = {snapshot ? 0 : version - 1};
    frame->head.version = {version};
    if (snapshot) frame->head.snapshot = true;
    frame->for_all = for_all;
    caf::anon_send(relay, FramePtr(std::move(frame)));
    run();
  }

  RoomConfig config;
  caf::actor_system system{config};
  caf::scheduler::test_coordinator& scheduler =
      dynamic_cast<caf::scheduler::test_coordinator&>(system.scheduler());
  RelayActor relay = spawn_relay(system);
};

TEST_F(RelayTest, ViewersBeginWithASnapshotWheneverTheyCome) {
  const auto early = viewer();
  publish(1, false);
  EXPECT_EQ(early->seen, Seen{}) << "a step says nothing to who has no state";
  publish(1, true, false);
  publish(2, false);
  EXPECT_EQ(early->seen, (Seen{"snapshot 1", "step 2"}));
  const auto late = viewer();
  publish(3, false);
  publish(3, true, false);
  publish(4, false);
  EXPECT_EQ(late->seen, (Seen{"snapshot 3", "step 4"}));
  EXPECT_EQ(early->seen, (Seen{"snapshot 1", "step 2", "step 3", "step 4"}));
}

TEST_F(RelayTest, ASnapshotForAllReachesAll) {
  const auto a = viewer(), b = viewer();
  publish(1, true, false);
  publish(7, true, true);
  EXPECT_EQ(a->seen, (Seen{"snapshot 1", "snapshot 7"}));
  EXPECT_EQ(b->seen, a->seen);
}

TEST_F(RelayTest, APlayersNewConnectionTakesThePlaceOfTheOld) {
  const auto old = viewer("ann");
  publish(1, true, false);
  const auto fresh = viewer("ann");
  publish(1, true, false);
  publish(2, false);
  EXPECT_EQ(old->seen, Seen{"snapshot 1"});
  EXPECT_EQ(fresh->seen, (Seen{"snapshot 1", "step 2"}));
}

TEST_F(RelayTest, WhoIsGoneIsForgotten) {
  const auto a = viewer();
  publish(1, true, false);
  a->gone = true;
  publish(2, false);
  publish(3, false);
  EXPECT_EQ(a->seen, (Seen{"snapshot 1", "step 2"}));
}

}  // namespace
}  // namespace cardroom::testing
