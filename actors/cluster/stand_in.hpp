#pragma once
#include <atomic>
#include <caf/actor_cast.hpp>
#include <caf/actor_config.hpp>
#include <caf/actor_system.hpp>
#include <caf/exit_reason.hpp>
#include <caf/mailbox_element.hpp>
#include <caf/make_actor.hpp>
#include <caf/monitorable_actor.hpp>
#include <exception>
#include <string>
#include <utility>

#include "actors/log.hpp"

namespace cardroom::cluster {

/// An actor without a mailbox: `Derived::on(T&, const caf::strong_actor_ptr& from)` runs for each of the
/// messages `T` in the thread of whoever sends it, for several at once, so that what goes to a peer does not
/// wait for a worker. It must neither block nor change what it has. Other messages are dropped, and all
/// behind the first `Last`.
template <class Derived, class Last, class... T>
class StandIn : public caf::monitorable_actor {
 public:
  StandIn(caf::actor_config& config, std::string name)
      : caf::monitorable_actor(config), name_(std::move(name)) {}

  void enqueue(caf::mailbox_element_ptr what, caf::execution_unit* context) final {
    if (ended_) return;
    try {
      if (what->content().match_elements<Last>())
        end(context);
      else
        (void)(... || take<T>(*what));
    } catch (const std::exception& e) {
      log_error(name_ + ": " + e.what());
    } catch (...) {
      log_error(name_ + ": unknown exception");
    }
  }

 private:
  /// Whoever monitors it hears so.
  void end(caf::execution_unit* context) {
    ended_ = true;
    cleanup(caf::exit_reason::normal, context);
  }

  template <class U>
  bool take(caf::mailbox_element& what) {
    auto& content = what.content();
    if (!content.template match_elements<U>()) return false;
    static_cast<const Derived&>(*this).on(content.template get_mutable_as<U>(0), what.sender);
    return true;
  }

  const std::string name_;
  std::atomic<bool> ended_{false};
};

/// A stand-in `Class`, made of `args`, as an actor of the interface of `Handle`.
template <class Class, class Handle, class... Args>
Handle make_stand_in(caf::actor_system& system, Args&&... args) {
  caf::actor_config config;
  return caf::actor_cast<Handle>(caf::make_actor<Class, caf::strong_actor_ptr>(
      system.next_actor_id(), system.node(), &system, config, std::forward<Args>(args)...));
}

}  // namespace cardroom::cluster
