#include <algorithm>
#include <chrono>
#include <concepts>
#include <limits>

#include "config/source.hpp"
#include "config/toml.hpp"

namespace cardroom::config {
namespace {

constexpr std::size_t kLongestSentence = 300;
constexpr Chips kMostChips{1'000'000'000'000};

std::string number_text(std::int64_t n) {
  std::string digits = std::to_string(n);
  for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > (n < 0 ? 1 : 0); i -= 3)
    digits.insert(static_cast<std::size_t>(i), 1, ',');
  return digits;
}

/// The value as the file has it, more or less.
std::string value_text(const toml::node& node) {
  if (const auto* s = node.as_string()) return quoted(s->get());
  if (const auto* i = node.as_integer()) return std::to_string(i->get());
  if (const auto* b = node.as_boolean()) return b->get() ? "true" : "false";
  return "this";
}

std::string_view type_text(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a number with a fraction or exponent";
    case toml::node_type::boolean:
      return "true or false";
    case toml::node_type::date:
      return "a date";
    case toml::node_type::time:
      return "a time of day";
    case toml::node_type::date_time:
      return "a date and time";
    case toml::node_type::none:
      break;
  }
  return "nothing";
}

Place place_of(const toml::source_region& region, const toml::node& node) {
  return {region.begin.line, region.begin.column, value_text(node)};
}

/// Reads nodes into members; `path` says which.
class Reader {
 public:
  explicit Reader(Source& source) : source_(source) {}

  template <Described T>
  void members(const toml::table& table, T& out, const std::string& path) {
    for (const auto& [key, node] : table) {
      const std::string inner = path.empty() ? std::string(key.str()) : path + "." + std::string(key.str());
      const Place place = place_of(key.source(), node);
      const bool known = any_member<T>([&, &node = node, &key = key]<class D>(D) {
        if (key.str() != D::name) return false;
        source_.found(inner, place);
        read(node, out.*D::pointer, inner);
        return true;
      });
      if (!known) source_.fail_at(place, unknown_key(path, key.str()), unknown_message<T>(key.str()));
    }
  }

 private:
  void wrong(const toml::node& node, const std::string& path, std::string_view allowed) {
    std::string text = value_text(node);
    text.append(" is ").append(type_text(node)).append("; allowed: ").append(allowed);
    source_.fail(path, std::move(text));
  }
  void outside(const std::string& path, const std::string& value, std::string_view allowed) {
    source_.fail(path, value + " is refused; allowed: " + std::string(allowed));
  }

  void whole(const toml::node& node, std::int64_t low, std::int64_t high, std::int64_t& out,
             const std::string& path, std::string_view unit = "") {
    std::string allowed = "a whole number from " + number_text(low) + " to " + number_text(high);
    if (!unit.empty()) allowed.append(" ").append(unit);
    const auto* i = node.as_integer();
    if (!i) return wrong(node, path, allowed);
    if (i->get() < low || i->get() > high) return outside(path, std::to_string(i->get()), allowed);
    out = i->get();
  }
  void span(const toml::node& node, Duration low, Duration high, Duration& out, const std::string& path) {
    const std::string allowed = "a time from " + to_text(low) + " to " + to_text(high) +
                                ", written \"500ms\", \"20s\", \"10min\" or \"2h\"";
    const auto* s = node.as_string();
    if (!s) return wrong(node, path, allowed);
    const auto time = parse_duration(s->get());
    if (!time || time->ms < low.ms || time->ms > high.ms) return outside(path, quoted(s->get()), allowed);
    out = *time;
  }

