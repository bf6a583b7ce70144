#include "daemon/hands/hand_archive.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "actors/store/descriptor.hpp"
#include "daemon/hands/gzip.hpp"

namespace cardroom::daemon {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".jsonl.gz";
constexpr std::size_t kOpenDays = 4;  ///< of a game: hands of a few days come side by side when much waits

Failure not_writable(const std::string& path, int error) {
  return {StoreError::NOT_WRITABLE,
          "the hand archive: " + path + ": " + std::generic_category().message(error)};
}

std::string escaped(std::string_view id) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : id) {
    const auto byte = static_cast<unsigned char>(c);
    if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_')
      out += c;
    else
      out.append({'%', kHex[byte >> 4u], kHex[byte & 15u]});
  }
  return out;
}

bool sync_directory(const fs::path& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return folder && ::fsync(folder.get()) == 0;
}

/// Makes the directory where it is missing, durably.
int make_directory(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return 0;
  const fs::path full = fs::absolute(path, error);
  if (!error) fs::create_directories(full.parent_path(), error);
  if (error) return error.value();
  if (::mkdir(full.c_str(), 0700) < 0 && errno != EEXIST) return errno;
  return sync_directory(full.parent_path()) ? 0 : errno;
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace

std::string day_of(Instant instant) {
  const std::chrono::sys_time<std::chrono::milliseconds> at{std::chrono::milliseconds(instant.ms)};
  const std::chrono::year_month_day date{std::chrono::floor<std::chrono::days>(at)};
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text.data();
}

std::string game_of(std::string_view table) { return std::string(table.substr(0, table.rfind("-t"))); }

std::string name_of(const ArchiveFile& file) {
  std::array<char, 16> part{};
  std::snprintf(part.data(), part.size(), "%06u", file.part);
  return escaped(file.game) + "." + file.day + "." + part.data() + std::string(kEnding);
}

std::vector<ArchiveFile> files_of(const std::string& directory, const std::string& game) {
  const std::string prefix = escaped(game) + ".";
  std::vector<ArchiveFile> files;
  std::error_code error;
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename();
    if (!name.starts_with(prefix) || !name.ends_with(kEnding)) continue;
    const auto dot = name.find('.', prefix.size());
    ArchiveFile file{game, name.substr(prefix.size(), dot - prefix.size()), 0};
    if (dot != std::string::npos)
      std::from_chars(name.data() + dot + 1, name.data() + name.size(), file.part);
    if (name_of(file) == name) files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end());
  return files;
}

Result<void> ArchiveWriter::prepare() const {
  if (const int error = make_directory(directory_); error != 0) return not_writable(directory_, error);
  if (::access(directory_.c_str(), R_OK | W_OK | X_OK) < 0) return not_writable(directory_, errno);
  return {};
}

Result<ArchiveWriter::Part> ArchiveWriter::begin_part(const std::string& game, const std::string& day) const {
  if (const auto prepared = prepare(); !prepared) return prepared.error();
  ArchiveFile file{game, day, 1};
  for (const ArchiveFile& other : files_of(directory_, game))
    if (other.day == day) file.part = std::max(file.part, other.part + 1);
  for (;; ++file.part) {
    const std::string path = directory_ + "/" + name_of(file);
    const Descriptor made(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!made && errno == EEXIST) continue;
    if (!made || !sync_directory(directory_)) return not_writable(path, errno);
    return Part{path, 0};
  }
}

Result<void> ArchiveWriter::append(const std::string& game, const std::string& day, std::string_view lines) {
  const std::string member = gzip_member(lines);
  auto& days = parts_[game];
  auto it = days.find(day);
  if (it == days.end() || it->second.size >= largest_) {
    auto begun = begin_part(game, day);
    if (!begun) return begun.error();
    it = days.insert_or_assign(day, *std::move(begun)).first;
    if (days.size() > kOpenDays) days.erase(days.begin() == it ? std::next(it) : days.begin());
  }
  Part& part = it->second;
  const Descriptor file(::open(part.path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (!file) {
    const Failure failure = not_writable(part.path, errno);
    days.erase(it);
    return failure;
  }
  if (write_all(file.get(), member) && ::fsync(file.get()) == 0) {
    part.size += member.size();
    return {};
  }
  // Back to what is certain. Where that fails too, the file ends here.
  const Failure failure = not_writable(part.path, errno);
  if (::ftruncate(file.get(), static_cast<off_t>(part.size)) != 0 || ::fsync(file.get()) != 0) days.erase(it);
  return failure;
}

}  // namespace cardroom::daemon
