#pragma once
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>

/// Times as people read them. On the wire all are milliseconds: since 1970, or a span.
namespace cardroom::ctl {

/// A moment as "2026-01-31T09:05:00.250Z", a span as "1h 2m 3s" or "250ms"; nothing if a member of this name
/// is neither.
std::optional<std::string> time_text(std::string_view key, const boost::json::value& value);

}  // namespace cardroom::ctl
