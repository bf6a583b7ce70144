#pragma once
#include <functional>
#include <string>
#include <vector>

namespace cardroom::ctl {

/// Reads commands with history and completion until "exit" or the end of input, and runs each.
void console(const std::function<void(const std::vector<std::string>&)>& run);

}  // namespace cardroom::ctl
