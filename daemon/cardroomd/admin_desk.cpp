#include "daemon/cardroomd/admin_desk.hpp"

#include <spdlog/spdlog.h>

namespace cardroom::daemon {
namespace {

constexpr std::size_t kMostOrders = 64;
constexpr std::size_t kLeastToken = 16;
constexpr const char* kBusy =
    R"({"ok":false,"error":{"code":"BUSY","message":"Too much is waiting here; try again in a moment."}})";
constexpr const char* kClosed =
    R"({"ok":false,"error":{"code":"UNAVAILABLE","message":"The daemon stops."}})";

}  // namespace

void AdminDesk::open(std::string token, control::Handler handler) {
  if (token.size() < kLeastToken)
    spdlog::warn(
        "nobody can come in at /admin: admin.token is shorter than {} characters; remove it, and the next "
        "start draws another",
        kLeastToken);
  const std::lock_guard lock(mutex_);
  token_ = std::move(token);
  handler_ = std::move(handler);
  open_ = true;
  thread_ = std::thread([this] { run(); });
}

void AdminDesk::close() {
  std::deque<Order> left;
  {
    const std::lock_guard lock(mutex_);
    open_ = false;
    left.swap(orders_);
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  for (const Order& order : left) order.reply(kClosed, true);
}

bool AdminDesk::admits(std::string_view token) const {
  const std::lock_guard lock(mutex_);
  return open_ && token_.size() >= kLeastToken && control::same_token(token, token_);
}

void AdminDesk::carry_out(std::string request, Reply reply) {
  const char* refusal = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (!open_)
      refusal = kClosed;
    else if (orders_.size() >= kMostOrders)
      refusal = kBusy;
    else
      orders_.push_back({std::move(request), std::move(reply)});
  }
  if (refusal != nullptr)
    reply(refusal, true);
  else
    changed_.notify_all();
}

void AdminDesk::run() {
  for (;;) {
    Order order;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return !open_ || !orders_.empty(); });
      if (!open_) return;
      order = std::move(orders_.front());
      orders_.pop_front();
    }
    handler_(std::move(order.request), std::move(order.reply));
  }
}

}  // namespace cardroom::daemon
