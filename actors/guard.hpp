#pragma once
#include <caf/exit_reason.hpp>
#include <caf/scheduled_actor.hpp>
#include <exception>
#include <string>

#include "actors/log.hpp"

namespace cardroom {

/// What every actor does about the unexpected: an exception is logged and ends it, a message it does not know
/// is dropped.
inline void guard(caf::scheduled_actor* self, std::string name) {
  self->set_exception_handler([name](caf::scheduled_actor*, std::exception_ptr& thrown) -> caf::error {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::exception& e) {
      log_error(name + " ends: " + e.what());
    } catch (...) {
      log_error(name + " ends: unknown exception");
    }
    return caf::exit_reason::unhandled_exception;
  });
  self->set_default_handler(caf::drop);
}

}  // namespace cardroom
