#pragma once
#include <memory>
#include <vector>

#include "actors/storage.hpp"

namespace cardroom {

/// Closes the journals of tables that their game has removed, where that was lost with the daemon. Asks for a
/// few hundred at a time, for most are closed. What the store does not answer is left to the next start.
void close_left_over(const std::shared_ptr<Storage>& storage, std::vector<TableId> removed);

}  // namespace cardroom
