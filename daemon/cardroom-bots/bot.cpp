#include "daemon/cardroom-bots/bot.hpp"

#include <algorithm>

#include "actors/codec/json_read.hpp"
#include "actors/protocol/server.hpp"
#include "actors/protocol/wire.hpp"
#include "daemon/cardroom-bots/choose.hpp"

namespace cardroom::bots {

namespace client = protocol::client;
namespace server = protocol::server;
using namespace std::chrono_literals;

namespace {

constexpr auto kSoon = 500ms;     ///< after a refusal that may pass
constexpr auto kNotYet = 1000ms;  ///< while the game is not ready

template <class T>
std::optional<T> read(std::string_view text) {
  T message;
  if (read_json_text(text, message)) return std::nullopt;
  return message;
}

}  // namespace

template <class T>
void Bot::command(Kind kind, const T& c) {
  const std::uint64_t id = next_id_++;
  waiting_.push_back({id, kind, host_.now()});
  host_.send(protocol::to_text(ClientId{id}, c));
}

bool Bot::waits_for(Kind kind) const {
  return std::any_of(waiting_.begin(), waiting_.end(), [&](const Waiting& w) { return w.kind == kind; });
}

bool Bot::busy() const { return waits_for(Kind::ACT); }

std::optional<Bot::Waiting> Bot::answered(std::uint64_t id) {
  const auto at =
      std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& w) { return w.id == id; });
  if (at == waiting_.end()) return std::nullopt;
  const Waiting command = *at;
  waiting_.erase(at);
  return command;
}

void Bot::later(Kind what, std::chrono::milliseconds after) {
  chore_ = what;
  host_.set_alarm(Alarm::CHORE, after);
}

void Bot::on_open(const Identity& identity) {
  if (identity.name != identity_.name) left_with_ = {};
  identity_ = identity;
  command(Kind::HELLO, client::Hello{protocol::kProtocol});
  client::LoginGuest login;
  (identity.token.empty() ? login.name : login.token) =
      identity.token.empty() ? identity.name : identity.token;
  command(Kind::LOG_IN, login);
}

void Bot::on_close() {
  for (const Waiting& command : waiting_) given_up_.insert(command.id);
  waiting_.clear();
  question_.reset();
  chore_.reset();
  table_.clear();
  seat_ = -1;
  epoch_ = version_ = asked_turn_ = 0;
  logged_in_ = resting_ = false;
}

void Bot::on_text(std::string_view text) {
  ++tally_.counts.messages;
  tally_.counts.bytes += text.size();
  const std::string_view type = type_of(text);
  if (type == "TABLE_STATE") return on_frame(text);
  if (type == "ERROR") return on_refusal(text);
  if (type == "SEAT") return on_seat(text);
  if (type == "LOGGED_IN") return on_logged_in(text);
  if (type == "OK" || type == "WELCOME") {
    const auto id = number_in(text, "id").value_or(0);
    const auto command = answered(id);
    if (command) return on_answer(*command);
    if (given_up_.erase(id) == 0) tally_.wrong("answer to nothing");
    return;
  }
  if (type == "LOBBY") {
    const auto lobby = read<server::Lobby>(text);
    if (!lobby) return tally_.wrong("unreadable LOBBY");
    answered(lobby->id.v);
    for (const auto& game : lobby->games)
      if (game.game_id.view() == plan_.game)
        plan_.min_buy_in = game.min_buy_in, plan_.max_buy_in = game.max_buy_in;
  } else if (type == "SESSION_REPLACED") {
    tally_.wrong("session replaced");
    stopping_ = true;
  } else if (type == "GAME_EVENTS") {
    on_game_events(text);
  } else if (type == "SHUTDOWN") {
    const auto shutdown = read<server::Shutdown>(text);
    if (shutdown && shutdown->urls && !shutdown->urls->empty()) host_.go_to(*shutdown->urls);
  } else if (type != "BALANCE" && type != "CHAT") {
    tally_.wrong("unknown message");
  }
}

void Bot::on_logged_in(std::string_view text) {
  const auto message = read<server::LoggedIn>(text);
  if (!message || !answered(message->id.v)) return tally_.wrong("unreadable LOGGED_IN");
  ++tally_.counts.log_ins;
  logged_in_ = true;
  user_ = message->user_id.str();
  identity_.token = message->token;
  host_.logged_in(identity_);
  if (plan_.max_buy_in == Chips{0}) command(Kind::LIST, client::ListGames{});
  for (const auto& seat : message->seats) {
    if (seat.game_id.view() != plan_.game) continue;
    table_ = seat.table_id.str();
    seat_ = seat.seat_index.v;
    return;
  }
  command(Kind::REGISTER, client::Register{GameId(plan_.game)});
}

