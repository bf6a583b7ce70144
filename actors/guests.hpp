#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "actors/storage.hpp"

namespace cardroom {

/// A new guest with the token that is told once and never kept.
struct NewGuest {
  GuestRecord record;
  std::string token;
};

/// Who was ever here, by the hash of the token.
class Guests {
 public:
  /// Draws id and token from `seed`.
  NewGuest make(const DisplayName& name, const Seed& seed) const;
  void add(const GuestRecord& guest);
  const UserId* find(std::string_view token) const;
  DisplayName name(const UserId& user) const;
  bool knows(const UserId& user) const { return names_.count(user) > 0; }
  std::size_t size() const { return names_.size(); }

 private:
  std::unordered_map<std::string, UserId> by_hash_;
  std::unordered_map<UserId, DisplayName> names_;
};

}  // namespace cardroom
