#include "daemon/control/control_server.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sodium.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <list>
#include <mutex>
#include <thread>

#include "actors/codec/json_parse.hpp"
#include "daemon/control/unix_socket.hpp"

namespace cardroom::control {
namespace {

constexpr std::chrono::milliseconds kPatience{500};  ///< with clients that do not take their replies
constexpr std::size_t kMostConnections = 32;
constexpr std::size_t kMostQueued = 8u << 20u;  ///< bytes that a client has not taken; then it is cut off

std::string refusal(std::string_view code, std::string_view message) {
  return R"({"ok":false,"error":{"code":")" + std::string(code) + R"(","message":")" + std::string(message) +
         "\"}}";
}

/// One client. Replies may come from other threads, which a client that does not read must not hold: they are
/// queued, and written by the connection's own thread.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  explicit Connection(int fd) : fd_(fd) {}
  ~Connection() {
    ::close(fd_);
    ::close(ready_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void serve(const std::string& token, const Handler& handler) {
    std::string buffer;
    while (const auto line = read_line(fd_, buffer)) answer(*line, token, handler);
    std::lock_guard lock(mutex_);
    gone_ = true;
    queue_ = {};
  }

  /// No more requests; replies that are given still go out.
  void finish() { ::shutdown(fd_, SHUT_RD); }
  void hang_up() { ::shutdown(fd_, SHUT_RDWR); }

 private:
  struct Queued {
    std::string text;
    bool last = true;
  };

  void answer(const std::string& line, const std::string& token, const Handler& handler) {
    const auto parsed = parse_json(line);
    const auto* value = std::get_if<boost::json::value>(&parsed);
    if (value == nullptr || !value->is_object()) {
      write_line(fd_, refusal("BAD_JSON", "The request is not a JSON object."));
      return;
    }
    const auto* given = value->as_object().if_contains("token");
    const bool admitted =
        given != nullptr && given->is_string() && same_token(std::string_view(given->as_string()), token);
    if (!admitted) {
      write_line(fd_, refusal("NOT_ALLOWED",
                              "The administrator's token is missing or wrong; it is in admin.token."));
      return;
    }
    handler(line, [self = shared_from_this()](const std::string& reply, bool last) {
      return self->reply(reply, last);
    });
    wait_until_done();
  }

  bool reply(const std::string& text, bool last) {
    std::lock_guard lock(mutex_);
    if (gone_) return false;
    if (queued_ > kMostQueued) {
      gone_ = true;
      queue_ = {};
      hang_up();
      return false;
    }
    queued_ += text.size();
    queue_.push_back({text, last});
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(ready_, &one, sizeof one);
    return true;
  }

  /// Writes replies until the last one is out, or the client has hung up.
  void wait_until_done() {
    for (;;) {
      pollfd fds[2] = {{fd_, POLLRDHUP, 0}, {ready_, POLLIN, 0}};
      if (::poll(fds, 2, -1) < 0) continue;
      if (fds[1].revents == 0) break;
      std::uint64_t count = 0;
      [[maybe_unused]] const auto read = ::read(ready_, &count, sizeof count);
      if (write_queue()) return;
    }
    std::lock_guard lock(mutex_);
    gone_ = true;
  }

  /// Whether nothing more is to come.
  bool write_queue() {
    for (;;) {
      Queued reply;
      {
        std::lock_guard lock(mutex_);
        if (gone_) return true;
        if (queue_.empty()) return false;
        reply = std::move(queue_.front());
        queue_.pop_front();
        queued_ -= reply.text.size();
      }
      const bool sent = write_line(fd_, reply.text);
      if (sent && !reply.last) continue;
      std::lock_guard lock(mutex_);
      gone_ = gone_ || !sent;
      return true;
    }
  }

  const int fd_;
  const int ready_ = ::eventfd(0, EFD_CLOEXEC);  ///< readable when the queue is not empty
  std::mutex mutex_;                             ///< of what follows
  std::list<Queued> queue_;
  std::size_t queued_ = 0;  ///< bytes
  bool gone_ = false;
};

}  // namespace

struct ControlServer::State {
  std::filesystem::path path;
  std::string token;
  Handler handler;
  int listener = -1;
  int stop = -1;
  std::thread thread;

