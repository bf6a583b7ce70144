#include "tests/actors/client.hpp"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <regex>

#include "actors/codec/json.hpp"

namespace cardroom::testing {
namespace {

std::string text_at(const boost::json::object& message, const char* key) {
  const auto* value = message.if_contains(key);
  return value && value->is_string() ? std::string(value->get_string()) : std::string{};
}

}  // namespace

Sent Client::frame(std::shared_ptr<const std::string> head, std::string tail, ClientId) noexcept {
  if (gone) return Sent::CLOSED;
  if (lagging) return dropped = true, Sent::DROPPED;
  const std::string text = *head + tail;
  raw.push_back(text);
  protocol::server::TableState frame;
  const auto error = read_json_text(text, frame);
  EXPECT_FALSE(error) << (error ? to_string(*error) : "") << " in " << text;
  if (error) return Sent::QUEUED;
  check_cards(text, frame);
  Table& table = tables[frame.table_id];
  const bool anew = frame.epoch > table.epoch || frame.snapshot.value_or(false);
  ++table.frames;
  table.snapshots += frame.snapshot.value_or(false) ? 1 : 0;
  EXPECT_GE(frame.epoch, table.epoch);
  if (!anew) {
    EXPECT_LE(frame.previous, table.at) << user.view() << " has a gap at " << frame.table_id.view();
    EXPECT_GT(frame.version, table.at) << user.view() << " has an old frame at " << frame.table_id.view();
  }
  table.epoch = frame.epoch;
  table.at = frame.version;
  table.state = frame.state;
  table.you = frame.you;
  table.events.insert(table.events.end(), frame.events.begin(), frame.events.end());
  if (frame.you && frame.you->ack) answered(frame.you->ack->id.v, "OK");
  return Sent::QUEUED;
}

void Client::check_cards(const std::string& text, const protocol::server::TableState& frame) {
  std::set<std::string> known;
  const auto add = [&](Card card) { known.insert(to_string(card)); };
  for (Card card : frame.state.community_cards) add(card);
  for (const SeatView& seat : frame.state.seats)
    if (seat.shown_cards) add((*seat.shown_cards)[0]), add((*seat.shown_cards)[1]);
  for (const auto& event : frame.events) {
    if (const auto* shown = std::get_if<CardsShown>(&event)) add(shown->cards[0]), add(shown->cards[1]);
    if (const auto* dealt = std::get_if<CommunityCardsDealt>(&event))
      for (Card card : dealt->cards) add(card);
  }
  if (frame.you) {
    EXPECT_TRUE(seats.empty() || frame.you->seat_index.set());
    if (frame.you->hole_cards) add((*frame.you->hole_cards)[0]), add((*frame.you->hole_cards)[1]);
  }
  static const std::regex kCard("\"([2-9TJQKA][cdhs])\"");
  for (std::sregex_iterator at(text.begin(), text.end(), kCard), end; at != end; ++at)
    EXPECT_TRUE(known.count((*at)[1]) > 0) << user.view() << " sees " << (*at)[1] << " in " << text;
}

void Client::answered(std::uint64_t id, const std::string& outcome) {
  EXPECT_TRUE(answers.emplace(id, outcome).second) << "command " << id << " is answered twice";
}

Sent Client::message(std::string text) noexcept {
  if (gone) return Sent::CLOSED;
  if (lagging) return dropped = true, Sent::DROPPED;
  take(text);
  return Sent::QUEUED;
}

void Client::take(const std::string& text) {
  const auto parsed = parse_json(text);
  const auto* value = std::get_if<boost::json::value>(&parsed);
  ASSERT_TRUE(value && value->is_object()) << text;
  const boost::json::object& message = value->get_object();
  const std::string type = text_at(message, "type");
  messages.push_back(message);
  std::uint64_t id = 0;
  if (const auto* given = message.if_contains("id")) id = given->to_number<std::uint64_t>();
  if (type == "LOGGED_IN") {
    protocol::server::LoggedIn in;
    ASSERT_FALSE(read_json(*value, in)) << text;
    user = in.user_id;
    token = in.token;
    for (const auto& seat : in.seats)
      seats[seat.game_id.str()] = {seat.game_id, seat.table_id, seat.seat_index};
  } else if (type == "SEAT") {
    protocol::server::Seat seat;
    ASSERT_FALSE(read_json(*value, seat)) << text;
    seats[seat.game_id.str()] = seat;
  } else if (type == "BALANCE") {
    balances[text_at(message, "gameId")] = {message.at("balance").to_number<std::int64_t>()};
  } else if (type == "OK") {
    if (const auto* version = message.if_contains("version"))
      versions[id] = version->to_number<std::uint64_t>();
  }
  if (id == 0) return;
  answered(id, type == "ERROR" ? text_at(message, "code") : "OK");
}

ClientId Client::send(protocol::ClientCommand command) {
  const ClientId id{++next_id};
  send_as(id, std::move(command));
  return id;
}

void Client::send_as(ClientId id, protocol::ClientCommand command) {
  answers.erase(id.v);
  ASSERT_TRUE(session);
  session->request({id, std::move(command)});
}

std::string Client::outcome(ClientId id) const {
  const auto at = answers.find(id.v);
  return at == answers.end() ? "" : at->second;
}

Client::Table& Client::table() {
  EXPECT_EQ(tables.size(), 1u);
  return tables.begin()->second;
}

bool Client::to_act(const TableId& id) const {
  const auto at = tables.find(id);
  return at != tables.end() && at->second.you && !at->second.you->actions.empty();
}

SeatView Client::seat_of(const Client& player) {
  for (const SeatView& seat : table().state.seats)
    if (seat.user_id == player.user) return seat;
  ADD_FAILURE() << player.user.view() << " has no seat";
  return {};
}

ClientId Client::act(Action action, std::optional<Chips> amount) {
  for (const auto& [id, table] : tables)
    if (to_act(id))
      return send(protocol::client::Act{id, table.state.hand_number, table.state.turn, action, amount});
  ADD_FAILURE() << user.view() << " is not to act";
  return {};
}

std::vector<boost::json::object> Client::news(const std::string& type) const {
  std::vector<boost::json::object> found;
  for (const auto& message : messages)
    if (text_at(message, "type") == type) found.push_back(message);
  return found;
}

bool Client::heard(const std::string& part) const {
  for (const auto& message : messages)
    if (boost::json::serialize(message).find(part) != std::string::npos) return true;
  return false;
}

}  // namespace cardroom::testing
