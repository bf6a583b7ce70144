#pragma once
#include <vector>

#include "actors/storage.hpp"
#include "engine/hand_record.hpp"

/// The record of a hand, collected while it is played.
namespace cardroom {

class HandLog {
 public:
  /// Takes in a step's events. Finished hands are appended to `finished`, as part 0; cards shown after that,
  /// in the review period, as parts of their own, numbered by the table's version.
  void add(const Settings& settings, const TableState& table, const SeatNames& names,
           const std::vector<TableEvent>& events, Instant now, std::vector<HandText>& finished);

 private:
  void begin(const TableState& table, const SeatNames& names, const HandStarted& start, Instant now);
  void finish(const Settings& settings, Instant now, std::vector<HandText>& finished);

  HandRecord hand_;  ///< number 0 = none is running
};

}  // namespace cardroom
