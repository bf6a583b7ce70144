#pragma once
#include "daemon/gateway/io_thread.hpp"

/// HTTP on one connection.
namespace cardroom::gateway {

/// Serves requests on `socket` until it is closed or becomes a WebSocket. `place` says whether its owner is
/// welcome; if not, the first request is answered with the refusal.
/// It is read after `pause`.
Awaitable<void> serve_http(IoThread& thread, Shared& shared, Socket socket, Admission::Place place,
                           Admission::Clock::duration pause);

}  // namespace cardroom::gateway
