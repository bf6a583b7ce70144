#pragma once
#include <optional>
#include <string>

#include "actors/store/descriptor.hpp"
#include "actors/store/store_error.hpp"

namespace cardroom {

/// A file whose exclusive `flock` says that its holder lives, and whose text says who that is. The lock lasts
/// until every descriptor of it is closed, those inherited by other processes included.
class LockFile {
 public:
  /// Makes the file where needed and opens it; a program started later does not inherit it. `folder` is a
  /// descriptor.
  static Result<LockFile> open(int folder, const std::string& name);

  /// Takes the lock if nobody holds it. Without waiting.
  bool try_lock();
  /// Writes who holds it.
  void write(const std::string& text);
  /// What was written last, without line ends; empty when nothing was.
  std::string read() const;
  int fd() const { return file_.get(); }

 private:
  explicit LockFile(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

}  // namespace cardroom
