#pragma once
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <exception>

/// Asio's types bound to io_context's own executor, which is smaller and faster than the type-erased one.
/// Each io_context is run by one thread, so nothing of one connection ever runs at the same time.
namespace cardroom::gateway {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<Tcp, Executor>;
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                         asio::wait_traits<std::chrono::steady_clock>, Executor>;
template <class T>
using Awaitable = asio::awaitable<T, Executor>;

/// co_await operation(..., kAwait) gives a tuple that begins with the error; nothing throws.
inline constexpr auto kAwait = asio::as_tuple(asio::deferred);

/// For co_spawn: what leaves a coroutine ends it, is logged and hurts nothing else.
void log_exception(std::exception_ptr failure);

}  // namespace cardroom::gateway