void Bot::on_seat(std::string_view text) {
  if (text_in(text, "gameId") != plan_.game) return;
  const std::string_view table = text_in(text, "tableId");
  if (table != table_) epoch_ = version_ = 0;
  table_ = table;
  seat_ = table.empty() ? -1 : static_cast<int>(number_in(text, "seatIndex").value_or(0));
  question_.reset();
  asked_turn_ = 0;
  // It was registered although the answer said that this was not known.
  if (!table_.empty() && chore_ == Kind::REGISTER) chore_.reset();
  // Whoever lost the seat comes back, after a rest if it was given up.
  if (table_.empty()) later(Kind::REGISTER, resting_ ? random_.about(plan_.rest) : kSoon);
}

void Bot::on_game_events(std::string_view text) {
  if (!resting_) return;
  for_each_event(text, [this](std::string_view type, std::string_view rest) {
    if (type == "PlayerLeft" && text_in(rest, "userId") == user_)
      left_with_ = {static_cast<std::int64_t>(number_in(rest, "cashedOut").value_or(0))};
  });
}

void Bot::on_answer(const Waiting& command) {
  switch (command.kind) {
    case Kind::ACT:
      ++tally_.counts.acted;
      tally_.latency.record(host_.now() - command.sent);
      break;
    case Kind::BUY_IN:
      ++tally_.counts.buy_ins;
      break;
    case Kind::SIT_OUT:
      ++tally_.counts.sit_outs;
      later(Kind::SIT_IN, random_.about(plan_.rest));
      break;
    case Kind::SIT_IN:
    case Kind::REGISTER:
      resting_ = false;
      break;
    case Kind::LEAVE:
      ++tally_.counts.leaves;
      break;
    default:
      break;
  }
}

void Bot::on_refusal(std::string_view text) {
  const std::string_view code = text_in(text, "code");
  const auto id = number_in(text, "id").value_or(0);
  const auto command = answered(id);
  if (code == "LAGGED") {
    // Answers may be among what was left out; snapshots follow.
    ++tally_.counts.refusals["LAGGED"];
    waiting_.clear();
    epoch_ = version_ = asked_turn_ = 0;
    return;
  }
  if (!command && given_up_.erase(id) > 0) return;
  if (!command) return tally_.wrong("ERROR " + std::string(code));
  const bool raced = code == "STALE_ACTION" || code == "NOT_YOUR_TURN" || code == "NO_HAND";
  if (command->kind == Kind::ACT && raced) {
    ++tally_.counts.stale;
    return;
  }
  if (code.starts_with("BAD_") && code != "BAD_BUY_IN" && code != "BAD_TOKEN")
    return tally_.wrong("ERROR " + std::string(code));
  ++tally_.counts.refusals[std::string(code)];
  switch (command->kind) {
    case Kind::LOG_IN:
      return host_.come_back(code == "BAD_TOKEN" ? Return::AS_NEW : Return::SAME);
    case Kind::REGISTER:
      if (code != "ALREADY_REGISTERED") later(Kind::REGISTER, kNotYet);
      return;
    case Kind::BUY_IN:
      if (code == "INSUFFICIENT_BALANCE") {
        this->command(Kind::LEAVE, client::Leave{GameId(plan_.game)});
        return host_.come_back(Return::AS_NEW);
      }
      // Who left with more than the limit may have to bring it back.
      if (code == "BAD_BUY_IN") left_with_ = left_with_ == Chips{0} ? plan_.max_buy_in : Chips{0};
      return later(Kind::BUY_IN, kNotYet);
    case Kind::ACT:
      // What is wrong may pass (a full queue), so the same turn is tried again.
      if (question_ && question_->turn.v == asked_turn_) host_.set_alarm(Alarm::TURN, kSoon);
      return;
    case Kind::SIT_IN:
      resting_ = false;
      return;
    default:
      return;
  }
}

void Bot::on_frame(std::string_view text) {
  const auto parts = split_frame(text);
  if (!parts) return tally_.wrong("unreadable frame");
  tally_.frame(*parts);
  if (const std::uint64_t id = acknowledged(parts->you)) {
    const auto command = answered(id);
    if (command)
      on_answer(*command);
    else if (given_up_.erase(id) == 0)
      tally_.wrong("acknowledgement of nothing");
  }
  if (parts->table_id == table_) follow(*parts);
}

