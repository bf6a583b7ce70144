#include "tests/cluster/link_fixture.hpp"

namespace cardroom::cluster::testing {

void Seen::up(const NodeRecord& peer) {
  const std::lock_guard lock(mutex_);
  Peer& p = peers_[peer.incarnation];
  EXPECT_FALSE(p.up()) << peer.incarnation << " is up twice";
  ++p.ups;
  changed_.notify_all();
}

void Seen::received(const Incarnation& peer, std::vector<WireFrame> frames) {
  if (on_frames) on_frames(peer, frames);
  const std::lock_guard lock(mutex_);
  Peer& p = peers_[peer.v];
  EXPECT_TRUE(p.up()) << peer.v << " is not up";
  EXPECT_FALSE(frames.empty());
  p.frames += frames.size();
  for (const WireFrame& f : frames) p.bytes += f.bytes.size();
  p.kept = std::move(frames);
  changed_.notify_all();
}

void Seen::down(const Incarnation& peer, const std::string& why) {
  const std::lock_guard lock(mutex_);
  Peer& p = peers_[peer.v];
  EXPECT_TRUE(p.up()) << peer.v << " is down twice";
  ++p.downs;
  p.why = why;
  changed_.notify_all();
}

Seen::Peer Seen::of(const std::string& peer) {
  const std::lock_guard lock(mutex_);
  return peers_[peer];
}

::testing::AssertionResult Seen::wait(const std::string& peer,
                                      const std::function<bool(const Peer&)>& condition,
                                      std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  if (changed_.wait_for(lock, patience, [&] { return condition(peers_[peer]); }))
    return ::testing::AssertionSuccess();
  const Peer& p = peers_[peer];
  return ::testing::AssertionFailure() << peer << ": " << p.ups << " up, " << p.downs << " down (" << p.why
                                       << "), " << p.frames << " frames";
}

Node::Node(const std::string& name, std::uint16_t port, std::optional<LinkTls> tls, std::uint32_t oldest,
           std::uint32_t newest) {
  record.name = name;
  record.incarnation = name;
  record.oldest_protocol = oldest;
  record.protocol = newest;
  LinkOptions options{record, "127.0.0.1", port, std::move(tls), seen};
  auto opened = open_link(std::move(options));
  if (!opened) {
    ADD_FAILURE() << opened.error();
    return;
  }
  link = std::move(opened->link);
  certificates = std::move(opened->certificates);
  record.address = "127.0.0.1:" + std::to_string(opened->port);
}

}  // namespace cardroom::cluster::testing
