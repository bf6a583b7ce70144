#include "daemon/gateway/application.hpp"

#include <mutex>
#include <vector>

#include "actors/protocol/parse.hpp"
#include "actors/protocol/server.hpp"
#include "actors/protocol/wire.hpp"
#include "daemon/gateway/admin_client.hpp"
#include "daemon/gateway/client_outbox.hpp"

namespace cardroom::gateway {

using protocol::Code;
using protocol::Request;
using protocol::to_text;
namespace client = protocol::client;
namespace server = protocol::server;

namespace {
void count(Counter& counter) { counter.fetch_add(1, std::memory_order_relaxed); }

template <class T>
constexpr bool kIs(const Request& request) {
  return std::holds_alternative<T>(request.command);
}
}  // namespace

/// One connection's way through the protocol. Only `logged_in` comes from other threads than the
/// connection's.
class Application::Client : public std::enable_shared_from_this<Client> {
 public:
  Client(Application& application, const std::shared_ptr<Connection>& connection)
      : application_(application),
        entrance_(application.entrance_),
        metrics_(application.metrics_),
        outbox_(std::make_shared<ClientOutbox>(connection, metrics_)) {}

  void say(Code code, ClientId id = {}, std::string_view message = {}) {
    outbox_->message(to_text(server::refusal(id, code, message)));
  }
  void refuse(Code code, ClientId id = {}, std::string_view message = {}) {
    count(metrics_.messages_refused);
    say(code, id, message);
  }

  void refuse(cardroom::Error error, ClientId id) {
    count(metrics_.messages_refused);
    outbox_->message(to_text(server::refusal(id, error)));
  }

  void handle(Connection& connection, Request request, ClientOutbox::Clock::time_point now) {
    if (kIs<client::Ping>(request)) {
      outbox_->message(to_text(server::Ok{request.id, {}}));
    } else if (const auto* hello = std::get_if<client::Hello>(&request.command)) {
      greet(request.id, *hello);
    } else if (auto* login = std::get_if<client::LoginGuest>(&request.command)) {
      log_in(request.id, std::move(*login));
    } else if (const auto* admin = std::get_if<client::LoginAdmin>(&request.command)) {
      log_in(connection, request.id, *admin, now);
    } else if (auto* order = std::get_if<client::Admin>(&request.command)) {
      carry_out(request.id, std::move(*order));
    } else {
      pass_on(std::move(request), now);
    }
  }

  void caught_up() {
    say(Code::LAGGED);
    const std::lock_guard lock(mutex_);
    if (session_) session_->caught_up();
  }

  void ended() {
    outbox_->ended();
    SessionPtr session;
    {
      const std::lock_guard lock(mutex_);
      state_ = State::ENDED;
      session.swap(session_);
      waiting_.clear();
      admin_.reset();
    }
    if (session) session->disconnected();
  }

 private:
  enum class State { NEW, GREETED, LOGGING_IN, LOGGED_IN, ADMIN, ENDED };
  static constexpr std::size_t kMostWaiting = 16;
  static constexpr int kMostWrong = 3;  ///< tokens of administrators over one connection

  void greet(ClientId id, const client::Hello& hello) {
    if (hello.protocol != protocol::kProtocol) return refuse(Code::BAD_VERSION, id);
    {
      const std::lock_guard lock(mutex_);
      if (state_ == State::NEW) state_ = State::GREETED;
    }
    outbox_->message(to_text(server::Welcome{id, protocol::kProtocol, CARDROOM_VERSION}));
  }

  void log_in(ClientId id, client::LoginGuest login) {
    State before;
    {
      const std::lock_guard lock(mutex_);
      before = state_;
      if (state_ == State::GREETED) state_ = State::LOGGING_IN;
    }
    if (before == State::NEW) return refuse(Code::NOT_LOGGED_IN, id, "Say HELLO first.");
    if (before != State::GREETED) return refuse(Code::ALREADY_LOGGED_IN, id);
    entrance_.login(id, std::move(login), outbox_,
                    [self = shared_from_this()](SessionPtr session) { self->logged_in(std::move(session)); });
  }

