#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/cardroom-engine/room_ops.hpp"
#include "daemon/cardroom-engine/table_ops.hpp"

/// One driver's table and room: requests in, replies out.
namespace cardroom::engine_io {

class Session {
 public:
  /// `draw` gives fresh randomness for decks and first buttons of the table; rooms have seeds of their own.
  explicit Session(std::function<Seed()> draw);

  /// The reply to one line, a JSON object without line break. Any bytes are answered; none throws.
  std::string answer(std::string_view line) noexcept;

 private:
  Refusal carry_out(const boost::json::object& request, std::string& reply);

  std::function<Seed()> draw_;
  TableOps table_;
  RoomOps room_;
};

/// The reply to a line that was longer than the program takes.
std::string too_long();

}  // namespace cardroom::engine_io
