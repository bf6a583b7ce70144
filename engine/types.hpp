#pragma once
#include <array>
#include <boost/describe.hpp>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

/// The strong types of the engine: amounts, numbers, times and names. All are trivially copyable.
namespace cardroom {

/// Chips in the game's smallest unit. Never negative in a state; differences may be.
struct Chips {
  std::int64_t v = 0;

  friend constexpr auto operator<=>(Chips, Chips) = default;
  constexpr Chips operator+(Chips o) const { return {v + o.v}; }
  constexpr Chips operator-(Chips o) const { return {v - o.v}; }
  constexpr Chips operator*(std::int64_t n) const { return {v * n}; }
  constexpr Chips& operator+=(Chips o) { return v += o.v, *this; }
  constexpr Chips& operator-=(Chips o) { return v -= o.v, *this; }
};

/// The smaller and the greater amount; of values, not references as the standard's, so that no branch is
/// needed.
constexpr Chips min(Chips a, Chips b) { return {a.v < b.v ? a.v : b.v}; }
constexpr Chips max(Chips a, Chips b) { return {a.v > b.v ? a.v : b.v}; }

/// A point in time, milliseconds since the Unix epoch; 0 means "none". It comes in with commands only.
struct Instant {
  std::int64_t ms = 0;
  friend constexpr auto operator<=>(Instant, Instant) = default;
  constexpr bool set() const { return ms != 0; }
};

/// A length of time in milliseconds.
struct Duration {
  std::int64_t ms = 0;
  friend constexpr auto operator<=>(Duration, Duration) = default;
};
constexpr Instant operator+(Instant t, Duration d) { return {t.ms + d.ms}; }
constexpr Duration operator-(Instant a, Instant b) { return {a.ms - b.ms}; }
constexpr Duration seconds(std::int64_t s) { return {s * 1000}; }

/// An integer that is not interchangeable with any other kind of integer.
template <class Tag, class Int>
struct Number {
  Int v = 0;
  friend constexpr auto operator<=>(Number, Number) = default;
  constexpr Number next() const { return {static_cast<Int>(v + 1)}; }
};

using Version = Number<struct VersionTag, std::uint64_t>;    ///< of a table or game state; +1 a step
using Epoch = Number<struct EpochTag, std::uint64_t>;        ///< +1 at each opening of a table or game
using HandNumber = Number<struct HandTag, std::uint32_t>;    ///< of a table's hands, from 1
using Turn = Number<struct TurnTag, std::uint32_t>;          ///< +1 whenever a table asks somebody to act
using Sequence = Number<struct SequenceTag, std::uint32_t>;  ///< of messages between a game and one table
using MoveId = Number<struct MoveTag, std::uint32_t>;        ///< of a balancing move in a game; 0 = none
using ClientId = Number<struct ClientTag, std::uint64_t>;  ///< a client's own number of its command; 0 = none

/// A seat of a table, 0 to 9; -1 means "no seat".
struct SeatIndex {
  std::int8_t v = -1;
  friend constexpr auto operator<=>(SeatIndex, SeatIndex) = default;
  constexpr bool set() const { return v >= 0; }
};
inline constexpr SeatIndex kNoSeat{};
inline constexpr int kMaxSeats = 10;

/// A set of seats, one bit each.
struct SeatMask {
  std::uint16_t bits = 0;
  friend constexpr auto operator<=>(SeatMask, SeatMask) = default;
  constexpr bool has(int seat) const { return (bits & (1u << seat)) != 0; }
  constexpr bool has(SeatIndex s) const { return s.set() && has(s.v); }
  constexpr void add(int seat) { bits = static_cast<std::uint16_t>(bits | (1u << seat)); }
  constexpr void remove(int seat) { bits = static_cast<std::uint16_t>(bits & ~(1u << seat)); }
  constexpr int count() const { return __builtin_popcount(bits); }
  constexpr bool empty() const { return bits == 0; }
};

/// A name of at most 32 bytes, padded with zeros, kept in place so that states stay trivially copyable.
template <class Tag>
struct Name {
  static constexpr std::size_t kCapacity = 32;
  std::array<char, kCapacity> bytes{};

  Name() = default;
  /// `text` must fit (`fits`); what is longer is cut.
  explicit Name(std::string_view text) {
    std::memcpy(bytes.data(), text.data(), text.size() < kCapacity ? text.size() : kCapacity);
  }
  /// 1 to 32 bytes, none of them zero or a control character.
  static bool fits(std::string_view text) {
    if (text.empty() || text.size() > kCapacity) return false;
    for (unsigned char c : text)
      if (c < 0x20 || c == 0x7f) return false;
    return true;
  }
  std::string_view view() const { return {bytes.data(), strnlen(bytes.data(), kCapacity)}; }
  std::string str() const { return std::string(view()); }
  bool empty() const { return bytes[0] == 0; }
  friend bool operator==(const Name& a, const Name& b) {
    // Four words compared at once, straight from where they are: names are looked up in every step.
    std::uint64_t differing = 0;
    for (std::size_t i = 0; i < kCapacity; i += 8) differing |= a.word(i) ^ b.word(i);
    return differing == 0;
  }
  friend auto operator<=>(const Name& a, const Name& b) { return a.view() <=> b.view(); }

 private:
  std::uint64_t word(std::size_t at) const {
    std::uint64_t w = 0;
    std::memcpy(&w, bytes.data() + at, sizeof w);
    return w;
  }
};

using UserId = Name<struct UserTag>;
using TableId = Name<struct TableTag>;
using GameId = Name<struct GameTag>;

/// 256 bits of randomness that come in with a command; decks, seats and first buttons derive from them.
struct Seed {
  std::array<std::uint8_t, 32> bytes{};
  friend bool operator==(const Seed&, const Seed&) = default;
};

/// A vector of at most `N` elements kept in place.
template <class T, std::size_t N>
struct FixedVec {
  using value_type = T;
  std::array<T, N> items{};
  std::uint8_t length = 0;

  constexpr std::size_t size() const { return length; }
  constexpr bool empty() const { return length == 0; }
  constexpr bool full() const { return length == N; }
  constexpr void clear() { length = 0; }
  constexpr void push_back(const T& t) { items[length++] = t; }
  constexpr T& emplace_back() { return items[length++] = T{}; }
  constexpr void pop_back() { --length; }
  constexpr void erase(std::size_t i) {
    for (; i + 1 < length; ++i) items[i] = items[i + 1];
    items[--length] = T{};
  }
  constexpr T& operator[](std::size_t i) { return items[i]; }
  constexpr const T& operator[](std::size_t i) const { return items[i]; }
  constexpr T* begin() { return items.data(); }
  constexpr T* end() { return items.data() + length; }
  constexpr const T* begin() const { return items.data(); }
  constexpr const T* end() const { return items.data() + length; }
  constexpr T& back() { return items[length - 1]; }
  friend constexpr bool operator==(const FixedVec& a, const FixedVec& b) {
    if (a.length != b.length) return false;
    for (std::size_t i = 0; i < a.length; ++i)
      if (!(a.items[i] == b.items[i])) return false;
    return true;
  }
};

}  // namespace cardroom

template <class Tag>
struct std::hash<cardroom::Name<Tag>> {
  std::size_t operator()(const cardroom::Name<Tag>& n) const noexcept {
    return std::hash<std::string_view>{}(n.view());
  }
};
