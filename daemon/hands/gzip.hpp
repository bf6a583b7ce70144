#pragma once
#include <functional>
#include <string>
#include <string_view>

/// Compressed text: gzip members (RFC 1952), one behind the other.
namespace cardroom::daemon {

/// The text as one gzip member.
std::string gzip_member(std::string_view text);

/// Calls `use` with each whole line of a file of gzip members, without its end, until it returns false. What
/// a crash left of a last member is read as far as it goes. False when the file cannot be opened, or is
/// damaged before its end.
bool for_each_line(const std::string& file, const std::function<bool(std::string_view)>& use);

}  // namespace cardroom::daemon
