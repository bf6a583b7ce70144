#include "actors/admin_outbox.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <exception>

namespace cardroom {
namespace {

/// The frame's state with what names it in front, flat.
std::string flat(const std::string& text) {
  boost::json::object frame = boost::json::parse(text).as_object();
  boost::json::object out;
  for (const char* key : {"gameId", "tableId", "epoch", "version"}) out[key] = frame[key];
  for (auto& member : frame["state"].as_object()) out[member.key()] = std::move(member.value());
  return boost::json::serialize(out);
}

}  // namespace

AdminOutbox::~AdminOutbox() {
  if (done_) return;
  try {
    reply_(
        R"({"ok":false,"error":{"code":"UNAVAILABLE","message":"The table is being moved, or is no more; ask again."}})",
        true);
  } catch (const std::exception&) {
  }
}

Sent AdminOutbox::frame(std::shared_ptr<const std::string> head, std::string tail, ClientId) noexcept {
  try {
    std::string text = *head + tail;
    if (once_) text = flat(text);
    const bool heard = !done_ && reply_(R"({"ok":true,"data":)" + text + "}", once_);
    done_ = once_ || !heard;
    return done_ ? Sent::CLOSED : Sent::QUEUED;
  } catch (const std::exception&) {
    return Sent::CLOSED;
  }
}

}  // namespace cardroom
