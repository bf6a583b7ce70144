#include "engine/shuffle.hpp"

#include <endian.h>
#include <sodium.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace cardroom {
namespace {

constexpr char kDeriveContext[crypto_kdf_CONTEXTBYTES + 1] = "cardroom";

constexpr Deck kSortedDeck = [] {
  Deck deck{};
  for (int i = 0; i < kDeckSize; ++i) deck[i].v = static_cast<std::uint8_t>(i);
  return deck;
}();

// Fisher-Yates draws below 52, 51, ..., 2. One word of the stream does for those from kWords[i] down to above
// kWords[i + 1]: their products are below 2^45, so that one word in 2^19 at most is thrown away, and a deck
// takes six of the eight words of one cipher block.
constexpr std::array<std::uint32_t, 7> kWords{52, 45, 38, 31, 24, 16, 1};

/// Fisher-Yates over the last `cards` cards of `deck`. With a constant the loops unroll, an eighth faster.
inline void shuffle_last(Deck& deck, std::uint32_t cards, Draws& draws) {
  const auto swap_in = [&](std::uint32_t n, std::uint32_t draw) {
    std::swap(deck[kDeckSize - n], deck[kDeckSize - n + draw]);
  };
  const auto all_words = [&]<std::size_t... I>(std::index_sequence<I...>) {
    (draws.below_each(std::min(cards, kWords[I]), kWords[I + 1], swap_in), ...);
  };
  all_words(std::make_index_sequence<kWords.size() - 1>{});
}

}  // namespace

Draws::Draws(const Seed& seed, DrawStream stream) : seed_(seed) {
  static_assert(sizeof seed.bytes == crypto_stream_chacha20_KEYBYTES);
  static_assert(sizeof nonce_ == crypto_stream_chacha20_NONCEBYTES);
  auto number = static_cast<std::uint64_t>(stream);
  for (std::uint8_t& byte : nonce_) byte = static_cast<std::uint8_t>(number), number >>= 8;
  crypto_stream_chacha20(block_.data(), block_.size(), nonce_.data(), seed_.bytes.data());
}

std::uint64_t Draws::next() {
  if (position_ == block_.size()) [[unlikely]] {
    block_.fill(0);
    crypto_stream_chacha20_xor_ic(block_.data(), block_.data(), block_.size(), nonce_.data(), blocks_read_++,
                                  seed_.bytes.data());
    position_ = 0;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, block_.data() + position_, sizeof word);
  position_ += sizeof word;
  return le64toh(word);
}

std::uint32_t Draws::below(std::uint32_t n) {
  std::uint32_t result = 0;
  below_each(n, n - 1, [&](std::uint32_t, std::uint32_t draw) { result = draw; });
  return result;
}

void shuffle(Deck& deck, Draws& draws) {
  deck = kSortedDeck;
  shuffle_last(deck, kDeckSize, draws);
}

Deck shuffled(const Seed& seed) {
  Draws draws(seed, DrawStream::DECK);
  Deck deck;
  shuffle(deck, draws);
  return deck;
}

Deck deck_from(std::span<const Card> first, const Seed& seed) {
  Deck deck{};
  std::uint64_t taken = 0;
  int filled = 0;
  for (const Card card : first) {
    taken |= 1ull << card.v;
    deck[filled++] = card;
  }
  for (const Card card : kSortedDeck)
    if ((taken >> card.v & 1) == 0) deck[filled++] = card;
  Draws draws(seed, DrawStream::DECK);
  shuffle_last(deck, kDeckSize - static_cast<std::uint32_t>(first.size()), draws);
  return deck;
}

Seed derive(const Seed& master, std::uint64_t counter) {
  static_assert(sizeof master.bytes == crypto_kdf_KEYBYTES);
  Seed seed;
  crypto_kdf_derive_from_key(seed.bytes.data(), seed.bytes.size(), counter, kDeriveContext,
                             master.bytes.data());
  return seed;
}

}  // namespace cardroom
