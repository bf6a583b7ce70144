#include "daemon/cardroom-engine/room_ops.hpp"

#include "actors/codec/json.hpp"
#include "daemon/cardroom-engine/room_view.hpp"

namespace cardroom::engine_io {
namespace {

constexpr std::int64_t kLatest = 1'000'000'000'000'000;  ///< of a driver's clock, in milliseconds

struct Creation {
  Seed seed;
};
BOOST_DESCRIBE_STRUCT(Creation, (), (seed))

Refusal read_settings(const boost::json::value& json, Settings& settings) {
  const auto* config = json.if_object();
  if (!config) return refusal(Error::BAD_REQUEST, "config: must be an object");
  if (auto missing = require(*config, {"game_id", "small_blind", "big_blind"})) return missing;
  if (const auto error = read_json<Keys::AS_WRITTEN>(json, settings, Unknown::REFUSE))
    return refusal(Error::BAD_CONFIG, to_string(*error));
  settings = with_defaults(settings);
  if (const SettingsError error = check(settings); !error.key.empty())
    return refusal(Error::BAD_CONFIG, std::string(error.key) + ": " + std::string(error.allowed));
  // The start time moves to the room's clock; 0 stays "at once".
  if (settings.start_time.set()) settings.start_time = settings.start_time + kClockShift;
  return std::nullopt;
}

}  // namespace

Refusal RoomOps::read_now(const Fields& fields, Instant& now) const {
  if (auto missing = require(fields, {"now"})) return missing;
  if (auto bad = read(fields.at("now"), now)) return bad;
  if (now.ms < 0 || now.ms > kLatest) return refusal(Error::BAD_REQUEST, "now: 0 to 1,000,000,000,000,000");
  now = now + kClockShift;
  if (room_ && now < room_->now) return refusal(Error::BAD_REQUEST, "now: never before the last one");
  return std::nullopt;
}

void RoomOps::tell(std::string& reply) {
  reply = R"({"ok":true,"events":[)";
  for (const room::Event& event : events_) {
    if (&event != events_.data()) reply += ',';
    reply += event_json(room_->game.settings.game_id, event);
  }
  events_.clear();
  reply += R"(],"game":)";
  write_json(reply, room_game(*room_));
  reply += R"(,"nextDeadline":)";
  // What is due at once is due now.
  const Instant due = room::next_deadline(*room_);
  reply += due.set() ? std::to_string(std::max(due, room_->now).ms - kClockShift.ms) : "null";
  reply += '}';
}

Refusal RoomOps::game(const Fields& fields, std::string& reply) {
  if (auto missing = require(fields, {"config", "now", "seed"})) return missing;
  Creation creation;
  if (auto bad = read(fields, creation)) return bad;
  Instant now;
  // A new room has a clock of its own.
  if (auto bad = RoomOps{}.read_now(fields, now)) return bad;
  Settings settings;
  if (auto bad = read_settings(fields.at("config"), settings)) return bad;
  room_ = room::init(settings, UserId{}, creation.seed, now);
  events_.clear();
  tell(reply);
  return std::nullopt;
}

Refusal RoomOps::command(const Fields& fields, std::string& reply) {
  if (auto missing = require(fields, {"now", "command"})) return missing;
  if (!room_) return refusal(Error::NO_TABLE, "there is no room yet: send a game first");
  Instant now;
  if (auto bad = read_now(fields, now)) return bad;
  room::Command command;
  Caller caller;
  if (auto bad = read_command(fields.at("command"), command, caller)) return bad;
  const Error error = room::command(*room_, command, caller, now, events_);
  if (error != Error::NONE) return refusal(error);
  tell(reply);
  return std::nullopt;
}

Refusal RoomOps::wake(const Fields& fields, std::string& reply) {
  if (!room_) return refusal(Error::NO_TABLE, "there is no room yet: send a game first");
  Instant now;
  if (auto bad = read_now(fields, now)) return bad;
  room::wake(*room_, now, events_);
  tell(reply);
  return std::nullopt;
}

}  // namespace cardroom::engine_io
