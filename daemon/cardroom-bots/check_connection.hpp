#pragma once
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "actors/protocol/frame.hpp"
#include "daemon/cardroom-bots/check_notes.hpp"

namespace cardroom::bots {

/// One bot's connection: every command has one answer, every table's frames are a chain without gaps.
class ConnectionCheck {
 public:
  explicit ConnectionCheck(Notes& notes) : notes_(notes) {}

  void opened();
  void closed(std::uint64_t us);
  void sent(std::string_view text, std::uint64_t us);
  /// Any message but a frame.
  void received(std::string_view type, std::string_view text);
  void frame(const protocol::server::TableState& frame);

  const std::string& user() const { return user_; }
  std::uint64_t commands() const { return commands_; }

 private:
  struct Command {
    std::uint64_t us = 0;
    bool act = false;
    unsigned answers = 0;
  };
  struct Chain {
    std::uint64_t epoch = 0, version = 0;
  };
  void answer(std::uint64_t id);

  Notes& notes_;
  std::string user_;
  std::unordered_map<std::uint64_t, Command> sent_;
  std::unordered_set<std::uint64_t>
      earlier_;  ///< commands of ended connections: their answers may still come
  std::map<std::string, Chain> chains_;
  std::uint64_t commands_ = 0;
  bool leaving_ = false;  ///< the daemon said that it stops, or replaced the session
};

}  // namespace cardroom::bots
