#pragma once
#include <string>
#include <vector>

#include "engine/hand_record.hpp"

namespace cardroom::daemon {

/// A line of what happened in a hand.
struct AccountLine {
  std::string time;  ///< seconds since the hand began; empty: afterwards
  std::string what;
};
BOOST_DESCRIBE_STRUCT(AccountLine, (), (time, what))

/// A hand told for people: who sat where with what, then every event.
std::vector<AccountLine> account_of(const HandRecord& record);

/// One event in words.
std::string words_of(const HandRecord& record, const TableEvent& event);

}  // namespace cardroom::daemon
