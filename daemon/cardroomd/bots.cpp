#include "daemon/cardroomd/bots.hpp"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

namespace cardroom::daemon {
namespace {

/// The program beside this one, wherever it was installed.
std::string program() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "cardroom-bots" : (self.parent_path() / "cardroom-bots").string();
}

[[noreturn]] void become(const std::vector<std::string>& arguments, int log, pid_t parent) {
  // A daemon that is killed takes its bots along; the check closes the gap before prctl took effect.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(0);
  // Ctrl-C on the terminal is for the daemon, which then ends its bots.
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  std::vector<char*> argv;
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  _exit(127);
}

}  // namespace

void Bots::start(const std::vector<config::BotsConfig>& bots, std::uint16_t port,
                 const std::string& data_dir) {
  if (bots.empty()) return;
  const std::string log_path = data_dir + "/bots.log";
  const int log = ::open(log_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  for (std::size_t i = 0; i < bots.size(); ++i) {
    const auto& b = bots[i];
    const std::vector<std::string> arguments = {program(),
                                                "--url",
                                                "ws://127.0.0.1:" + std::to_string(port) + "/ws",
                                                "--game",
                                                b.game.str(),
                                                "--players",
                                                std::to_string(b.players.v),
                                                "--think-ms",
                                                std::to_string(b.think_time.v.ms),
                                                "--seed",
                                                std::to_string(b.seed.v),
                                                "--seconds",
                                                "0",
                                                "--tokens",
                                                data_dir + "/bots-" + std::to_string(i) + ".tokens"};
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) become(arguments, log, parent);
    if (pid < 0)
      spdlog::error("cannot start {} bots for game {}: {}", b.players.v, b.game.str(),
                    std::generic_category().message(errno));
    else
      processes_.push_back(pid);
  }
  if (log >= 0) ::close(log);
}

Bots::~Bots() {
  for (const pid_t pid : processes_) kill(pid, SIGTERM);
  for (const pid_t pid : processes_) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
  }
}

}  // namespace cardroom::daemon
