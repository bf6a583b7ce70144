#include "daemon/cardroomctl/console.hpp"

#include <editline/readline.h>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <sstream>

#include "daemon/cardroomctl/commands.hpp"

namespace cardroom::ctl {
namespace {

/// The next word that could follow what stands before the cursor; called until it has no more.
char* next_completion(const char* text, int state) {
  static std::vector<std::string> found;
  if (state == 0) {
    found.clear();
    const std::string before(rl_line_buffer, static_cast<std::size_t>(rl_point) - std::strlen(text));
    for (const auto& name : command_names()) {
      if (name.compare(0, before.size(), before) != 0) continue;
      std::string word = name.substr(before.size());
      word = word.substr(0, word.find(' '));
      if (word.compare(0, std::strlen(text), text) == 0 && (found.empty() || found.back() != word))
        found.push_back(word);
    }
  }
  const auto at = static_cast<std::size_t>(state);
  return at < found.size() ? ::strdup(found[at].c_str()) : nullptr;
}

char** complete(const char* text, int, int) {
  rl_attempted_completion_over = 1;
  return rl_completion_matches(text, next_completion);
}

std::string history_file() {
  const char* home = std::getenv("HOME");
  return home == nullptr ? std::string{} : std::string(home) + "/.cardroomctl_history";
}

}  // namespace

void console(const std::function<void(const std::vector<std::string>&)>& run,
             const std::function<bool()>& interrupted) {
  rl_readline_name = const_cast<char*>("cardroomctl");
  using_history();
  rl_attempted_completion_function = complete;
  const std::string file = history_file();
  if (!file.empty()) read_history(file.c_str());
  std::cout << "cardroom console: 'help' lists the commands, 'exit' ends it.\n";
  for (;;) {
    interrupted();  // what ended the command before
    const std::unique_ptr<char, void (*)(void*)> line(readline("cardroom> "), std::free);
    if (interrupted()) {
      std::cout << std::endl;
      continue;
    }
    if (!line) break;
    std::istringstream words(line.get());
    std::vector<std::string> arguments;
    for (std::string word; words >> word;) arguments.push_back(word);
    if (arguments.empty()) continue;
    add_history(line.get());
    if (arguments[0] == "exit" || arguments[0] == "quit") break;
    if (arguments[0] == "help") arguments = {"--help"};
    run(arguments);
  }
  if (!file.empty()) write_history(file.c_str());
}

}  // namespace cardroom::ctl
