#include "daemon/cardroomd/console_door.hpp"

#include <boost/json/serialize.hpp>
#include <cmath>

#include "actors/codec/json.hpp"
#include "actors/codec/json_parse.hpp"
#include "actors/store/bank_reader.hpp"
#include "actors/store/journal_store.hpp"
#include "actors/store/room_store.hpp"
#include "actors/store/silence.hpp"
#include "daemon/cardroomd/store_audit.hpp"
#include "daemon/hands/hand_reader.hpp"
#include "daemon/hands/store_reply.hpp"

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

std::string audit_reply(const AuditReport& report) {
  if (!report.unavailable.empty()) return store_silent(report.unavailable);
  std::string text = R"({"ok":)";
  text += report.problems.empty() ? "true" : "false";
  if (!report.problems.empty()) {
    std::string all;
    for (const auto& problem : report.problems) all += (all.empty() ? "" : "; ") + problem;
    text += R"(,"error":{"code":"AUDIT_FAILED","message":)" + to_json(all) + "}";
  }
  text += R"(,"data":{"fits":)";
  text += report.problems.empty() ? "true" : "false";
  return text + R"(,"bank":)" + to_json(report.bank) + R"(,"games":)" + to_json(report.games) +
         R"(,"repaired":)" + to_json(report.repaired) + "}}";
}

std::uint64_t number_of(const boost::json::object& fields, const char* key) {
  const auto* value = fields.if_contains(key);
  return value != nullptr && value->is_int64() ? static_cast<std::uint64_t>(value->as_int64()) : 0;
}

/// Two decimals are what one hand in ten seconds needs.
double rounded(double number) { return std::round(number * 100) / 100; }

void add_pulse(boost::json::object& fields, const gateway::Pulse::Figures& now) {
  fields["handsPlayed"] = now.hands;
  fields["handsPerSecond"] = rounded(now.hands_per_second);
  fields["actionsPerSecond"] = rounded(now.actions_per_second);
  if (now.latency_p50) fields["latencyP50Us"] = *now.latency_p50;
  if (now.latency_p99) fields["latencyP99Us"] = *now.latency_p99;
}

/// What the actors say of themselves, and what only the daemon knows.
std::string with_daemon(const std::string& status, const DoorSetup& setup) {
  boost::json::object reply = as_object(status);
  auto* data = reply.if_contains("data");
  if (data == nullptr || !data->is_object()) return status;
  auto& fields = data->as_object();
  fields["port"] = setup.port;
  if (setup.pulse != nullptr) add_pulse(fields, setup.pulse->figures());
  if (setup.exporter != nullptr) {
    const HandExportState state = setup.exporter->state();
    fields["handArchive"] = state.directory;
    fields["handsExported"] = state.hands;
    if (!state.problem.empty()) fields["handArchiveProblem"] = state.problem;
  }
  return boost::json::serialize(reply);
}

/// Who has no bookings may be nobody: that is told apart.
std::string no_bookings(RedisClient& client, const std::string& user, const std::string& game) {
  const auto known = !user.empty() ? knows_player(client, user) : was_made(client, JournalName::game(game));
  if (!known) return unread(known.error());
  if (*known) return R"({"ok":true,"data":[]})";
  return !user.empty() ? unknown("NO_PLAYER", "player", user, "player list")
                       : unknown("NO_GAME", "game", game, "game list");
}

std::string ledger_reply(const RedisAddress& redis, const std::string& user, const std::string& game) {
  constexpr std::size_t kMost = 200;
  auto client = RedisClient::connect(redis, kReadPatience);
  if (!client) return unread(client.error());
  const std::string account = !user.empty() ? "player:" + user : !game.empty() ? "game:" + game : "";
  const auto bookings = read_ledger(*client, account, kMost);
  if (!bookings) return unread(bookings.error());
  if (bookings->empty() && !account.empty()) return no_bookings(*client, user, game);
  return R"({"ok":true,"data":)" + to_json(*bookings) + "}";
}

bool reads_store(const std::string& command) {
  return command == "audit" || command == "ledger" || command == "hand list" || command == "hand show" ||
         command == "hand replay";
}

/// Blocks, for as long as there is something to read.
std::string read_store(const std::string& command, const boost::json::object& fields,
                       const DoorSetup& setup) {
  if (const std::string why = setup.silence ? setup.silence() : ""; !why.empty()) return store_silent(why);
  const std::string table = text_of(fields, "table");
  if (command == "hand list") return list_hands(setup.hands, table, number_of(fields, "before"));
  if (command == "hand show") return show_hand(setup.hands, table, number_of(fields, "hand"));
  if (command == "hand replay") return replay_hand(setup.hands, table, number_of(fields, "hand"));
  if (command == "ledger")
    return ledger_reply(setup.hands.redis, text_of(fields, "user"), text_of(fields, "game"));
  const auto* repair = fields.if_contains("repair");
  const bool repairs = repair != nullptr && repair->is_bool() && repair->as_bool();
  return audit_reply(repairs ? repair_store(setup.hands.redis, setup.sealer)
                             : audit_store(setup.hands.redis, setup.sealer));
}

}  // namespace

control::Handler control_handler(Cardroom& cardroom, const DoorSetup& setup, std::function<void()> stop) {
  return [&cardroom, setup, stop = std::move(stop)](const std::string& request, const control::Reply& reply) {
    boost::json::object fields = as_object(request);
    const std::string command = text_of(fields, "command");
    fields.erase("token");
    if (command == "shutdown") {
      reply(R"({"ok":true})", true);
      stop();
    } else if (reads_store(command)) {
      reply(read_store(command, fields, setup), true);
    } else if (command == "status") {
      cardroom.admin(boost::json::serialize(fields), [reply, setup](const std::string& status, bool last) {
        return reply(with_daemon(status, setup), last);
      });
    } else {
      cardroom.admin(boost::json::serialize(fields), reply);
    }
  };
}

}  // namespace cardroom::daemon
