#pragma once
#include <boost/json/object.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "actors/entrance.hpp"
#include "actors/protocol/frame.hpp"
#include "actors/protocol/server.hpp"

namespace cardroom::testing {

/// A client that follows the protocol: it keeps what it is told and fails the test when a chain of versions
/// has a gap, a command is answered twice, or a frame has a card that nobody showed it.
class Client : public Outbox, public std::enable_shared_from_this<Client> {
 public:
  Sent frame(std::shared_ptr<const std::string> head, std::string tail,
             ClientId acknowledged) noexcept override;
  Sent message(std::string text) noexcept override;
  void close(CloseReason reason) noexcept override { closed = reason; }

  /// Sends a command and returns its number.
  ClientId send(protocol::ClientCommand command);
  void send_as(ClientId id, protocol::ClientCommand command);
  /// "OK", an error's code, "" while it is not answered.
  std::string outcome(ClientId id) const;

  struct Table {
    Epoch epoch;
    Version at;
    TableView state;
    std::optional<protocol::You> you;
    std::vector<PublicTableEvent> events;  ///< all so far
    int frames = 0, snapshots = 0;
  };
  /// The only table, or the one of this id.
  Table& table();
  Table& table(const TableId& id) { return tables.at(id); }
  bool to_act(const TableId& id) const;
  /// A player's seat as this client sees it, at the player's only table.
  SeatView seat_of(const Client& player);
  /// Acts at its seat's table, whose turn it must be.
  ClientId act(Action action, std::optional<Chips> amount = {});
  template <class Event>
  int count(const TableId& id) const {
    int n = 0;
    if (const auto at = tables.find(id); at != tables.end())
      for (const auto& e : at->second.events) n += std::holds_alternative<Event>(e) ? 1 : 0;
    return n;
  }
  /// News of this type, e.g. "GAME_EVENTS".
  std::vector<boost::json::object> news(const std::string& type) const;
  bool heard(const std::string& part) const;

  SessionPtr session;
  bool refused = false;  ///< the log-in
  std::string token;
  UserId user;
  std::uint64_t next_id = 1000;
  std::map<TableId, Table> tables;
  std::map<std::uint64_t, std::string> answers;
  std::map<std::uint64_t, std::uint64_t> versions;  ///< of OK
  std::map<std::string, protocol::server::Seat> seats;
  std::map<std::string, Chips> balances;
  std::vector<boost::json::object> messages;
  std::vector<std::string> raw;  ///< frames as they came
  std::optional<CloseReason> closed;
  bool gone = false;     ///< the connection has ended
  bool lagging = false;  ///< reads nothing
  bool dropped = false;  ///< something was left out since it began to lag

 private:
  void take(const std::string& text);
  void answered(std::uint64_t id, const std::string& outcome);
  void check_cards(const std::string& text, const protocol::server::TableState& frame);
};
using ClientPtr = std::shared_ptr<Client>;

}  // namespace cardroom::testing
