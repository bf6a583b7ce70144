#pragma once
#include <functional>
#include <memory>
#include <string>
#include <variant>

#include "config/config.hpp"
#include "daemon/cardroomd/bots.hpp"

namespace cardroom::daemon {

/// Everything that runs, in the order in which it starts; it stops in the reverse.
class House {
 public:
  /// Starts it all. `stop` is called when an operator asks for a stop, or another daemon took the store, or
  /// the cluster takes this node for dead: then it `begins_anew`. On failure: one sentence that says what to
  /// do.
  static std::variant<std::unique_ptr<House>, std::string> open(const config::Config& config,
                                                                std::function<void()> stop);
  /// Stops in order: bots, clients and hands, the last snapshots, Redis. Empty, or what went wrong: what
  /// could not be stored, or who took the store.
  std::string close();
  ~House();

  std::uint16_t port() const;
  /// Whether the cluster has declared this node dead, so that it has to be opened once more.
  bool begins_anew() const;

 private:
  struct Parts;
  House();
  std::unique_ptr<Parts> parts_;
};

}  // namespace cardroom::daemon
