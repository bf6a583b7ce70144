#include "daemon/gateway/ws_connection.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>

namespace cardroom::gateway {
namespace {

namespace websocket = boost::beast::websocket;

// Enough for a usual command; a longer one grows the buffer for as long as it is there.
constexpr std::size_t kReadBuffer = 512;

// Pieces of input and control frames that a client may need for one message.
constexpr std::uint32_t kWorkPerMessage = 4;

// After this nothing is left of a connection that was cut but what waits for itself.
constexpr std::chrono::milliseconds kCutTime{1000};

// RFC 6455 leaves so much room for a reason.
constexpr std::size_t kReasonBytes = 123;

std::string address_of(const Socket& socket) {
  ErrorCode error;
  const auto endpoint = socket.remote_endpoint(error);
  if (error) return "unknown";
  const auto address = endpoint.address();
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address.to_string();
  return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
}

// Beast checks UTF-8 but for one case: the text breaks off in a character before an empty last fragment.
bool ends_with_whole_character(std::string_view text) {
  std::size_t following = 0;
  while (following < 4 && following < text.size() && (text[text.size() - 1 - following] & 0xc0) == 0x80)
    ++following;
  if (following == text.size()) return following == 0;
  const auto lead = static_cast<unsigned char>(text[text.size() - 1 - following]);
  return following == (lead >= 0xf0 ? 3u : lead >= 0xe0 ? 2u : lead >= 0xc0 ? 1u : 0u);
}

}  // namespace

WsConnection::WsConnection(IoThread& thread, Shared& shared, Socket socket, Admission::Place place)
    : thread_(thread),
      shared_(shared),
      id_(++shared.last_id),
      remote_address_(address_of(socket)),
      queue_(shared.limits.queue_frames, shared.limits.queue_bytes),
      place_(std::move(place)),
      stream_(std::in_place, std::move(socket), static_cast<StreamWatcher&>(*this)),
      guard_(thread.executor()),
      buffer_(kReadBuffer, '\0'),
      messages_(shared.limits.messages_per_second, shared.limits.message_burst),
      work_(shared.limits.messages_per_second * kWorkPerMessage,
            shared.limits.message_burst * kWorkPerMessage) {
  enrolment_.emplace(thread, *this);
}

void WsConnection::set_up() {
  const auto& limits = shared_.limits;
  stream_->set_option(websocket::stream_base::timeout{limits.handshake_timeout, limits.idle_timeout, true});
  stream_->read_message_max(limits.message_bytes);
  stream_->auto_fragment(false);
  stream_->text(true);
  stream_->control_callback([this](websocket::frame_type type, boost::beast::string_view) {
    if (type == websocket::frame_type::close) goodbye_ = true;
    on_receive();
  });
}

Awaitable<void> WsConnection::run(std::shared_ptr<WsConnection> self, Request request) {
  set_up();
  const auto [error] = co_await stream_->async_accept(request, kAwait);
  if (!error && !thread_.stopping) {
    open_ = true;
    tell([&] { shared_.events.on_open(self); });
    try {
      co_await read_messages();
    } catch (const std::exception& failure) {
      spdlog::error("connection {}: {}", id_, failure.what());
    }
    queue_.shut();
    tell([&] { shared_.events.on_close(*this); });
  }
  end();
}

Awaitable<void> WsConnection::read_messages() {
  const auto largest = shared_.limits.message_bytes + 1;  // Beast refuses what would fill the last byte
  for (;;) {
    std::size_t size = 0;
    do {
      if (size == buffer_.size()) buffer_.resize(std::min(size * 2, std::max(largest, size + 1)));
      const auto room = asio::buffer(buffer_) + size;
      const auto [error, more] = co_await stream_->async_read_some(room, kAwait);
      if (error) co_return;
      size += more;
    } while (!stream_->is_message_done());
    if (const auto wait = excess(); wait.count() > 0) {
      Timer timer(thread_.executor(), wait);
      co_await timer.async_wait(kAwait);
    }
    deliver(size);
    if (buffer_.size() > kReadBuffer) buffer_ = std::string(kReadBuffer, '\0');
  }
}

std::chrono::nanoseconds WsConnection::excess() {
  const auto now = Pace::Clock::now();
  const auto wait = messages_.take(now);
  if (wait.count() == 0) {
    if (flooding_ && messages_.calm(now)) flooding_ = false;
    return wait;
  }
  if (!flooding_) {
    flooding_ = true;
    flood_since_ = now;
    tell([&] { shared_.events.on_flood(*this); });
  } else if (now - flood_since_ > shared_.limits.flood_patience) {
    shut_out(CloseCode::POLICY, "too many messages");
  }
  return wait;
}

void WsConnection::deliver(std::size_t size) {
  if (leaving_) return;
  const auto text = std::string_view(buffer_).substr(0, size);
  if (stream_->got_binary()) {
    tell([&] { shared_.events.on_binary(*this); });
  } else if (!ends_with_whole_character(text)) {
    shut_out(CloseCode::BAD_PAYLOAD, "not UTF-8");
  } else {
    tell([&] { shared_.events.on_message(*this, text); });
  }
}

bool WsConnection::send(std::shared_ptr<const std::string> head, std::string tail) {
  return queue_.push({std::move(head), std::move(tail)}, [this] { wake(); });
}

void WsConnection::close(CloseCode code, std::string reason) {
  reason.resize(std::min(reason.size(), kReasonBytes));
  queue_.close({code, std::move(reason)}, [this] { wake(); });
}

void WsConnection::shut_out(CloseCode code, std::string reason) {
  place_.penalize(Admission::Clock::now());
  close(code, std::move(reason));
}

// Called under the lock of the queue: after end() nobody touches the context any more.
void WsConnection::wake() {
  asio::post(thread_.executor(), [self = shared_from_this()] { self->look(); });
}

void WsConnection::look() {
  const auto news = queue_.look();
  if (!reading_) return;
  if (news.overflowed) {
    arm_guard(shared_.limits.stuck_timeout);
    tell([&] { shared_.events.on_overflow(*this); });
  }
  if (news.leaving && !std::exchange(leaving_, true)) arm_guard(shared_.limits.close_timeout);
  if (std::exchange(writing_, true)) return;
  asio::co_spawn(thread_.executor(), write_frames(shared_from_this()),
                 asio::bind_cancellation_slot(end_of_writing_.slot(), log_exception));
}

Awaitable<void> WsConnection::write_frames([[maybe_unused]] std::shared_ptr<WsConnection> self) {
  bool alive = true;
  do {
    while (alive && queue_.next(batch_)) alive = co_await write_batch();
    look();  // an overflow is told before its end
  } while (alive && caught_up());
  if (!alive) {
    cut();
  } else if (leaving_) {
    if (auto farewell = queue_.take_farewell()) {
      const websocket::close_reason reason(static_cast<websocket::close_code>(farewell->code),
                                           farewell->reason);
      // With a callback Beast puts off what it has read, and the two ends of a closing may wait for each
      // other.
      stream_->control_callback({});
      co_await stream_->async_close(reason, kAwait);
    }
  }
  writing_ = false;
  if (!reading_) release();
}

bool WsConnection::caught_up() {
  if (!reading_ || !queue_.catch_up()) return false;
  if (!leaving_) guard_->cancel();
  tell([&] { shared_.events.on_drained(*this); });
  return true;
}

Awaitable<bool> WsConnection::write_batch() {
  auto& socket = stream_->next_layer();
  for (std::size_t i = 0; i < batch_.size(); ++i) {
    if (queue_.lagging() && !socket.holding()) break;  // the rest is as stale as what was dropped
    if (i + 1 < batch_.size()) socket.hold_next();
    const auto& frame = batch_[i];
    const std::array<asio::const_buffer, 2> parts{
        frame.head ? asio::buffer(*frame.head) : asio::const_buffer(), asio::buffer(frame.tail)};
    const auto [error, size] = co_await stream_->async_write(parts, kAwait);
    if (error) co_return false;
  }
  co_return true;
}

void WsConnection::stop() {
  if (open_) {
    close(CloseCode::GOING_AWAY, "the server stops");
  } else {
    cut();
  }
}

// Beast's two ends of a closing can wait for each other all the same (it has put off a ping before the
// client's close frame), and then a closed socket wakes neither.
void WsConnection::cut() {
  if (!stream_) return;
  stream_->next_layer().close();
  guard_->expires_after(kCutTime);
  guard_->async_wait([weak = weak_from_this()](ErrorCode error) {
    if (error) return;
    if (const auto self = weak.lock()) self->abandon();
  });
}

void WsConnection::abandon() {
  end_of_writing_.emit(asio::cancellation_type::terminal);
  end_of_reading_.emit(asio::cancellation_type::terminal);
}

void WsConnection::arm_guard(std::chrono::milliseconds limit) {
  guard_->expires_after(limit);
  guard_->async_wait([weak = weak_from_this()](ErrorCode error) {
    if (error) return;
    if (const auto self = weak.lock()) self->cut();
  });
}

// Whoever has used up what a client may need is closed, and what is still to be read of it waits.
std::chrono::nanoseconds WsConnection::on_receive() {
  const auto wait = work_.take(Pace::Clock::now());
  if (wait.count() > 0 && !leaving_) shut_out(CloseCode::POLICY, "too much traffic");
  return wait;
}

// Beast ends a connection of its own accord where it said goodbye, or said what no WebSocket says. The
// penalty is to be there before the client has read that, and comes again.
void WsConnection::on_teardown() {
  if (leaving_) return;
  if (!goodbye_) place_.penalize(Admission::Clock::now());
  arm_guard(shared_.limits.close_timeout);
}

void WsConnection::end() {
  reading_ = false;
  cut();
  guard_->cancel();
  if (!writing_) release();
}

void WsConnection::release() {
  stream_.reset();
  guard_.reset();
  enrolment_.reset();
  attachment_.reset();
  place_.leave();
  buffer_ = {};
}

template <class Call>
void WsConnection::tell(Call call) {
  try {
    call();
  } catch (const std::exception& failure) {
    spdlog::error("connection {}: {}", id_, failure.what());
    close(CloseCode::INTERNAL, "internal error");
  }
}

}  // namespace cardroom::gateway
