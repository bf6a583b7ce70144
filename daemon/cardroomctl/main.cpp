#include <signal.h>
#include <unistd.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <csignal>
#include <iostream>
#include <thread>

#include "daemon/cardroomctl/commands.hpp"
#include "daemon/cardroomctl/console.hpp"
#include "daemon/cardroomctl/render.hpp"
#include "daemon/control/control_client.hpp"

namespace cardroom::ctl {
namespace {

volatile std::sig_atomic_t interrupted = 0;  ///< Ctrl-C in the console: back to the prompt

constexpr auto kPace = std::chrono::milliseconds(200);  ///< between two looks at a game that is waited for

/// A reply of the daemon; an empty object when the connection broke.
boost::json::object read_reply(const std::string& line) {
  boost::json::error_code error;
  auto value = boost::json::parse(line, error);
  return error || !value.is_object() ? boost::json::object{} : value.as_object();
}

void print(const Invocation& call, const boost::json::object& reply) {
  const auto* data = reply.if_contains("data");
  if (call.json) {
    std::cout << boost::json::serialize(data != nullptr ? *data : boost::json::value(reply)) << std::endl;
  } else if (data != nullptr) {
    render(std::cout, *data);
  } else {
    const auto* message = reply.if_contains("message");
    std::cout << (message != nullptr && message->is_string() ? std::string_view(message->as_string())
                                                             : "done")
              << std::endl;
  }
}

/// Prints what went wrong; the exit status that goes with it.
int fail(const Invocation& call, const control::ControlClient& client, const boost::json::object& reply) {
  if (reply.empty()) {
    std::cerr << "cardroomctl: " << (client.silent() ? control::kSilent : "the daemon closed the connection")
              << '\n';
    return UNREACHABLE;
  }
  if (call.json) std::cout << boost::json::serialize(reply) << std::endl;
  const auto* error = reply.if_contains("error");
  if (error != nullptr && error->is_object()) {
    const auto& fields = error->as_object();
    const auto text = [&](const char* key) {
      const auto* v = fields.if_contains(key);
      return v != nullptr && v->is_string() ? std::string(v->as_string()) : std::string{};
    };
    std::cerr << "cardroomctl: " << text("code") << ": " << text("message") << '\n';
  }
  if (const auto* data = reply.if_contains("data"); data != nullptr && !call.json) render(std::cout, *data);
  return REFUSED;
}

bool ok(const boost::json::object& reply) {
  const auto* value = reply.if_contains("ok");
  return value != nullptr && value->is_bool() && value->as_bool();
}

std::string text_of(const boost::json::object& reply, std::string_view key, std::string_view in = "data") {
  const auto* data = reply.if_contains(in);
  if (data == nullptr || !data->is_object()) return {};
  const auto* text = data->as_object().if_contains(key);
  return text != nullptr && text->is_string() ? std::string(text->as_string()) : std::string{};
}

std::string status_of(const boost::json::object& reply) { return text_of(reply, "status"); }

bool is_away(const boost::json::object& reply) { return text_of(reply, "code", "error") == "UNAVAILABLE"; }

std::string stopping_for(const std::string& until) { return until == "PAUSED" ? "TO_PAUSE" : "TO_END"; }

/// A game that is on the way to what was asked for needs no second command.
bool under_way(const Invocation& call, control::ControlClient& client) {
  if (call.until.empty()) return false;
  const boost::json::object show{{"command", "game show"}, {"game", call.request.at("game")}};
  const auto reply = read_reply(client.ask(boost::json::serialize(show)));
  return text_of(reply, "stopping") == stopping_for(call.until);
}

/// Looks at the game until it has the status that was asked for.
int wait_for(const Invocation& call, control::ControlClient& client) {
  boost::json::object show{{"command", "game show"}, {"game", call.request.at("game")}};
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(call.wait_seconds);
  bool told = false;
  for (;;) {
    const auto reply = read_reply(client.ask(boost::json::serialize(show)));
    if (!ok(reply)) return fail(call, client, reply);
    if (status_of(reply) == call.until) {
      if (call.json)
        print(call, reply);
      else
        std::cout << call.until << std::endl;
      return DONE;
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      std::cerr << "cardroomctl: hands are still being played after " << call.wait_seconds
                << " s; the game will be " << call.until << " when they are over\n";
      return REFUSED;
    }
    if (interrupted) return REFUSED;
    if (!told) std::cerr << "waiting for the hands in progress ..." << std::endl;
    told = true;
    std::this_thread::sleep_for(kPace);
  }
}

/// A table's frames from the first reply on; of one that moves, those of whoever has it next.
int watch(const Invocation& call, control::ControlClient& client, boost::json::object reply) {
  constexpr int kAgain = 50;  // looks for it
  while (!reply.empty() && !interrupted) {
    if (ok(reply)) {
      print(call, reply);
      reply = read_reply(client.next());
      continue;
    }
    for (int i = 0; i < kAgain && !interrupted && is_away(reply); ++i) {
      std::this_thread::sleep_for(kPace);
      reply = read_reply(client.ask(boost::json::serialize(call.request)));
    }
    if (!interrupted && !ok(reply)) return fail(call, client, reply);
  }
  return client.silent() ? fail(call, client, reply) : DONE;
}

int run(const Invocation& call) {
  control::ControlClient client;
  if (const std::string problem = client.connect(call.socket, call.token_file); !problem.empty()) {
    std::cerr << "cardroomctl: " << problem << '\n';
    return UNREACHABLE;
  }
  auto reply = read_reply(client.ask(boost::json::serialize(call.request)));
  if (interrupted) return REFUSED;
  if (reply.empty()) return fail(call, client, reply);
  if (!ok(reply)) return under_way(call, client) ? wait_for(call, client) : fail(call, client, reply);
  if (call.watch) return watch(call, client, std::move(reply));
  if (!call.until.empty()) return wait_for(call, client);
  print(call, reply);
  return DONE;
}

}  // namespace

int main_with(const std::vector<std::string>& arguments) {
  Invocation defaults;
  defaults.socket = "data/control.sock";
  const Invocation call = parse(arguments, defaults);
  if (call.exit >= 0) return call.exit;
  if (!call.request.empty()) return run(call);
  if (isatty(STDIN_FILENO) == 0) {
    std::cerr << "cardroomctl: no command; see cardroomctl --help\n";
    return USAGE;
  }
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = 1; };
  ::sigaction(SIGINT, &action, nullptr);  // without SA_RESTART: what is being read ends
  console(
      [&](const std::vector<std::string>& words) {
        interrupted = 0;
        const Invocation line = parse(words, call);
        if (line.exit < 0 && !line.request.empty()) run(line);
      },
      [] {
        const bool was = interrupted != 0;
        interrupted = 0;
        return was;
      });
  return DONE;
}

}  // namespace cardroom::ctl

int main(int argc, char** argv) {
  try {
    return cardroom::ctl::main_with({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "cardroomctl: " << error.what() << '\n';
    return cardroom::ctl::REFUSED;
  }
}
