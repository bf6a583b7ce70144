#include "actors/cluster/link_hub.hpp"

#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/io/middleman.hpp>
#include <caf/io/typed_broker.hpp>
#include <caf/make_counted.hpp>
#include <caf/send.hpp>
#include <exception>
#include <map>
#include <variant>

#include "actors/cluster/link_channel.hpp"
#include "actors/cluster/link_peer.hpp"
#include "actors/cluster/link_places.hpp"
#include "actors/guard.hpp"

namespace cardroom::cluster {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kShortest{100}, kLongest{2'000};  ///< between attempts to connect
constexpr milliseconds kRarely{30'000};                  ///< between attempts that cannot succeed
constexpr milliseconds kAnswer{2'000};                   ///< for a hello to come, or to be answered

LinkTime time_now() { return std::chrono::steady_clock::now(); }

/// Somebody who has connected and is no peer.
struct Guest {
  std::shared_ptr<Channel> channel;
  std::string host;
  GuestPlaces::Number place = 0;
  LinkTime due{};  ///< until when to be a peer or gone
  bool refused = false;
};

/// Runs in the thread of its connections, so that a frame is handed from thread to thread as seldom as may
/// be.
class Hub : public HubActor::broker_base {
 public:
  Hub(caf::actor_config& config, HubParts parts) : HubActor::broker_base(config), parts_(std::move(parts)) {}

  behavior_type make_behavior() override {
    guard(this, "the link");
    delayed_send(this, kLinkTick, LinkTick{});
    return {[this](const caf::io::new_data_msg& data) { read(data); },
            [this](const caf::io::connection_closed_msg& closed) { lost(closed.handle); },
            [this](SetPeers& set) { set_peers(set.others); },
            [this](const TooMuchWaits& full) { overflow(full.peer); },
            [this](const Dialed& dialed) { join(dialed); },
            [this](const Accepted& accepted) { let_in(*accepted.connection); },
            [this](const LinkTick&) { tick(); },
            [this](const EndLink&) { quit(); }};
  }

  void on_exit() override {
    peers_.clear();
    guests_.clear();
  }

  /// A broker's own leaves what is in its mailbox there, and what the hub sent to itself keeps it alive.
  bool cleanup(caf::error&& reason, caf::execution_unit* host) override {
    close_all();
    return caf::scheduled_actor::cleanup(std::move(reason), host);
  }

 private:
  Peer* find(const std::string& incarnation) {
    const auto at = peers_.find(incarnation);
    return at == peers_.end() ? nullptr : &at->second;
  }
  Peer* find(const Channel& channel) {
    for (auto& [incarnation, peer] : peers_)
      if (peer.channel.get() == &channel) return &peer;
    return nullptr;
  }
  std::shared_ptr<Channel> channel_of(caf::io::connection_handle handle) {
    if (const auto guest = guests_.find(handle); guest != guests_.end()) return guest->second.channel;
    for (auto& [incarnation, peer] : peers_)
      if (peer.channel && peer.channel->handle() == handle) return peer.channel;
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
    log(peer, peer.trouble.failed(why, time_now(), least == kRarely));
    cut(peer, why, least);
  }
  static void log(const Peer& peer, LinkTrouble::Log loud) {
    const std::string text = "no link with node " + peer.record.name + ": " + peer.trouble.why();
    if (loud == LinkTrouble::Log::INFO) log_info(text);
    if (loud == LinkTrouble::Log::WARNING) log_warning(text);
  }
  void cut(Peer& peer, const std::string& why, milliseconds least) {
    const bool was_up = peer.state == PeerState::UP;
    if (const auto channel = std::exchange(peer.channel, nullptr)) channel->close();
    peer.outbox = nullptr;
    peer.state = PeerState::NONE;
    peer.attempt = ++attempts_;
    peer.backoff = std::max(least, std::clamp(peer.backoff * 2, kShortest, kLongest));
    peer.due = time_now() + peer.backoff;
    if (!was_up) return;
    parts_.outboxes->close({peer.record.incarnation});
    tell([&](LinkEvents& e) { e.down({peer.record.incarnation}, why); });
  }

  void come_up(Peer& peer) {
    peer.state = PeerState::UP;
    peer.backoff = {};
    peer.trouble.over();
    peer.outbox = parts_.outboxes->open({peer.record.incarnation}, peer.channel->out());
    log_info("linked with node " + peer.record.name);
    tell([&](LinkEvents& e) { e.up(peer.record); });
  }

  void set_peers(std::vector<NodeRecord>& others) {
    std::map<std::string, NodeRecord> wanted;
    for (NodeRecord& r : others)
      if (r.incarnation != parts_.self.incarnation) wanted.insert_or_assign(r.incarnation, std::move(r));
    for (auto at = peers_.begin(); at != peers_.end();) {
      if (!wanted.contains(at->first)) {
        if (at->second.state != PeerState::NONE) cut(at->second, "it has left the cluster", kShortest);
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
    for (auto& [incarnation, peer] : peers_) check(peer);
  }

  void tick() {
    delayed_send(this, kLinkTick, LinkTick{});
    for (auto& [incarnation, peer] : peers_) tick(peer);
    for (auto at = guests_.begin(); at != guests_.end();) {
      const auto guest = at++;
      if (guest->second.due <= time_now()) dismiss(guest, "it does not say who it is");
    }
  }
  void tick(Peer& peer) {
    if (peer.state == PeerState::UP) {
      peer.outbox->answer(true);
      if (!peer.outbox->tick()) return fail(peer, "it takes nothing", kShortest);
    }
    if (const auto channel = peer.channel) {
      if (!channel->tick()) return fail(peer, "nothing comes from it", kShortest);
      channel->out()->flush();
    }
    if (peer.state != PeerState::UP) log(peer, peer.trouble.on_time(time_now()));
    check(peer);
  }
  void check(Peer& peer) {
    if (peer.due > time_now()) return;
    if (peer.state == PeerState::NONE) {
      if (!compatible(parts_.self, peer.record))
        fail(peer, protocols_of(parts_.self, peer.record), kRarely);
      else if (connects_to(peer))
        dial(peer);
      else
        peer.trouble.awaits(
            "it does not connect. It has to reach this node where cluster.advertise says, else "
            "cluster.listen (node list shows it); its log says more",
            time_now());
    } else if (peer.state == PeerState::GREETING) {
      fail(peer, "it does not say who it is", kShortest);
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

  std::shared_ptr<Channel> open(Connection& connection) {
    auto& multiplexer = static_cast<caf::io::network::default_multiplexer&>(backend());
    auto scribe = caf::make_counted<LinkScribe>(multiplexer, std::move(connection));
    add_scribe(scribe);
    scribe->add_to_loop();
    return std::make_shared<Channel>(std::move(scribe));
  }

  void join(const Dialed& dialed) {
    Peer* peer = find(dialed.peer, dialed.attempt);
    if (peer == nullptr) return;
    if (!dialed.connection)
      return fail(*peer, dialed.problem + " (at " + peer->record.address + ")", kShortest);
    peer->channel = open(*dialed.connection);
    peer->state = PeerState::GREETING;
    peer->due = time_now() + kAnswer;
    say_hello(*peer->channel, peer->record.incarnation, {});
    peer->channel->out()->flush();
  }
  void say_hello(Channel& channel, const std::string& to, const std::string& refused) {
    const NodeRecord& s = parts_.self;
    channel.out()->say(Hello{s.oldest_protocol, s.protocol, s.incarnation, s.name, to, refused});
  }

  using Guests = std::map<caf::io::connection_handle, Guest>;
  void let_in(Connection& connection) {
    const auto entered = places_.enter(remote_network(connection.socket.get()));
    if (entered.gives_way) make_room(*entered.gives_way, entered.warning);
    const std::string host = remote_name(connection.socket.get());
    const auto channel = open(connection);
    guests_.emplace(channel->handle(), Guest{channel, host, entered.number, time_now() + kAnswer});
    channel->out()->flush();
  }
  void make_room(GuestPlaces::Number place, const std::string& warning) {
    if (crowds_.passes()) log_warning(warning);
    const auto guest =
        std::find_if(guests_.begin(), guests_.end(), [&](const auto& g) { return g.second.place == place; });
    if (guest == guests_.end()) return;
    guest->second.channel->close();
    forget(guest);
  }
  void forget(Guests::iterator guest) {
    places_.leave(guest->second.place);
    guests_.erase(guest);
  }
  void dismiss(Guests::iterator guest, const std::string& why) {
    log_refused(guest->second, why);
    guest->second.channel->close();
    forget(guest);
  }
  void log_refused(Guest& guest, const std::string& why) {
    if (std::exchange(guest.refused, true) || !refusals_.passes()) return;
    log_warning("a connection from " + guest.host + " is refused: " + why);
  }

  void read(const caf::io::new_data_msg& data) {
    const auto channel = channel_of(data.handle);
    if (!channel) return;
    if (const auto guest = guests_.find(data.handle); guest != guests_.end())
      places_.spoke(guest->second.place);
    std::string_view bytes(data.buf.data(), data.buf.size());
    while (channel->is_open()) {
      auto record = channel->next(bytes);
      if (!record) break;
      std::visit([&](auto& r) { take(*channel, r); }, *record);
    }
    if (channel->is_open() && !channel->problem().empty()) end(*channel, channel->problem());
  }
  void end(const Channel& channel, const std::string& why) {
    if (Peer* peer = find(channel)) return fail(*peer, why, kShortest);
    if (const auto guest = guests_.find(channel.handle()); guest != guests_.end()) dismiss(guest, why);
  }
  void lost(caf::io::connection_handle handle) {
    const auto channel = channel_of(handle);
    if (!channel) return;
    const std::string trouble = channel->out()->trouble();
    const Peer* peer = find(*channel);
    if (!trouble.empty())
      end(*channel, trouble);
    else if (peer != nullptr && peer->state == PeerState::UP)
      end(*channel, "the connection is lost");
    else
      end(*channel, peer != nullptr ? "it ends the connection before it says who it is; its log may say why"
                                    : "it ends before it says who it is");
  }

  /// The first record of either side.
  void take(Channel& channel, const Hello& hello) {
    if (Peer* peer = find(channel)) {
      const std::string differs = peer->differs(hello);
      return differs.empty() ? come_up(*peer) : fail(*peer, differs, kShortest);
    }
    const auto guest = guests_.find(channel.handle());
    Peer* peer = find(hello.incarnation);
    const std::string refused = refusal(hello, peer);
    say_hello(channel, hello.incarnation, refused);
    // Whoever is refused ends the connection when it has read that.
    if (!refused.empty()) {
      const bool may_heal = peer == nullptr || hello.to != parts_.self.incarnation;
      if (may_heal && !strangers_.refused(hello.incarnation, time_now()))
        guest->second.refused = true;
      else
        log_refused(guest->second, refused);
      return;
    }
    // The end of the last connection was not noticed yet.
    if (peer->state == PeerState::UP) fail(*peer, "it has connected anew", kShortest);
    peer->channel = std::move(guest->second.channel);
    forget(guest);
    come_up(*peer);
  }

  std::string refusal(const Hello& hello, const Peer* peer) const {
    if (hello.to != parts_.self.incarnation) return "it looks for another node here";
    NodeRecord other;
    other.name = hello.name;
    other.oldest_protocol = hello.oldest_protocol;
    other.protocol = hello.protocol;
    if (!compatible(parts_.self, other)) return protocols_of(parts_.self, other);
    if (peer == nullptr) return "node " + parts_.self.name + " does not know this incarnation";
    return connects_to(*peer) ? "the smaller incarnation connects" : "";
  }

  Peer* up_by(const Channel& channel) {
    Peer* peer = find(channel);
    return peer != nullptr && peer->state == PeerState::UP ? peer : nullptr;
  }

  void take(const Channel& channel, Batch& batch) {
    Peer* peer = up_by(channel);
    if (peer == nullptr) return;
    if (!peer->outbox->receive(batch)) return fail(*peer, "frames were lost", kShortest);
    tell([&](LinkEvents& e) { e.received({peer->record.incarnation}, std::move(batch.frames)); });
    peer->outbox->answer(false);
  }

  void take(const Channel& channel, const Ack& ack) {
    Peer* peer = up_by(channel);
    if (peer == nullptr) return;
    if (!peer->outbox->acknowledge(ack.number)) fail(*peer, "it acknowledges what was not sent", kShortest);
  }

  void take(const Channel&, const Heartbeat&) {}

  void overflow(const Incarnation& incarnation) {
    Peer* peer = find(incarnation.v);
    // It may have come up again meanwhile, with an outbox of its own.
    if (peer == nullptr || peer->state != PeerState::UP || peer->outbox->is_open()) return;
    fail(*peer, "it takes too little", kShortest);
  }

  HubParts parts_;
  std::map<std::string, Peer> peers_;
  Guests guests_;
  LinkStrangers strangers_;
  GuestPlaces places_;
  SeldomLine refusals_, crowds_;
  std::uint64_t attempts_ = 0;
};

}  // namespace

HubActor spawn_hub(caf::actor_system& system, HubParts parts) {
  caf::actor_config config{&system.middleman().backend()};
  return system.spawn_class<Hub, caf::no_spawn_options>(config, std::move(parts));
}

}  // namespace cardroom::cluster
