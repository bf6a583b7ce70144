#pragma once
#include <boost/json/object.hpp>

#include "actors/admin_actor.hpp"
#include "actors/outbox.hpp"

namespace cardroom {

/// Lets an administrator see a table's frames: one as a table of its seats, or all as they come.
class AdminOutbox : public Outbox {
 public:
  AdminOutbox(AdminReply reply, bool once) : reply_(std::move(reply)), once_(once) {}
  /// The table ends where it was: who waits for more hears that.
  ~AdminOutbox() override;
  AdminOutbox(const AdminOutbox&) = delete;
  AdminOutbox& operator=(const AdminOutbox&) = delete;

  Sent frame(std::shared_ptr<const std::string> head, std::string tail, ClientId) noexcept override;
  Sent message(std::string) noexcept override { return Sent::QUEUED; }
  void close(CloseReason) noexcept override {}

 private:
  AdminReply reply_;
  bool once_;
  bool done_ = false;  ///< nobody waits for more
};

}  // namespace cardroom
