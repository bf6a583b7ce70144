#include "actors/store/data_directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

namespace cardroom {
namespace {

namespace fs = std::filesystem;

Failure unusable(const std::string& path, const std::string& why) {
  return {StoreError::NOT_WRITABLE, "the data directory " + path + " cannot be used (" + why +
                                        "): make it writable or choose another one with --data-dir"};
}

std::optional<Failure> make(const fs::path& path) {
  std::error_code error;
  if (fs::exists(path, error) && !error) return std::nullopt;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (!error && ::mkdir(path.c_str(), 0700) < 0 && errno != EEXIST)
    error.assign(errno, std::generic_category());
  if (error) return unusable(path, error.message());
  return std::nullopt;
}

// A directory that is not ours alone is closed to others only when nothing else lives in it: somebody may
// have typed
// --data-dir /tmp.
std::optional<Failure> make_private(const std::string& path, int folder) {
  struct stat info {};
  if (::fstat(folder, &info) < 0) return unusable(path, std::generic_category().message(errno));
  if ((info.st_mode & 077) == 0) return std::nullopt;
  std::error_code error;
  const bool ours = ::faccessat(folder, "daemon.lock", F_OK, 0) == 0 || fs::is_empty(path, error);
  if (!ours)
    return Failure{StoreError::NOT_WRITABLE,
                   "the data directory " + path +
                       " cannot be used (it holds other files and is open to other users): if they are this "
                       "daemon's, close it with chmod 700 " +
                       path + ", else choose another one with --data-dir"};
  if (::fchmod(folder, 0700) < 0) return unusable(path, std::generic_category().message(errno));
  return std::nullopt;
}

}  // namespace

Result<DataDirectory> DataDirectory::open(const std::string& given, const std::string& who) {
  std::error_code error;
  auto full = fs::absolute(given, error).lexically_normal();
  if (error || given.empty()) return unusable(given, "no such path");
  if (!full.has_filename()) full = full.parent_path();
  const auto path = full.string();
  if (auto failure = make(full)) return *failure;
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder) return unusable(path, std::generic_category().message(errno));
  if (auto failure = make_private(path, folder.get())) return *failure;
  auto lock = LockFile::open(folder.get(), "daemon.lock");
  if (!lock) return unusable(path, lock.error().text);
  if (!lock->try_lock()) {
    const auto holder = lock->read();
    return Failure{StoreError::IN_USE, "the data directory " + path + " is in use by another daemon (" +
                                           (holder.empty() ? "unknown" : holder) +
                                           "): stop it first or choose another one with --data-dir"};
  }
  lock->write("pid " + std::to_string(::getpid()) + ", " + who);
  return DataDirectory(path, std::move(folder), *std::move(lock));
}

}  // namespace cardroom
