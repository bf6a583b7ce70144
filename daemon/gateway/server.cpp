#include "daemon/gateway/server.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "daemon/gateway/http_session.hpp"
#include "daemon/gateway/io_thread.hpp"

namespace cardroom::gateway {
namespace {

using Acceptor = asio::basic_socket_acceptor<Tcp, Executor>;

constexpr std::chrono::milliseconds kAcceptPause{100};
constexpr std::chrono::milliseconds kCutTime{2000};  ///< longer than a connection that was cut takes

AddressBytes bytes_of(const asio::ip::address& address) {
  if (address.is_v6()) return address.to_v6().to_bytes();
  return asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4()).to_bytes();
}

// Out of descriptors or memory: the next attempt at once would fail as well.
bool shortage(ErrorCode error) {
  return error == boost::system::errc::too_many_files_open ||
         error == boost::system::errc::too_many_files_open_in_system ||
         error == boost::system::errc::no_buffer_space || error == boost::system::errc::not_enough_memory;
}

}  // namespace

struct Server::Impl {
  Impl(ServerOptions given, ConnectionEvents& events)
      : options(std::move(given)), shared{.limits = options.limits, .events = events, .routes = {}} {
    for (unsigned i = 0; i < std::max(options.threads, 1u); ++i)
      threads.push_back(std::make_unique<IoThread>());
  }

  Awaitable<void> accept_all();
  void welcome(IoThread& thread, Socket socket);
  void run(IoThread& thread, unsigned number);
  template <class Call>
  void each_session(Call call);
  bool wait_for_end(std::chrono::milliseconds limit);

  const ServerOptions options;
  Shared shared;
  std::vector<std::unique_ptr<IoThread>> threads;
  std::optional<Acceptor> acceptor;
  std::uint16_t port = 0;
  std::vector<std::thread> runners;
  std::mutex mutex;
  std::condition_variable ended;
  std::size_t running = 0;
};

/// What is to be done about it.
static const char* way_out(const ErrorCode& error) {
  if (error == asio::error::address_in_use) return "stop the program that uses it, or choose another port";
  if (error == asio::error::access_denied) return "choose a port from 1024 on";
  return "choose an address that this machine has (ip address shows them)";
}

