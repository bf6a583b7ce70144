#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>

#include <caf/detail/behavior_impl.hpp>
#include <caf/mailbox_element.hpp>
#include <caf/scheduled_actor.hpp>

// Debian's CAF is not built with ThreadSanitizer, which therefore sees neither the mailbox' atomics nor that
// an actor runs on one thread at a time. These definitions take the place of the library's, say what happens
// before what, and call the originals, so that hardly anything is suppressed and races in our code are still
// found.

// What CAF counts references of inside the library, without any code of ours: its own parts of messages, its
// detached actors (we have none), what actors are told when others end, and what a thread that waits for an
// actor's end is told. And what OpenSSL does with certificates that several handshakes share: its locks and
// counts cannot be seen either.
extern "C" const char* __tsan_default_suppressions() {
  return "race:caf::message::~message\n"
         "race:caf::detail::private_thread::run\n"
         "race:caf::detail::tuple_vals<caf::exit_msg>::~tuple_vals\n"
         "race:caf::detail::tuple_vals<caf::down_msg>::~tuple_vals\n"
         "race:caf::scheduled_actor::categorize\n"
         "race:caf::scheduled_actor::cleanup\n"
         "race:caf::blocking_actor::mailbox_visitor\n"
         "race:libcrypto.so\n";
}

namespace caf {
namespace {

template <class Function>
Function original(const char* symbol) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, symbol));
}

}  // namespace

/// What the sender did happens before ...
void scheduled_actor::enqueue(mailbox_element_ptr message, execution_unit* unit) {
  static const auto next = original<void (*)(scheduled_actor*, mailbox_element_ptr, execution_unit*)>(
      "_ZN3caf15scheduled_actor7enqueueESt10unique_ptrINS_15mailbox_elementENS_6detail8disposerEEPNS_"
      "14execution_"
      "unitE");
  if (message) __tsan_release(&message->content());
  next(this, std::move(message), unit);
}

/// ... the receiver handles the message.
match_case::result detail::behavior_impl::invoke(invoke_result_visitor& visitor, type_erased_tuple& message) {
  static const auto next =
      original<match_case::result (*)(behavior_impl*, invoke_result_visitor&, type_erased_tuple&)>(
          "_ZN3caf6detail13behavior_impl6invokeERNS0_21invoke_result_visitorERNS_17type_erased_tupleE");
  __tsan_acquire(&message);
  return next(this, visitor, message);
}

/// What an actor did happens before its next turn, on whichever thread.
resumable::resume_result scheduled_actor::resume(execution_unit* unit, size_t most) {
  static const auto next = original<resume_result (*)(scheduled_actor*, execution_unit*, size_t)>(
      "_ZN3caf15scheduled_actor6resumeEPNS_14execution_unitEm");
  __tsan_acquire(this);
  const resume_result result = next(this, unit, most);
  __tsan_release(this);
  return result;
}

/// What holders of an actor did happens before it is destroyed.
void intrusive_ptr_release(actor_control_block* block) {
  static const auto next =
      original<void (*)(actor_control_block*)>("_ZN3caf21intrusive_ptr_releaseEPNS_19actor_control_blockE");
  __tsan_release(block);
  __tsan_acquire(block);
  next(block);
}

/// ... and before its memory is given back.
void intrusive_ptr_release_weak(actor_control_block* block) {
  static const auto next = original<void (*)(actor_control_block*)>(
      "_ZN3caf26intrusive_ptr_release_weakEPNS_19actor_control_blockE");
  __tsan_release(block);
  __tsan_acquire(block);
  next(block);
}

}  // namespace caf
