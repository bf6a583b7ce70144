#include "daemon/cardroomd/console_door.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <future>

#include "actors/codec/json_parse.hpp"
#include "daemon/cardroomd/hand_reader.hpp"
#include "daemon/cardroomd/store_audit.hpp"

namespace cardroom::daemon {
namespace {

boost::json::object as_object(const std::string& text) {
  auto parsed = parse_json(text);
  auto* value = std::get_if<boost::json::value>(&parsed);
  return value != nullptr && value->is_object() ? std::move(value->as_object()) : boost::json::object{};
}

std::string text_of(const boost::json::object& fields, const char* key) {
  const auto* value = fields.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : "";
}

/// The actors' count of the live chips, and what the journals say.
std::string with_store(const std::string& live, const RedisAddress& redis, const Sealer& sealer) {
  boost::json::object reply = as_object(live);
  const std::vector<std::string> problems = audit_store(redis, sealer);
  if (!reply["data"].is_object()) reply["data"] = boost::json::object{};
  boost::json::array told(problems.begin(), problems.end());
  reply["data"].as_object()["store"] = told.empty() ? boost::json::value("good") : boost::json::value(told);
  if (!problems.empty()) {
    reply["ok"] = false;
    std::string all;
    for (const auto& problem : problems) all += (all.empty() ? "" : "; ") + problem;
    reply["error"] = {{"code", "AUDIT_FAILED"}, {"message", all}};
  }
  return boost::json::serialize(reply);
}

/// Waits for the one answer on the calling thread, so that slow work upon it does not hold the actors.
std::string answer_of(Cardroom& cardroom, const std::string& request) {
  auto answer = std::make_shared<std::promise<std::string>>();
  cardroom.admin(request, [answer](std::string line, bool last) {
    if (last) answer->set_value(std::move(line));
    return true;
  });
  return answer->get_future().get();
}

std::string with_port(const std::string& status, std::uint16_t port) {
  boost::json::object reply = as_object(status);
  if (auto* data = reply.if_contains("data"); data != nullptr && data->is_object())
    data->as_object()["port"] = port;
  return boost::json::serialize(reply);
}

}  // namespace

control::Handler control_handler(Cardroom& cardroom, RedisAddress redis, const Sealer& sealer,
                                 std::uint16_t port, std::function<void()> stop) {
  return [&cardroom, redis = std::move(redis), sealer, port, stop = std::move(stop)](
             const std::string& request, const control::Reply& reply) {
    boost::json::object fields = as_object(request);
    const std::string command = text_of(fields, "command");
    fields.erase("token");
    if (command == "shutdown") {
      reply(R"({"ok":true})", true);
      stop();
    } else if (command == "audit") {
      reply(with_store(answer_of(cardroom, boost::json::serialize(fields)), redis, sealer), true);
    } else if (command == "hand list") {
      reply(list_hands(redis, text_of(fields, "table")), true);
    } else if (command == "hand show") {
      const auto* hand = fields.if_contains("hand");
      const std::int64_t number = hand != nullptr && hand->is_int64() ? hand->as_int64() : 0;
      reply(show_hand(redis, text_of(fields, "table"), static_cast<std::uint64_t>(number)), true);
    } else if (command == "status") {
      cardroom.admin(boost::json::serialize(fields), [reply, port](const std::string& status, bool last) {
        return reply(with_port(status, port), last);
      });
    } else {
      cardroom.admin(boost::json::serialize(fields), reply);
    }
  };
}

}  // namespace cardroom::daemon
