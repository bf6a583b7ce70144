#pragma once
#include <array>
#include <string>
#include <string_view>

#include "actors/codec/json_write.hpp"
#include "actors/protocol/client.hpp"

/// Messages as text: `{"v":1,"type":"ACT","id":17,...}`.
namespace cardroom::protocol {

namespace detail {
template <class T>
inline constexpr auto kTypeText = [] {
  constexpr std::string_view name = type_name<T>();
  cardroom::detail::Text<2 * name.size()> text;
  for (char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper && text.size > 0) text.add('_');
    text.add(upper ? c : static_cast<char>(c - 'a' + 'A'));
  }
  return text;
}();

/// What every message of this type begins with, up to its fields.
template <class T>
inline constexpr auto kStartText = [] {
  constexpr std::string_view type = kTypeText<T>.view();
  cardroom::detail::Text<type.size() + 17> text;
  for (char c : std::string_view(R"({"v":1,"type":")")) text.add(c);
  for (char c : type) text.add(c);
  text.add('"');
  return text;
}();
static_assert(kProtocol == 1);

/// Appends the fields of `message`, each with its comma first.
template <class T>
void add_fields(std::string& out, const T& message) {
  const std::size_t at = out.size();
  write_json(out, message);
  out.pop_back();
  if (out.size() == at + 1)
    out.pop_back();
  else
    out[at] = ',';
}
}  // namespace detail

/// The `type` of a message on the wire: "LOGIN_GUEST" of LoginGuest.
template <class T>
constexpr std::string_view wire_type() {
  return detail::kTypeText<T>.view();
}

/// The text of a message of the daemon.
template <class T>
std::string to_text(const T& message) {
  std::string out(detail::kStartText<T>.view());
  detail::add_fields(out, message);
  out += '}';
  return out;
}

/// The text of a command of a client.
template <class T>
std::string to_text(ClientId id, const T& command) {
  std::string out(detail::kStartText<T>.view());
  out += ",\"id\":";
  write_json(out, id);
  detail::add_fields(out, command);
  out += '}';
  return out;
}

}  // namespace cardroom::protocol
