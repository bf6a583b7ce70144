#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "actors/store/store_error.hpp"
#include "engine/types.hpp"

/// The directory that finished hands are kept in: `<game>.<day>.<part>.jsonl.gz`, a line of JSON a hand.
namespace cardroom::daemon {

/// The UTC day of an instant, "2027-01-31".
std::string day_of(Instant instant);

/// The game that a table is of: tables are named after their game.
std::string game_of(std::string_view table);

/// One file of the archive.
struct ArchiveFile {
  std::string game;
  std::string day;
  std::uint32_t part = 0;
  friend auto operator<=>(const ArchiveFile&, const ArchiveFile&) = default;
};

/// The name within the directory: names sort as the files do, and hold no byte of a game's id that a file
/// system or shell might take amiss.
std::string name_of(const ArchiveFile& file);

/// All files of a game, oldest first; none when the directory cannot be read.
std::vector<ArchiveFile> files_of(const std::string& directory, const std::string& game);

/// Adds to the archive. What an earlier writer left is never touched: each writer makes files of its own, so
/// what was torn off by a crash stays at the end of a file.
class ArchiveWriter {
 public:
  explicit ArchiveWriter(std::string directory, std::size_t largest = 64u << 20u)
      : directory_(std::move(directory)), largest_(largest) {}

  const std::string& directory() const { return directory_; }

  /// Makes the directory where there is none; NOT_WRITABLE when nothing can be added to it.
  Result<void> prepare() const;

  /// Appends lines of a game and day as one gzip member, and returns when they are on the disk. On failure
  /// (NOT_WRITABLE) nothing of them counts.
  Result<void> append(const std::string& game, const std::string& day, std::string_view lines);

 private:
  struct Part {
    std::string path;
    std::uint64_t size = 0;  ///< of what is known to be on the disk
  };
  Result<Part> begin_part(const std::string& game, const std::string& day) const;

  std::string directory_;
  std::size_t largest_;                                       ///< bytes of a file, about
  std::map<std::string, std::map<std::string, Part>> parts_;  ///< by game and day
};

}  // namespace cardroom::daemon
