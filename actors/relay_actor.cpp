#include "actors/relay_actor.hpp"

#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <vector>

#include "actors/answer.hpp"
#include "actors/frame.hpp"
#include "actors/guard.hpp"
#include "actors/relay_messages.hpp"
#include "actors/table_messages.hpp"

namespace cardroom {
namespace {

struct Viewer {
  UserId user;  ///< empty = nobody who could have a seat
  OutboxPtr outbox;
  bool primed = false;  ///< was sent a snapshot, so that single steps mean something
};

/// It keeps nothing of the table: who comes is shown the state as it is then.
class Relay {
 public:
  explicit Relay(RelayActor::pointer self) : self_(self) {}

  void serve(TableActor table) {
    table_ = std::move(table);
    if (!viewers_.empty() || !far_.empty()) self_->send(table_, ShowTable{});
  }

  void watch(Watch& watch) {
    std::erase_if(viewers_, [&](const Viewer& v) {
      return v.outbox == watch.outbox || (!watch.user.empty() && v.user == watch.user);
    });
    viewers_.push_back({watch.user, std::move(watch.outbox), false});
    if (table_) self_->send(table_, ShowTable{});
  }

  void unwatch(const OutboxPtr& outbox) {
    std::erase_if(viewers_, [&](const Viewer& v) { return v.outbox == outbox; });
    if (viewers_.empty()) viewers_.shrink_to_fit();
  }

  void pass_on(const Frame& frame) {
    const bool snapshot = frame.head.snapshot.value_or(false);
    const auto meant = [&](const Viewer& viewer) {
      return snapshot ? frame.for_all || !viewer.primed : viewer.primed;
    };
    bool acked = frame.ack.v == 0;
    TextPtr head;
    if (std::any_of(viewers_.begin(), viewers_.end(), meant)) {
      head = head_text(frame.head);
      std::erase_if(viewers_, [&](Viewer& viewer) {
        if (!meant(viewer)) return false;
        viewer.primed = true;
        const PrivatePart* own = part_of(viewer, frame);
        const ClientId ack = own && own->view.seat_index == frame.ack_seat ? frame.ack : ClientId{};
        acked = acked || ack.v != 0;
        return viewer.outbox->frame(head, tail(own, ack), ack) == Sent::CLOSED;
      });
    }
    for (Far& far : far_) {
      if (snapshot ? !frame.for_all && !far.asks : !far.primed) continue;
      if (!head) head = head_text(frame.head);
      acked = pass_on(far, frame, head) || acked;
    }
    if (!acked) self_->send(frame.ack_to, Answered{frame.ack, Outcome(frame.head.version)});
  }

  void follow(Follow& follow) {
    auto far = std::find_if(far_.begin(), far_.end(), [&](const Far& f) { return f.peer == follow.peer; });
    if (far == far_.end()) far = far_.insert(far_.end(), Far{follow.peer, {}, {}});
    far->relay = std::move(follow.relay);
    far->asks = true;
    const bool known = std::find(far->users.begin(), far->users.end(), follow.user) != far->users.end();
    if (!follow.user.empty() && !known) far->users.push_back(follow.user);
    if (table_) self_->send(table_, ShowTable{});
  }

  void unfollow(const cluster::Incarnation& peer) {
    std::erase_if(far_, [&](const Far& far) { return far.peer == peer; });
    far_.shrink_to_fit();
  }

 private:
  /// Another node that has viewers.
  struct Far {
    cluster::Incarnation peer;
    std::vector<UserId> users;  ///< of whom some watch there
    std::shared_ptr<FarRelay> relay;
    bool primed = false;  ///< was sent a snapshot
    bool asks = true;     ///< somebody there needs one
  };

  /// Whether the step was acknowledged on the way.
  static bool pass_on(Far& far, const Frame& frame, const TextPtr& head) {
    const bool snapshot = frame.head.snapshot.value_or(false);
    cluster::TableFrame wire{frame.head.table_id,
                             frame.head.epoch,
                             frame.head.previous,
                             frame.head.version,
                             snapshot,
                             frame.for_all,
                             {},
                             snapshot ? far.users : std::vector<UserId>{}};
    bool acked = false;
    for (const PrivatePart& part : frame.privates) {
      if (std::find(far.users.begin(), far.users.end(), part.user) == far.users.end()) continue;
      const ClientId ack = part.view.seat_index == frame.ack_seat ? frame.ack : ClientId{};
      acked = acked || ack.v != 0;
      wire.tails.push_back({part.user, tail(&part, ack), ack});
    }
    if (snapshot) far.asks = false;
    far.primed = far.primed || snapshot;
    far.relay->frame(std::move(wire), head);
    return acked;
  }

  static const PrivatePart* part_of(const Viewer& viewer, const Frame& frame) {
    if (viewer.user.empty()) return nullptr;
    for (const PrivatePart& part : frame.privates)
      if (part.user == viewer.user) return &part;
    return nullptr;
  }

  static std::string tail(const PrivatePart* own, ClientId ack) {
    if (!own) return protocol::render_tail();
    protocol::You you{own->view, {}, {}};
    if (own->dealt)
      you.events.emplace().emplace_back(
          HoleCardsDealt{own->view.seat_index, own->user, own->view.hole_cards.value_or(HoleCards{})});
    if (ack.v != 0) you.ack = protocol::Ack{ack};
    buffer().clear();
    protocol::append_tail(buffer(), you);
    return buffer();
  }

  static TextPtr head_text(const protocol::FrameHead& head) {
    buffer().clear();
    protocol::append_head(buffer(), head);
    return std::make_shared<const std::string>(buffer());
  }

  /// Texts grow here, so that each is allocated once, in its final size.
  static std::string& buffer() {
    thread_local std::string text;
    return text;
  }

  RelayActor::pointer self_;
  TableActor table_;
  std::vector<Viewer> viewers_;
  std::vector<Far> far_;
};

struct RelayData {
  std::optional<Relay> relay;
};

RelayActor::behavior_type relay_actor(RelayActor::stateful_pointer<RelayData> self) {
  guard(self, "relay");
  Relay& relay = self->state.relay.emplace(self);
  return {
      // The most frequent first: handlers are tried in turn.
      [&relay](const FramePtr& frame) { relay.pass_on(*frame); },
      [&relay](ServeTable& serve) { relay.serve(std::move(serve.table)); },
      [&relay](Watch& watch) { relay.watch(watch); },
      [&relay](const Unwatch& unwatch) { relay.unwatch(unwatch.outbox); },
      [&relay](Follow& follow) { relay.follow(follow); },
      [&relay](const Unfollow& unfollow) { relay.unfollow(unfollow.peer); },
      [self](StopRelay) { self->quit(); },
  };
}

}  // namespace

RelayActor spawn_relay(caf::actor_system& system) { return system.spawn(relay_actor); }

}  // namespace cardroom
