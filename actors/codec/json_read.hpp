#pragma once
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <charconv>
#include <concepts>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "actors/codec/json_names.hpp"
#include "actors/codec/json_parse.hpp"
#include "actors/codec/json_text.hpp"
#include "engine/cards.hpp"
#include "engine/pot_shares.hpp"
#include "engine/types.hpp"

/// Described values from JSON, strictly typed.
namespace cardroom {

/// What happens to members of an object that the type does not have.
enum class Unknown { IGNORE, REFUSE };

namespace detail {

/// The parts of reading that need no type. Each returns false after it has noted the error.
class ReaderBase {
 public:
  ReaderBase(Unknown unknown, JsonError& error) : unknown_(unknown), error_(error) {}

 protected:
  using Value = boost::json::value;
  bool fail(std::string message);
  /// The error lies within this member or element.
  bool inside(std::string_view key);
  bool inside(std::size_t index);
  bool whole_number(const Value& v, std::int64_t low, std::uint64_t high, std::uint64_t& out);
  bool text(const Value& v, std::string_view& out);
  bool name(const Value& v, std::string_view& out);
  const boost::json::array* list(const Value& v, std::size_t most);
  const boost::json::object* object(const Value& v);
  bool refuse_unknown(const boost::json::object& o, bool (*known)(std::string_view), bool typed);
  bool get(const Value& v, bool& out);
  bool get(const Value& v, SeatIndex& out);
  bool get(const Value& v, SeatMask& out);
  bool get(const Value& v, Card& out);
  bool get(const Value& v, Seed& out);
  bool get(const Value& v, std::string& out);
  bool get(const Value& v, JsonText& out);

  Unknown unknown_;
  JsonError& error_;
};

/// `get(json, out)`: reads into `out`; members that are missing stay as they are.
template <Keys K>
class Reader : ReaderBase {
 public:
  using ReaderBase::get;
  using ReaderBase::ReaderBase;

  template <std::integral T>
  requires(!std::same_as<T, bool> && !std::same_as<T, char>) bool get(const Value& v, T& out) {
    std::uint64_t bits = 0;
    if (!whole_number(v, static_cast<std::int64_t>(std::numeric_limits<T>::min()),
                      std::numeric_limits<T>::max(), bits))
      return false;
    out = static_cast<T>(bits);
    return true;
  }
  bool get(const Value& v, Chips& out) { return get(v, out.v); }
  bool get(const Value& v, Instant& out) { return get(v, out.ms); }
  bool get(const Value& v, Duration& out) { return get(v, out.ms); }
  template <class Tag, class Int>
  bool get(const Value& v, Number<Tag, Int>& out) {
    return get(v, out.v);
  }
  template <class Tag>
  bool get(const Value& v, Name<Tag>& out) {
    std::string_view s;
    if (!name(v, s)) return false;
    out = Name<Tag>(s);
    return true;
  }
  template <DescribedEnum E>
  bool get(const Value& v, E& out) {
    std::string_view s;
    if (v.is_string()) s = v.get_string();
    const auto e = enum_from_text<K, E>(s);
    if (e) out = *e;
    return e || fail("must be one of " + enumerators<E>());
  }

  template <class T, std::size_t N>
  bool get(const Value& v, std::array<T, N>& out) {
    const auto* elements = list(v, N);
    if (!elements) return false;
    for (std::size_t i = 0; i < elements->size(); ++i)
      if (!get((*elements)[i], out[i])) return inside(i);
    return true;
  }
  template <class T, std::size_t N>
  bool get(const Value& v, FixedVec<T, N>& out) {
    return get_list(v, out, N);
  }
  template <class T>
  bool get(const Value& v, std::vector<T>& out) {
    return get_list(v, out, SIZE_MAX);
  }
  bool get(const Value& v, PotShares& out) {
    FixedVec<PotShare, kMaxSeats> list;
    if (!get(v, list)) return false;
    const auto shares = PotShares::from(list);
    if (shares) out = *shares;
    return shares || fail("must be equal shares, odd chips first, in clockwise order");
  }

  template <class Key, class T>
  bool get(const Value& v, std::map<Key, T>& out) {
    const auto* members = object(v);
    if (!members) return false;
    out.clear();
    for (const auto& [text, value] : *members) {
      Key key;
      if (!get_key(text, key)) return inside(text);
      if (!get(value, out[key])) return inside(text);
    }
    return true;
  }
  template <class T>
  bool get(const Value& v, std::optional<T>& out) {
    if (v.is_null()) return out.reset(), true;
    return get(v, out.emplace());
  }

