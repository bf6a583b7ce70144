#pragma once
#include <atomic>
#include <memory>

#include "actors/cluster/wire_json.hpp"

namespace cardroom::cluster {

/// The way to one incarnation of another node, shared by all who speak to it. From any thread.
class Peer {
 public:
  Peer(std::shared_ptr<Link> link, NodeRecord record)
      : link_(std::move(link)), record_(std::move(record)), incarnation_{record_.incarnation} {}

  const Incarnation& incarnation() const { return incarnation_; }
  const NodeRecord& record() const { return record_; }
  /// False for good once the link was down: a new one is another `Peer`.
  bool up() const { return up_; }
  void down() { up_ = false; }

  /// False when it certainly does not arrive.
  template <class T>
  bool send(const T& body) {
    return send_frame(to_wire(body));
  }
  bool send_frame(WireFrame frame) {
    if (!up_) return false;
    link_->send(incarnation_, std::move(frame));
    return true;
  }

 private:
  const std::shared_ptr<Link> link_;
  const NodeRecord record_;
  const Incarnation incarnation_;
  std::atomic<bool> up_{true};
};
using PeerPtr = std::shared_ptr<Peer>;

}  // namespace cardroom::cluster
