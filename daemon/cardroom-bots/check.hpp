#pragma once
#include <boost/describe.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Looks through recordings of all bots of a room for what must not be: a card of another player before it
/// was shown, a card twice in a hand, a missing frame, chips that came from nowhere or went, a command that
/// was answered twice or never.
namespace cardroom::bots {

/// Something that is wrong, and the line that shows it ("FILE:12").
struct Finding {
  std::string where;
  std::string what;
};
BOOST_DESCRIBE_STRUCT(Finding, (), (where, what))

struct CheckResult {
  std::uint64_t lines = 0, bots = 0, frames = 0, tables = 0, hands = 0, commands = 0;
  std::uint64_t problems = 0;     ///< all that was found
  std::vector<Finding> findings;  ///< the first of them
};
BOOST_DESCRIBE_STRUCT(CheckResult, (), (lines, bots, frames, tables, hands, commands, problems, findings))

/// Checks recordings that were made at the same time, their lines in order of time.
CheckResult check_files(const std::vector<std::string>& files);

/// The result for people.
std::string to_text(const CheckResult& result);

}  // namespace cardroom::bots