  void log_in(Connection& connection, ClientId id, const client::LoginAdmin& login,
              ClientOutbox::Clock::time_point now) {
    Administration* administration = application_.administration_;
    const std::lock_guard lock(mutex_);
    if (state_ == State::NEW) return refuse(Code::NOT_LOGGED_IN, id, "Say HELLO first.");
    if (state_ != State::GREETED) return refuse(Code::ALREADY_LOGGED_IN, id);
    if (!administration)
      return refuse(Code::UNAVAILABLE, id, "Administrators do not come in here; use cardroomctl.");
    if (!application_.attempts_.allowed(connection.remote_address(), now)) {
      count(metrics_.admins_refused);
      refuse(Code::RATE_LIMITED, id, "Too many wrong tokens came from your address; wait a minute.");
      return outbox_->close(CloseReason::BAD_INPUT);
    }
    if (administration->admits(login.token)) {
      state_ = State::ADMIN;
      admin_ = std::make_shared<AdminClient>(*administration, outbox_);
      return outbox_->message(to_text(server::Ok{id, {}})), void();
    }
    count(metrics_.admins_refused);
    application_.attempts_.failed(connection.remote_address(), now);
    refuse(Code::BAD_TOKEN, id,
           "This is not the administrator's token; it is in admin.token in the data directory.");
    if (++wrong_ >= kMostWrong) outbox_->close(CloseReason::BAD_INPUT);
  }

  void carry_out(ClientId id, client::Admin order) {
    if (admin_) return admin_->request(id, std::move(order));
    refuse(cardroom::Error::NOT_ALLOWED, id);
  }

  void logged_in(SessionPtr session) {
    count(session ? metrics_.logins : metrics_.logins_refused);
    const std::lock_guard lock(mutex_);
    if (state_ == State::ENDED) {
      if (session) session->disconnected();
      return;
    }
    state_ = session ? State::LOGGED_IN : State::GREETED;
    session_ = std::move(session);
    for (Request& request : waiting_) {
      if (session_)
        session_->request(std::move(request));
      else
        refuse(Code::NOT_LOGGED_IN, request.id);
    }
    waiting_ = {};
  }

  void pass_on(Request request, ClientOutbox::Clock::time_point now) {
    const std::lock_guard lock(mutex_);
    if (state_ == State::ADMIN) {
      refuse(Code::NOT_LOGGED_IN, request.id, "This connection is an administrator's; players need another.");
    } else if (session_) {
      if (kIs<client::Act>(request)) {
        count(metrics_.actions);
        outbox_->acted(request.id, now);
      }
      session_->request(std::move(request));
    } else if (state_ != State::LOGGING_IN) {
      refuse(Code::NOT_LOGGED_IN, request.id);
    } else if (waiting_.size() >= kMostWaiting) {
      refuse(Code::BUSY, request.id);
    } else {
      waiting_.push_back(std::move(request));
    }
  }

  Application& application_;
  Entrance& entrance_;
  Metrics& metrics_;
  std::shared_ptr<ClientOutbox> outbox_;
  std::shared_ptr<AdminClient> admin_;
  int wrong_ = 0;  ///< administrators' tokens
  std::mutex mutex_;
  State state_ = State::NEW;
  SessionPtr session_;
  std::vector<Request> waiting_;  ///< what came while the log-in was under way
};

Application::Client& Application::client(Connection& connection) {
  return *static_cast<Client*>(connection.attachment().get());
}

void Application::on_open(const std::shared_ptr<Connection>& connection) {
  count(metrics_.connections_opened);
  connection->attachment() = std::make_shared<Client>(*this, connection);
}

void Application::on_message(Connection& connection, std::string_view text) {
  const auto now = ClientOutbox::Clock::now();
  count(metrics_.messages_received);
  auto parsed = protocol::parse_command(text);
  if (auto* request = std::get_if<Request>(&parsed)) {
    client(connection).handle(connection, std::move(*request), now);
  } else {
    const auto& error = std::get<protocol::ProtocolError>(parsed);
    client(connection).refuse(error.code, error.id, error.message);
  }
}

void Application::on_binary(Connection& connection) {
  count(metrics_.messages_received);
  client(connection).refuse(Code::BAD_JSON, {}, "Binary messages are not read; send text.");
}

void Application::on_flood(Connection& connection) {
  count(metrics_.floods);
  client(connection).say(Code::RATE_LIMITED);
}

void Application::on_overflow(Connection&) { count(metrics_.overflows); }

void Application::on_drained(Connection& connection) { client(connection).caught_up(); }

void Application::on_close(Connection& connection) {
  count(metrics_.connections_closed);
  // The state holds the outbox, which holds the connection.
  const std::shared_ptr<void> state = std::move(connection.attachment());
  connection.attachment().reset();
  if (state) static_cast<Client*>(state.get())->ended();
}

}  // namespace cardroom::gateway
