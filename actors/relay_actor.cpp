#include "actors/relay_actor.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <vector>

#include "actors/answer.hpp"
#include "actors/frame.hpp"
#include "actors/guard.hpp"
#include "actors/relay_messages.hpp"

namespace cardroom {
namespace {

struct Viewer {
  UserId user;  ///< empty = nobody who could have a seat
  OutboxPtr outbox;
  bool primed = false;  ///< was sent a snapshot, so that single steps mean something
};

class Relay {
 public:
  Relay(RelayActor::pointer self, EnvironmentPtr env) : self_(self), env_(std::move(env)) {}

  void take(FramePtr frame) {
    if (last_ && frame->head.epoch < last_->head.epoch) return;
    last_ = std::move(frame);
    if (!last_->quiet) pass_on();
  }

  void watch(Watch& watch) {
    std::erase_if(viewers_, [&](const Viewer& v) {
      return v.outbox == watch.outbox || (!watch.user.empty() && v.user == watch.user);
    });
    viewers_.push_back({watch.user, std::move(watch.outbox)});
    if (last_ && send_snapshot(viewers_.back()) == Sent::CLOSED) viewers_.pop_back();
  }

  void unwatch(const OutboxPtr& outbox) {
    std::erase_if(viewers_, [&](const Viewer& v) { return v.outbox == outbox; });
    if (viewers_.empty()) viewers_.shrink_to_fit();
  }

 private:
  void pass_on() {
    bool acked = last_->ack.v == 0;
    if (!viewers_.empty()) {
      const TextPtr head = head_text(last_->head);
      std::erase_if(viewers_, [&](Viewer& viewer) {
        if (!viewer.primed) return send_snapshot(viewer) == Sent::CLOSED;
        const PrivatePart* own = part_of(viewer);
        const ClientId ack = own && own->view.seat_index == last_->ack_seat ? last_->ack : ClientId{};
        acked = acked || ack.v != 0;
        return viewer.outbox->frame(head, tail(own, ack, true), ack) == Sent::CLOSED;
      });
    }
    if (!acked) self_->send(last_->ack_to, Answered{last_->ack, Outcome(last_->head.version)});
  }

  Sent send_snapshot(Viewer& viewer) {
    viewer.primed = true;
    protocol::FrameHead head = last_->head;
    head.previous = {};
    head.snapshot = true;
    head.events.clear();
    age(head.state, env_->clock.now(self_->system().clock()) - last_->at);
    return viewer.outbox->frame(head_text(head), tail(part_of(viewer), {}, false), {});
  }

  const PrivatePart* part_of(const Viewer& viewer) const {
    if (viewer.user.empty()) return nullptr;
    for (const PrivatePart& part : last_->privates)
      if (part.user == viewer.user) return &part;
    return nullptr;
  }

  static std::string tail(const PrivatePart* own, ClientId ack, bool with_events) {
    if (!own) return protocol::render_tail();
    protocol::You you{own->view, {}, {}};
    if (own->dealt && with_events)
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
  EnvironmentPtr env_;
  FramePtr last_;
  std::vector<Viewer> viewers_;
};

struct RelayData {
  std::optional<Relay> relay;
};

RelayActor::behavior_type relay_actor(RelayActor::stateful_pointer<RelayData> self, EnvironmentPtr env) {
  guard(self, "relay");
  Relay& relay = self->state.relay.emplace(self, std::move(env));
  return {
      [&relay](FramePtr& frame) { relay.take(std::move(frame)); },
      [&relay](Watch& watch) { relay.watch(watch); },
      [&relay](const Unwatch& unwatch) { relay.unwatch(unwatch.outbox); },
      [self](StopRelay) { self->quit(); },
  };
}

}  // namespace

RelayActor spawn_relay(caf::actor_system& system, EnvironmentPtr env) {
  return system.spawn(relay_actor, std::move(env));
}

}  // namespace cardroom
