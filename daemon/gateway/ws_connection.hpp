#pragma once
#include <atomic>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "daemon/gateway/batching_stream.hpp"
#include "daemon/gateway/io_thread.hpp"
#include "daemon/gateway/pace.hpp"
#include "daemon/gateway/send_queue.hpp"

/// The server's side of one WebSocket.
namespace cardroom::gateway {

/// Everything but send() and close() happens on the connection's thread: one coroutine reads, a second one
/// lives while there is something to write.
class WsConnection final : public Connection,
                           public Session,
                           private StreamWatcher,
                           public std::enable_shared_from_this<WsConnection> {
 public:
  using Request = boost::beast::http::request<boost::beast::http::empty_body>;

  WsConnection(IoThread& thread, Shared& shared, Socket socket, Admission::Place place);

  /// Shakes hands, then reads until the end. `self` keeps the object alive meanwhile.
  Awaitable<void> run(std::shared_ptr<WsConnection> self, Request request);

  bool send(std::shared_ptr<const std::string> head, std::string tail) override;
  void close(CloseCode code, std::string reason) override;
  std::uint64_t id() const override { return id_; }
  const std::string& remote_address() const override { return remote_address_; }
  std::shared_ptr<void>& attachment() override { return attachment_; }

  void stop() override;
  void cut() override;
  /// Ends the coroutine of `run`, in whatever it waits for.
  asio::cancellation_slot end_of_reading() { return end_of_reading_.slot(); }

 private:
  using Stream = boost::beast::websocket::stream<BatchingStream, false>;

  void set_up();
  Awaitable<void> read_messages();
  std::chrono::nanoseconds excess();
  void deliver(std::size_t size);
  void wake();
  void look();
  Awaitable<void> write_frames(std::shared_ptr<WsConnection> self);
  Awaitable<bool> write_batch();
  bool caught_up();
  void shut_out(CloseCode code, std::string reason);
  void arm_guard(std::chrono::milliseconds limit);
  void abandon();
  void end();
  void release();
  std::chrono::nanoseconds on_receive() override;
  void on_teardown() override;
  template <class Call>
  void tell(Call call);

  IoThread& thread_;
  Shared& shared_;
  const std::uint64_t id_;
  const std::string remote_address_;
  std::shared_ptr<void> attachment_;
  SendQueue queue_;

  // The thread's own. Stream and guard go with the connection, the object when nobody knows it any more.
  Admission::Place place_;
  std::optional<Stream> stream_;
  std::optional<Timer> guard_;
  std::optional<Enrolment> enrolment_;
  asio::cancellation_signal end_of_reading_, end_of_writing_;
  std::string buffer_;
  std::vector<Frame> batch_;
  Pace messages_;
  Pace work_;
  Pace::Clock::time_point flood_since_{};
  bool flooding_ = false;
  bool goodbye_ = false;  ///< the client has closed in order
  bool open_ = false;
  bool reading_ = true;
  bool writing_ = false;
  bool leaving_ = false;
};

}  // namespace cardroom::gateway
