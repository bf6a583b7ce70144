#pragma once
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <optional>
#include <unordered_set>

#include "daemon/gateway/admission.hpp"
#include "daemon/gateway/asio_types.hpp"
#include "daemon/gateway/connection.hpp"
#include "daemon/gateway/http.hpp"
#include "daemon/gateway/limits.hpp"

/// What the sessions of a server share.
namespace cardroom::gateway {

/// An HTTP or WebSocket connection, as the server's end sees it. Called on its own thread.
class Session {
 public:
  virtual ~Session() = default;
  virtual void stop() = 0;  ///< end soon, politely
  virtual void cut() = 0;   ///< end now
};

/// One thread's share of the connections; everything in it belongs to that thread.
struct IoThread {
  std::unordered_set<Session*> sessions;
  bool stopping = false;
  // Destroying the context ends the coroutines that are left, and these leave `sessions`.
  asio::io_context context{1};
  std::optional<asio::executor_work_guard<Executor>> work{context.get_executor()};

  Executor executor() { return context.get_executor(); }
};

/// A session's entry in its thread's list.
class Enrolment {
 public:
  Enrolment(IoThread& thread, Session& session) : thread_(thread), session_(session) {
    thread_.sessions.insert(&session_);
  }
  ~Enrolment() { thread_.sessions.erase(&session_); }
  Enrolment(const Enrolment&) = delete;
  Enrolment& operator=(const Enrolment&) = delete;

 private:
  IoThread& thread_;
  Session& session_;
};

/// The same for every thread; unchanging but for the counters.
struct Shared {
  ConnectionLimits limits;
  ConnectionEvents& events;
  HttpRoutes routes;
  Admission admission{limits};
  std::atomic<std::uint64_t> last_id{0};
};

}  // namespace cardroom::gateway
