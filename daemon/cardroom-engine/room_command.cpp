#include <array>
#include <boost/mp11/algorithm.hpp>

#include "daemon/cardroom-engine/room_ops.hpp"

namespace cardroom::engine_io {
namespace {

/// The fields of all commands; which ones a command needs is checked where it is made.
struct Fields {
  std::string type;
  std::optional<UserId> user_id;
  std::optional<bool> admin;
  std::optional<TableId> table_id;
  std::optional<Chips> amount;
  std::optional<Action> action;
  std::optional<Intent> intent;
  std::optional<HandNumber> hand_number;
  std::optional<Turn> turn;
  std::optional<std::string> street;
};
BOOST_DESCRIBE_STRUCT(Fields, (),
                      (type, user_id, admin, table_id, amount, action, intent, hand_number, turn, street))

using OfGame = boost::mp11::mp_list<RegisterForGame, UnregisterFromGame, StartGame, PauseGame, ResumeGame,
                                    EndGame, BuyIn, LeaveGame, SitOut, SitIn, Disconnected, Reconnected>;
using OfTable = boost::mp11::mp_list<PlayerActionCommand, PlayerIntent, ShowCards, PostBlind>;

Refusal missing(std::string_view name) {
  return refusal(Error::BAD_REQUEST, "command." + std::string(name) + " is missing");
}

/// A street by the name of its betting phase, or by the contract's name.
Refusal read_street(const Fields& f, HandPhase& street) {
  using enum HandPhase;
  static constexpr std::array<std::pair<std::string_view, HandPhase>, 8> kNames{
      {{"PRE_FLOP_BETTING", PRE_FLOP_BETTING},
       {"PREFLOP", PRE_FLOP_BETTING},
       {"FLOP_BETTING", FLOP_BETTING},
       {"FLOP", FLOP_BETTING},
       {"TURN_BETTING", TURN_BETTING},
       {"TURN", TURN_BETTING},
       {"RIVER_BETTING", RIVER_BETTING},
       {"RIVER", RIVER_BETTING}}};
  if (!f.street) return std::nullopt;
  for (const auto& [name, phase] : kNames)
    if (name == *f.street) return street = phase, std::nullopt;
  return refusal(Error::BAD_REQUEST, "command.street: must be PREFLOP, FLOP, TURN or RIVER");
}

/// The members that are not the same for all commands.
template <class C>
Refusal fill(const Fields&, C&) {
  return std::nullopt;
}
Refusal fill(const Fields& f, BuyIn& c) {
  if (!f.amount) return missing("amount");
  c.amount = *f.amount;
  return std::nullopt;
}
Refusal fill(const Fields& f, PlayerActionCommand& c) {
  if (!f.action) return missing("action");
  if ((*f.action == Action::BET || *f.action == Action::RAISE) && !f.amount) return missing("amount");
  c.action = *f.action;
  c.amount = f.amount.value_or(Chips{});
  c.hand_number = f.hand_number.value_or(HandNumber{});
  c.turn = f.turn.value_or(Turn{});
  return std::nullopt;
}
Refusal fill(const Fields& f, PlayerIntent& c) {
  if (!f.intent) return missing("intent");
  if ((*f.intent == Intent::CALL || *f.intent == Intent::RAISE) && !f.amount) return missing("amount");
  c.intent = *f.intent;
  c.amount = f.amount.value_or(Chips{});
  c.hand_number = f.hand_number.value_or(HandNumber{});
  return read_street(f, c.street);
}

template <class C>
Refusal make(const Fields& f, C& command) {
  if constexpr (requires { command.user; }) {
    if (!f.user_id) return missing("userId");
    command.user = *f.user_id;
  }
  return fill(f, command);
}

}  // namespace

Refusal read_command(const boost::json::value& json, room::Command& command, Caller& caller) {
  const auto* object = json.if_object();
  if (!object) return refusal(Error::BAD_REQUEST, "command: must be an object");
  Fields f;
  if (auto bad = read(json, f)) return bad;
  caller.admin = f.admin.value_or(false);
  if (f.user_id && f.user_id->empty()) return refusal(Error::BAD_REQUEST, "command.userId has 1 to 32 bytes");
  if (f.user_id) caller.user = *f.user_id;
  if (!f.user_id && !caller.admin) return missing("userId");

  bool known = false;
  Refusal bad;
  boost::mp11::mp_for_each<OfGame>([&]<class C>(C made) {
    if (f.type != type_name<C>()) return;
    known = true;
    bad = make(f, made);
    if (!bad) command = GameCommand(made);
  });
  boost::mp11::mp_for_each<OfTable>([&]<class C>(C made) {
    if (f.type != type_name<C>()) return;
    known = true;
    bad = f.table_id && !f.table_id->empty() ? make(f, made) : missing("tableId");
    if (!bad) command = room::TableCall{*f.table_id, made};
  });
  if (!known) return refusal(Error::BAD_REQUEST, "command.type: not a command");
  return bad;
}

}  // namespace cardroom::engine_io
