#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "engine/cards.hpp"
#include "engine/types.hpp"

/// Everything the rules leave to chance, as functions of a seed: same seed, same cards, seats and buttons.
namespace cardroom {

/// What draws are for. Draws of one seed for different purposes are independent of each other.
enum class DrawStream : std::uint64_t { DECK = 0, FIRST_BUTTON = 1, SEATS = 2 };

/// A reader of unbiased draws: the ChaCha20 key stream of (seed, stream as nonce), 64 bits at a time, words
/// that would favour some result thrown away.
class Draws {
 public:
  Draws(const Seed& seed, DrawStream stream);

  /// Uniform over 0 to n - 1; n is at least 1.
  std::uint32_t below(std::uint32_t n);

  /// Calls `use(n, below(n))` for n = from, from - 1, ..., to + 1, all out of one word of the stream.
  /// The product of these n must be below 2^64; the smaller, the less often a word is thrown away.
  template <class Use>
  void below_each(std::uint32_t from, std::uint32_t to, Use use) {
    // word * product / 2^64 is uniform below the product once the words are thrown away that give some
    // results one case too many (their remainder is below 2^64 % product). Its digits in the mixed base of
    // the n are the draws, and come out first to last when the word is multiplied by one n after the other.
    for (;;) {
      std::uint64_t rest = next(), product = 1;
      for (std::uint32_t n = from; n > to; --n) product *= n;
      if (const std::uint64_t remainder = rest * product;
          remainder < product && remainder < -product % product) [[unlikely]]
        continue;
      for (std::uint32_t n = from; n > to; --n) {
        const auto digit_and_rest = static_cast<unsigned __int128>(rest) * n;
        use(n, static_cast<std::uint32_t>(digit_and_rest >> 64));
        rest = static_cast<std::uint64_t>(digit_and_rest);
      }
      return;
    }
  }

 private:
  std::uint64_t next();

  std::array<std::uint8_t, 64> block_;  // the cipher's block `blocks_read_ - 1`
  std::size_t position_ = 0;            // of the next word in it
  std::uint64_t blocks_read_ = 1;
  std::array<std::uint8_t, 8> nonce_;
  Seed seed_;
};

/// Makes `deck` all 52 cards in dealing order, every order equally likely. The draws are fresh ones of the
/// stream DECK.
void shuffle(Deck& deck, Draws& draws);

/// A deck as `shuffle` makes it of the seed's draws.
Deck shuffled(const Seed& seed);

/// `first`, which must hold no card twice, in front of all other cards in random order. With nothing in
/// `first` it is `shuffled`.
Deck deck_from(std::span<const Card> first, const Seed& seed);

/// The `counter`th seed out of a master seed; they tell nothing about each other or the master.
Seed derive(const Seed& master, std::uint64_t counter);

}  // namespace cardroom
