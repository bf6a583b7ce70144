#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace boost::asio {
class io_context;
}

/// A WebSocket client for bots and tests: thousands share one io_context and one thread.
namespace cardroom::gateway {

/// Where a WebSocket server is.
struct WsUrl {
  std::string host;
  std::string port;
  std::string target;

  /// Reads "ws://host[:port][/target]"; nothing if it is none. An IPv6 address stands in brackets.
  static std::optional<WsUrl> parse(std::string_view url);
};

struct ClientOptions {
  std::string address;  ///< an IP address, see resolve()
  std::uint16_t port = 0;
  std::string target = "/ws";
  std::string host;    ///< for the Host header; empty = the address
  std::string origin;  ///< for the Origin header; empty = none
  std::chrono::milliseconds handshake_timeout{10'000};
  std::chrono::milliseconds idle_timeout{120'000};  ///< of silence, also to a ping sent after half of it
  std::size_t message_bytes = 256 * 1024;           ///< largest message from the server
};

/// The first IP address of a name or an address itself; nothing if there is none. Blocks.
std::optional<std::string> resolve(const std::string& host);

/// What happens at a client, on its io_context's thread. Any of them may be empty.
struct ClientCalls {
  std::function<void()> opened;
  std::function<void(std::string_view text)> received;
  /// The connection has ended or never came about: the server's close code (0 = none was sent) and what
  /// happened. The last call.
  std::function<void(std::uint16_t code, std::string_view what)> closed;
};

/// One client; to be used on its io_context's thread only. It lives until it is closed, whoever holds it.
class Client {
 public:
  static std::shared_ptr<Client> connect(boost::asio::io_context& context, ClientOptions options,
                                         ClientCalls calls);
  virtual ~Client() = default;

  /// Queues a text message; dropped if the connection is not open.
  virtual void send(std::string text) = 0;
  /// Closes with 1000 after what is queued.
  virtual void close() = 0;
  /// Ends at once, without a word to the server.
  virtual void cut() = 0;
};

}  // namespace cardroom::gateway
