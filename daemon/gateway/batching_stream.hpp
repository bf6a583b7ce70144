#pragma once
#include <array>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "daemon/gateway/asio_types.hpp"

/// The TCP socket below a WebSocket.
namespace cardroom::gateway {

/// Told about the traffic of a BatchingStream; calls come on the socket's thread.
class StreamWatcher {
 public:
  virtual ~StreamWatcher() = default;
  /// Before each read from the socket: how long to put it off.
  virtual std::chrono::nanoseconds on_receive() = 0;
  /// The closing handshake is over; the peer may still be sending.
  virtual void on_teardown() = 0;
};

/// A socket that can hold writes back to send them with the next one in a single system call: Beast makes
/// one write a frame. A watcher may slow reading down.
class BatchingStream {
 public:
  using executor_type = Executor;
  using next_layer_type = Socket;

  BatchingStream(Socket socket, StreamWatcher& watcher) : socket_(std::move(socket)), watcher_(watcher) {}

  executor_type get_executor() noexcept { return socket_.get_executor(); }
  Socket& next_layer() noexcept { return socket_; }
  const Socket& next_layer() const noexcept { return socket_; }
  StreamWatcher& watcher() noexcept { return watcher_; }

  /// The next write, and only that one, is to wait for the one after it, which must come.
  void hold_next() { hold_ = true; }
  bool holding() const { return !held_.empty(); }

  /// Ends all that goes on.
  void close() {
    ErrorCode ignored;
    socket_.close(ignored);
    if (pause_) pause_->cancel();
  }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return asio::async_initiate<Token, void(ErrorCode, std::size_t)>(
        [this](auto handler, const Buffers& room) { this->read(room, std::move(handler)); }, token, buffers);
  }

  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return asio::async_initiate<Token, void(ErrorCode, std::size_t)>(
        [this](auto handler, const Buffers& given) { this->write(given, std::move(handler)); }, token,
        buffers);
  }

 private:
  static constexpr std::size_t kHeldBytes = 16 * 1024;
  static constexpr std::size_t kKeptCapacity = 1024;

  template <class Buffers, class Handler>
  void read(const Buffers& room, Handler handler) {
    const auto wait = watcher_.on_receive();
    if (wait.count() <= 0) {
      socket_.async_read_some(room, std::move(handler));
      return;
    }
    pause_.emplace(socket_.get_executor(), wait);
    pause_->async_wait([this, room, handler = std::move(handler)](ErrorCode error) mutable {
      if (error) {
        handler(error, 0);
      } else {
        socket_.async_read_some(room, std::move(handler));
      }
    });
  }

  template <class Buffers, class Handler>
  void write(const Buffers& buffers, Handler handler) {
    // Once only: Beast itself may write next, and its close frame is the last.
    const bool hold = std::exchange(hold_, false);
    if (!hold && held_.empty()) {
      socket_.async_write_some(buffers, std::move(handler));
      return;
    }
    const auto size = append(buffers);
    if (hold && held_.size() < kHeldBytes) {
      asio::post(socket_.get_executor(),
                 boost::beast::bind_front_handler(std::move(handler), ErrorCode{}, size));
      return;
    }
    asio::async_write(socket_, asio::buffer(held_),
                      [this, size, handler = std::move(handler)](ErrorCode error, std::size_t) mutable {
                        if (!error) forget();
                        handler(error, error ? 0 : size);
                      });
  }

  template <class Buffers>
  std::size_t append(const Buffers& buffers) {
    const auto before = held_.size();
    const auto size = asio::buffer_size(buffers);
    held_.resize(before + size);
    return asio::buffer_copy(asio::buffer(held_) + before, buffers);
  }

  void forget() {
    held_.clear();
    if (held_.capacity() > kKeptCapacity) held_.shrink_to_fit();
  }

  Socket socket_;
  StreamWatcher& watcher_;
  std::optional<Timer> pause_;
  bool hold_ = false;
  std::string held_;
};

/// Closes a socket so that the peer still gets what was written last: a close with unread input would make
/// the kernel drop it. Reads on for a while, a piece at a time; Beast's own loop would starve the others.
struct Linger {
  static constexpr std::size_t kEnough = 1024 * 1024;

  Socket& socket;
  std::unique_ptr<std::array<char, 4096>> junk = std::make_unique<std::array<char, 4096>>();
  std::size_t seen = 0;

  template <class Self>
  void operator()(Self& self) {
    ErrorCode ignored;  // the read that follows meets the same failure
    socket.shutdown(Socket::shutdown_send, ignored);
    read(self);
  }

  template <class Self>
  void operator()(Self& self, ErrorCode error, std::size_t size) {
    seen += size;
    if (!error && seen < kEnough) {
      read(self);
      return;
    }
    ErrorCode ignored;
    socket.close(ignored);
    self.complete({});
  }

  template <class Self>
  void read(Self& self) {
    const auto to = asio::buffer(*junk);
    socket.async_read_some(to, std::move(self));
  }
};

/// Found by Beast through the stream's namespace at the end of a WebSocket.
template <class Handler>
void async_teardown(boost::beast::role_type, BatchingStream& stream, Handler&& handler) {
  stream.watcher().on_teardown();
  asio::async_compose<Handler, void(ErrorCode)>(Linger{stream.next_layer()}, handler, stream.next_layer());
}

}  // namespace cardroom::gateway
