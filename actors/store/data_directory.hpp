#pragma once
#include <string>

#include "actors/store/lock_file.hpp"

namespace cardroom {

/// The daemon's data directory, held by this process alone for as long as the object lives (`daemon.lock`).
class DataDirectory {
 public:
  /// Makes the directory (mode 0700) where it is missing, closes it to other users, and takes `daemon.lock`
  /// in the name of `who`. NOT_WRITABLE: it cannot be made, opened or written, or it is open to others and
  /// holds other things. IN_USE: another daemon has it; the text names its pid.
  static Result<DataDirectory> open(const std::string& path, const std::string& who);

  const std::string& path() const { return path_; }
  /// A descriptor of the directory.
  int fd() const { return folder_.get(); }

 private:
  DataDirectory(std::string path, Descriptor folder, LockFile lock)
      : path_(std::move(path)), folder_(std::move(folder)), lock_(std::move(lock)) {}

  std::string path_;
  Descriptor folder_;
  LockFile lock_;
};

}  // namespace cardroom
