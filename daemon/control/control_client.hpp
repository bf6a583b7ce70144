#pragma once
#include <filesystem>
#include <functional>
#include <string>

/// The operator's end of the control socket.
namespace cardroom::control {

/// A connection to a daemon. Blocking; for one thread.
class ControlClient {
 public:
  ControlClient() = default;
  ~ControlClient();
  ControlClient(const ControlClient&) = delete;
  ControlClient& operator=(const ControlClient&) = delete;

  /// Empty, or why the daemon cannot be reached, in one sentence with what to do.
  std::string connect(const std::filesystem::path& socket, const std::filesystem::path& token_file);

  /// Sends a request (a JSON object without token) and returns its reply; empty when the connection broke.
  std::string ask(std::string request);
  /// The next reply of a request that watches; empty when there is none any more.
  std::string next();

 private:
  int fd_ = -1;
  std::string token_;
  std::string buffer_;
};

}  // namespace cardroom::control
