#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

#include "engine/describe.hpp"

/// The names that JSON gives to members, enumerators and types, made at compile time from their descriptions.
namespace cardroom {

/// CAMEL: `seat_index` is "seatIndex", enumerators as in the code. AS_WRITTEN: "seat_index", enumerators in
/// lower case, as configuration has it.
enum class Keys { CAMEL, AS_WRITTEN };

namespace detail {

/// Pointers are written as what they point to, and never read.
template <class T>
concept PointerLike = std::is_pointer_v<T> || requires {
  typename T::element_type;
};

/// Text made at compile time.
template <std::size_t N>
struct Text {
  std::array<char, N> chars{};
  std::size_t size = 0;
  constexpr void add(char c) { chars[size++] = c; }
  constexpr std::string_view view() const { return {chars.data(), size}; }
};

template <std::size_t N>
constexpr void add_key(Text<N>& text, std::string_view name, Keys keys) {
  bool upper = false;
  for (char c : name) {
    if (keys == Keys::CAMEL && c == '_') {
      upper = true;
      continue;
    }
    text.add(upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
    upper = false;
  }
}

/// `,"seatIndex":` of a member descriptor: as an object writes it, its comma first.
template <class D, Keys K>
inline constexpr auto kKeyText = [] {
  constexpr std::string_view name = D::name;
  Text<name.size() + 4> text;
  text.add(',');
  text.add('"');
  add_key(text, name, K);
  text.add('"');
  text.add(':');
  return text;
}();

template <class D, Keys K>
inline constexpr std::string_view kKey = kKeyText<D, K>.view().substr(2, kKeyText<D, K>.size - 4);
}  // namespace detail

/// An enumerator's name in JSON or configuration; empty for a value that has none.
template <Keys K, DescribedEnum E>
constexpr std::string_view enum_text(E e) {
  return K == Keys::CAMEL ? enum_name(e) : enum_lower_name(e);
}

/// The enumerator of exactly this JSON name.
template <Keys K, DescribedEnum E>
constexpr std::optional<E> enum_from_text(std::string_view text) {
  for (const auto& [value, name] : kEnumerators<E>)
    if (enum_text<K>(value) == text) return value;
  return std::nullopt;
}

/// The name of a struct as alternative of a variant: its `kWireName` if it has one, else its own.
template <class T>
constexpr std::string_view wire_name() {
  if constexpr (requires { T::kWireName; })
    return T::kWireName;
  else
    return type_name<T>();
}

}  // namespace cardroom
