#include "daemon/gateway/http_session.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <optional>

#include "daemon/gateway/origin.hpp"
#include "daemon/gateway/ws_connection.hpp"

namespace cardroom::gateway {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using Stream = beast::basic_stream<Tcp, Executor>;
using Request = http::request<http::empty_body>;

constexpr std::uint32_t kHeaderBytes = 8 * 1024;
constexpr std::chrono::seconds kWriteTimeout{30};
constexpr std::chrono::seconds kKeepAlive{30};
constexpr std::size_t kLingerBytes = 64 * 1024;
constexpr std::chrono::seconds kLingerTime{1};

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

HttpResponse refusal(http::status status, std::string sentence) {
  return {static_cast<unsigned>(status), "text/plain; charset=utf-8", std::move(sentence) + "\n", {}};
}

// What is wrong with a request that could not be read; nothing if there was none.
std::optional<HttpResponse> unreadable(ErrorCode error) {
  if (error == http::error::header_limit)
    return refusal(http::status::request_header_fields_too_large, "The request's header is too large.");
  if (error.category() == http::make_error_code(http::error::bad_method).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message)
    return refusal(http::status::bad_request, "This is not an HTTP request that can be understood.");
  return std::nullopt;
}

class HttpSession : public Session {
 public:
  HttpSession(IoThread& thread, Shared& shared, Socket socket, Admission::Place place)
      : thread_(thread),
        shared_(shared),
        place_(std::move(place)),
        stream_(std::move(socket)),
        pause_(thread.executor()),
        enrolment_(thread, *this) {}

  void stop() override {
    last_ = true;
    if (waiting_) cut();
  }
  void cut() override {
    pause_.cancel();
    stream_.close();
  }

  Awaitable<void> pause(Admission::Clock::duration time) {
    pause_.expires_after(time);
    waiting_ = true;
    co_await pause_.async_wait(kAwait);
    waiting_ = false;
  }

  Awaitable<void> run() {
    for (auto patience = shared_.limits.handshake_timeout; !last_; patience = kKeepAlive) {
      http::request_parser<http::empty_body> parser;
      parser.header_limit(kHeaderBytes);
      const auto error = co_await receive(parser, patience);
      if (error) {
        last_ = true;
        if (auto answer = unreadable(error)) {
          place_.penalize(Admission::Clock::now());
          co_await send(std::move(*answer), Request{});
        }
        break;
      }
      auto answer = judge(parser);
      if (!answer) {
        upgrade(parser.release());
        co_return;
      }
      if (!co_await send(std::move(*answer), parser.get())) co_return;
    }
    co_await linger();
  }

 private:
  Awaitable<ErrorCode> receive(http::request_parser<http::empty_body>& parser,
                               std::chrono::milliseconds limit) {
    stream_.expires_after(limit);
    waiting_ = true;
    const auto [error, size] = co_await http::async_read_header(stream_, buffer_, parser, kAwait);
    waiting_ = false;
    co_return error;
  }

  // The answer to a request, or nothing if it becomes a WebSocket.
  std::optional<HttpResponse> judge(const http::request_parser<http::empty_body>& parser) {
    const auto& request = parser.get();
    if (auto refused = judge_place()) return refused;
    if (!parser.is_done()) {
      last_ = true;
      return refusal(http::status::payload_too_large, "This server takes no request bodies.");
    }
    if (request.method() != http::verb::get && request.method() != http::verb::head) {
      auto answer = refusal(http::status::method_not_allowed, "Only GET and HEAD are answered.");
      answer.headers.emplace_back("Allow", "GET, HEAD");
      return answer;
    }
    const auto target = view(request.target());
    if (target.substr(0, target.find('?')) == "/ws") return judge_upgrade(request);
    return shared_.routes.answer(
        target, {view(request[http::field::host]), view(request[http::field::accept_encoding]),
                 view(request[http::field::if_none_match])});
  }

