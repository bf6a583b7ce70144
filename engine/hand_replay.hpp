#pragma once
#include <optional>
#include <string>

#include "engine/hand_record.hpp"

/// A finished hand played again from its record.
namespace cardroom {

/// Where a record and the rules part.
struct HandDifference {
  /// Of `events`, then of `shown_afterwards`; behind both when the record as a whole is at fault.
  std::size_t event = 0;
  std::string what;                    ///< one sentence
  std::optional<TableEvent> expected;  ///< what the rules give, where they give another event
};

/// Takes seats, stacks, cards and actions from the record, plays the hand by the rules of its settings, and
/// compares every event with what was recorded: posts, deals, board, pots, what came back, what was shown,
/// won and counted. Who holds which chips after each action is compared too, times are not. The first
/// difference, or nothing.
std::optional<HandDifference> replay_hand(const HandRecord& record);

}  // namespace cardroom
