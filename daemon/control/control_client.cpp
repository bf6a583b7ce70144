#include "daemon/control/control_client.hpp"

#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "daemon/control/unix_socket.hpp"

namespace cardroom::control {

const char* const kSilent =
    "the daemon does not answer: is it stopped (kill -CONT lets it go on), or very busy?";

ControlClient::~ControlClient() {
  if (fd_ >= 0) ::close(fd_);
}

std::string ControlClient::connect(const std::filesystem::path& socket,
                                   const std::filesystem::path& token_file) {
  socket_ = socket;
  fd_ = connect_to(socket, patience_);
  if (fd_ < 0 && errno == EAGAIN) return kSilent;
  if (fd_ < 0)
    return "No cardroomd answers at " + socket.string() + ": " +
           std::error_code(errno, std::generic_category()).message() +
           ". Start it with 'cardroomd --config FILE', or name its directory with --data-dir.";
  std::ifstream in(token_file);
  std::getline(in, token_);
  if (token_.empty())
    return "Cannot read the administrator's token in " + token_file.string() +
           ". Run cardroomctl as the user that runs cardroomd.";
  return {};
}

std::string ControlClient::ask(std::string request) {
  const std::string with_token = R"({"token":")" + token_ + "\"," + request.substr(1);
  if (!write_line(fd_, with_token) && errno == EAGAIN) {
    silent_ = true;
    return {};
  }
  // Whoever has closed the connection may have said why.
  return next();
}

std::string ControlClient::next() {
  for (;;) {
    if (auto line = read_line(fd_, buffer_, true)) return *std::move(line);
    if (errno != EAGAIN) return {};
    if (somebody_answers()) continue;
    silent_ = true;
    return {};
  }
}

// A request without a token is refused by the socket's own threads: whatever a command waits for.
bool ControlClient::somebody_answers() const {
  const int fd = connect_to(socket_, patience_);
  if (fd < 0) return false;
  std::string buffer;
  const bool answered = write_line(fd, "{}") && (read_line(fd, buffer, true) || errno != EAGAIN);
  ::close(fd);
  return answered;
}

}  // namespace cardroom::control