  template <std::int64_t Low, std::int64_t High>
  void read(const toml::node& node, Whole<Low, High>& out, const std::string& path) {
    whole(node, Low, High, out.v, path);
  }
  template <std::int64_t Low, std::int64_t High>
  void read(const toml::node& node, Span<Low, High>& out, const std::string& path) {
    span(node, {Low}, {High}, out.v, path);
  }
  // Members of the engine's settings: it checks their own ranges later.
  void read(const toml::node& node, std::int32_t& out, const std::string& path) {
    std::int64_t n = out;
    whole(node, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max(), n, path);
    out = static_cast<std::int32_t>(n);
  }
  void read(const toml::node& node, Chips& out, const std::string& path) {
    whole(node, 0, kMostChips.v, out.v, path, "chips");
  }
  void read(const toml::node& node, Duration& out, const std::string& path) {
    span(node, {0}, seconds(7 * 86'400), out, path);
  }
  void read(const toml::node& node, Instant& out, const std::string& path) {
    constexpr std::string_view kAllowed = "a date and time with its offset, such as 2027-01-31T20:00:00Z";
    const auto* at = node.as_date_time();
    if (!at) return wrong(node, path, kAllowed);
    const auto& t = at->get();
    if (!t.offset || t.date.year < 1970) return outside(path, "this date and time", kAllowed);
    const std::int64_t minutes = (days(t.date) * 24 + t.time.hour) * 60 + t.time.minute - t.offset->minutes;
    out = {(minutes * 60 + t.time.second) * 1000 + t.time.nanosecond / 1'000'000};
  }
  /// Days since the Unix epoch.
  static std::int64_t days(const toml::date& d) {
    const std::chrono::year_month_day date(std::chrono::year(d.year), std::chrono::month(d.month),
                                           std::chrono::day(d.day));
    return std::chrono::sys_days(date).time_since_epoch().count();
  }

  void read(const toml::node& node, bool& out, const std::string& path) {
    const auto* b = node.as_boolean();
    if (!b) return wrong(node, path, "true or false");
    out = b->get();
  }
  void read(const toml::node& node, std::string& out, const std::string& path) {
    constexpr std::size_t kLongest = 1'024;
    constexpr std::string_view kAllowed = "a string of at most 1,024 bytes without control characters";
    const auto* s = node.as_string();
    if (!s) return wrong(node, path, kAllowed);
    const bool control = std::any_of(s->get().begin(), s->get().end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    });
    if (s->get().size() > kLongest || control) return outside(path, quoted(s->get()), kAllowed);
    out = s->get();
  }
  template <class Tag>
  void read(const toml::node& node, Name<Tag>& out, const std::string& path) {
    constexpr std::string_view kAllowed = "a string of 1 to 32 bytes without control characters";
    const auto* s = node.as_string();
    if (!s) return wrong(node, path, kAllowed);
    if (!Name<Tag>::fits(s->get())) return outside(path, quoted(s->get()), kAllowed);
    out = Name<Tag>(s->get());
  }
  template <DescribedEnum E>
  void read(const toml::node& node, E& out, const std::string& path) {
    std::string allowed;
    for (const auto& [value, name] : kEnumerators<E>) {
      allowed.append(allowed.empty() ? "" : ", ").append(quoted(enum_lower_name(value)));
      if (node.is_string() && node.as_string()->get() == enum_lower_name(value)) return void(out = value);
    }
    if (!node.is_string()) return wrong(node, path, allowed);
    outside(path, value_text(node), allowed);
  }

  template <Described T>
  void read(const toml::node& node, T& out, const std::string& path) {
    if (!node.is_table()) return wrong(node, path, "a table, begun by [" + path + "]");
    members(*node.as_table(), out, path);
  }
  template <std::size_t N>
  void read(const toml::node& node, FixedVec<Chips, N>& out, const std::string& path) {
    const std::string allowed = "an array of at most " + std::to_string(N) + " amounts in chips";
    const auto* array = node.as_array();
    if (!array) return wrong(node, path, allowed);
    if (array->size() > N) return outside(path, std::to_string(array->size()) + " amounts", allowed);
    for (const auto& element : *array) {
      const std::string inner = path + "[" + std::to_string(out.size()) + "]";
      source_.found(inner, place_of(element.source(), element));
      read(element, out.emplace_back(), inner);
    }
  }
  template <class T>
  void read(const toml::node& node, std::vector<T>& out, const std::string& path) {
    const std::string allowed =
        Described<T> ? "tables, each begun by [[" + path + "]]" : std::string("an array of strings");
    if (!node.is_array()) return wrong(node, path, allowed);
    for (const auto& element : *node.as_array()) {
      const std::string inner = path + "[" + std::to_string(out.size()) + "]";
      source_.found(inner, place_of(element.source(), element));
      read(element, out.emplace_back(), inner);
    }
  }

  static std::string unknown_key(const std::string& path, std::string_view key) {
    const std::string table = path.substr(0, path.find('['));
    return (table.empty() ? "" : table + ".") + printable(key);
  }
  template <class T>
  static std::string unknown_message(std::string_view key) {
    std::vector<std::string_view> names;
    for_each_member<T>([&]<class D>(D) { names.emplace_back(D::name); });
    const auto near = nearest(key, names);
    if (!near.empty()) return "is not known; did you mean " + std::string(near) + "?";
    std::string text = "is not known; allowed: ";
    for (std::size_t i = 0; i < names.size(); ++i) text.append(i == 0 ? "" : ", ").append(names[i]);
    return text;
  }

  Source& source_;
};

}  // namespace

bool read_toml(std::string_view text, Config& config, Source& source) {
  const toml::parse_result result = toml::parse(text);
  if (result) {
    Reader(source).members(result.table(), config, "");
    return true;
  }
  const auto& at = result.error().source().begin;
  source.fail_at({at.line, at.column, {}}, "", printable(result.error().description(), kLongestSentence));
  return false;
}

}  // namespace cardroom::config