void Bot::follow(const FrameParts& parts) {
  const bool fresh = version_ == 0 || parts.epoch > epoch_ || (parts.snapshot && parts.epoch == epoch_);
  if (!fresh) {
    if (parts.epoch < epoch_ || parts.version <= version_) return;
    if (parts.previous > version_) {
      tally_.wrong("gap");
      return command(Kind::WATCH, client::Watch{TableId(table_)});
    }
  }
  // What was under way when the table was opened anew may be lost: the snapshot says whether it was done.
  if (parts.snapshot) {
    std::erase_if(waiting_, [this](const Waiting& command) {
      if (command.kind != Kind::ACT) return false;
      given_up_.insert(command.id);
      return true;
    });
    asked_turn_ = 0;
  }
  epoch_ = parts.epoch;
  version_ = parts.version;
  if (has_actions(parts.you))
    take_turn(parts);
  else
    question_.reset();
  const std::string_view phase = text_in(parts.state, "handPhase");
  const auto tells = [&](std::string_view event) {
    return parts.events.find(event) != std::string_view::npos;
  };
  if (!phase.ends_with("BETTING") || tells("\"HandStarted\"")) look_at_own_seat(parts);
  if (tells("\"HandComplete\"")) maybe_rest();
}

void Bot::look_at_own_seat(const FrameParts& parts) {
  const std::string_view seat = seat_in(parts.state, seat_);
  if (text_in(seat, "userId") != user_) return;
  const std::string_view status = text_in(seat, "playerStatus");
  if (status == "BUYING_IN" && !number_in(seat, "pending") && !chore_) buy_in();
  // After time-outs in a row the table lets a player sit out.
  if (status == "SITTING_OUT" && !resting_ && !chore_ && number_in(seat, "stack") != 0)
    later(Kind::SIT_IN, kSoon);
}

void Bot::take_turn(const FrameParts& parts) {
  const auto hand = number_in(parts.state, "handNumber"), turn = number_in(parts.state, "turn");
  Question question;
  if (!hand || !turn || read_json_text(parts.you, question.you)) return tally_.wrong("unreadable turn");
  question.hand = {static_cast<std::uint32_t>(*hand)};
  question.turn = {static_cast<std::uint32_t>(*turn)};
  question_ = std::move(question);
  if (asked_turn_ == *turn) return;
  asked_turn_ = *turn;
  const auto calm = std::chrono::duration_cast<std::chrono::microseconds>(pace_.take(host_.now()));
  host_.set_alarm(Alarm::TURN, std::max(host_.thinking(), calm));
}

void Bot::act() {
  if (!question_ || stopping_ || waits_for(Kind::ACT)) return;
  const Choice choice = choose(question_->you, random_);
  if (choice.action == Action::NONE) return;
  command(Kind::ACT,
          client::Act{TableId(table_), question_->hand, question_->turn, choice.action, choice.amount});
}

void Bot::buy_in() {
  if (stopping_ || waits_for(Kind::BUY_IN) || table_.empty()) return;
  if (plan_.max_buy_in == Chips{0}) {
    // A game that is between two nodes was not in the list.
    if (!waits_for(Kind::LIST)) command(Kind::LIST, client::ListGames{});
    return later(Kind::BUY_IN, kSoon);
  }
  const std::int64_t least = std::max(plan_.min_buy_in, left_with_).v;
  const std::int64_t span = std::max<std::int64_t>(plan_.max_buy_in.v - least, 0);
  const Chips amount{least + static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(span) + 1))};
  command(Kind::BUY_IN, client::BuyIn{GameId(plan_.game), amount});
}

void Bot::maybe_rest() {
  if (stopping_ || resting_ || chore_ || !random_.chance(plan_.restless, 1000)) return;
  resting_ = true;
  if (random_.chance(2, 3)) return command(Kind::SIT_OUT, client::SitOut{GameId(plan_.game)});
  command(Kind::LEAVE, client::Leave{GameId(plan_.game)});
}

void Bot::on_alarm(Alarm which) {
  if (which == Alarm::TURN) return act();
  const auto chore = std::exchange(chore_, std::nullopt);
  if (!chore || !logged_in_ || stopping_) return;
  if (*chore == Kind::REGISTER && table_.empty())
    command(Kind::REGISTER, client::Register{GameId(plan_.game)});
  if (*chore == Kind::BUY_IN) buy_in();
  if (*chore == Kind::SIT_IN) command(Kind::SIT_IN, client::SitIn{GameId(plan_.game)});
}

}  // namespace cardroom::bots
