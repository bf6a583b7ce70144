#pragma once
#include <cstdint>

namespace cardroom {

/// Of the rules: +1 with each change that lets a step lead elsewhere than it led before, or refuses it. What
/// one revision has journalled another may not be able to take again.
inline constexpr std::uint32_t kEngineRevision = 2;

}  // namespace cardroom