/// A sentence for the operator if it is impossible.
template <class AnyAcceptor>
std::optional<std::string> listen(AnyAcceptor& acceptor, const ServerOptions& options) {
  ErrorCode error;
  const auto address = asio::ip::make_address(options.address, error);
  if (error)
    return "\"" + options.address + "\" is no IP address; give one such as 127.0.0.1, 0.0.0.0 or ::1.";
  const Tcp::endpoint endpoint(address, options.port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(Acceptor::reuse_address(true), error);
  // Accepted sockets inherit it; set later it would not bound the window that is announced.
  const int receive = options.limits.receive_buffer_bytes;
  if (!error && receive > 0) acceptor.set_option(Socket::receive_buffer_size(receive), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(Acceptor::max_listen_connections, error);
  if (!error) return std::nullopt;
  return "Cannot listen at " + options.address + " port " + std::to_string(options.port) + " (" +
         error.message() + "); " + way_out(error) + ": server.address and server.port.";
}

Awaitable<void> Server::Impl::accept_all() {
  bool short_of = false;
  for (std::size_t turn = 0;; ++turn) {
    auto& thread = *threads[turn % threads.size()];
    auto [error, socket] = co_await acceptor->async_accept(thread.executor(), kAwait);
    if (!acceptor->is_open()) co_return;
    if (!error) {
      welcome(thread, std::move(socket));
    } else if (shortage(error)) {
      if (!short_of) spdlog::warn("no connection can be accepted at the moment: {}", error.message());
      Timer pause(acceptor->get_executor(), kAcceptPause);
      co_await pause.async_wait(kAwait);
    }
    short_of = shortage(error);
  }
}

void Server::Impl::welcome(IoThread& thread, Socket socket) {
  ErrorCode error;
  const auto remote = socket.remote_endpoint(error);
  if (error) return;
  const auto address = bytes_of(remote.address());
  auto place = shared.admission.enter(address);
  if (place.verdict() == Verdict::DROP) return;
  socket.set_option(Tcp::no_delay(true), error);
  const int send = options.limits.send_buffer_bytes;
  if (send > 0) socket.set_option(Socket::send_buffer_size(send), error);
  auto serving = serve_http(thread, shared, std::move(socket), std::move(place),
                            shared.admission.wait_of(address, Admission::Clock::now()));
  asio::co_spawn(thread.executor(), std::move(serving), log_exception);
}

void Server::Impl::run(IoThread& thread, unsigned number) {
  pthread_setname_np(pthread_self(), ("gateway-" + std::to_string(number)).c_str());
  for (bool again = true; again;) {
    again = false;
    try {
      thread.context.run();
    } catch (const std::exception& failure) {
      spdlog::error("a gateway thread caught: {}", failure.what());
      again = true;
    }
  }
  const std::lock_guard lock(mutex);
  --running;
  ended.notify_all();
}

template <class Call>
void Server::Impl::each_session(Call call) {
  for (auto& thread : threads) {
    asio::post(thread->executor(), [&thread = *thread, call] {
      thread.stopping = true;
      thread.work.reset();
      const std::vector<Session*> sessions(thread.sessions.begin(), thread.sessions.end());
      for (auto* session : sessions) call(*session);
    });
  }
}

bool Server::Impl::wait_for_end(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex);
  return ended.wait_for(lock, limit, [&] { return running == 0; });
}

Server::Server(ServerOptions options, ConnectionEvents& events)
    : impl_(std::make_unique<Impl>(std::move(options), events)) {
  handle("/health", [](const HttpRequest&) {
    return HttpResponse{200, "text/plain; charset=utf-8", "ok", {}};
  });
}

Server::~Server() { stop(std::chrono::milliseconds(0)); }

void Server::handle(std::string path, HttpHandler handler) {
  impl_->shared.routes.add(std::move(path), std::move(handler));
}

std::optional<std::string> Server::can_listen(const ServerOptions& options) {
  asio::io_context context;
  Tcp::acceptor acceptor(context);
  return listen(acceptor, options);
}

std::optional<std::string> Server::start() {
  impl_->acceptor.emplace(impl_->threads.front()->executor());
  if (auto problem = listen(*impl_->acceptor, impl_->options)) {
    impl_->acceptor.reset();
    return problem;
  }
  ErrorCode ignored;
  impl_->port = impl_->acceptor->local_endpoint(ignored).port();
  impl_->running = impl_->threads.size();
  asio::co_spawn(impl_->threads.front()->executor(), impl_->accept_all(), log_exception);
  for (unsigned i = 0; i < impl_->threads.size(); ++i) {
    impl_->runners.emplace_back([impl = impl_.get(), i] { impl->run(*impl->threads[i], i); });
  }
  return std::nullopt;
}

std::uint16_t Server::port() const { return impl_->port; }

std::size_t Server::connections() const { return impl_->shared.admission.count(); }

void Server::stop(std::chrono::milliseconds limit) {
  if (impl_->runners.empty()) return;
  asio::post(impl_->threads.front()->executor(), [this] {
    ErrorCode ignored;
    impl_->acceptor->close(ignored);
  });
  impl_->each_session([](Session& session) { session.stop(); });
  if (!impl_->wait_for_end(limit)) impl_->each_session([](Session& session) { session.cut(); });
  // What waits for itself ends with its context.
  if (!impl_->wait_for_end(kCutTime))
    for (auto& thread : impl_->threads) thread->context.stop();
  for (auto& runner : impl_->runners) runner.join();
  impl_->runners.clear();
}

}  // namespace cardroom::gateway
