#pragma once
#include <functional>
#include <string>
#include <string_view>

/// Whom the gateway asks about administrators.
namespace cardroom::gateway {

class Administration {
 public:
  /// Sends one reply line; `last` ends the request. False when the administrator has gone.
  using Reply = std::function<bool(std::string line, bool last)>;

  virtual ~Administration() = default;
  /// Whether this is the administrator's token. Takes the same time for every token of its length.
  virtual bool admits(std::string_view token) const = 0;
  /// Carries out a request of somebody who was admitted, as the control socket does: {"command": ...}. Does
  /// not block; replies come from any thread.
  virtual void carry_out(std::string request, Reply reply) = 0;
};

}  // namespace cardroom::gateway
