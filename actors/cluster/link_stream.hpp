#pragma once
#include <sys/types.h>

#include <cstddef>
#include <mutex>
#include <vector>

#include "actors/cluster/link_socket.hpp"
#include "actors/cluster/link_tls.hpp"

namespace cardroom::cluster {

/// The bytes of a connection that was made and has shaken hands. Read by one thread, written by any: whoever
/// has something to send writes it at once, as far as the socket takes it. The socket is another's, who
/// closes it after close().
class LinkStream {
 public:
  /// `ssl` null: without TLS.
  LinkStream(int socket, SslPtr ssl) : socket_(socket), ssl_(std::move(ssl)) {}

  struct Moved {
    std::size_t bytes = 0;
    bool over = false;  ///< the connection
  };
  /// As much as there is and fits.
  Moved read(char* to, std::size_t size);
  /// Something was read from the socket that a poll of it does not show.
  bool holds_back();
  bool uses_tls() const { return ssl_ != nullptr; }

  /// Lets `f` append to what is to be sent. Returns how many bytes wait.
  template <class F>
  std::size_t append(F f) {
    const std::lock_guard lock(mutex_);
    if (!over_) f(waiting_);
    return waiting_.size();
  }
  enum class Flushed {
    DONE,    ///< or somebody else does it
    STUCK,   ///< the rest goes with resume(), once the socket can be written to
    PASSED,  ///< nothing is to be done: it was stuck before
  };
  /// Writes what was appended. A connection that is lost is told by the next read.
  Flushed flush();
  /// Goes on where it was stuck.
  Flushed resume();
  bool is_stuck();

  /// Nothing is read or written any more; what was not written is lost.
  void close();

 private:
  Flushed write_all(std::unique_lock<std::mutex>& lock);
  Moved write(const char* from, std::size_t size);
  template <class F, class Bytes>
  Moved of_ssl(F f, Bytes* bytes, std::size_t size);
  static Moved of_socket(ssize_t n);

  std::mutex socket_mutex_;  ///< of these three; locked behind `mutex_`, or alone
  const int socket_;
  const SslPtr ssl_;
  bool closed_ = false;

  std::mutex mutex_;           ///< of these
  std::vector<char> waiting_;  ///< to be sent
  std::vector<char> sending_;  ///< before that; of whoever writes, while somebody does
  std::size_t sent_ = 0;       ///< of `sending_`
  bool writing_ = false;       ///< somebody does
  bool stuck_ = false;
  bool over_ = false;
};

}  // namespace cardroom::cluster
