#include "actors/store/lock_file.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace cardroom {

Result<LockFile> LockFile::open(int folder, const std::string& name) {
  Descriptor file(::openat(folder, name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!file)
    return Failure{StoreError::NOT_WRITABLE,
                   "cannot write " + name + ": " + std::generic_category().message(errno)};
  return LockFile(std::move(file));
}

bool LockFile::try_lock() { return ::flock(file_.get(), LOCK_EX | LOCK_NB) == 0; }

void LockFile::write(const std::string& text) {
  const auto line = text + "\n";
  [[maybe_unused]] const int cut = ::ftruncate(file_.get(), 0);
  [[maybe_unused]] const auto written = ::pwrite(file_.get(), line.data(), line.size(), 0);
}

std::string LockFile::read() const {
  std::array<char, 256> bytes{};
  const auto length = ::pread(file_.get(), bytes.data(), bytes.size(), 0);
  const std::string text(bytes.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  return text.substr(0, text.find('\n'));
}

}  // namespace cardroom