  std::optional<HttpResponse> judge_place() {
    if (place_.verdict() == Verdict::WELCOME) return std::nullopt;
    last_ = true;
    if (place_.verdict() == Verdict::FULL)
      return refusal(http::status::service_unavailable, "The server has all the connections it takes.");
    return refusal(http::status::too_many_requests, "There are too many connections from your address.");
  }

  std::optional<HttpResponse> judge_upgrade(const Request& request) {
    if (!beast::websocket::is_upgrade(request)) {
      auto answer = refusal(http::status::upgrade_required, "This address takes WebSocket connections only.");
      answer.headers.emplace_back("Upgrade", "websocket");
      return answer;
    }
    if (!origin_allowed(view(request[http::field::origin]), view(request[http::field::host]),
                        shared_.limits.allowed_origins))
      return refusal(http::status::forbidden, "Pages of this origin may not connect.");
    if (buffer_.size() != 0) {
      last_ = true;
      return refusal(http::status::bad_request, "Data came before the handshake was answered.");
    }
    return std::nullopt;
  }

  void upgrade(Request request) {
    auto connection =
        std::make_shared<WsConnection>(thread_, shared_, stream_.release_socket(), std::move(place_));
    auto running = connection->run(connection, std::move(request));
    asio::co_spawn(thread_.executor(), std::move(running),
                   asio::bind_cancellation_slot(connection->end_of_reading(), log_exception));
  }

  // False if the connection is of no use any more.
  Awaitable<bool> send(HttpResponse answer, const Request& request) {
    http::response<http::span_body<const char>> response{http::int_to_status(answer.status), 11};
    response.set(http::field::server, "cardroomd");
    if (!answer.content_type.empty()) response.set(http::field::content_type, answer.content_type);
    response.set("X-Content-Type-Options", "nosniff");
    for (const auto& [name, value] : answer.headers) response.set(name, value);
    const std::string_view body = answer.fixed.empty() ? std::string_view(answer.body) : answer.fixed;
    response.body() = {body.data(), body.size()};
    response.prepare_payload();
    // That would be the length of the file which the browser has.
    if (response.result() == http::status::not_modified) response.content_length(boost::none);
    if (last_ || !request.keep_alive()) last_ = true;
    response.version(request.version());
    response.keep_alive(!last_);
    http::response_serializer<http::span_body<const char>> serializer{response};
    stream_.expires_after(kWriteTimeout);
    if (request.method() == http::verb::head) {
      const auto [error, size] = co_await http::async_write_header(stream_, serializer, kAwait);
      co_return !error;
    }
    const auto [error, size] = co_await http::async_write(stream_, serializer, kAwait);
    co_return !error;
  }

  // A close while input is unread would take the answer back from the client.
  Awaitable<void> linger() {
    ErrorCode ignored;
    stream_.socket().shutdown(Socket::shutdown_send, ignored);
    stream_.expires_after(kLingerTime);
    waiting_ = true;
    for (std::size_t seen = 0; seen < kLingerBytes;) {
      buffer_.clear();
      const auto [error, size] = co_await stream_.async_read_some(buffer_.prepare(4096), kAwait);
      if (error) break;
      seen += size;
    }
  }

  IoThread& thread_;
  Shared& shared_;
  Admission::Place place_;
  Stream stream_;
  Timer pause_;
  beast::flat_buffer buffer_{kHeaderBytes + 4096};
  bool waiting_ = false;
  bool last_ = false;
  Enrolment enrolment_;
};

}  // namespace

Awaitable<void> serve_http(IoThread& thread, Shared& shared, Socket socket, Admission::Place place,
                           Admission::Clock::duration pause) {
  if (thread.stopping) co_return;
  HttpSession session(thread, shared, std::move(socket), std::move(place));
  if (pause.count() > 0) co_await session.pause(pause);
  co_await session.run();
}

}  // namespace cardroom::gateway
