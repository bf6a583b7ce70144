#include "actors/store/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <system_error>

namespace cardroom {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Sets up what posix_spawn wants; both structures are freed in the end.
class SpawnSetting {
 public:
  explicit SpawnSetting(const ProcessStart& start) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    if (start.folder >= 0) posix_spawn_file_actions_addfchdir_np(&actions_, start.folder);
    posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, start.output, 1);
    posix_spawn_file_actions_adddup2(&actions_, start.output, 2);
    if (start.inherited >= 0) posix_spawn_file_actions_adddup2(&actions_, start.inherited, 3);
    posix_spawn_file_actions_addclosefrom_np(&actions_, start.inherited >= 0 ? 4 : 3);

    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    const int session = start.own_session ? POSIX_SPAWN_SETSID : 0;
    posix_spawnattr_setflags(&attributes_,
                             static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | session));
  }
  ~SpawnSetting() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSetting(const SpawnSetting&) = delete;
  SpawnSetting& operator=(const SpawnSetting&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

int left(Clock::time_point deadline) {
  const auto rest = std::chrono::ceil<milliseconds>(deadline - Clock::now());
  return rest.count() > 0 ? static_cast<int>(rest.count()) : 0;
}

}  // namespace

Result<Process> Process::start(const ProcessStart& start) {
  std::vector<char*> argv{const_cast<char*>(start.program.c_str())};
  for (const auto& arg : start.args) argv.push_back(const_cast<char*>(arg.c_str()));
  argv.push_back(nullptr);
  const SpawnSetting setting(start);
  pid_t pid = 0;
  const int error = ::posix_spawn(&pid, start.program.c_str(), setting.actions(), setting.attributes(),
                                  argv.data(), environ);
  if (error)
    return Failure{StoreError::NO_SERVER,
                   "cannot start " + start.program + ": " + std::generic_category().message(error)};
  return Process(pid, Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))));
}

std::optional<Process> Process::find(pid_t pid) {
  Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (!handle) return std::nullopt;
  return Process(pid, std::move(handle));
}

bool Process::wait(milliseconds timeout) {
  const auto deadline = Clock::now() + timeout;
  pollfd ended{handle_.get(), POLLIN, 0};
  int ready = 0;
  do ready = ::poll(&ended, 1, left(deadline));
  while (ready < 0 && errno == EINTR);
  if (ready <= 0) return false;
  ::waitpid(pid_, nullptr, WNOHANG);  // nothing to collect when it is not our child
  return true;
}

void Process::signal(int number) { ::syscall(SYS_pidfd_send_signal, handle_.get(), number, nullptr, 0); }

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    auto candidate = (folder.empty() ? "." : folder) + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

Result<std::string> output_of(const std::string& program, const std::vector<std::string>& args,
                              milliseconds timeout) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) < 0)
    return Failure{StoreError::NO_SERVER, "no pipe: " + std::generic_category().message(errno)};
  const Descriptor input(ends[0]);
  Descriptor output(ends[1]);
  auto process = Process::start({.program = program, .args = args, .output = output.get()});
  if (!process) return process.error();
  output.reset();

  constexpr std::size_t kMost = 64 * 1024;
  const auto deadline = Clock::now() + timeout;
  std::string text;
  std::array<char, 4096> bytes{};
  pollfd readable{input.get(), POLLIN, 0};
  while (text.size() < kMost && ::poll(&readable, 1, left(deadline)) > 0) {
    const auto got = ::read(input.get(), bytes.data(), bytes.size());
    if (got <= 0) break;
    text.append(bytes.data(), static_cast<std::size_t>(got));
  }
  if (process->wait(milliseconds(left(deadline)))) return text;
  process->signal(SIGKILL);
  process->wait(milliseconds(1'000));
  return Failure{StoreError::TIMEOUT, program + " did not end in time"};
}

}  // namespace cardroom
