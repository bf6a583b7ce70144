#include "daemon/gateway/admin_client.hpp"

#include "actors/codec/json.hpp"
#include "actors/protocol/server.hpp"
#include "actors/protocol/wire.hpp"

namespace cardroom::gateway {
namespace {

constexpr int kMostUnderWay = 16;

struct Command {
  std::string command;
};
BOOST_DESCRIBE_STRUCT(Command, (), (command))

struct Failure {
  std::string code, message;
};
BOOST_DESCRIBE_STRUCT(Failure, (), (code, message))
struct Line {
  bool ok = false;
  std::optional<JsonText> data;
  Failure error;
};
BOOST_DESCRIBE_STRUCT(Line, (), (ok, data, error))

}  // namespace

void AdminClient::refuse(ClientId id, protocol::Code code, std::string_view message) {
  outbox_->message(protocol::to_text(protocol::server::refusal(id, code, message)));
}

void AdminClient::request(ClientId id, protocol::client::Admin admin) {
  Command wanted;
  if (const auto error = read_json_text(admin.request.text, wanted))
    return refuse(id, protocol::Code::BAD_REQUEST, "request." + to_string(*error));
  // It has no end, and every command here has one answer.
  if (wanted.command == "table watch")
    return refuse(id, protocol::Code::BAD_REQUEST,
                  "A table is watched as a player, by WATCH, or with cardroomctl.");
  if (under_way_.fetch_add(1) >= kMostUnderWay) {
    --under_way_;
    return refuse(id, protocol::Code::BUSY, {});
  }
  administration_.carry_out(std::move(admin.request.text),
                            [weak = weak_from_this(), id](const std::string& line, bool last) {
                              const auto self = weak.lock();
                              if (!self || !last) return self != nullptr;
                              --self->under_way_;
                              self->answer(id, line);
                              return true;
                            });
}

void AdminClient::answer(ClientId id, const std::string& text) {
  Line line;
  if (read_json_text(text, line))
    return refuse(id, protocol::Code::UNAVAILABLE, "The answer could not be read.");
  if (line.ok)
    outbox_->message(protocol::to_text(protocol::server::AdminDone{id, std::move(line.data)}));
  else
    outbox_->message(protocol::to_text(
        protocol::server::Error{id, std::move(line.error.code), std::move(line.error.message)}));
}

}  // namespace cardroom::gateway
