#include "daemon/hands/store_reply.hpp"

#include "actors/codec/json.hpp"
#include "actors/store/silence.hpp"

namespace cardroom::daemon {

std::string refusal(std::string_view code, const std::string& message) {
  return R"({"ok":false,"error":{"code":)" + to_json(std::string(code)) + R"(,"message":)" +
         to_json(message) + "}}";
}

std::string store_silent(const std::string& why) {
  return refusal("UNAVAILABLE", "The store does not answer: " + why + ". See status, and ask again.");
}

std::string unread(const Failure& failure) {
  if (could_not_ask(failure)) return store_silent(failure.text);
  return refusal(failure.code == StoreError::CORRUPT ? "CORRUPT" : "UNAVAILABLE", failure.text);
}

std::string unknown(std::string_view code, const std::string& what, const std::string& name,
                    const std::string& listed_by) {
  return refusal(code, "There is no " + what + " " + name + "; see " + listed_by + ".");
}

}  // namespace cardroom::daemon
