#pragma once
#include <array>
#include <string>
#include <string_view>

#include "actors/store/redis_client.hpp"

/// What must not be read from Redis, its files or dumps (seeds, cards of running hands) is sealed with a key
/// that is never in Redis.
namespace cardroom {

/// Seals with one secret key (libsodium's secretbox). May be used from any thread.
class Sealer {
 public:
  static constexpr std::size_t kKeySize = 32;
  using Key = std::array<unsigned char, kKeySize>;

  /// Reads the key file; where there is none, makes one of 32 random bytes with mode 0600. Of several who
  /// make it at once, all get the same. BAD_KEY: it has another size, others than its owner may use it, or it
  /// cannot be read. NOT_WRITABLE: it cannot be made.
  static Result<Sealer> load(const std::string& path);

  explicit Sealer(const Key& key) : key_(key) {}
  Sealer(const Sealer&) = default;
  Sealer& operator=(const Sealer&) = default;
  ~Sealer();

  /// The bytes, unreadable and unchangeable to whoever has no key; 40 bytes longer, each time another text.
  std::string seal(std::string_view plain) const;
  /// The bytes that were sealed. CORRUPT: they were changed since, or sealed with another key.
  Result<std::string> open(std::string_view sealed) const;

  /// Tells keys apart without giving anything of them away; hexadecimal.
  std::string fingerprint() const;

 private:
  Key key_;
};

/// Leaves the key's fingerprint in the store if it has none, else compares. BAD_KEY: what is stored there was
/// sealed with another key; the text says what to do. `key_file` is named in it.
Result<void> check_fingerprint(RedisClient& client, const Sealer& sealer, const std::string& key_file);

/// The key of what is sealed in the store, from its file, which is made only for a store that has no
/// fingerprint yet. BAD_KEY: the file is missing, cannot be used or holds another key; nothing is made then,
/// and the text says what to do. NOT_WRITABLE as `load`.
Result<Sealer> load_key(RedisClient& client, const std::string& key_file);

}  // namespace cardroom
