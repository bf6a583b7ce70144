#pragma once
#include <optional>
#include <string>
#include <vector>

#include "daemon/cardroom-engine/request.hpp"
#include "engine/room.hpp"

/// The operations on a whole room: a game and its tables over JSON.
namespace cardroom::engine_io {

class RoomOps {
 public:
  using Fields = boost::json::object;

  Refusal game(const Fields& fields, std::string& reply);
  Refusal command(const Fields& fields, std::string& reply);
  Refusal wake(const Fields& fields, std::string& reply);

 private:
  /// The `now` of a request on the room's clock; never before the last one.
  Refusal read_now(const Fields& fields, Instant& now) const;
  void tell(std::string& reply);

  std::optional<room::Room> room_;
  std::vector<room::Event>
      events_;  ///< not told yet: those of a refused command's wake wait for the next reply
};

/// A command by its name and fields, and who gives it.
Refusal read_command(const boost::json::value& json, room::Command& command, Caller& caller);

}  // namespace cardroom::engine_io
