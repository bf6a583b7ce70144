#pragma once
#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "actors/store/descriptor.hpp"
#include "actors/store/store_error.hpp"

namespace cardroom {

/// How to start a program. It gets /dev/null as input, no signal blocked or ignored, and no other descriptor
/// than these.
struct ProcessStart {
  std::string program;  ///< path
  std::vector<std::string> args;
  int output;                ///< becomes its stdout and stderr
  int folder = -1;           ///< where it runs; -1 = here
  int inherited = -1;        ///< becomes its descriptor 3; -1 = none
  bool own_session = false;  ///< so that signals of our terminal do not reach it
};

/// Another process, our child or not, by a handle that stays right when its pid is used again.
class Process {
 public:
  /// Starts a program as our child.
  static Result<Process> start(const ProcessStart& start);
  /// The process with a pid; nothing when there is none.
  static std::optional<Process> find(pid_t pid);

  pid_t pid() const { return pid_; }
  /// Waits for its end, at most `timeout`; true when it has ended.
  bool wait(std::chrono::milliseconds timeout);
  void signal(int number);

 private:
  Process(pid_t pid, Descriptor handle) : pid_(pid), handle_(std::move(handle)) {}
  pid_t pid_;
  Descriptor handle_;
};

/// The path of a program by the directories of PATH; empty when it is in none.
std::string find_program(const std::string& name);

/// What a program prints, cut at 64 KB; it is killed when it takes longer than `timeout`.
Result<std::string> output_of(const std::string& program, const std::vector<std::string>& args,
                              std::chrono::milliseconds timeout);

}  // namespace cardroom
