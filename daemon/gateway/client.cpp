#include "daemon/gateway/client.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <optional>
#include <vector>

#include "daemon/gateway/asio_types.hpp"

namespace cardroom::gateway {
namespace {

namespace websocket = boost::beast::websocket;
namespace http = boost::beast::http;

constexpr std::size_t kReadBuffer = 1024;
constexpr std::size_t kKeptBuffer = 4096;
constexpr std::size_t kWriteBuffer = 512;

class WsClient final : public Client, public std::enable_shared_from_this<WsClient> {
 public:
  WsClient(asio::io_context& context, ClientOptions options, ClientCalls calls)
      : executor_(context.get_executor()),
        options_(std::move(options)),
        calls_(std::move(calls)),
        stream_(std::in_place, executor_) {}

  Awaitable<void> run([[maybe_unused]] std::shared_ptr<WsClient> self) {
    ErrorCode error = asio::error::operation_aborted;
    if (!unwanted_) error = co_await connect();
    if (!error) error = co_await shake_hands();
    if (!error) {
      open_ = true;
      if (calls_.opened) calls_.opened();
      error = co_await read_messages();
    }
    open_ = false;
    ended_ = true;
    const auto code = stream_->reason().code;
    cut();
    if (calls_.closed) calls_.closed(code, error.message());
    calls_ = {};
    if (!writing_) stream_.reset();
  }

  void send(std::string text) override {
    if (!open_ || leaving_) return;
    waiting_.push_back(std::move(text));
    start_writing();
  }

  void close() override {
    if (!open_) return cut();
    leaving_ = true;
    start_writing();
  }

  void cut() override {
    unwanted_ = true;
    ErrorCode ignored;
    if (stream_) stream_->next_layer().close(ignored);
  }

 private:
  using Stream = websocket::stream<Socket, false>;

  Awaitable<ErrorCode> connect() {
    ErrorCode failure;
    const auto address = asio::ip::make_address(options_.address, failure);
    if (failure) co_return failure;
    Timer patience(executor_, options_.handshake_timeout);
    patience.async_wait([weak = weak_from_this()](ErrorCode stopped) {
      const auto self = weak.lock();
      if (!stopped && self) self->cut();
    });
    const Tcp::endpoint endpoint(address, options_.port);
    const auto [error] = co_await stream_->next_layer().async_connect(endpoint, kAwait);
    if (!error) stream_->next_layer().set_option(Tcp::no_delay(true), failure);
    co_return error;
  }

  Awaitable<ErrorCode> shake_hands() {
    stream_->set_option(
        websocket::stream_base::timeout{options_.handshake_timeout, options_.idle_timeout, true});
    stream_->read_message_max(options_.message_bytes);
    stream_->write_buffer_bytes(kWriteBuffer);
    stream_->auto_fragment(false);
    stream_->secure_prng(false);  // the mask protects browsers' proxies, no secret
    if (!options_.origin.empty()) {
      stream_->set_option(websocket::stream_base::decorator(
          [this](websocket::request_type& request) { request.set(http::field::origin, options_.origin); }));
    }
    const auto host = options_.host.empty() ? options_.address : options_.host;
    const auto [error] = co_await stream_->async_handshake(host, options_.target, kAwait);
    co_return error;
  }

  Awaitable<ErrorCode> read_messages() {
    std::string buffer(kReadBuffer, '\0');
    for (;;) {
      std::size_t size = 0;
      do {
        if (size == buffer.size()) buffer.resize(size * 2);
        const auto room = asio::buffer(buffer) + size;
        const auto [error, more] = co_await stream_->async_read_some(room, kAwait);
        if (error) co_return error;
        size += more;
      } while (!stream_->is_message_done());
      if (calls_.received) calls_.received(std::string_view(buffer).substr(0, size));
      if (buffer.size() > kKeptBuffer) buffer = std::string(kReadBuffer, '\0');
    }
  }

  void start_writing() {
    if (std::exchange(writing_, true)) return;
    asio::co_spawn(executor_, write_messages(shared_from_this()), log_exception);
  }

  Awaitable<void> write_messages([[maybe_unused]] std::shared_ptr<WsClient> self) {
    bool alive = true;
    while (alive && !waiting_.empty()) {
      const auto text = std::move(waiting_.front());
      waiting_.erase(waiting_.begin());
      const auto [error, size] = co_await stream_->async_write(asio::buffer(text), kAwait);
      alive = !error;
    }
    if (alive && leaving_ && !ended_) {
      const websocket::close_reason reason(websocket::close_code::normal);
      co_await stream_->async_close(reason, kAwait);
    }
    writing_ = false;
    if (ended_) stream_.reset();
  }

  const Executor executor_;
  const ClientOptions options_;
  ClientCalls calls_;
  std::optional<Stream> stream_;
  std::vector<std::string> waiting_;
  bool unwanted_ = false;
  bool open_ = false;
  bool ended_ = false;
  bool writing_ = false;
  bool leaving_ = false;
};

}  // namespace

std::optional<WsUrl> WsUrl::parse(std::string_view url) {
  constexpr std::string_view kScheme = "ws://";
  if (!url.starts_with(kScheme)) return std::nullopt;
  url.remove_prefix(kScheme.size());
  const auto slash = std::min(url.find('/'), url.size());
  auto authority = url.substr(0, slash);
  WsUrl result{"", "80", slash < url.size() ? std::string(url.substr(slash)) : "/"};
  const auto bracket = authority.find(']');
  if (authority.starts_with('[') && bracket != std::string_view::npos) {
    result.host = authority.substr(1, bracket - 1);
    authority.remove_prefix(bracket + 1);
  } else {
    result.host = authority.substr(0, authority.find(':'));
    authority.remove_prefix(result.host.size());
  }
  if (authority.starts_with(':')) {
    result.port = authority.substr(1);
    authority = {};
  }
  const bool number = !result.port.empty() && result.port.size() <= 5 &&
                      result.port.find_first_not_of("0123456789") == std::string::npos;
  if (result.host.empty() || !authority.empty() || !number) return std::nullopt;
  return result;
}

std::optional<std::string> resolve(const std::string& host) {
  asio::io_context context;
  ErrorCode error;
  const auto found = Tcp::resolver(context).resolve(host, "", error);
  if (error || found.empty()) return std::nullopt;
  return found.begin()->endpoint().address().to_string();
}

std::shared_ptr<Client> Client::connect(asio::io_context& context, ClientOptions options, ClientCalls calls) {
  auto client = std::make_shared<WsClient>(context, std::move(options), std::move(calls));
  asio::co_spawn(context.get_executor(), client->run(client), log_exception);
  return client;
}

}  // namespace cardroom::gateway