  template <class... T>
  bool get(const Value& v, std::variant<T...>& out) {
    if constexpr ((std::same_as<T, std::monostate> || ...))
      if (v.is_null()) return out.template emplace<std::monostate>(), true;
    const auto* members = object(v);
    if (!members) return false;
    const auto* type = members->if_contains("type");
    const std::string_view name = type && type->is_string() ? std::string_view(type->get_string()) : "";
    bool found = false, fine = false;
    ((!found && alternative<T>(name) &&
      (found = true, fine = get_members(*members, out.template emplace<T>(), true))),
     ...);
    if (found) return fine;
    std::string names;
    ((names +=
      std::same_as<T, std::monostate> ? "" : (names.empty() ? "" : ", ") + std::string(wire_name<T>())),
     ...);
    return fail("must be one of " + names), inside("type");
  }
  template <Described T>
  bool get(const Value& v, T& out) {
    const auto* members = object(v);
    return members && get_members(*members, out, false);
  }

 private:
  bool get_key(std::string_view text, std::string& key) { return key = text, true; }
  template <class Tag>
  bool get_key(std::string_view text, Name<Tag>& key) {
    if (!Name<Tag>::fits(text)) return fail("must have names of 1 to 32 bytes as keys");
    return key = Name<Tag>(text), true;
  }
  template <class Tag, class Int>
  bool get_key(std::string_view text, Number<Tag, Int>& key) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key.v);
    return (error == std::errc{} && end == text.data() + text.size()) ||
           fail("must have whole numbers as keys");
  }

  template <class T>
  static constexpr bool alternative(std::string_view name) {
    return !std::same_as<T, std::monostate> && wire_name<T>() == name;
  }
  template <class E>
  static std::string enumerators() {
    std::string names;
    for (const auto& [value, name] : kEnumerators<E>)
      names.append(names.empty() ? "" : ", ").append(enum_text<K>(value));
    return names;
  }
  template <class S>
  bool get_list(const Value& v, S& out, std::size_t most) {
    const auto* elements = list(v, most);
    if (!elements) return false;
    out.clear();
    for (std::size_t i = 0; i < elements->size(); ++i) {
      out.push_back({});
      if (!get((*elements)[i], out.back())) return inside(i);
    }
    return true;
  }

  /// Looks for members where they are if written in order, and else by name.
  template <class T>
  bool get_members(const boost::json::object& members, T& out, bool typed) {
    if constexpr (std::same_as<T, std::monostate>) {
      return true;
    } else {
      const auto* next = members.begin();
      std::size_t found = typed ? 1 : 0;
      if (typed && next != members.end() && next->key() == "type") ++next;
      const bool failed = any_member<T>([&]<class D>(D) {
        constexpr std::string_view key = kKey<D, K>;
        const auto* at = next;
        if (at == members.end() || std::string_view(at->key()) != key) at = members.find(key);
        if (at == members.end()) return false;
        next = at + 1;
        ++found;
        if constexpr (PointerLike<std::remove_reference_t<decltype(out.*D::pointer)>>)
          return false;
        else
          return !get(at->value(), out.*D::pointer) && !inside(key);
      });
      if (failed) return false;
      return found == members.size() || unknown_ == Unknown::IGNORE ||
             refuse_unknown(members, &Reader::has_member<T>, typed);
    }
  }
  template <class T>
  static bool has_member(std::string_view key) {
    return any_member<T>([&]<class D>(D) { return kKey<D, K> == key; });
  }
};
}  // namespace detail

/// Reads what `write_json` writes into `out`, a default value: members that are missing stay as they are,
/// except that lists and maps are read as a whole. Types are strict: whole numbers within the type's range,
/// enumerators by exact name. Nothing on success; on an error `out` is partly read. Throws nothing but for
/// want of memory.
template <Keys K = Keys::CAMEL, class T>
std::optional<JsonError> read_json(const boost::json::value& json, T& out,
                                   Unknown unknown = Unknown::IGNORE) {
  JsonError error;
  if (detail::Reader<K>(unknown, error).get(json, out)) return std::nullopt;
  return error;
}

/// The same from text.
template <Keys K = Keys::CAMEL, class T>
std::optional<JsonError> read_json_text(std::string_view text, T& out, Unknown unknown = Unknown::IGNORE) {
  thread_local JsonDocument document;
  if (auto error = document.parse(text)) return error;
  return read_json<K>(document.value(), out, unknown);
}

}  // namespace cardroom
