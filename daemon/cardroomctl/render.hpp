#pragma once
#include <boost/json/value.hpp>
#include <ostream>

namespace cardroom::ctl {

/// Prints a reply's data for people: an array of objects as a table, an object as "key  value" lines with
/// what has members of its own below, in sections; times as people read them.
void render(std::ostream& out, const boost::json::value& data);

}  // namespace cardroom::ctl
