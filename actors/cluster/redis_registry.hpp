#pragma once
#include "actors/cluster/registry.hpp"
#include "actors/store/node_store.hpp"
#include "actors/store/room_store.hpp"

namespace cardroom::cluster {

/// The registry in Redis.
class RedisRegistry : public Registry {
 public:
  /// Both outlive this and all calls in flight.
  RedisRegistry(NodeStore& nodes, RoomStore& rooms) : nodes_(nodes), rooms_(rooms) {}

  void join(const NodeRecord& record, const Incarnation& previous, Done<JoinAnswer> done) override;
  void beat(const Incarnation& self, Done<BeatAnswer> done) override;
  void poll(Done<PollAnswer> done) override;
  void read(Done<ClusterContents> done) override;
  void set_draining(const Incarnation& node, std::optional<std::uint32_t> deadline,
                    Done<DrainWord> done) override;
  void remove(const std::string& subject, const Incarnation& wanted, Done<bool> done) override;
  void leave(const Incarnation& node, bool forced, Done<LeaveWord> done) override;
  void lead(Term seen, const Incarnation& self, Done<std::optional<Term>> done) override;
  void declare(Term term, const Incarnation& node, Beat seen, Done<DeclareWord> done) override;
  void assign(Term term, const std::vector<Assignment>& assignments, Done<AssignAnswer> done) override;
  void place(const Incarnation& self, const std::string& subject, const Incarnation& to,
             Done<std::optional<Incarnation>> done) override;
  void games(Done<std::vector<std::string>> done) override;

 private:
  NodeStore& nodes_;
  RoomStore& rooms_;
};

}  // namespace cardroom::cluster
