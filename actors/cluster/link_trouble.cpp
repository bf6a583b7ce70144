#include "actors/cluster/link_trouble.hpp"

namespace cardroom::cluster {
namespace {

/// Anybody may connect under any name.
constexpr std::size_t kMostStrangers = 64;

}  // namespace

LinkTrouble::Log LinkTrouble::failed(const std::string& why, LinkTime now, bool for_good) {
  if (why_.empty()) since_ = now;
  const bool news = why_ != why;
  why_ = why;
  if (!news) return on_time(now);
  const bool lasts = for_good || warned_ || now - since_ >= kLasts;
  warned_ = lasts;
  return lasts ? Log::WARNING : Log::INFO;
}

void LinkTrouble::awaits(const std::string& why, LinkTime now) {
  if (!why_.empty()) return;
  why_ = why;
  since_ = now;
}

LinkTrouble::Log LinkTrouble::on_time(LinkTime now) {
  if (why_.empty() || warned_ || now - since_ < kLasts) return Log::NOT;
  warned_ = true;
  return Log::WARNING;
}

bool LinkStrangers::refused(const std::string& incarnation, LinkTime now) {
  std::erase_if(strangers_, [&](const auto& s) { return now - s.second.last >= kLasts; });
  const auto known = strangers_.find(incarnation);
  if (known != strangers_.end()) {
    known->second.last = now;
    return now - known->second.since >= kLasts;
  }
  if (strangers_.size() >= kMostStrangers) return true;
  strangers_.emplace(incarnation, Stranger{now, now});
  return false;
}

}  // namespace cardroom::cluster
