#pragma once
#include <array>
#include <concepts>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "actors/codec/json_names.hpp"
#include "actors/codec/json_sink.hpp"
#include "actors/codec/json_text.hpp"
#include "engine/cards.hpp"
#include "engine/types.hpp"

/// JSON text of described values, appended to a string without a document between.
namespace cardroom {

/// KEEP: every member is written. OMIT: those equal to their default are left out, as stored states do.
enum class Defaults { KEEP, OMIT };

namespace detail {

/// Values that stand for nothing: left out as members, null as elements.
template <class T>
bool absent(const T& v) {
  if constexpr (Optional<T>)
    return !v.has_value();
  else if constexpr (std::is_same_v<T, SeatIndex>)
    return !v.set();
  else if constexpr (PointerLike<T>)
    return v == nullptr;
  else if constexpr (Variant<T>)
    return std::visit([]<class A>(const A&) { return std::is_same_v<A, std::monostate>; }, v);
  else
    return false;
}

/// What JSON text of a type is. The default it is written against is that of the place where it stands: what
/// `read_json` finds there before it reads.
template <Keys K, Defaults P>
struct Writer {
  JsonSink& out;

  template <std::integral T>
  requires(!std::same_as<T, bool> && !std::same_as<T, char>) void put(T v, T) { out.number(v); }
  void put(bool v, bool) { out.put(v ? std::string_view("true") : std::string_view("false")); }
  void put(Chips v, Chips) { out.number(v.v); }
  void put(Instant v, Instant) { out.number(v.ms); }
  void put(Duration v, Duration) { out.number(v.ms); }
  template <class Tag, class Int>
  void put(Number<Tag, Int> v, Number<Tag, Int>) {
    out.number(v.v);
  }
  void put(SeatIndex v, SeatIndex) { out.number(static_cast<int>(v.v)); }
  void put(Card v, Card) { out.quoted(card_text(v)); }
  void put(std::string_view v, std::string_view) { out.quoted(v); }
  void put(const JsonText& v, const JsonText&) { out.put(std::string_view(v.text)); }
  template <class Tag>
  void put(const Name<Tag>& v, const Name<Tag>&) {
    out.quoted(v.view());
  }
  template <DescribedEnum E>
  void put(E v, E) {
    out.quoted(enum_text<K>(v));
  }

  void put(SeatMask v, SeatMask) {
    const std::size_t start = out.size();
    for (int seat = 0; seat < kMaxSeats; ++seat)
      if (v.has(seat)) out.put(','), out.number(seat);
    close(start, '[', ']');
  }
  void put(const Seed& v, const Seed&) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::array<char, 64> text;
    for (std::size_t i = 0; i < v.bytes.size(); ++i) {
      text[2 * i] = kHex[v.bytes[i] >> 4u];
      text[2 * i + 1] = kHex[v.bytes[i] & 15u];
    }
    out.quoted({text.data(), text.size()});
  }

  template <class T, std::size_t N>
  void put(const std::array<T, N>& v, const std::array<T, N>& standard) {
    const std::size_t start = out.size();
    for (std::size_t i = 0; i < N; ++i) element(v[i], standard[i]);
    close(start, '[', ']');
  }
  template <Sequence S>
  void put(const S& v, const S&) {
    elements<typename S::value_type>(v);
  }

  template <class Key, class T>
  void put(const std::map<Key, T>& v, const std::map<Key, T>&) {
    const std::size_t start = out.size();
    for (const auto& [key, value] : v) {
      out.put(',');
      put_key(key);
      out.put(':');
      value_or_null(value, kDefault<T>);
    }
    close(start, '{', '}');
  }
  template <class T>
  requires Optional<T> || PointerLike<T>
  void put(const T& v, const T&) { put(*v, kDefault<std::remove_cvref_t<decltype(*v)>>); }

  template <class... T>
  void put(const std::variant<T...>& v, const std::variant<T...>&) {
    std::visit(
        [&]<class A>(const A& value) {
          if constexpr (!std::is_same_v<A, std::monostate>) {
            static_assert(!any_member<A>([]<class D>(D) { return kKey<D, K> == "type"; }));
            const std::size_t start = out.size();
            out.put(",\"type\":");
            out.quoted(wire_name<A>());
            members(value, kDefault<A>);
            close(start, '{', '}');
          }
        },
        v);
  }
  template <Described T>
  void put(const T& v, const T& standard) {
    const std::size_t start = out.size();
    members(v, standard);
    close(start, '{', '}');
  }

  template <class T>
  void value_or_null(const T& v, const T& standard) {
    if (absent(v))
      out.put("null");
    else
      put(v, standard);
  }

 private:
  template <class Key>
  void put_key(const Key& key) {
    put(key, key);
  }
  template <class Tag, class Int>
  void put_key(Number<Tag, Int> key) {
    out.put('"');
    out.number(key.v);
    out.put('"');
  }
  static std::string_view card_text(Card c) {
    constexpr std::string_view kNames =
        "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9s"
        "TcTdThTsJcJdJhJsQcQdQhQsKcKdKhKsAcAdAhAs";
    return c.set() ? kNames.substr(2u * c.v, 2) : std::string_view("??");
  }
  template <class T, class S>
  void elements(const S& v) {
    const std::size_t start = out.size();
    for (const T& e : v) element(e, kDefault<T>);
    close(start, '[', ']');
  }
  template <class T>
  void element(const T& v, const T& standard) {
    out.put(',');
    value_or_null(v, standard);
  }
  template <class T>
  void members(const T& v, const T& standard) {
    for_each_member<T>([&]<class D>(D) {
      const auto& member = v.*D::pointer;
      const auto& usual = standard.*D::pointer;
      if constexpr (P == Defaults::OMIT)
        if (same(member, usual)) return;
      if (absent(member) && absent(usual)) return;
      out.put(kKeyText<D, K>.view());
      value_or_null(member, usual);
    });
  }
  /// What an object or array holds was written with a comma before each part: the first becomes its bracket.
  void close(std::size_t start, char open, char end) {
    if (out.size() == start)
      out.put(open);
    else
      out.set(start, open);
    out.put(end);
  }
};
}  // namespace detail

/// Appends the compact JSON text of `value`. Members are written in camelCase (`Keys`), amounts, numbers and
/// times as integers, names, cards and enumerators as strings, seeds as 64 hex digits, seat masks as arrays
/// of seats, variants as objects whose first member "type" names the struct. Optionals without value, null
/// pointers and unset seats are left out.
template <Keys K = Keys::CAMEL, Defaults P = Defaults::KEEP, class T>
void write_json(std::string& out, const T& value) {
  JsonSink sink(out);
  detail::Writer<K, P>{sink}.value_or_null(value, kDefault<T>);
}

/// The same as a string of its own.
template <Keys K = Keys::CAMEL, Defaults P = Defaults::KEEP, class T>
std::string to_json(const T& value) {
  std::string out;
  write_json<K, P>(out, value);
  return out;
}

}  // namespace cardroom
