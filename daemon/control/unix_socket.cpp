#include "daemon/control/unix_socket.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace cardroom::control {
namespace {

constexpr std::size_t kLongestLine = 1 << 20;

/// An address may hold 107 bytes only; a longer path is reached through an open directory.
class Address {
 public:
  explicit Address(const std::filesystem::path& path) {
    std::string text = path.string();
    if (text.size() >= sizeof address_.sun_path) {
      directory_ = ::open(path.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
      text = "/proc/self/fd/" + std::to_string(directory_) + "/" + path.filename().string();
    }
    fits_ = text.size() < sizeof address_.sun_path;
    address_.sun_family = AF_UNIX;
    if (fits_) std::memcpy(address_.sun_path, text.c_str(), text.size() + 1);
  }
  ~Address() {
    if (directory_ >= 0) ::close(directory_);
  }
  Address(const Address&) = delete;
  Address& operator=(const Address&) = delete;

  template <class Call>
  int use(Call call) const {
    if (!fits_) {
      errno = ENAMETOOLONG;
      return -1;
    }
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    if (call(fd, reinterpret_cast<const sockaddr*>(&address_), sizeof address_)) return fd;
    const int error = errno;
    ::close(fd);
    errno = error;
    return -1;
  }

 private:
  sockaddr_un address_{};
  int directory_ = -1;
  bool fits_ = false;
};

}  // namespace

int listen_at(const std::filesystem::path& path) {
  return Address(path).use([&](int fd, const sockaddr* address, socklen_t size) {
    // The mode is set before anybody can connect.
    return ::fchmod(fd, 0600) == 0 && ::bind(fd, address, size) == 0 && ::chmod(path.c_str(), 0600) == 0 &&
           ::listen(fd, 16) == 0;
  });
}

int connect_to(const std::filesystem::path& path, std::chrono::milliseconds patience) {
  const timeval limit{patience.count() / 1000, patience.count() % 1000 * 1000};
  return Address(path).use([&](int fd, const sockaddr* address, socklen_t size) {
    return ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) == 0 &&
           ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0 &&
           ::connect(fd, address, size) == 0;
  });
}

std::optional<std::string> read_line(int fd, std::string& buffer, bool interruptible) {
  for (;;) {
    if (const auto end = buffer.find('\n'); end != std::string::npos) {
      std::string line = buffer.substr(0, end);
      buffer.erase(0, end + 1);
      return line;
    }
    if (buffer.size() > kLongestLine) return std::nullopt;
    char chunk[4096];
    const ssize_t n = ::read(fd, chunk, sizeof chunk);
    if (n < 0 && errno == EINTR && !interruptible) continue;
    if (n == 0) errno = 0;
    if (n <= 0) return std::nullopt;
    buffer.append(chunk, static_cast<std::size_t>(n));
  }
}

bool write_line(int fd, const std::string& text) {
  const std::string line = text + "\n";
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t n = ::send(fd, line.data() + at, line.size() - at, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace cardroom::control
