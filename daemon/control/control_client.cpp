#include "daemon/control/control_client.hpp"

#include <unistd.h>

#include <fstream>

#include "daemon/control/unix_socket.hpp"

namespace cardroom::control {

ControlClient::~ControlClient() {
  if (fd_ >= 0) ::close(fd_);
}

std::string ControlClient::connect(const std::filesystem::path& socket,
                                   const std::filesystem::path& token_file) {
  fd_ = connect_to(socket);
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
  if (!write_line(fd_, with_token)) return {};
  return next();
}

std::string ControlClient::next() { return read_line(fd_, buffer_, true).value_or(std::string{}); }

}  // namespace cardroom::control
