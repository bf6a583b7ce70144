#include "actors/cluster/link_stream.hpp"

#include <openssl/err.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "actors/cluster/link_tls_words.hpp"

namespace cardroom::cluster {
namespace {

constexpr std::size_t kMostWritten = 256u << 10;  ///< at once
constexpr std::size_t kKeptCapacity = 1u << 20;   ///< of what is sent

}  // namespace

LinkStream::Moved LinkStream::read(char* to, std::size_t size) {
  const std::lock_guard lock(socket_mutex_);
  if (closed_) return {0, true};
  if (!ssl_) return of_socket(::recv(socket_, to, size, 0));
  Moved all;
  do {
    const Moved one = of_ssl(SSL_read, to + all.bytes, size - all.bytes);
    all.bytes += one.bytes;
    all.over = one.over;
    if (one.bytes == 0) break;
  } while (all.bytes < size && SSL_has_pending(ssl_.get()) != 0);
  return all;
}

bool LinkStream::holds_back() {
  const std::lock_guard lock(socket_mutex_);
  return ssl_ && !closed_ && SSL_has_pending(ssl_.get()) != 0;
}

std::string LinkStream::trouble() {
  const std::lock_guard lock(socket_mutex_);
  return trouble_;
}

void LinkStream::say_preamble() {
  const std::lock_guard lock(mutex_);
  append_preamble(waiting_);
}

void LinkStream::flush() {
  std::unique_lock lock(mutex_);
  if (is_stuck_ || writing_) return;
  write_all(lock);
  if (is_stuck_ && stuck_) stuck_();
}

bool LinkStream::resume() {
  std::unique_lock lock(mutex_);
  is_stuck_ = false;
  write_all(lock);
  return !is_stuck_;
}

bool LinkStream::is_idle() {
  const std::lock_guard lock(mutex_);
  return std::exchange(idle_, true) && !is_stuck_;
}

/// Whoever writes goes on with what others append meanwhile, so that nobody waits for the socket.
void LinkStream::write_all(std::unique_lock<std::mutex>& lock) {
  writing_ = true;
  while (!over_) {
    if (sending_.empty()) sending_.swap(waiting_);
    if (sending_.empty()) break;
    lock.unlock();
    const Moved moved = write(sending_.data() + sent_, std::min(sending_.size() - sent_, kMostWritten));
    lock.lock();
    sent_ += moved.bytes;
    over_ = over_ || moved.over;
    if (sent_ == sending_.size() || over_) {
      sending_.clear();
      sent_ = 0;
      if (sending_.capacity() > kKeptCapacity) sending_ = {};
    } else if (moved.bytes == 0) {
      is_stuck_ = true;
      break;
    }
  }
  writing_ = false;
}

LinkStream::Moved LinkStream::write(const char* from, std::size_t size) {
  const std::lock_guard lock(socket_mutex_);
  if (closed_) return {0, true};
  Moved all;
  if (!ssl_) {
    all = of_socket(::send(socket_, from, size, MSG_NOSIGNAL));
  } else {
    // OpenSSL writes a record of 16 KB at a time.
    while (all.bytes < size && !all.over) {
      const Moved one = of_ssl(SSL_write, from + all.bytes, size - all.bytes);
      all.bytes += one.bytes;
      all.over = one.over;
      if (one.bytes == 0) break;
    }
  }
  if (all.over) ::shutdown(socket_, SHUT_RDWR);
  return all;
}

void LinkStream::close() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    waiting_ = {};
    stuck_ = nullptr;
  }
  const std::lock_guard lock(socket_mutex_);
  closed_ = true;
}

LinkStream::Moved LinkStream::of_socket(ssize_t n) {
  if (n > 0) return {static_cast<std::size_t>(n), false};
  return {0, n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)};
}

template <class F, class Bytes>
LinkStream::Moved LinkStream::of_ssl(F f, Bytes* bytes, std::size_t size) {
  ERR_clear_error();
  const int n = f(ssl_.get(), bytes, static_cast<int>(size));
  if (n > 0) return {static_cast<std::size_t>(n), false};
  const int error = SSL_get_error(ssl_.get(), n);
  if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) return {0, false};
  if (error == SSL_ERROR_SSL && trouble_.empty()) trouble_ = tls_trouble(*ssl_);
  return {0, true};
}

}  // namespace cardroom::cluster
