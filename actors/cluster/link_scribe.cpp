#include "actors/cluster/link_scribe.hpp"

#include <openssl/err.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace cardroom::cluster {
namespace {

using caf::io::network::operation;

constexpr std::size_t kLeastRoom = 4u << 10, kMostRoom = 64u << 10;
// Before other connections have their turn.
constexpr int kReads = 4;
constexpr std::size_t kMostWritten = 256u << 10;
constexpr std::size_t kKeptCapacity = 1u << 20;  ///< of what is sent

}  // namespace

LinkScribe::LinkScribe(caf::io::network::default_multiplexer& multiplexer, Connection connection)
    : scribe(caf::io::network::conn_hdl_from_socket(connection.socket.get())),
      event_handler(multiplexer, connection.socket.release()),
      ssl_(std::move(connection.ssl)),
      room_(kLeastRoom) {}

void LinkScribe::add_to_loop() {
  if (phase_ != Phase::NEW) return;
  phase_ = Phase::OPEN;
  backend().add(operation::read, fd(), this);
  // What OpenSSL read behind the handshake is not seen by polling the socket.
  if (ssl_ && SSL_has_pending(ssl_.get()) != 0) read_later();
}

void LinkScribe::remove_from_loop() {
  if (std::exchange(phase_, Phase::CLOSED) == Phase::CLOSED) return;
  backend().del(operation::read, fd(), this);
  backend().del(operation::write, fd(), this);
  // The loop may come to it once more in this round.
  backend().post([self = caf::intrusive_ptr<LinkScribe>(this)] {});
}

void LinkScribe::end(bool tell) {
  remove_from_loop();
  detach(&backend(), tell);
}

void LinkScribe::handle_event(operation what) {
  if (phase_ != Phase::OPEN) return;
  switch (what) {
    case operation::read:
      return read();
    case operation::write:
      writing_ = false;
      flush();
      if (!writing_) backend().del(operation::write, fd(), this);
      return;
    case operation::propagate_error:
      return end(true);
  }
}

void LinkScribe::read() {
  for (int i = 0; i < kReads; ++i) {
    in_.resize(room_);
    const Moved moved = read_to_buffer();
    if (moved.bytes > 0) consume(&backend(), in_.data(), moved.bytes);
    if (phase_ != Phase::OPEN) return;
    if (moved.over) return end(true);
    if (moved.bytes < room_) {
      room_ = std::max(room_ / 2, kLeastRoom);
      return;
    }
    room_ = std::min(room_ * 2, kMostRoom);
  }
  if (ssl_) read_later();
}

void LinkScribe::read_later() {
  backend().post([self = caf::intrusive_ptr<LinkScribe>(this)] {
    if (self->phase_ == Phase::OPEN) self->read();
  });
}

void LinkScribe::flush() {
  if (phase_ != Phase::OPEN || writing_) return;
  if (sending_.empty()) sending_.swap(out_);
  if (sending_.empty()) return;
  const Moved moved = write_from_buffer();
  sent_ += moved.bytes;
  if (moved.over) {
    // Told to the broker by the next read, as it may be the broker who writes just now.
    ::shutdown(fd(), SHUT_RDWR);
    sent_ = sending_.size();
  }
  if (sent_ == sending_.size()) {
    sending_.clear();
    sent_ = 0;
    if (sending_.capacity() > kKeptCapacity) sending_ = {};
  }
  if (sending_.empty() && out_.empty()) return;
  writing_ = true;
  backend().add(operation::write, fd(), this);
}

/// As much as there is and fits.
LinkScribe::Moved LinkScribe::read_to_buffer() {
  if (!ssl_) return of_socket(::recv(fd(), in_.data(), in_.size(), 0));
  Moved all;
  do {
    const Moved one = of_ssl(SSL_read, in_.data() + all.bytes, in_.size() - all.bytes);
    all.bytes += one.bytes;
    all.over = one.over;
    if (one.bytes == 0) break;
  } while (all.bytes < in_.size() && SSL_has_pending(ssl_.get()) != 0);
  return all;
}

LinkScribe::Moved LinkScribe::write_from_buffer() {
  const char* from = sending_.data() + sent_;
  const std::size_t size = std::min(sending_.size() - sent_, kMostWritten);
  if (!ssl_) return of_socket(::send(fd(), from, size, MSG_NOSIGNAL));
  Moved all;
  // OpenSSL writes a record of 16 KB at a time.
  while (all.bytes < size) {
    const Moved one = of_ssl(SSL_write, from + all.bytes, size - all.bytes);
    all.bytes += one.bytes;
    all.over = one.over;
    if (one.bytes == 0) break;
  }
  return all;
}

LinkScribe::Moved LinkScribe::of_socket(ssize_t n) {
  if (n > 0) return {static_cast<std::size_t>(n), false};
  return {0, n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)};
}

template <class F, class Bytes>
LinkScribe::Moved LinkScribe::of_ssl(F f, Bytes* bytes, std::size_t size) {
  ERR_clear_error();
  const int n = f(ssl_.get(), bytes, static_cast<int>(size));
  if (n > 0) return {static_cast<std::size_t>(n), false};
  const int error = SSL_get_error(ssl_.get(), n);
  return {0, error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE};
}

}  // namespace cardroom::cluster
