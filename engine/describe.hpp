#pragma once
#include <array>
#include <boost/describe.hpp>
#include <boost/mp11/list.hpp>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

/// What follows from a type's single description (Boost.Describe): its members, enumerators, name and
/// defaults.
namespace cardroom {

template <class T>
concept Described = boost::describe::has_describe_members<T>::value && !std::is_union_v<T>;

template <class E>
concept DescribedEnum = boost::describe::has_describe_enumerators<E>::value;

namespace detail {
template <class T>
using Members = boost::mp11::mp_rename<
    boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>,
    boost::mp11::mp_list>;
template <class E>
using Enumerators = boost::mp11::mp_rename<boost::describe::describe_enumerators<E>, boost::mp11::mp_list>;

template <class E, class... D>
constexpr auto enum_values(boost::mp11::mp_list<D...>) {
  return std::array<std::pair<E, std::string_view>, sizeof...(D)>{{{D::value, D::name}...}};
}

template <class T>
concept ConstantDefault = std::is_trivially_copyable_v<T> && requires {
  typename std::bool_constant<(static_cast<void>(T{}), true)>;
};

template <class T>
struct DefaultOf {
  inline static const T value{};
};
template <ConstantDefault T>
struct DefaultOf<T> {
  static constexpr T value{};
};
}  // namespace detail

/// Calls `f(D{})` for each member of `T`, those of described bases first. `D::name` and `D::pointer` tell
/// which.
template <Described T, class F>
constexpr void for_each_member(F&& f) {
  [&]<class... D>(boost::mp11::mp_list<D...>) { (static_cast<void>(f(D{})), ...); }(detail::Members<T>{});
}

/// As `for_each_member`, until one call returns true; tells whether one did.
template <Described T, class F>
constexpr bool any_member(F&& f) {
  return [&]<class... D>(boost::mp11::mp_list<D...>) { return (f(D{}) || ...); }(detail::Members<T>{});
}

/// Number of members, those of described bases included.
template <Described T>
inline constexpr std::size_t kMemberCount = boost::mp11::mp_size<detail::Members<T>>::value;

/// A default-constructed `T`: what "default" means wherever values are compared with their defaults.
template <class T>
inline constexpr const T& kDefault = detail::DefaultOf<T>::value;

/// All enumerators and their names, in the order of their description.
template <DescribedEnum E>
inline constexpr auto kEnumerators = detail::enum_values<E>(detail::Enumerators<E>{});

namespace detail {
struct LowerName {
  std::array<char, 48> chars{};
  std::size_t size = 0;
  constexpr std::string_view view() const { return {chars.data(), size}; }
};
template <class E>
inline constexpr auto kLowerNames = [] {
  std::array<LowerName, kEnumerators<E>.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i)
    for (char c : kEnumerators<E>[i].second)
      names[i].chars[names[i].size++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return names;
}();
}  // namespace detail

/// The enumerator's name as written in the code; empty for a value that has none.
template <DescribedEnum E>
constexpr std::string_view enum_name(E e) {
  const auto index = static_cast<std::size_t>(e);
  if (index < kEnumerators<E>.size() && kEnumerators<E>[index].first == e)
    return kEnumerators<E>[index].second;
  for (const auto& [value, name] : kEnumerators<E>)
    if (value == e) return name;
  return {};
}

/// The enumerator of exactly this name.
template <DescribedEnum E>
constexpr std::optional<E> enum_from(std::string_view text) {
  for (const auto& [value, name] : kEnumerators<E>)
    if (name == text) return value;
  return std::nullopt;
}

/// The enumerator's name in lower case, as configuration has it; empty for a value that has none.
template <DescribedEnum E>
constexpr std::string_view enum_lower_name(E e) {
  for (std::size_t i = 0; i < kEnumerators<E>.size(); ++i)
    if (kEnumerators<E>[i].first == e) return detail::kLowerNames<E>[i].view();
  return {};
}

/// The type's own name, without namespaces: "Settings".
template <class T>
constexpr std::string_view type_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_prefix(text.find("T = ") + 4);
  text = text.substr(0, text.find_first_of(";]<"));
  const auto colon = text.rfind(':');
  return colon == std::string_view::npos ? text : text.substr(colon + 1);
}

namespace detail {
template <class T>
concept Optional = requires(const T& v) {
  v.has_value();
  *v;
};
template <class T>
concept Variant = requires {
  std::variant_size<T>::value;
};
template <class T>
concept Sequence =
    !Described<T> && !std::is_convertible_v<const T&, std::string_view> && requires(const T& v) {
  v.begin();
  v.size();
};
}  // namespace detail

/// Equality member by member, for described types without an operator of their own and what is made of them.
template <class T>
constexpr bool same(const T& a, const T& b) {
  if constexpr (Described<T>) {
    return !any_member<T>([&]<class D>(D) { return !same(a.*D::pointer, b.*D::pointer); });
  } else if constexpr (detail::Optional<T>) {
    return a.has_value() == b.has_value() && (!a.has_value() || same(*a, *b));
  } else if constexpr (detail::Variant<T>) {
    if (a.index() != b.index()) return false;
    return std::visit([&]<class V>(const V& value) { return same(value, *std::get_if<V>(&b)); }, a);
  } else if constexpr (detail::Sequence<T>) {
    if (a.size() != b.size()) return false;
    for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j)
      if (!same(*i, *j)) return false;
    return true;
  } else if constexpr (requires { a.first; }) {
    return same(a.first, b.first) && same(a.second, b.second);
  } else {
    return a == b;
  }
}

}  // namespace cardroom
