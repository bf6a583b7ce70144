#include "actors/cluster/link_places.hpp"

#include <algorithm>

namespace cardroom::cluster {

GuestPlaces::Entered GuestPlaces::enter(const std::string& address) {
  Entered out;
  const bool address_full = count(address) >= kMostOfAddress;
  if (address_full || guests_.size() >= kMost) {
    out.warning = warning(address);
    out.gives_way = first_to_go(address_full ? &address : nullptr);
    leave(*out.gives_way);
  }
  out.number = ++last_;
  guests_.push_back({out.number, address});
  return out;
}

void GuestPlaces::spoke(Number number) { set_waits(number, true); }

void GuestPlaces::refused(Number number) { set_waits(number, false); }

void GuestPlaces::set_waits(Number number, bool waits) {
  for (Guest& guest : guests_)
    if (guest.number == number) guest.waits = waits;
}

void GuestPlaces::leave(Number number) {
  std::erase_if(guests_, [number](const Guest& guest) { return guest.number == number; });
}

bool GuestPlaces::has(Number number) const {
  return std::any_of(guests_.begin(), guests_.end(),
                     [number](const Guest& guest) { return guest.number == number; });
}

std::size_t GuestPlaces::count(const std::string& address) const {
  return static_cast<std::size_t>(std::count_if(
      guests_.begin(), guests_.end(), [&](const Guest& guest) { return guest.address == address; }));
}

/// What a newcomer says is on its way: of the younger half none goes.
GuestPlaces::Number GuestPlaces::first_to_go(const std::string* address) const {
  std::vector<const Guest*> group;
  for (const Guest& guest : guests_)
    if (address == nullptr || guest.address == *address) group.push_back(&guest);
  group.resize((group.size() + 1) / 2);
  const auto silent = std::find_if(group.begin(), group.end(), [](const Guest* g) { return !g->waits; });
  return silent != group.end() ? (*silent)->number : group.front()->number;
}

std::string GuestPlaces::warning(const std::string& address) const {
  std::string most = address;
  for (const Guest& guest : guests_)
    if (count(guest.address) > count(most)) most = guest.address;
  return "at cluster.listen " + std::to_string(guests_.size()) + " of " + std::to_string(kMost) +
         " places for connections that have not said who they are are taken, " + std::to_string(count(most)) +
         " of them by " + most + " (at most " + std::to_string(kMostOfAddress) +
         "); the oldest is closed for each newcomer. See what connects from there, and let nobody but nodes "
         "reach that port";
}

bool SeldomLine::passes() {
  constexpr std::chrono::seconds kApart{10};
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return false;
  next_ = now + kApart;
  return true;
}

}  // namespace cardroom::cluster