  struct Client {
    std::shared_ptr<Connection> connection;
    std::thread thread;
    std::shared_ptr<bool> ended = std::make_shared<bool>(false);
  };
  std::mutex mutex;
  std::list<Client> clients;

  void reap() {
    std::lock_guard lock(mutex);
    for (auto it = clients.begin(); it != clients.end();) {
      if (!*it->ended) {
        ++it;
        continue;
      }
      it->thread.join();
      it = clients.erase(it);
    }
  }

  void admit(int fd) {
    reap();
    std::lock_guard lock(mutex);
    if (clients.size() >= kMostConnections) {
      write_line(fd, refusal("BUSY", "The daemon has " + std::to_string(kMostConnections) +
                                         " cardroomctl connections, which is as many as it takes (each "
                                         "table watch is one): end some, or ask again."));
      ::close(fd);
      return;
    }
    Client& client = clients.emplace_back();
    client.connection = std::make_shared<Connection>(fd);
    client.thread = std::thread([this, connection = client.connection, ended = client.ended] {
      connection->serve(token, handler);
      std::lock_guard guard(mutex);
      *ended = true;
    });
  }

  void run() {
    for (;;) {
      pollfd fds[2] = {{listener, POLLIN, 0}, {stop, POLLIN, 0}};
      if (::poll(fds, 2, -1) < 0) continue;
      if (fds[1].revents != 0) return;
      const int fd = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
      if (fd >= 0) admit(fd);
    }
  }
};

ControlServer::ControlServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

std::variant<std::unique_ptr<ControlServer>, std::string> ControlServer::start(
    const std::filesystem::path& path, std::string token, Handler handler) {
  auto state = std::make_unique<State>();
  state->path = path;
  state->token = std::move(token);
  state->handler = std::move(handler);
  // The data directory's lock is held, so a socket there belongs to nobody who lives.
  ::unlink(path.c_str());
  state->listener = listen_at(path);
  if (state->listener < 0)
    return "Cannot listen at " + path.string() + ": " +
           std::error_code(errno, std::generic_category()).message() + ". Choose another data directory.";
  state->stop = ::eventfd(0, EFD_CLOEXEC);
  State* running = state.get();
  state->thread = std::thread([running] { running->run(); });
  return std::unique_ptr<ControlServer>(new ControlServer(std::move(state)));
}

ControlServer::~ControlServer() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(state_->stop, &one, sizeof one);
  state_->thread.join();
  std::list<State::Client> clients;
  {
    std::lock_guard lock(state_->mutex);
    clients.swap(state_->clients);
  }
  for (auto& client : clients) client.connection->finish();
  const auto ended = [&] {
    std::lock_guard lock(state_->mutex);
    return std::all_of(clients.begin(), clients.end(), [](const auto& client) { return *client.ended; });
  };
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!ended() && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  for (auto& client : clients) client.connection->hang_up();
  for (auto& client : clients) client.thread.join();
  ::close(state_->listener);
  ::close(state_->stop);
  ::unlink(state_->path.c_str());
}

bool same_token(std::string_view given, std::string_view token) {
  return !token.empty() && given.size() == token.size() &&
         sodium_memcmp(given.data(), token.data(), token.size()) == 0;
}

std::variant<std::string, std::error_code> admin_token(const std::filesystem::path& path) {
  const auto failed = [] { return std::error_code(errno, std::generic_category()); };
  if (const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC); fd >= 0) {
    std::string token(256, '\0');
    const auto n = ::read(fd, token.data(), token.size());
    ::close(fd);
    if (n < 0) return failed();
    token.resize(static_cast<std::size_t>(n));
    while (!token.empty() && token.back() == '\n') token.pop_back();
    return token;
  }
  if (errno != ENOENT) return failed();
  std::array<unsigned char, 32> random{};
  randombytes_buf(random.data(), random.size());
  std::string token(2 * random.size() + 1, '\0');
  sodium_bin2hex(token.data(), token.size(), random.data(), random.size());
  token.pop_back();
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return failed();
  const std::string line = token + "\n";
  const bool written = ::write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  ::close(fd);
  if (!written) return failed();
  return token;
}

}  // namespace cardroom::control
