#include "actors/guests.hpp"

#include <sodium.h>

#include <array>

namespace cardroom {
namespace {

constexpr std::size_t kTokenBytes = 16;
constexpr std::size_t kIdBytes = 6;

std::string hex(const unsigned char* bytes, std::size_t size) {
  std::string text(2 * size + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes, size);
  text.pop_back();
  return text;
}

std::string hash_of(std::string_view token) {
  std::array<unsigned char, 32> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(token.data()),
                     token.size(), nullptr, 0);
  return hex(hash.data(), hash.size());
}

}  // namespace

NewGuest Guests::make(const DisplayName& name, const Seed& seed) const {
  static_assert(kTokenBytes + 2 * kIdBytes <= sizeof(seed.bytes));
  NewGuest guest;
  guest.token = hex(seed.bytes.data(), kTokenBytes);
  // An id that is taken, which is next to impossible, is followed by a longer one.
  std::string id = "guest-" + hex(seed.bytes.data() + kTokenBytes, kIdBytes);
  if (names_.count(UserId(id)) > 0) id += hex(seed.bytes.data() + kTokenBytes + kIdBytes, kIdBytes);
  guest.record = {UserId(id), name, hash_of(guest.token)};
  return guest;
}

void Guests::add(const GuestRecord& guest) {
  by_hash_[guest.token_hash] = guest.user_id;
  names_[guest.user_id] = guest.name;
}

const UserId* Guests::find(std::string_view token) const {
  const auto found = by_hash_.find(hash_of(token));
  return found == by_hash_.end() ? nullptr : &found->second;
}

DisplayName Guests::name(const UserId& user) const {
  const auto found = names_.find(user);
  return found == names_.end() ? DisplayName{} : found->second;
}

}  // namespace cardroom
