#pragma once
#include <boost/system/result.hpp>
#include <chrono>
#include <cstdint>
#include <string>

#include "actors/store/descriptor.hpp"

/// TCP sockets of a link. What waits gives up at its deadline, and as soon as `stop` can be read.
namespace cardroom::cluster {

/// A value, or why there is none.
template <class T>
using Try = boost::system::result<T, std::string>;
using Deadline = std::chrono::steady_clock::time_point;

struct Listening {
  Descriptor socket;
  std::uint16_t port = 0;
  bool loopback = false;  ///< nobody else can reach it
};
/// What is in the way is told with what to do.
Try<Listening> listen_at(const std::string& address, std::uint16_t port);

/// Connects to "host:port" or "[IPv6]:port". A name is looked up for as long as the system's resolver takes.
Try<Descriptor> connect_to(const std::string& address, Deadline deadline, int stop);

/// The next connection; none when `stop` can be read.
Descriptor accept_from(int socket, int stop);

/// Waits until poll's `events` are there. False at the deadline and at the stop.
bool wait_for(int socket, short events, Deadline deadline, int stop);

/// Ends this side's way out, and reads what comes, without keeping it, until the other side ends its own.
void drain(int socket, Deadline deadline, int stop);

/// Who is at the other end, for people.
std::string remote_name(int socket);
/// The same without what one sender can choose: an IPv4 address, or the /64 of an IPv6 one.
std::string remote_network(int socket);

}  // namespace cardroom::cluster
