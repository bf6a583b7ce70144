#pragma once
#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "engine/cards.hpp"
#include "engine/describe.hpp"
#include "engine/types.hpp"

/// A 64-bit digest of any described value: two states have the same one exactly when their members agree (up
/// to chance). It goes over names and values of the members that differ from their default, never over
/// padding, so a member added later with a default leaves old digests as they are, and the members' order
/// does not matter. Not for use against an adversary.
namespace cardroom {
namespace detail {

// Each value that is not default adds mix(its path, its bits); the sum makes the products independent of each
// other, so the processor runs several at a time. A path is made of hashed member names and positions.
inline constexpr std::uint64_t kInner = 0x9e3779b97f4a7c15;  ///< turns a path into that of what is inside
inline constexpr std::uint64_t kValue = 0xe7037ed1a0b428db;
inline constexpr std::uint64_t kPosition = 0xd6e8feb86659fd93;
inline constexpr std::uint64_t kCount = 0x8ebc6af09c88c6e3;
inline constexpr std::uint64_t kRoot = 0x589965cc75374cc3;
__extension__ typedef unsigned __int128 Wide;

constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}
constexpr std::uint64_t inner(std::uint64_t path) { return mix(path, kInner); }
constexpr std::uint64_t at(std::uint64_t path, std::uint64_t i) { return path ^ ((i + 1) * kPosition); }

/// FNV-1a.
constexpr std::uint64_t name_hash(std::string_view name) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return h;
}

// The numbers of the values that are one number; signed ones extended, so that a wider type changes nothing.
template <class T>
requires std::integral<T> || std::is_enum_v<T>
constexpr std::uint64_t bits(T v) { return static_cast<std::uint64_t>(v); }
constexpr std::uint64_t bits(Chips c) { return bits(c.v); }
constexpr std::uint64_t bits(Instant t) { return bits(t.ms); }
constexpr std::uint64_t bits(Duration d) { return bits(d.ms); }
constexpr std::uint64_t bits(SeatIndex s) { return bits(s.v); }
constexpr std::uint64_t bits(SeatMask m) { return bits(m.bits); }
constexpr std::uint64_t bits(Card c) { return bits(c.v); }
template <class Tag, class Int>
constexpr std::uint64_t bits(Number<Tag, Int> n) {
  return bits(n.v);
}

template <class T>
concept OneNumber = requires(const T& v) {
  bits(v);
};

inline std::uint64_t add_bytes(std::uint64_t path, const char* data, std::size_t size) {
  std::uint64_t sum = 0;
  path = inner(path);
  for (std::size_t i = 0; i < size; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + i, size - i < 8 ? size - i : 8);
    sum += mix(at(path, i), word ^ kValue);
  }
  return sum + mix(path ^ kCount, size ^ kValue);
}
// Bytes of a fixed number count as one value.
template <class T, std::size_t N>
requires(sizeof(T) == 1) std::uint64_t
    add_block(std::uint64_t path, const std::array<T, N>& v, const std::array<T, N>& standard) {
  constexpr std::size_t kWords = (N + 7) / 8;
  std::uint64_t words[kWords]{}, defaults[kWords]{}, sum = 0, other = 0;
  std::memcpy(words, v.data(), N);
  std::memcpy(defaults, standard.data(), N);
  path = inner(path);
  for (std::size_t i = 0; i < kWords; ++i) {
    other |= words[i] ^ defaults[i];
    sum += mix(at(path, i), words[i] ^ kValue);
  }
  return other ? sum : 0;
}

// add(path, value, default): what the value adds to the digest; nothing if it is the default.
template <OneNumber T>
constexpr std::uint64_t add(std::uint64_t path, const T& v, const T& standard) {
  const std::uint64_t product = mix(path, bits(v) ^ kValue);
  return v == standard ? 0 : product;
}
template <class Tag>
std::uint64_t add(std::uint64_t path, const Name<Tag>& v, const Name<Tag>& standard) {
  return add_block(path, v.bytes, standard.bytes);
}
inline std::uint64_t add(std::uint64_t path, const Seed& v, const Seed& standard) {
  return add_block(path, v.bytes, standard.bytes);
}
inline std::uint64_t add(std::uint64_t path, const std::string& v, const std::string& standard) {
  return v == standard ? 0 : add_bytes(path, v.data(), v.size());
}
template <Described T>
std::uint64_t add(std::uint64_t path, const T& v, const T& standard);
template <class T, std::size_t N>
std::uint64_t add(std::uint64_t path, const std::array<T, N>& v, const std::array<T, N>& standard);
template <class T, std::size_t N>
std::uint64_t add(std::uint64_t path, const FixedVec<T, N>& v, const FixedVec<T, N>& standard);
template <class T>
std::uint64_t add(std::uint64_t path, const std::vector<T>& v, const std::vector<T>& standard);
template <class K, class T>
std::uint64_t add(std::uint64_t path, const std::map<K, T>& v, const std::map<K, T>& standard);
template <class T>
std::uint64_t add(std::uint64_t path, const std::optional<T>& v, const std::optional<T>& standard);
template <class... T>
std::uint64_t add(std::uint64_t path, const std::variant<T...>& v, const std::variant<T...>& standard);

