#include "daemon/cardroomctl/render.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "daemon/cardroomctl/times.hpp"

namespace cardroom::ctl {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;

std::string cell(std::string_view key, const value& v) {
  if (auto time = time_text(key, v)) return *std::move(time);
  if (v.is_null()) return "-";
  if (v.is_string()) return std::string(v.as_string());
  if (v.is_bool()) return v.as_bool() ? "yes" : "no";
  if (v.is_double()) {
    std::ostringstream text;
    text << v.as_double();
    return text.str();
  }
  return boost::json::serialize(v);
}

bool is_table(const value& v) {
  return v.is_array() && !v.as_array().empty() &&
         std::all_of(v.as_array().begin(), v.as_array().end(),
                     [](const value& row) { return row.is_object(); });
}

void print_row(std::ostream& out, const std::vector<std::string>& row,
               const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    line += row[i];
    if (i + 1 < row.size()) line.append(widths[i] - row[i].size() + 2, ' ');
  }
  out << line << '\n';
}

void print_table(std::ostream& out, const array& rows) {
  // Rows leave out members at their default: the columns are all keys in the order of their first appearance.
  std::vector<std::string> columns;
  for (const value& row : rows)
    for (const auto& member : row.as_object())
      if (std::find(columns.begin(), columns.end(), member.key()) == columns.end())
        columns.emplace_back(member.key());
  std::vector<std::vector<std::string>> cells{columns};
  for (const value& row : rows) {
    auto& line = cells.emplace_back();
    for (const auto& column : columns) {
      const value* v = row.as_object().if_contains(column);
      line.push_back(v == nullptr ? "" : cell(column, *v));
    }
  }
  std::vector<std::size_t> widths(columns.size());
  for (const auto& line : cells)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  for (const auto& line : cells) print_row(out, line, widths);
}

bool is_section(const value& v) { return is_table(v) || (v.is_object() && !v.as_object().empty()); }

void print_object(std::ostream& out, const object& members) {
  std::size_t width = 0;
  for (const auto& member : members)
    if (!is_section(member.value())) width = std::max(width, member.key().size());
  for (const auto& member : members)
    if (!is_section(member.value()))
      print_row(out, {std::string(member.key()), cell(member.key(), member.value())}, {width, 0});
  for (const auto& member : members) {
    if (!is_section(member.value())) continue;
    out << '\n' << member.key() << ":\n";
    render(out, member.value());
  }
}

}  // namespace

void render(std::ostream& out, const value& data) {
  if (is_table(data))
    print_table(out, data.as_array());
  else if (data.is_array())
    out << "none\n";
  else if (data.is_object())
    print_object(out, data.as_object());
  else
    out << cell({}, data) << '\n';
}

}  // namespace cardroom::ctl
