#pragma once
#include <boost/json/object.hpp>
#include <mutex>
#include <string>

#include "actors/admin_actor.hpp"
#include "actors/outbox.hpp"

namespace cardroom {

/// Lets an administrator see a table's frames: one as a table of its seats, or all as they come.
class AdminOutbox : public Outbox {
 public:
  /// `admin` hears `TableShown` when there is nothing more that it could do.
  AdminOutbox(AdminReply reply, bool once, AdminActor admin)
      : reply_(std::move(reply)), once_(once), admin_(std::move(admin)) {}
  /// The table ends where it was: who waits for more hears that.
  ~AdminOutbox() override;
  AdminOutbox(const AdminOutbox&) = delete;
  AdminOutbox& operator=(const AdminOutbox&) = delete;

  /// Whoever has seen nothing until now hears why, and that nothing comes. From any thread.
  void give_up(const std::string& why);

  Sent frame(std::shared_ptr<const std::string> head, std::string tail, ClientId) noexcept override;
  Sent message(std::string) noexcept override { return Sent::QUEUED; }
  void close(CloseReason) noexcept override {}

 private:
  void refuse(const std::string& why) noexcept;
  void tell();

  std::mutex mutex_;  ///< of all that follows
  AdminReply reply_;
  bool once_;
  AdminActor admin_;
  bool shown_ = false;  ///< something was
  bool done_ = false;   ///< nobody waits for more
};

}  // namespace cardroom
