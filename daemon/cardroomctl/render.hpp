#pragma once
#include <boost/json/value.hpp>
#include <ostream>

namespace cardroom::ctl {

/// Prints a reply's data for people: an array of objects as a table, an object as "key  value" lines with its
/// arrays of objects as tables below.
void render(std::ostream& out, const boost::json::value& data);

}  // namespace cardroom::ctl
