#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

/// The operator's end of the control socket.
namespace cardroom::control {

/// What to tell of a daemon that answers nobody.
extern const char* const kSilent;

/// A connection to a daemon. Blocking, for as long as the daemon lives: when a reply is silent for
/// `patience`, a second connection asks whether anybody is there, and has as long to be answered. For one
/// thread.
class ControlClient {
 public:
  explicit ControlClient(std::chrono::milliseconds patience = std::chrono::seconds(5))
      : patience_(patience) {}
  ~ControlClient();
  ControlClient(const ControlClient&) = delete;
  ControlClient& operator=(const ControlClient&) = delete;

  /// Empty, or why the daemon cannot be reached, in one sentence with what to do.
  std::string connect(const std::filesystem::path& socket, const std::filesystem::path& token_file);

  /// Sends a request (a JSON object without token) and returns its reply; empty when the connection broke.
  std::string ask(std::string request);
  /// The next reply of a request that watches; empty when there is none any more.
  std::string next();

  /// The last reply is missing because the daemon, which is there, answers nobody.
  bool silent() const { return silent_; }

 private:
  bool somebody_answers() const;

  std::filesystem::path socket_;
  std::chrono::milliseconds patience_;
  bool silent_ = false;
  int fd_ = -1;
  std::string token_;
  std::string buffer_;
};

}  // namespace cardroom::control
