#include "actors/store/private_redis.hpp"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <charconv>
#include <fstream>
#include <system_error>
#include <thread>

#include "actors/store/server_check.hpp"

namespace cardroom {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
constexpr milliseconds kPoll{20};

const char* fsync_word(Fsync fsync) { return fsync == Fsync::ALWAYS ? "always" : "everysec"; }

std::vector<std::string> server_args(Fsync fsync) {
  return {"--port",
          "0",
          "--unixsocket",
          "../redis.sock",
          "--unixsocketperm",
          "600",  //
          "--daemonize",
          "no",
          "--logfile",
          "",
          "--save",
          "",  //
          "--appendonly",
          "yes",
          "--appendfsync",
          fsync_word(fsync),
          "--maxmemory-policy",
          "noeviction"};
}

Result<std::string> find_server() {
  auto program = find_program("redis-server");
  if (program.empty())
    return Failure{
        StoreError::NO_SERVER,
        "redis-server was not found in PATH: install Redis 7 (apt-get install redis-server), or set "
        "store.mode to redis and store.url to a running one"};
  const auto output = output_of(program, {"--version"}, milliseconds(5'000));
  if (!output) return output.error();
  const auto at = output->find("v=");
  const auto version =
      at == std::string::npos ? std::string() : output->substr(at + 2, output->find(' ', at) - at - 2);
  if (!version_suffices(version))
    return Failure{StoreError::WRONG_VERSION,
                   program + " is version " + (version.empty() ? "unknown" : version) +
                       ": install Redis 7.0 or newer (apt-get install redis-server)"};
  return program;
}

/// The first line with these words behind a position of a file; empty = none.
std::string line_about(std::string_view words, const std::string& path, std::streamoff from) {
  std::ifstream file(path);
  file.seekg(from);
  for (std::string line; std::getline(file, line);)
    if (line.find(words) != std::string::npos) return line;
  return {};
}

Result<Descriptor> make_folder(const DataDirectory& directory) {
  if (::mkdirat(directory.fd(), "redis", 0700) == 0 || errno == EEXIST) {
    Descriptor folder(::openat(directory.fd(), "redis", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder) return folder;
  }
  return Failure{StoreError::NOT_WRITABLE, "cannot make " + directory.path() + "/redis (" +
                                               std::generic_category().message(errno) +
                                               "): make the data directory writable or choose another one"};
}

}  // namespace

PrivateRedis::PrivateRedis(const DataDirectory& directory, PrivateRedisOptions options)
    : directory_(&directory), options_(options) {
  address_.socket_path = directory.path() + "/redis.sock";
}

Result<PrivateRedis> PrivateRedis::start(const DataDirectory& directory, PrivateRedisOptions options) {
  PrivateRedis out(directory, options);
  if (auto opened = out.open(); !opened) return out.cause(opened.error());
  return out;
}

Result<RedisClient> PrivateRedis::connect() const {
  return RedisClient::connect(address_, options_.silence_timeout);
}

// A held lock is a server that answers, one that hangs, or one that is just ending: ask until that is clear.
Result<void> PrivateRedis::open() {
  auto lock = LockFile::open(directory_->fd(), "redis.lock");
  if (!lock) return lock.error();
  const auto deadline = Clock::now() + options_.silence_timeout;
  while (!lock->try_lock()) {
    auto adopted = try_adopt(*lock);
    if (!adopted) return adopted.error();
    if (*adopted) return {};
    if (Clock::now() >= deadline)
      return Failure{StoreError::IN_USE, "a Redis server (" + lock->read() + ") holds " + directory_->path() +
                                             " but does not answer: end that process, then start again"};
    std::this_thread::sleep_for(kPoll);
  }
  return spawn(*lock);
}

Result<bool> PrivateRedis::try_adopt(const LockFile& lock) {
  auto client = connect();
  if (!client) return false;
  if (auto loaded = client->wait_until_loaded(options_.start_timeout); !loaded) {
    if (loaded.error().code != StoreError::TIMEOUT) return false;
    return loaded.error();
  }
  const auto info = client->command({"INFO", "server"});
  if (!info) return false;
  const auto digits = info_field(info->text(), "process_id");
  pid_t pid = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), pid);
  process_ = Process::find(pid);
  if (!process_) return false;
  if (auto set = client->command({"CONFIG", "SET", "appendfsync", fsync_word(options_.fsync)}); !set)
    return set.error();
  adopted_ = true;
  spdlog::info("store: adopted the running Redis ({})", lock.read());
  return true;
}

Result<void> PrivateRedis::spawn(LockFile& lock) {
  if (connect())
    return Failure{StoreError::IN_USE, "a Redis server that cardroom did not start answers on " +
                                           address_.socket_path + ": stop it, or choose another --data-dir"};
  auto program = find_server();
  if (!program) return program.error();
  auto folder = make_folder(*directory_);
  if (!folder) return folder.error();
  const Descriptor log(::openat(folder->get(), "redis.log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!log)
    return Failure{StoreError::NOT_WRITABLE, "cannot write " + directory_->path() + "/redis/redis.log: " +
                                                 std::generic_category().message(errno)};
  struct stat before {};  // a small store is loaded at once
  ::fstat(log.get(), &before);
  auto process = Process::start({.program = *program,
                                 .args = server_args(options_.fsync),
                                 .output = log.get(),
                                 .folder = folder->get(),
                                 .inherited = lock.fd(),
                                 .own_session = true});
  if (!process) return process.error();
  process_.emplace(*std::move(process));
  adopted_ = false;
  lock.write("pid " + std::to_string(process_->pid()));
  auto ready = wait_for_spawned();
  cut_off_ = line_about("Truncating the AOF", directory_->path() + "/redis/redis.log", before.st_size);
  if (!cut_off_.empty())
    spdlog::warn("store: the end of Redis' append-only file was half written, and is cut off: {}", cut_off_);
  return ready;
}

Result<void> PrivateRedis::wait_for_spawned() {
  const auto deadline = Clock::now() + options_.start_timeout;
  const auto log = directory_->path() + "/redis/redis.log";
  while (Clock::now() < deadline) {
    if (auto client = connect()) {
      if (client->wait_until_loaded(std::chrono::ceil<milliseconds>(deadline - Clock::now()))) return {};
    }
    if (process_->wait(kPoll))
      return Failure{StoreError::NO_SERVER, "redis-server ended at once: read why in " + log};
  }
  return Failure{StoreError::TIMEOUT,
                 "Redis (pid " + std::to_string(pid()) +
                     ") is not ready yet and goes on loading: start again later, or read " + log};
}

Result<void> PrivateRedis::revive() {
  if (!process_->wait(milliseconds(0))) return {};
  // Under `appendfsync always` it ends when it cannot write, and would do so again.
  if (auto room = find_room(); !room)
    return Failure{room.error().code,
                   room.error().text + ": Redis has ended and is started again once there is room"};
  spdlog::warn("store: Redis (pid {}) has died, starting it again", pid());
  return open();
}

Result<void> PrivateRedis::find_room() const {
  struct statvfs disk {};
  if (::fstatvfs(directory_->fd(), &disk) != 0) return {};
  const std::uint64_t left = std::uint64_t{disk.f_bavail} * disk.f_frsize;
  if (left >= options_.least_room) return {};
  return Failure{StoreError::DISK, "the disk is full, only " + std::to_string(left / 1024) +
                                       " KB are left for " + directory_->path()};
}

Failure PrivateRedis::cause(Failure why) const {
  const bool possible = why.code == StoreError::UNKNOWN || why.code == StoreError::UNAVAILABLE ||
                        why.code == StoreError::DISK || why.code == StoreError::NOT_WRITABLE ||
                        why.code == StoreError::NO_SERVER;
  // Without a process nothing was written yet.
  if (!possible || !process_) return why;
  const auto room = find_room();
  if (room) return why;
  return {room.error().code, room.error().text + ": make room, then start again"};
}

Result<void> PrivateRedis::stop(milliseconds timeout) {
  if (process_->wait(milliseconds(0))) return {};
  if (auto client = connect()) {
    // It answers only when it refuses; otherwise the connection ends.
    auto reply = client->command({"SHUTDOWN"});
    if (!reply && (reply.error().code == StoreError::REFUSED || refuses(reply.error().code)))
      return reply.error();
  }
  if (process_->wait(timeout)) return {};
  return Failure{StoreError::TIMEOUT, "Redis (pid " + std::to_string(pid()) + ") has not ended in time"};
}

}  // namespace cardroom
