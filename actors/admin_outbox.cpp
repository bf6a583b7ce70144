#include "actors/admin_outbox.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <caf/send.hpp>
#include <exception>
#include <utility>

#include "actors/admin_messages.hpp"
#include "actors/codec/json.hpp"

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

AdminOutbox::~AdminOutbox() { refuse("The table is being moved, or is no more; ask again."); }

void AdminOutbox::give_up(const std::string& why) {
  const std::lock_guard lock(mutex_);
  if (!shown_) refuse(why);
}

void AdminOutbox::refuse(const std::string& why) noexcept {
  if (std::exchange(done_, true)) return;
  try {
    reply_(R"({"ok":false,"error":{"code":"UNAVAILABLE","message":)" + to_json(why) + "}}", true);
    tell();
  } catch (const std::exception&) {
  }
}

void AdminOutbox::tell() {
  if (const auto admin = std::exchange(admin_, nullptr)) caf::anon_send(admin, TableShown{});
}

Sent AdminOutbox::frame(std::shared_ptr<const std::string> head, std::string tail, ClientId) noexcept {
  const std::lock_guard lock(mutex_);
  if (done_) return Sent::CLOSED;
  try {
    std::string text = *head + tail;
    if (once_) text = flat(text);
    const bool heard = reply_(R"({"ok":true,"data":)" + text + "}", once_);
    shown_ = true;
    done_ = once_ || !heard;
    tell();
    return done_ ? Sent::CLOSED : Sent::QUEUED;
  } catch (const std::exception&) {
    return Sent::CLOSED;
  }
}

}  // namespace cardroom
