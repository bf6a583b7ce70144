#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <thread>

#include "actors/store/store.hpp"
#include "tests/store/redis_fixture.hpp"

namespace cardroom::testing {

/// A TCP port that nobody has at the moment.
inline std::string free_port() {
  const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw std::runtime_error("no port");
  return std::to_string(ntohs(address.sin_port));
}

/// A server with one replica that is up to date.
class ReplicaPair {
 public:
  ReplicaPair() {
    auto client = master.client();
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    // What was written before there was a replica says nothing of it: the second write it has to have.
    int had = 0;
    while (std::chrono::steady_clock::now() < deadline) {
      (void)client.command({"SET", "written", std::to_string(had)});
      if (const auto reply = client.command({"WAIT", "1", "1000"}); reply && reply->integer() == 1) ++had;
      if (had == 2) return;
    }
    throw std::runtime_error("the replica does not come");
  }

  const std::string port = free_port();
  TestRedis master{{"--port", port, "--bind", "127.0.0.1", "--repl-diskless-sync-delay", "0"}};
  TestRedis replica{{"--replicaof", "127.0.0.1", port}};
};

/// Keeps why a store was down, and counts.
struct Turns {
  void listen(StoreOptions& options) {
    options.on_down = [this](const Failure& why) {
      last.store(why.code);
      down.add();
    };
    options.on_up = [this] { up.add(); };
  }
  Counter down, up;
  std::atomic<StoreError> last{};
};

}  // namespace cardroom::testing
