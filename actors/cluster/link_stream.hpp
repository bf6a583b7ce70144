#pragma once
#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "actors/cluster/link_records.hpp"
#include "actors/cluster/link_tls.hpp"

namespace cardroom::cluster {

/// The bytes of a connection that was made and has shaken hands. Read by one thread, written by any: whoever
/// has something to send writes it at once, as far as the socket takes it. The socket is another's, who
/// closes it after close().
class LinkStream {
 public:
  /// `ssl` null: without TLS. `stuck` is called, before close() returns, when the socket takes no more:
  /// resume() is to be called once it does.
  LinkStream(int socket, SslPtr ssl, std::function<void()> stuck)
      : socket_(socket), ssl_(std::move(ssl)), stuck_(std::move(stuck)) {}

  struct Moved {
    std::size_t bytes = 0;
    bool over = false;  ///< the connection
  };
  /// As much as there is and fits.
  Moved read(char* to, std::size_t size);
  /// Something was read from the socket that a poll of it does not show.
  bool holds_back();
  bool uses_tls() const { return ssl_ != nullptr; }
  /// Why TLS has ended the connection, about "it", the other side; empty: it has not.
  std::string trouble();

  void say_preamble();
  /// Sends a record with the next flush, which comes by itself when there is much.
  template <class T>
  void say(const T& record) {
    constexpr std::size_t kMuch = 64u << 10;
    {
      const std::lock_guard lock(mutex_);
      if (over_) return;
      append(waiting_, record);
      idle_ = false;
      if (waiting_.size() < kMuch) return;
    }
    flush();
  }
  /// Writes what was said. A connection that is lost is told by the next read.
  void flush();
  /// Goes on where it was stuck. False: it is stuck again.
  bool resume();
  /// Nothing was said since the last call, and the socket has taken all.
  bool is_idle();

  /// Nothing is read or written any more; what was not written is lost.
  void close();

 private:
  void write_all(std::unique_lock<std::mutex>& lock);
  Moved write(const char* from, std::size_t size);
  template <class F, class Bytes>
  Moved of_ssl(F f, Bytes* bytes, std::size_t size);
  static Moved of_socket(ssize_t n);

  std::mutex socket_mutex_;  ///< of these four; locked behind `mutex_`, or alone
  const int socket_;
  const SslPtr ssl_;
  std::string trouble_;
  bool closed_ = false;

  std::mutex mutex_;  ///< of these
  std::function<void()> stuck_;
  std::vector<char> waiting_;  ///< to be sent
  std::vector<char> sending_;  ///< before that; of whoever writes, while somebody does
  std::size_t sent_ = 0;       ///< of `sending_`
  bool writing_ = false;       ///< somebody does
  bool is_stuck_ = false;
  bool idle_ = false;
  bool over_ = false;
};

}  // namespace cardroom::cluster
