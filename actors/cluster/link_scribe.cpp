#include "actors/cluster/link_scribe.hpp"

#include <openssl/err.h>
#include <sys/socket.h>

#include <algorithm>
#include <caf/io/network/stream_impl.hpp>
#include <caf/make_counted.hpp>
#include <caf/policy/tcp.hpp>
#include <utility>

namespace cardroom::cluster {
namespace {

using caf::io::network::native_socket;
using caf::io::network::rw_state;

/// How CAF's stream reads and writes over TLS.
class TlsPolicy {
 public:
  explicit TlsPolicy(SslPtr ssl) : ssl_(std::move(ssl)) {}

  rw_state read_some(std::size_t& result, native_socket, void* to, std::size_t size) {
    ERR_clear_error();
    return outcome(SSL_read(ssl_.get(), to, at_most(size)), result);
  }

  /// OpenSSL writes a record of 16 KB at a time: some of them, before other connections have their turn.
  rw_state write_some(std::size_t& result, native_socket, const void* from, std::size_t size) {
    constexpr int kRecords = 16;
    result = 0;
    if (size == 0) return rw_state::indeterminate;
    for (int i = 0; i < kRecords && result < size; ++i) {
      std::size_t written = 0;
      ERR_clear_error();
      const int n = SSL_write(ssl_.get(), static_cast<const char*>(from) + result, at_most(size - result));
      if (outcome(n, written) == rw_state::failure) return rw_state::failure;
      if (written == 0) break;
      result += written;
    }
    return rw_state::success;
  }

  /// What OpenSSL has read already is not seen by polling the socket.
  bool must_read_more(native_socket, std::size_t) { return SSL_pending(ssl_.get()) > 0; }

 private:
  static int at_most(std::size_t size) {
    constexpr std::size_t kMost = 1u << 30;
    return static_cast<int>(std::min(size, kMost));
  }
  rw_state outcome(int n, std::size_t& result) {
    result = n > 0 ? static_cast<std::size_t>(n) : 0;
    if (n > 0) return rw_state::success;
    const int error = SSL_get_error(ssl_.get(), n);
    const bool later = error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
    return later ? rw_state::success : rw_state::failure;
  }

  SslPtr ssl_;
};

/// As CAF's own, which cannot be derived from: notes its socket as long as it is open.
template <class Policy>
class Scribe : public caf::io::scribe {
 public:
  template <class... Ts>
  Scribe(caf::io::network::default_multiplexer& multiplexer, native_socket socket,
         std::shared_ptr<OpenSockets> sockets, Ts&&... policy)
      : scribe(caf::io::network::conn_hdl_from_socket(socket)),
        sockets_(std::move(sockets)),
        stream_(multiplexer, socket, std::forward<Ts>(policy)...) {
    sockets_->add(socket);
  }
  ~Scribe() override { sockets_->remove(stream_.fd()); }

  void configure_read(caf::io::receive_policy::config config) override {
    stream_.configure_read(config);
    if (!std::exchange(launched_, true)) stream_.start(this);
  }
  void ack_writes(bool enable) override { stream_.ack_writes(enable); }
  std::vector<char>& wr_buf() override { return stream_.wr_buf(); }
  std::vector<char>& rd_buf() override { return stream_.rd_buf(); }
  void graceful_shutdown() override {
    stream_.graceful_shutdown();
    detach(&stream_.backend(), false);
  }
  void flush() override { stream_.flush(this); }
  std::string addr() const override { return remote_name(stream_.fd()); }
  std::uint16_t port() const override { return 0; }
  void add_to_loop() override { stream_.activate(this); }
  void remove_from_loop() override { stream_.passivate(); }

 private:
  std::shared_ptr<OpenSockets> sockets_;
  bool launched_ = false;
  caf::io::network::stream_impl<Policy> stream_;
};

}  // namespace

void OpenSockets::add(int socket) {
  const std::lock_guard lock(mutex_);
  sockets_.insert(socket);
  if (closed_) ::shutdown(socket, SHUT_RDWR);
}

void OpenSockets::remove(int socket) {
  const std::lock_guard lock(mutex_);
  sockets_.erase(socket);
}

void OpenSockets::cut(int socket) {
  const std::lock_guard lock(mutex_);
  if (sockets_.contains(socket)) ::shutdown(socket, SHUT_RDWR);
}

void OpenSockets::cut_all() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  for (const int socket : sockets_) ::shutdown(socket, SHUT_RDWR);
}

caf::io::scribe_ptr make_scribe(caf::io::network::default_multiplexer& multiplexer, Connection connection,
                                std::shared_ptr<OpenSockets> sockets) {
  const int socket = connection.socket.release();
  if (!connection.ssl)
    return caf::make_counted<Scribe<caf::policy::tcp>>(multiplexer, socket, std::move(sockets));
  return caf::make_counted<Scribe<TlsPolicy>>(multiplexer, socket, std::move(sockets),
                                              std::move(connection.ssl));
}

}  // namespace cardroom::cluster