template <Described T>
std::uint64_t add(std::uint64_t path, const T& v, const T& standard) {
  // Equal bytes are equal members; other bytes may be padding only, so they decide nothing.
  if constexpr (std::is_trivially_copyable_v<T> && sizeof(T) >= 64)
    if (std::memcmp(static_cast<const void*>(&v), &standard, sizeof(T)) == 0) return 0;
  path = inner(path);
  std::uint64_t sum = 0;
  for_each_member<T>([&]<class D>(D) {
    constexpr std::uint64_t name = name_hash(D::name);
    sum += add(path ^ name, v.*D::pointer, standard.*D::pointer);
  });
  return sum;
}

template <class T, std::size_t N>
std::uint64_t add(std::uint64_t path, const std::array<T, N>& v, const std::array<T, N>& standard) {
  if constexpr (OneNumber<T> && sizeof(T) == 1) return add_block(path, v, standard);
  path = inner(path);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += add(at(path, i), v[i], standard[i]);
  return sum;
}

// Sequences of any length count as default when they are as long as the default and nothing in them differs;
// otherwise the length counts, and the elements that are not T{}.
template <class S>
std::uint64_t add_sequence(std::uint64_t path, const S& v, const S& standard) {
  using T = typename S::value_type;
  path = inner(path);
  std::uint64_t sum = mix(path ^ kCount, v.size() ^ kValue);
  if (v.size() == standard.size() && (v.empty() || same(v, standard))) return 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += add(at(path, i), v[i], kDefault<T>);
  return sum;
}
template <class T, std::size_t N>
std::uint64_t add(std::uint64_t path, const FixedVec<T, N>& v, const FixedVec<T, N>& standard) {
  return add_sequence(path, v, standard);
}
template <class T>
std::uint64_t add(std::uint64_t path, const std::vector<T>& v, const std::vector<T>& standard) {
  return add_sequence(path, v, standard);
}

template <class K, class T>
std::uint64_t add(std::uint64_t path, const std::map<K, T>& v, const std::map<K, T>& standard) {
  if (v.size() == standard.size() && (v.empty() || same(v, standard))) return 0;
  path = inner(path);
  std::uint64_t sum = mix(path ^ kCount, v.size() ^ kValue);
  for (const auto& [key, value] : v) {
    const std::uint64_t place = add(path, key, K{}) ^ kPosition;
    sum += mix(place, kCount) + add(place, value, kDefault<T>);
  }
  return sum;
}

template <class T>
std::uint64_t add(std::uint64_t path, const std::optional<T>& v, const std::optional<T>& standard) {
  if (same(v, standard)) return 0;
  path = inner(path);
  return mix(path ^ kCount, (v ? 1 : 2) ^ kValue) + (v ? add(path, *v, kDefault<T>) : 0);
}

template <class... T>
std::uint64_t add(std::uint64_t path, const std::variant<T...>& v, const std::variant<T...>& standard) {
  if (same(v, standard)) return 0;
  return std::visit(
      [&]<class A>(const A& value) {
        constexpr std::uint64_t name = name_hash(type_name<A>());
        const std::uint64_t place = inner(path ^ name);
        if constexpr (std::is_same_v<A, std::monostate>)
          return mix(place, kCount);
        else
          return mix(place, kCount) + add(place, value, kDefault<A>);
      },
      v);
}
}  // namespace detail

/// The digest of a value; that of a default-constructed one is the same for every type.
template <class T>
std::uint64_t digest(const T& value) {
  const std::uint64_t sum = detail::add(detail::kRoot, value, kDefault<T>);
  return detail::mix(sum ^ detail::kCount, detail::kInner);
}

}  // namespace cardroom
