#include <algorithm>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/router_messages.hpp"
#include "actors/lobby_core.hpp"

/// Guests: who is new, and who was here before.
namespace cardroom {
namespace {

/// Tokens that nobody here knows cost the store one reading of all guests in so much time, however many come.
constexpr Duration kReadGuests = seconds(2);
constexpr std::size_t kMostStrangers = 1000;

}  // namespace

void LobbyCore::login(Login& login) {
  if (stopping_) return refuse(login, protocol::Code::UNAVAILABLE);
  if (login.login.token) {
    const UserId* user = guests_.find(*login.login.token);
    if (user) return let_in(*user, login, *login.login.token);
    if (!router_) return refuse(login, protocol::Code::BAD_TOKEN);
    if (!look_for_guest(login)) refuse(login, protocol::Code::UNAVAILABLE);
    return;
  }
  if (!env_->new_guests)
    return refuse(login, protocol::Code::UNAVAILABLE, "Nobody new may come in here; log in with your token.");
  if (guests_.size() + logins_.size() >= env_->most_guests) return refuse(login, protocol::Code::UNAVAILABLE);
  NewGuest guest = guests_.make(DisplayName(login.login.name.value_or("")), env_->seeds());
  const UserId user = guest.record.user_id;
  logins_[user] = {std::move(login), std::move(guest.token)};
  if (!env_->storage) return guest_saved({guest.record, StorageResult::DONE});
  env_->storage->save_guest(guest.record,
                            [lobby = LobbyActor(self_), record = guest.record](StorageResult result) {
                              caf::anon_send(lobby, GuestSaved{record, result});
                            });
}

void LobbyCore::guest_saved(const GuestSaved& saved) {
  auto waiting = logins_.extract(saved.guest.user_id);
  if (waiting.empty()) return;
  NewLogin& guest = waiting.mapped();
  if (saved.result != StorageResult::DONE || stopping_)
    return refuse(guest.login, protocol::Code::UNAVAILABLE);
  guests_.add(saved.guest);
  tell_router(GuestKnown{saved.guest});
  let_in(saved.guest.user_id, guest.login, std::move(guest.token));
}

/// Another node may have let this guest in when it could not tell: the store knows. False: too many wait.
bool LobbyCore::look_for_guest(std::variant<Login, AskDirectory> stranger) {
  if (strangers_.size() >= kMostStrangers) return false;
  strangers_.push_back(std::move(stranger));
  read_guests_later();
  return true;
}

void LobbyCore::read_guests_later() {
  if (strangers_.empty() || std::exchange(reading_guests_, true)) return;
  const auto left = std::max(guests_read_at_.ms + kReadGuests.ms - now().ms, std::int64_t{0});
  self_->delayed_send(LobbyActor(self_), std::chrono::milliseconds(left), ReadGuests{});
}

/// Who comes after this waits for the next time: the answer may be older.
void LobbyCore::read_guests() {
  looked_for_ = std::exchange(strangers_, {});
  env_->storage->load_guests([lobby = LobbyActor(self_)](RoomContents contents) {
    caf::anon_send(lobby, GuestsRead{std::move(contents.guests), std::move(contents.problem)});
  });
}

void LobbyCore::guests_read(const GuestsRead& read) {
  reading_guests_ = false;
  guests_read_at_ = now();
  for (const GuestRecord& guest : read.guests) guests_.add(guest);
  for (auto& stranger : std::exchange(looked_for_, {}))
    std::visit([&](auto& s) { answer(s, read.problem.empty()); }, stranger);
  read_guests_later();
}

void LobbyCore::answer(Login& login, bool certain) {
  if (const UserId* user = guests_.find(*login.login.token)) return let_in(*user, login, *login.login.token);
  refuse(login, certain ? protocol::Code::BAD_TOKEN : protocol::Code::UNAVAILABLE);
}

}  // namespace cardroom
