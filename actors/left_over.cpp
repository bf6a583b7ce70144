#include "actors/left_over.hpp"

#include <algorithm>

#include "actors/log.hpp"

namespace cardroom {
namespace {

constexpr std::size_t kAtOnce = 256;

}  // namespace

void close_left_over(const std::shared_ptr<Storage>& storage, std::vector<TableId> removed) {
  if (!storage || removed.empty()) return;
  const auto some = removed.end() - static_cast<std::ptrdiff_t>(std::min(kAtOnce, removed.size()));
  const std::vector<TableId> asked(some, removed.end());
  removed.erase(some, removed.end());
  storage->open_tables(asked, [weak = std::weak_ptr(storage),
                               rest = std::move(removed)](const std::vector<OpenedJournal>& opened) {
    for (const OpenedJournal& table : opened) {
      if (table.unknown) return;
      if (!table.journal) continue;
      log_info("table " + table.id + " was removed and still open in the store: it is closed");
      table.journal([](const auto&) {})->close();
    }
    if (const auto storage = weak.lock()) close_left_over(storage, rest);
  });
}

}  // namespace cardroom
