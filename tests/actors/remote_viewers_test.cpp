#include "actors/cluster/remote_viewers.hpp"

#include <gtest/gtest.h>

#include "actors/protocol/frame.hpp"

namespace cardroom::cluster {
namespace {

using Texts = std::vector<std::string>;

struct Viewer : Outbox {
  Sent frame(std::shared_ptr<const std::string> head, std::string tail, ClientId ack) noexcept override {
    seen.push_back(*head + (tail == protocol::render_tail() ? "" : " " + tail) +
                   (ack.v != 0 ? " #" + std::to_string(ack.v) : ""));
    return gone ? Sent::CLOSED : Sent::QUEUED;
  }
  Sent message(std::string) noexcept override { return Sent::QUEUED; }
  void close(CloseReason) noexcept override {}

  Texts seen;
  bool gone = false;
};

struct FakeLink : Link {
  void peers(std::vector<NodeRecord>) override {}
  void send(const Incarnation& peer, WireFrame frame) override {
    FollowTable follow;
    if (frame.kind == FollowTable::kKind && from_wire(frame.bytes, follow))
      said.push_back(peer.v + ": follow " + follow.user.str());
    if (frame.kind == UnfollowTable::kKind) said.push_back(peer.v + ": unfollow");
  }
  Texts said;
};

class RemoteViewersTest : public ::testing::Test {
 protected:
  RemoteViewersTest() { routes.add(viewers); }
  static PeerPtr make_peer(const std::shared_ptr<FakeLink>& link) {
    NodeRecord record;
    record.incarnation = "there";
    return std::make_shared<Peer>(link, record);
  }
  std::shared_ptr<Viewer> watch(const std::string& user) {
    auto made = std::make_shared<Viewer>();
    viewers->watch(user.empty() ? UserId() : UserId(user), made);
    return made;
  }
  void come(const TableFrame& frame, const std::string& head, const std::string& from = "there") {
    WireFrame wire = to_wire(frame);
    wire.bytes += "\n" + head;
    routes.pass_on({from}, std::move(wire));
  }
  TableFrame step(std::uint64_t version, std::uint64_t epoch = 1) const {
    return {table, {epoch}, {version - 1}, {version}, false, true, {}, {}};
  }
  TableFrame snapshot(std::uint64_t version, std::vector<UserId> users, std::uint64_t epoch = 1) const {
    return {table, {epoch}, {}, {version}, true, false, {}, std::move(users)};
  }

  const TableId table{"main-t1"};
  std::shared_ptr<FakeLink> link = std::make_shared<FakeLink>();
  PeerPtr peer = make_peer(link);
  std::shared_ptr<RemoteViewers> viewers = std::make_shared<RemoteViewers>(table, peer);
  FrameRoutes routes;
};

TEST_F(RemoteViewersTest, SeeStepsAfterASnapshotWithTheirOwnParts) {
  const auto ann = watch("ann"), anybody = watch("");
  EXPECT_EQ(link->said, Texts({"there: follow ann", "there: follow "}));
  come(step(4), "early");
  come(snapshot(5, {UserId("ann")}), "whole");
  TableFrame six = step(6);
  six.tails.push_back({UserId("ann"), "hers", {77}});
  come(six, "six");
  EXPECT_EQ(ann->seen, Texts({"whole", "six hers #77"}));
  EXPECT_EQ(anybody->seen, Texts({"whole", "six"}));
}

TEST_F(RemoteViewersTest, WhoComesLaterWaitsForASnapshotWithTheOwnPart) {
  const auto ann = watch("ann");
  come(snapshot(5, {UserId("ann")}), "whole");
  const auto bob = watch("bob");
  come(snapshot(5, {UserId("ann")}), "on its way");
  come(step(6), "six");
  come(snapshot(6, {UserId("ann"), UserId("bob")}), "both");
  come(step(7), "seven");
  EXPECT_EQ(ann->seen, Texts({"whole", "six", "seven"}));
  EXPECT_EQ(bob->seen, Texts({"both", "seven"}));
}

TEST_F(RemoteViewersTest, AskForEverythingWhereAStepIsMissing) {
  const auto ann = watch("ann");
  come(snapshot(5, {UserId("ann")}), "whole");
  link->said.clear();
  come(step(7), "seven");
  come(step(8), "eight");
  EXPECT_EQ(link->said, Texts({"there: follow ann"})) << "once";
  come(snapshot(8, {UserId("ann")}), "anew");
  come(step(8), "again");
  come(step(9), "nine");
  EXPECT_EQ(ann->seen, Texts({"whole", "anew", "nine"}));
}

TEST_F(RemoteViewersTest, SeeNothingOfEarlierOpenings) {
  const auto ann = watch("ann");
  come(snapshot(5, {UserId("ann")}, 2), "whole");
  come(step(6, 1), "old");
  come(snapshot(6, {UserId("ann")}, 1), "old, too");
  come(step(6, 2), "six");
  EXPECT_EQ(ann->seen, Texts({"whole", "six"}));
}

TEST_F(RemoteViewersTest, SeeNothingFromElsewhereNorAfterTheEnd) {
  const auto ann = watch("ann");
  come(snapshot(5, {UserId("ann")}), "another's", "elsewhere");
  TableFrame unknown = snapshot(5, {UserId("ann")});
  unknown.table = TableId("main-t2");
  come(unknown, "another table's");
  routes.pass_on({"there"}, {TableFrame::kKind, "no frame"});
  routes.pass_on({"there"}, {TableFrame::kKind, "{}\nof no table"});
  EXPECT_EQ(ann->seen, Texts());
  peer->down();
  come(snapshot(5, {UserId("ann")}), "behind a link that was down");
  EXPECT_EQ(ann->seen, Texts());
}

TEST_F(RemoteViewersTest, AreForgottenWithTheTable) {
  const auto ann = watch("ann");
  routes.remove(table);
  come(snapshot(5, {UserId("ann")}), "late");
  viewers->pass_on(snapshot(5, {UserId("ann")}), std::make_shared<const std::string>("under way"));
  EXPECT_EQ(ann->seen, Texts());
  EXPECT_EQ(ann.use_count(), 1);
}

TEST_F(RemoteViewersTest, WhenNobodyWatchesTheOtherNodeIsTold) {
  const auto ann = watch("ann"), bob = watch("bob");
  viewers->unwatch(bob);
  EXPECT_EQ(link->said.back(), "there: follow bob");
  ann->gone = true;
  come(snapshot(5, {UserId("ann")}), "the last");
  EXPECT_EQ(link->said.back(), "there: unfollow");
}

TEST_F(RemoteViewersTest, AnotherConnectionOfAPlayerTakesTheFirstOnesPlace) {
  const auto first = watch("ann"), second = watch("ann");
  come(snapshot(5, {UserId("ann")}), "whole");
  EXPECT_EQ(first->seen, Texts());
  EXPECT_EQ(second->seen, Texts({"whole"}));
}

}  // namespace
}  // namespace cardroom::cluster
