#pragma once
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/gateway/connection.hpp"

/// The frames that wait for one client.
namespace cardroom::gateway {

/// One text frame: a part that many clients share and a part of this client's own.
struct Frame {
  std::shared_ptr<const std::string> head;
  std::string tail;

  std::size_t size() const { return (head ? head->size() : 0) + tail.size(); }
};

/// How a connection is to be closed.
struct Farewell {
  CloseCode code;
  std::string reason;
};

/// A bounded queue from any thread to the one that writes. The writer is woken at most once until it looks.
class SendQueue {
 public:
  SendQueue(std::size_t most_frames, std::size_t most_bytes)
      : most_frames_(most_frames), most_bytes_(most_bytes) {}

  /// Queues a frame; false if it was dropped. A frame that does not fit drops all that wait, and the client
  /// lags until catch_up(). `wake` is called under the lock, if the writer has to be woken.
  template <class Wake>
  bool push(Frame frame, Wake&& wake) {
    const std::lock_guard lock(mutex_);
    if (closed_ || lagging_) return false;
    if (!fits(frame.size())) {
      overflow();
      ring(wake);
      return false;
    }
    waiting_bytes_ += frame.size();
    waiting_.push_back(std::move(frame));
    ring(wake);
    return true;
  }

  /// No frame is taken any more; the writer closes when it has sent the others. The first one counts.
  template <class Wake>
  void close(Farewell farewell, Wake&& wake) {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    closed_ = true;
    farewell_ = std::move(farewell);
    ring(wake);
  }

  struct News {
    bool overflowed = false;  ///< for the first time since catch_up()
    bool leaving = false;     ///< there is a farewell to be said
  };

  /// The writer's answer to having been woken.
  News look();

  /// Swaps the waiting frames for a batch that has been written; false if there are none.
  bool next(std::vector<Frame>& batch);

  /// Whether frames are being dropped.
  bool lagging() const { return lagging_; }

  /// The writer has nothing left to write: true if the client lagged and does so no more.
  bool catch_up();

  /// The farewell, once.
  std::optional<Farewell> take_farewell();

  /// The connection is no more: drops everything.
  void shut();

 private:
  template <class Wake>
  void ring(Wake&& wake) {
    if (!std::exchange(woken_, true)) wake();
  }
  bool fits(std::size_t size) const;
  void overflow();
  void drop_waiting();

  const std::size_t most_frames_;
  const std::size_t most_bytes_;
  std::mutex mutex_;
  std::vector<Frame> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::size_t written_frames_ = 0;  // of the batch that is being written
  std::size_t written_bytes_ = 0;
  std::optional<Farewell> farewell_;
  std::atomic<bool> lagging_ = false;
  bool untold_ = false;
  bool woken_ = false;
  bool closed_ = false;
};

}  // namespace cardroom::gateway
