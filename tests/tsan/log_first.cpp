#include <spdlog/spdlog.h>

// Debian's spdlog makes its registry at the first use, unseen by ThreadSanitizer: so before there are
// threads.
namespace {

[[maybe_unused]] const auto* const made = spdlog::default_logger_raw();

}  // namespace
