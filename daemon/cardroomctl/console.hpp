#pragma once
#include <functional>
#include <string>
#include <vector>

namespace cardroom::ctl {

/// Reads commands with history and completion until "exit" or the end of input, and runs each.
/// `interrupted` tells, once, that Ctrl-C was pressed since it was last asked.
void console(const std::function<void(const std::vector<std::string>&)>& run,
             const std::function<bool()>& interrupted);

}  // namespace cardroom::ctl
