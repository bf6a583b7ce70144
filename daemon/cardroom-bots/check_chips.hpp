#pragma once
#include <map>
#include <string>
#include <string_view>

#include "actors/protocol/frame.hpp"
#include "daemon/cardroom-bots/check_notes.hpp"

namespace cardroom::bots {

/// The chips of one table over the frames of all bots: from version to version none come and none go but with
/// players, buy-ins and rake; and all bots are told the same.
class ChipCheck {
 public:
  explicit ChipCheck(Notes& notes) : notes_(notes) {}

  /// `shared`: the part of the frame's text that all viewers have in common.
  void frame(const protocol::server::TableState& frame, std::string_view shared);

 private:
  /// What lies at a seat, and what of it waits for the hand's end.
  struct Holding {
    std::int64_t chips = 0, pending = 0;
  };
  struct Picture {
    std::uint64_t epoch = 0, version = 0;
    std::int64_t total = 0;
    std::map<std::string, Holding> players;
  };
  static Picture picture(const protocol::server::TableState& frame);
  void compare(const protocol::server::TableState& frame, const Picture& now);

  Notes& notes_;
  Picture last_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> hashes_;  ///< by epoch and version
};

}  // namespace cardroom::bots
