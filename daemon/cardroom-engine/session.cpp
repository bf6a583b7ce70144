#include "daemon/cardroom-engine/session.hpp"

#include "actors/codec/json.hpp"

namespace cardroom::engine_io {
namespace {

struct Refused {
  bool ok = false;
  Failure error;
};
BOOST_DESCRIBE_STRUCT(Refused, (), (ok, error))

std::string refused(Failure failure) { return to_json(Refused{false, std::move(failure)}); }

}  // namespace

Refusal require(const boost::json::object& fields, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const auto* value = fields.if_contains(name);
    if (!value || value->is_null()) return refusal(Error::BAD_REQUEST, std::string(name) + " is missing");
  }
  return std::nullopt;
}

Session::Session(std::function<Seed()> draw) : draw_(std::move(draw)) {}

std::string Session::answer(std::string_view line) noexcept {
  try {
    const auto parsed = parse_json(line);
    if (const auto* error = std::get_if<JsonError>(&parsed)) return refused({"BAD_JSON", to_string(*error)});
    const auto* request = std::get<boost::json::value>(parsed).if_object();
    if (!request) return refused(refusal(Error::BAD_REQUEST, "a request is a JSON object"));
    std::string reply;
    if (auto failure = carry_out(*request, reply)) return refused(*std::move(failure));
    return reply;
  } catch (const std::exception&) {
    // Memory ran out: the request is dropped, table and room are replaced only when a step is complete.
    return R"({"ok":false,"error":{"code":"BAD_REQUEST","message":"too large"}})";
  }
}

Refusal Session::carry_out(const boost::json::object& request, std::string& reply) {
  if (auto missing = require(request, {"op"})) return missing;
  std::string op;
  if (auto bad = read(request.at("op"), op)) return bad;
  if (op == "init") return table_.init(request, reply);
  if (op == "seat") return table_.seat(request, reply);
  if (op == "unseat") return table_.unseat(request, reply);
  if (op == "start") return table_.start(request, draw_(), reply);
  if (op == "act") return table_.act(request, reply);
  if (op == "view") return table_.view(request, reply);
  if (op == "state") return table_.state(reply);
  if (op == "game") return room_.game(request, reply);
  if (op == "command") return room_.command(request, reply);
  if (op == "wake") return room_.wake(request, reply);
  return Failure{"UNKNOWN_OP",
                 "op is one of init, seat, unseat, start, act, view, state, game, command, wake"};
}

std::string too_long() { return refused({"BAD_JSON", "the line is too long"}); }

}  // namespace cardroom::engine_io
