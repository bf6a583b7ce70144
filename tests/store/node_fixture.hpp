#pragma once
#include "actors/store/node_store.hpp"
#include "tests/store/redis_fixture.hpp"

namespace cardroom::testing {

/// A store with the nodes in it, which waits for each answer and fails the test where there is none.
class NodeClient {
 public:
  explicit NodeClient(const RedisAddress& address)
      : store_({.address = address, .journal_connections = 1, .first_retry = std::chrono::milliseconds(1)}) {
    EXPECT_TRUE(store_.wait_until_up(kPatience));
  }

  cluster::JoinAnswer join(const std::string& name, const std::string& incarnation,
                           const std::string& previous = {}) {
    return wait<cluster::JoinAnswer>(
        [&](auto done) { nodes_.join(record(name, incarnation), {previous}, done); });
  }
  cluster::JoinWord joined(const std::string& name, const std::string& incarnation,
                           const std::string& previous = {}) {
    return join(name, incarnation, previous).word;
  }
  cluster::BeatAnswer beat(const std::string& node) {
    return wait<cluster::BeatAnswer>([&](auto done) { nodes_.beat({node}, done); });
  }
  cluster::PollAnswer poll() {
    return wait<cluster::PollAnswer>([&](auto done) { nodes_.poll(done); });
  }
  cluster::ClusterContents read() {
    return wait<cluster::ClusterContents>([&](auto done) { nodes_.read(done); });
  }
  cluster::DrainWord set_draining(const std::string& node, bool draining, std::uint32_t deadline = 60) {
    const auto until = draining ? std::optional(deadline) : std::nullopt;
    return wait<cluster::DrainWord>([&](auto done) { nodes_.set_draining({node}, until, done); });
  }
  cluster::LeaveWord leave(const std::string& node, bool forced = false) {
    return wait<cluster::LeaveWord>([&](auto done) { nodes_.leave({node}, forced, done); });
  }
  /// The new term; 0: lost.
  std::uint64_t lead(std::uint64_t seen, const std::string& node) {
    const auto term =
        wait<std::optional<cluster::Term>>([&](auto done) { nodes_.lead({seen}, {node}, done); });
    return term.value_or(cluster::Term{}).v;
  }
  cluster::DeclareWord declare(std::uint64_t term, const std::string& node, std::uint64_t beat) {
    return wait<cluster::DeclareWord>([&](auto done) { nodes_.declare({term}, {node}, {beat}, done); });
  }
  cluster::AssignAnswer assign(std::uint64_t term, const std::vector<cluster::Assignment>& assignments) {
    return wait<cluster::AssignAnswer>([&](auto done) { nodes_.assign({term}, assignments, done); });
  }
  /// Who is wanted; empty: it was refused.
  std::string place(const std::string& self, const std::string& subject, const std::string& to) {
    const auto wanted = wait<std::optional<cluster::Incarnation>>(
        [&](auto done) { nodes_.place({self}, subject, {to}, done); });
    return wanted.value_or(cluster::Incarnation{}).v;
  }
  bool remove(const std::string& subject, const std::string& node) {
    return wait<bool>([&](auto done) { nodes_.remove(subject, {node}, done); });
  }

  static cluster::NodeRecord record(const std::string& name, const std::string& incarnation) {
    cluster::NodeRecord out;
    out.name = name;
    out.incarnation = incarnation;
    out.address = name + ":7000";
    out.version = "a \"quoted\"\nversion";
    out.capacity = 50;
    return out;
  }

  Store& store() { return store_; }
  cluster::NodeStore& nodes() { return nodes_; }

 private:
  template <class T, class Call>
  static T wait(Call call) {
    Promise<Result<T>> answer;
    call(Done<T>(answer.callback()));
    const Result<T> result = answer.get();
    if (!result) ADD_FAILURE() << result.error().text;
    return result ? *result : T{};
  }
  Store store_;
  cluster::NodeStore nodes_{store_};
};

}  // namespace cardroom::testing
