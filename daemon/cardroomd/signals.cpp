#include "daemon/cardroomd/signals.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace cardroom::daemon {
namespace {

/// SIGUSR2 from ourselves ends the watching thread.
sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGUSR2}) sigaddset(&set, number);
  return set;
}

}  // namespace

Signals::Signals() {
  const sigset_t set = watched();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

void Signals::watch(std::function<void()> stop) {
  thread_ = std::thread([stop = std::move(stop)] {
    const sigset_t set = watched();
    bool stopping = false;
    for (int number = 0; sigwait(&set, &number) == 0 && number != SIGUSR2;) {
      if (stopping) _exit(128 + number);
      stopping = true;
      stop();
    }
  });
}

Signals::~Signals() {
  if (!thread_.joinable()) return;
  pthread_kill(thread_.native_handle(), SIGUSR2);
  thread_.join();
}

}  // namespace cardroom::daemon
