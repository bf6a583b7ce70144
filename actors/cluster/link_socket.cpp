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
#include <iterator>
#include <memory>
#include <optional>

namespace cardroom::cluster {
namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;
constexpr int kBacklog = 512;  // as many may come at once, and none is to come later for that
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

std::optional<sockaddr_storage> remote_address(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  if (getpeername(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return std::nullopt;
  return address;
}

std::string numbers_of(const sockaddr_storage& address) {
  std::array<char, NI_MAXHOST> host{};
  if (getnameinfo(reinterpret_cast<const sockaddr*>(&address), sizeof(address), host.data(), host.size(),
                  nullptr, 0, NI_NUMERICHOST) != 0)
    return "somebody";
  return host.data();
}

std::string why(int error) { return std::strerror(error); }

std::string why_not_listening(int error) {
  switch (error) {
    case EADDRINUSE:
      return why(error) + "; stop what listens there (ss -ltnp shows it), or choose another port";
    case EADDRNOTAVAIL:
      return why(error) + "; choose an address of this machine (ip address shows them)";
    case EACCES:
      return why(error) + "; choose a port from 1024 on";
    default:
      return why(error);
  }
}

}  // namespace

Try<Listening> listen_at(const std::string& address, std::uint16_t port) {
  auto addresses = look_up(address, std::to_string(port), AI_PASSIVE);
  if (!addresses)
    return addresses.error() + "; choose an address of this machine, or a name that leads to one";
  const addrinfo& a = **addresses;
  Listening out{make_socket(a), 0, is_loopback(a.ai_addr)};
  const int on = 1;
  sockaddr_storage bound{};
  socklen_t size = sizeof(bound);
  if (!out.socket || setsockopt(out.socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
      ::bind(out.socket.get(), a.ai_addr, a.ai_addrlen) != 0 || ::listen(out.socket.get(), kBacklog) != 0 ||
      getsockname(out.socket.get(), reinterpret_cast<sockaddr*>(&bound), &size) != 0)
    return why_not_listening(errno);
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

void drain(int socket, Deadline deadline, int stop) {
  if (::shutdown(socket, SHUT_WR) != 0) return;
  std::array<char, 4096> bytes{};
  while (wait_for(socket, POLLIN, deadline, stop))
    if (::recv(socket, bytes.data(), bytes.size(), 0) <= 0) return;
}

std::string remote_name(int socket) {
  const auto address = remote_address(socket);
  return address ? numbers_of(*address) : "somebody";
}

std::string remote_network(int socket) {
  auto address = remote_address(socket);
  if (!address) return "somebody";
  if (address->ss_family != AF_INET6) return numbers_of(*address);
  auto& six = reinterpret_cast<sockaddr_in6&>(*address).sin6_addr;
  // Also what IPv4 is called at a socket of both.
  if (IN6_IS_ADDR_V4MAPPED(&six) || IN6_IS_ADDR_LOOPBACK(&six)) return numbers_of(*address);
  std::fill(std::begin(six.s6_addr) + 8, std::end(six.s6_addr), std::uint8_t{0});
  return numbers_of(*address) + "/64";
}

}  // namespace cardroom::cluster
