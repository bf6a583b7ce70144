#include "actors/cluster/link_hub.hpp"

#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/io/middleman.hpp>
#include <caf/io/system_messages.hpp>
#include <caf/io/typed_broker.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <exception>
#include <map>

#include "actors/cluster/link_basp.hpp"
#include "actors/cluster/link_peer.hpp"
#include "actors/guard.hpp"

namespace cardroom::cluster {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick{100};
constexpr milliseconds kShortest{100}, kLongest{2'000};  ///< between attempts to connect
constexpr milliseconds kRarely{30'000};                  ///< between attempts that cannot succeed
constexpr milliseconds kAnswer{2'000};                   ///< for a hello to be answered
constexpr milliseconds kProgress{10'000};                ///< for a batch to be acknowledged

LinkTime time_now() { return std::chrono::steady_clock::now(); }

/// Runs in the thread of its connections, so that a frame is handed from thread to thread as seldom as may
/// be.
class Hub : public HubActor::broker_base {
 public:
  Hub(caf::actor_config& config, HubParts parts)
      : HubActor::broker_base(config),
        parts_(std::move(parts)),
        basp_(std::in_place, system(), parts_.sockets),
        interface_(system().message_types<LinkActor>()) {}

  behavior_type make_behavior() override {
    guard(this, "the link");
    set_down_handler([this](caf::down_msg& down) { lost(down); });
    delayed_send(this, kTick, LinkTick{});
    return {[this](WireHello& hello) { greeted(hello); },
            [this](WireBatch& batch) { received(batch); },
            [this](const WireAck& ack) { acknowledged(ack); },
            [this](SetPeers& set) { set_peers(set.others); },
            [this](const FramesWait& wait) {
              if (Peer* peer = find(wait.peer.v)) pump(*peer);
            },
            [this](const TooMuchWaits& full) { overflow(full.peer); },
            [this](Dialed& dialed) { join(dialed); },
            [this](Accepted& accepted) { let_in(*accepted.connection); },
            [this](const LinkTick&) { tick(); },
            [this](const EndLink&) { quit(); }};
  }

  void on_exit() override {
    peers_.clear();
    basp_.reset();
  }

  /// A broker's own leaves what is in its mailbox there, and what the hub sent to itself keeps it alive; the
  /// connections that it closes instead the hub has none of.
  bool cleanup(caf::error&& reason, caf::execution_unit* host) override {
    return caf::scheduled_actor::cleanup(std::move(reason), host);
  }

 private:
  Peer* find(const std::string& incarnation) {
    const auto at = peers_.find(incarnation);
    return at == peers_.end() ? nullptr : &at->second;
  }
  Peer* find(const caf::strong_actor_ptr& sender) {
    for (auto& [incarnation, peer] : peers_)
      if (peer.actor && sender && caf::actor_cast<caf::strong_actor_ptr>(peer.actor) == sender) return &peer;
    return nullptr;
  }
  bool connects_to(const Peer& peer) const { return parts_.self.incarnation < peer.record.incarnation; }

  /// Tells the owner, whose exceptions are not ours.
  template <class F>
  void tell(F f) {
    try {
      f(*parts_.events);
    } catch (const std::exception& e) {
      log_error(std::string("what a link told was not taken: ") + e.what());
    } catch (...) {
      log_error("what a link told was not taken");
    }
  }

  /// The connection is over, if there was one; the next is tried later.
  void fail(Peer& peer, const std::string& why, milliseconds least) {
    const bool was_up = peer.state == PeerState::UP;
    if (peer.actor) {
      demonitor(peer.actor.address());
      peer.last = caf::actor_cast<caf::strong_actor_ptr>(peer.actor);
      peer.actor = nullptr;
      basp_->cut(peer.last);
    }
    peer.state = PeerState::NONE;
    peer.attempt = ++attempts_;
    peer.backoff = std::max(least, std::clamp(peer.backoff * 2, kShortest, kLongest));
    peer.due = time_now() + peer.backoff;
    if (peer.trouble != why) log_warning("no link with node " + peer.record.name + ": " + why);
    peer.trouble = why;
    if (!was_up) return;
    parts_.outboxes->close({peer.record.incarnation});
    tell([&](LinkEvents& e) { e.down({peer.record.incarnation}, why); });
  }

  void come_up(Peer& peer) {
    peer.state = PeerState::UP;
    peer.backoff = {};
    peer.trouble.clear();
    peer.reset();
    parts_.outboxes->open({peer.record.incarnation});
    log_info("linked with node " + peer.record.name);
    tell([&](LinkEvents& e) { e.up(peer.record); });
    pump(peer);
  }

  void set_peers(std::vector<NodeRecord>& others) {
    std::map<std::string, NodeRecord> wanted;
    for (NodeRecord& r : others)
      if (r.incarnation != parts_.self.incarnation) wanted.insert_or_assign(r.incarnation, std::move(r));
    for (auto at = peers_.begin(); at != peers_.end();) {
      if (!wanted.contains(at->first)) {
        if (at->second.state != PeerState::NONE) fail(at->second, "it has left the cluster", kShortest);
        at = peers_.erase(at);
      } else {
        ++at;
      }
    }
    for (auto& [incarnation, record] : wanted) {
      const auto [at, fresh] = peers_.try_emplace(incarnation);
      Peer& peer = at->second;
      if (fresh) peer.attempt = ++attempts_;
      // What stood in the way of connecting may be over.
      if (peer.state == PeerState::NONE && peer.record != record) peer.due = {};
      peer.record = std::move(record);
    }
    tick_peers();
  }

  void tick() {
    delayed_send(this, kTick, LinkTick{});
    tick_peers();
  }
  void tick_peers() {
    for (auto& [incarnation, peer] : peers_) tick(peer);
  }
  void tick(Peer& peer) {
    if (peer.state == PeerState::UP) answer(peer, true);
    if (peer.due > time_now()) return;
    if (peer.state == PeerState::NONE) {
      if (!compatible(parts_.self, peer.record))
        fail(peer, protocols_of(parts_.self, peer.record), kRarely);
      else if (connects_to(peer))
        dial(peer);
    } else if (peer.state == PeerState::GREETING) {
      fail(peer, "it does not say who it is", kShortest);
    } else if (peer.state == PeerState::UP && !peer.in_flight.empty()) {
      fail(peer, "it takes nothing", kShortest);
    }
  }

  void dial(Peer& peer) {
    peer.state = PeerState::DIALING;
    peer.attempt = ++attempts_;
    parts_.porch->dial(peer.record.address,
                       [hub = HubActor(this), incarnation = Incarnation{peer.record.incarnation},
                        attempt = peer.attempt](ConnectionPtr connection, std::string problem) {
                         caf::anon_send(hub, Dialed{incarnation, attempt, std::move(connection), problem});
                       });
  }

  Peer* find(const Incarnation& incarnation, std::uint64_t attempt) {
    Peer* peer = find(incarnation.v);
    return peer != nullptr && peer->attempt == attempt ? peer : nullptr;
  }

  /// CAF's own handshake, as its middleman does it with a connection of its own making.
  void join(Dialed& dialed) {
    Peer* peer = find(dialed.peer, dialed.attempt);
    if (peer == nullptr) return;
    if (!dialed.connection) return fail(*peer, dialed.problem, kShortest);
    peer->state = PeerState::JOINING;
    auto scribe = basp_->scribe(std::move(*dialed.connection));
    const auto handle = scribe->hdl();
    // CAF itself ends a connection that says nothing (connection-timeout), and answers then.
    request(basp_->actor(), caf::infinite, caf::connect_atom_v, std::move(scribe), std::uint16_t{0})
        .then([this, dialed](caf::node_id&, caf::strong_actor_ptr& actor,
                             std::set<std::string>& interface) { joined(dialed, actor, interface); },
              [this, dialed](caf::error& error) {
                Peer* p = find(dialed.peer, dialed.attempt);
                if (p == nullptr) return;
                if (error == caf::sec::incompatible_application_ids)
                  return fail(
                      *p, "it speaks none of our protocols, although " + protocols_of(parts_.self, p->record),
                      kRarely);
                fail(*p, system().render(error), kShortest);
              });
    basp_->begin(handle);
  }

  void joined(const Dialed& dialed, const caf::strong_actor_ptr& actor,
              const std::set<std::string>& interface) {
    Peer* peer = find(dialed.peer, dialed.attempt);
    if (peer == nullptr) return basp_->cut(actor);
    // CAF gives the connection that there is: to another peer who really is at this address, or to this one's
    // last, which is not quite over.
    if (find(actor) != nullptr) return fail(*peer, "another node is at its address", kShortest);
    if (!actor || actor == peer->last || !system().assignable(interface, interface_)) {
      basp_->cut(actor);
      return fail(*peer, actor == peer->last ? "its last connection is not over" : "it is no node",
                  kShortest);
    }
    adopt(*peer, actor);
    peer->state = PeerState::GREETING;
    peer->due = time_now() + kAnswer;
    say_hello(peer->actor, {});
  }

  void adopt(Peer& peer, const caf::strong_actor_ptr& actor) {
    peer.actor = caf::actor_cast<LinkActor>(actor);
    monitor(peer.actor);
  }
  void say_hello(const LinkActor& to, std::string refused) {
    const NodeRecord& s = parts_.self;
    send(to, WireHello{s.incarnation, s.name, s.oldest_protocol, s.protocol, std::move(refused)});
  }

  void let_in(Connection& connection) {
    caf::anon_send(basp_->actor(), caf::publish_atom_v, basp_->scribe(std::move(connection)), parts_.port,
                   caf::strong_actor_ptr(ctrl()), interface_);
  }

  void greeted(const WireHello& hello) {
    const auto sender = current_sender();
    if (!sender) return;
    if (Peer* peer = find(sender); peer != nullptr && peer->state == PeerState::GREETING) {
      const std::string differs = peer->differs(hello);
      return differs.empty() ? come_up(*peer) : fail(*peer, differs, kShortest);
    }
    Peer* peer = find(hello.incarnation);
    // One who connects again before we noticed the end of the last connection is cut off from both.
    if (peer != nullptr && (peer->state == PeerState::UP || peer->last == sender)) {
      if (peer->state == PeerState::UP) fail(*peer, "it has connected anew", kShortest);
      return basp_->cut(sender);
    }
    const std::string refused = refusal(hello, peer);
    if (!refused.empty()) return say_hello(caf::actor_cast<LinkActor>(sender), refused);
    adopt(*peer, sender);
    say_hello(peer->actor, {});
    come_up(*peer);
  }

  std::string refusal(const WireHello& hello, const Peer* peer) const {
    NodeRecord other;
    other.name = hello.name;
    other.oldest_protocol = hello.oldest_protocol;
    other.protocol = hello.protocol;
    if (!compatible(parts_.self, other)) return protocols_of(parts_.self, other);
    if (peer == nullptr) return "node " + parts_.self.name + " does not know this incarnation";
    return connects_to(*peer) ? "the smaller incarnation connects" : "";
  }

  void received(WireBatch& batch) {
    Peer* peer = find(current_sender());
    if (peer == nullptr || peer->state != PeerState::UP) return;
    if (!peer->receive(batch)) return fail(*peer, "frames were lost", kShortest);
    tell([&](LinkEvents& e) { e.received({peer->record.incarnation}, std::move(batch.frames)); });
    answer(*peer, false);
  }
  void answer(Peer& peer, bool any) {
    if (const auto ack = peer.next_ack(any)) send(peer.actor, *ack);
  }

  void acknowledged(const WireAck& ack) {
    Peer* peer = find(current_sender());
    if (peer == nullptr || peer->state != PeerState::UP) return;
    if (!peer->acknowledge(ack.number)) return fail(*peer, "it acknowledges what was not sent", kShortest);
    peer->due = time_now() + kProgress;
    pump(*peer);
  }

  void pump(Peer& peer) {
    if (peer.state != PeerState::UP) return;
    if (peer.in_flight.empty()) peer.due = time_now() + kProgress;
    while (auto batch = peer.next_batch(*parts_.outboxes)) send(peer.actor, std::move(*batch));
  }

  void overflow(const Incarnation& incarnation) {
    Peer* peer = find(incarnation.v);
    // It may have come up again meanwhile, with an outbox of its own.
    if (peer == nullptr || peer->state != PeerState::UP || parts_.outboxes->is_open(incarnation)) return;
    fail(*peer, "it takes too little", kShortest);
  }

  void lost(const caf::down_msg& down) {
    for (auto& [incarnation, peer] : peers_)
      if (peer.actor && peer.actor.address() == down.source)
        return fail(peer, "the connection is lost", kShortest);
  }

  HubParts parts_;
  std::optional<Basp> basp_;
  std::set<std::string> interface_;
  std::map<std::string, Peer> peers_;
  std::uint64_t attempts_ = 0;
};

}  // namespace

HubActor spawn_hub(caf::actor_system& system, HubParts parts) {
  caf::actor_config config{&system.middleman().backend()};
  return system.spawn_class<Hub, caf::no_spawn_options>(config, std::move(parts));
}

}  // namespace cardroom::cluster
