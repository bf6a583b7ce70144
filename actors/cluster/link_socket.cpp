#include "actors/cluster/link_socket.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

namespace cardroom::cluster {
namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;
constexpr int kBacklog = 64;
// What is written and not taken for so long ends a connection that was closed already.
constexpr unsigned kUnacknowledgedMs = 10'000;

Try<Addresses> look_up(const std::string& host, const std::string& port, int flags) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), port.c_str(), &wanted, &found);
  if (error != 0) return std::string(gai_strerror(error));
  return Addresses(found, &freeaddrinfo);
}

Descriptor make_socket(const addrinfo& a) {
  Descriptor fd(::socket(a.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (fd) setsockopt(fd.get(), IPPROTO_TCP, TCP_USER_TIMEOUT, &kUnacknowledgedMs, sizeof(kUnacknowledgedMs));
  return fd;
}

bool is_loopback(const sockaddr* address) {
  if (address->sa_family == AF_INET)
    return ntohl(reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr) >> 24u == 127;
  return address->sa_family == AF_INET6 &&
         IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
}

std::string why(int error) { return std::strerror(error); }

}  // namespace

Try<Listening> listen_at(const std::string& address, std::uint16_t port) {
  auto addresses = look_up(address, std::to_string(port), AI_PASSIVE);
  if (!addresses) return addresses.error();
  const addrinfo& a = **addresses;
  Listening out{make_socket(a), 0, is_loopback(a.ai_addr)};
  const int on = 1;
  sockaddr_storage bound{};
  socklen_t size = sizeof(bound);
  if (!out.socket || setsockopt(out.socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
      ::bind(out.socket.get(), a.ai_addr, a.ai_addrlen) != 0 || ::listen(out.socket.get(), kBacklog) != 0 ||
      getsockname(out.socket.get(), reinterpret_cast<sockaddr*>(&bound), &size) != 0)
    return why(errno);
  out.port = ntohs(bound.ss_family == AF_INET ? reinterpret_cast<sockaddr_in&>(bound).sin_port
                                              : reinterpret_cast<sockaddr_in6&>(bound).sin6_port);
  return out;
}

Try<Descriptor> connect_to(const std::string& address, Deadline deadline, int stop) {
  const auto colon = address.rfind(':');
  if (colon == std::string::npos) return std::string("its address has no port");
  std::string host = address.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  auto addresses = look_up(host, address.substr(colon + 1), 0);
  if (!addresses) return addresses.error();
  std::string problem = "no address";
  for (const addrinfo* a = addresses->get(); a != nullptr; a = a->ai_next) {
    Descriptor fd = make_socket(*a);
    if (!fd) return why(errno);
    int error = ::connect(fd.get(), a->ai_addr, a->ai_addrlen) == 0 ? 0 : errno;
    if (error == EINPROGRESS) {
      socklen_t size = sizeof(error);
      if (!wait_for(fd.get(), POLLOUT, deadline, stop))
        error = ETIMEDOUT;
      else if (getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &error, &size) != 0)
        error = errno;
    }
    if (error == 0) return fd;
    problem = why(error);
  }
  return problem;
}

Descriptor accept_from(int socket, int stop) {
  while (true) {
    std::array<pollfd, 2> polled{{{socket, POLLIN, 0}, {stop, POLLIN, 0}}};
    if (::poll(polled.data(), polled.size(), -1) < 0 && errno != EINTR) return {};
    if (polled[1].revents != 0) return {};
    Descriptor fd(::accept4(socket, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (fd) return fd;
    // Without free descriptors the next attempt would fail as well, at once.
    constexpr int kPauseMs = 100;
    if (errno == EMFILE || errno == ENFILE) ::poll(&polled[1], 1, kPauseMs);
  }
}

bool wait_for(int socket, short events, Deadline deadline, int stop) {
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    std::array<pollfd, 2> polled{{{socket, events, 0}, {stop, POLLIN, 0}}};
    const int ready = ::poll(polled.data(), polled.size(), static_cast<int>(std::max<long>(left, 0)));
    if (ready < 0 && errno == EINTR) continue;
    return ready > 0 && polled[1].revents == 0;
  }
}

std::string remote_name(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  std::array<char, NI_MAXHOST> host{};
  if (getpeername(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0 ||
      getnameinfo(reinterpret_cast<sockaddr*>(&address), size, host.data(), host.size(), nullptr, 0,
                  NI_NUMERICHOST) != 0)
    return "somebody";
  return host.data();
}

}  // namespace cardroom::cluster
