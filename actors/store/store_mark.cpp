#include "actors/store/store_mark.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "actors/store/descriptor.hpp"
#include "actors/store/opener.hpp"

namespace cardroom {
namespace {

constexpr const char* kKey = "cardroom:store";

/// KEYS mark · ARGV id, for a store that has none
/// -> id, count
constexpr Script kCountUp{R"lua(
redis.call('HSETNX', KEYS[1], 'id', ARGV[1])
local count = redis.call('HINCRBY', KEYS[1], 'count', 1)
return {redis.call('HGET', KEYS[1], 'id'), count}
)lua"};

/// What to do, once for all findings.
Failure lost(const std::string& file, const std::string& files, const std::string& found) {
  return {StoreError::CORRUPT, "the store in " + files + " " + found + ": put the right " + files +
                                   "/appendonlydir back, from a copy, or delete " + file +
                                   " to begin anew with what is there"};
}

std::optional<StoreMark> read_mark(const std::string& path) {
  std::ifstream file(path);
  StoreMark mark;
  if (file >> mark.id >> mark.count) return mark;
  return std::nullopt;
}

}  // namespace

Result<StoreMark> count_up(RedisClient& client) {
  const auto reply = client.eval(kCountUp, {kKey}, {fresh_token()});
  if (!reply) return reply.error();
  return StoreMark{std::string((*reply)[0].text()), static_cast<std::uint64_t>((*reply)[1].integer())};
}

Result<void> write_mark(const std::string& path, const StoreMark& mark) {
  const Failure failure{StoreError::NOT_WRITABLE, "cannot write " + path};
  const std::string text = mark.id + " " + std::to_string(mark.count) + "\n", draft = path + ".new";
  {
    const Descriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!file || ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
        ::fsync(file.get()) < 0)
      return failure;
  }
  if (::rename(draft.c_str(), path.c_str()) < 0) return failure;
  const auto parent = std::filesystem::path(path).parent_path();
  const Descriptor folder(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder || ::fsync(folder.get()) < 0) return failure;
  return {};
}

Result<void> check_mark(RedisClient& client, const std::string& file, const std::string& files) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return {};
  const auto mine = read_mark(file);
  if (!mine)
    return Failure{StoreError::CORRUPT, file + " names no store: delete it if the store is the right one"};
  const auto reply = client.command({"HMGET", kKey, "id", "count"});
  if (!reply) return reply.error();
  if ((*reply)[0].is_nil())
    return lost(file, files, "has lost what was in it: it is not the store " + mine->id);
  const std::string id((*reply)[0].text());
  if (id != mine->id) return lost(file, files, "is another one, " + id + ", not " + mine->id);
  const std::uint64_t count = std::stoull("0" + std::string((*reply)[1].text()));
  if (count >= mine->count) return {};
  return lost(file, files,
              "has lost its end: it knows of " + std::to_string(count) +
                  " starts and stops of the daemon, of " + std::to_string(mine->count));
}

}  // namespace cardroom
