#include "actors/store/redis_connection.hpp"

#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

namespace cardroom {
namespace {

Failure lost(const std::string& why) { return {StoreError::UNAVAILABLE, why}; }

std::string system_text(int error) { return std::generic_category().message(error); }

// A socket address holds 107 bytes of path. A longer path is reached through a descriptor of its folder.
redisContext* connect_unix(const std::string& path) {
  if (path.size() < sizeof(sockaddr_un::sun_path)) return redisConnectUnixNonBlock(path.c_str());
  const auto slash = path.rfind('/');
  if (path.size() - slash > 64) {
    errno = ENAMETOOLONG;
    return nullptr;
  }
  const int folder = ::open(path.substr(0, slash).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return nullptr;
  const auto detour = "/proc/self/fd/" + std::to_string(folder) + path.substr(slash);
  auto* context = redisConnectUnixNonBlock(detour.c_str());
  ::close(folder);
  return context;
}

}  // namespace

void RedisConnection::Close::operator()(redisContext* context) const { redisFree(context); }

Result<RedisConnection> RedisConnection::open(const RedisAddress& address) {
  RedisConnection out(address.socket_path.empty() ? redisConnectNonBlock(address.host.c_str(), address.port)
                                                  : connect_unix(address.socket_path));
  if (!out.context_) return lost("cannot connect to " + to_string(address) + ": " + system_text(errno));
  if (out.context_->err)
    return lost("cannot connect to " + to_string(address) + ": " + std::string(out.context_->errstr));
  ::fcntl(out.fd(), F_SETFD, FD_CLOEXEC);
  return out;
}

int RedisConnection::fd() const { return context_->fd; }

void RedisConnection::send(std::span<const std::string> args) {
  std::vector<const char*> pointers(args.size());
  std::vector<std::size_t> lengths(args.size());
  for (std::size_t i = 0; i < args.size(); ++i) {
    pointers[i] = args[i].data();
    lengths[i] = args[i].size();
  }
  char* bytes = nullptr;
  const int length =
      redisFormatCommandArgv(&bytes, static_cast<int>(args.size()), pointers.data(), lengths.data());
  if (length <= 0) return;
  out_.append(bytes, static_cast<std::size_t>(length));
  redisFreeCommand(bytes);
}

// hiredis would write() here, which raises SIGPIPE, and would move the whole rest after each part of a large
// command.
std::optional<Failure> RedisConnection::write() {
  if (connecting_) {
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(fd(), SOL_SOCKET, SO_ERROR, &error, &size) < 0) error = errno;
    if (error) return lost("cannot connect: " + system_text(error));
    connecting_ = false;
  }
  while (sent_ < out_.size()) {
    const auto done = ::send(fd(), out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (done < 0) return lost("cannot send: " + system_text(errno));
    sent_ += static_cast<std::size_t>(done);
  }
  if (sent_ == out_.size()) {
    sent_ = 0;
    constexpr std::size_t kKept = 256 * 1024;
    if (out_.capacity() > kKept) out_ = {};
    out_.clear();
  }
  return std::nullopt;
}

std::optional<Failure> RedisConnection::read() {
  if (redisBufferRead(context_.get()) == REDIS_OK) return std::nullopt;
  return lost("connection closed: " + std::string(context_->errstr));
}

bool RedisConnection::has_input() const {
  int bytes = 0;
  return ::ioctl(fd(), FIONREAD, &bytes) == 0 && bytes > 0;
}

Result<std::optional<Reply>> RedisConnection::next() {
  void* reply = nullptr;
  if (redisReaderGetReply(context_->reader, &reply) != REDIS_OK)
    return Failure{StoreError::CORRUPT, "unreadable answer: " + std::string(context_->reader->errstr)};
  if (!reply) return std::optional<Reply>{};
  return std::optional<Reply>(Reply(static_cast<redisReply*>(reply)));
}

}  // namespace cardroom
