#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

/// The operator's door: a Unix socket that carries one JSON request a line and its JSON replies.
namespace cardroom::control {

/// Sends one reply line. `last` ends the request; a request that watches replies more than once. False when
/// the client has gone. May be called from any thread, also after the connection ended.
using Reply = std::function<bool(std::string line, bool last)>;
/// Carries out a request (a JSON object, the token already checked). Called on the connection's own thread.
using Handler = std::function<void(std::string request, Reply reply)>;

class ControlServer {
 public:
  /// Listens at `path` (mode 0600; a socket left behind by a dead daemon is replaced). On failure: one
  /// sentence.
  static std::variant<std::unique_ptr<ControlServer>, std::string> start(const std::filesystem::path& path,
                                                                         std::string token, Handler handler);
  /// Ends every connection and removes the socket.
  ~ControlServer();
  ControlServer(const ControlServer&) = delete;
  ControlServer& operator=(const ControlServer&) = delete;

 private:
  struct State;
  explicit ControlServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Compares in the same time wherever they differ. Nothing is the same as an empty token.
bool same_token(std::string_view given, std::string_view token);

/// The administrator's token: read from `path`, or drawn at the first start and written there with mode 0600.
/// On failure: one sentence.
std::variant<std::string, std::error_code> admin_token(const std::filesystem::path& path);

}  // namespace cardroom::control
