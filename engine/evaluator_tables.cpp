#include "engine/evaluator_tables.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace cardroom::detail {
namespace {

/// A multiset of ranks out of one group.
struct RankSet {
  std::uint32_t key_sum = 0;
  RankMasks at_least{};
};
using RankSetsBySize = std::array<std::vector<RankSet>, kHandSize + 1>;

/// Adds to `sets` all multisets that have the ranks of `base` and further ones from `rank` up to `end`.
void add_rank_sets(RankSetsBySize& sets, int rank, int end, int size, RankSet base) {
  if (rank == end) return sets[size].push_back(base);
  for (int copies = 0; size + copies <= kHandSize; ++copies) {
    add_rank_sets(sets, rank + 1, end, size + copies, base);
    if (copies == 4) break;
    base.key_sum += kRankKeys[rank];
    base.at_least[copies] |= 1u << rank;
  }
}

RankSetsBySize rank_sets(int first, int end) {
  RankSetsBySize sets;
  add_rank_sets(sets, first, end, 0, {});
  return sets;
}

HandValue value_of(const RankSet& a, const RankSet& b) {
  RankMasks both = a.at_least;
  for (std::size_t k = 0; k < both.size(); ++k) both[k] |= b.at_least[k];
  return value_of_ranks(both);
}

}  // namespace

EvaluatorTables::EvaluatorTables() {
  const RankSetsBySize low = rank_sets(0, kLowRanks), high = rank_sets(kLowRanks, kRankCount);

  // Columns are numbered from small groups to large ones: a sum reached with few cards is mostly reached with
  // more of them too, by way of the zero key, so that a row for few high cards is a short one with hardly a
  // gap.
  std::array<std::size_t, kHandSize + 1> row_length{};
  std::vector<bool> numbered(kHighSums);
  std::uint16_t columns = 0;
  for (int size = 0; size <= kHandSize; ++size) {
    for (const RankSet& set : high[size]) {
      if (numbered[set.key_sum]) continue;
      numbered[set.key_sum] = true;
      column[set.key_sum] = columns++;
    }
    row_length[size] = columns;
  }

  std::vector<HandValue> candidate;
  auto end = values.begin();
  for (int size = 0; size <= kHandSize; ++size) {
    const auto first_row = end;
    const auto length = static_cast<std::ptrdiff_t>(row_length[kHandSize - size]);
    for (const RankSet& set : low[size]) {
      candidate.assign(length, HandValue{});
      for (const RankSet& other : high[kHandSize - size])
        candidate[column[other.key_sum]] = value_of(set, other);
      auto found = first_row;
      while (found != end && !std::equal(candidate.begin(), candidate.end(), found)) found += length;
      if (found == end) end = std::copy(candidate.begin(), candidate.end(), end);
      row[set.key_sum] = static_cast<std::uint16_t>(found - values.begin());
    }
  }

  for (std::uint32_t ranks = 0; ranks < flushes.size(); ++ranks)
    if (std::popcount(ranks) >= 5) flushes[ranks] = value_of_flush(ranks);
}

__attribute__((init_priority(101))) const EvaluatorTables tables;

}  // namespace cardroom::detail
