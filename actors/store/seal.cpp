#include "actors/store/seal.hpp"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "actors/store/descriptor.hpp"

namespace cardroom {
namespace {

static_assert(Sealer::kKeySize == crypto_secretbox_KEYBYTES);
constexpr std::size_t kNonceSize = crypto_secretbox_NONCEBYTES;
constexpr std::size_t kMacSize = crypto_secretbox_MACBYTES;
constexpr const char* kFingerprintKey = "cardroom:seal";

unsigned char* bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }
const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

Failure bad(const std::string& path, const std::string& why) {
  return {StoreError::BAD_KEY, "the key file " + path + " cannot be used: " + why};
}

Result<Sealer::Key> read_key(const std::string& path, int file) {
  struct stat info {};
  if (::fstat(file, &info) < 0) return bad(path, std::generic_category().message(errno));
  if (!S_ISREG(info.st_mode)) return bad(path, "it is no regular file");
  if (info.st_mode & 077) return bad(path, "other users may use it; set its mode to 0600");
  if (info.st_size != static_cast<off_t>(Sealer::kKeySize))
    return bad(path, "it has " + std::to_string(info.st_size) + " bytes instead of 32");
  Sealer::Key key{};
  if (::read(file, key.data(), key.size()) != static_cast<ssize_t>(key.size()))
    return bad(path, "it cannot be read");
  return key;
}

// Written whole under another name first, so that no crash leaves half a key and nobody's key is replaced.
std::optional<Failure> make_key(const std::string& path) {
  const auto failed = [&path] {
    return Failure{StoreError::NOT_WRITABLE,
                   "cannot make the key file " + path + ": " + std::generic_category().message(errno)};
  };
  auto draft = path + ".XXXXXX";
  const Descriptor file(::mkostemp(draft.data(), O_CLOEXEC));
  if (!file) return failed();
  Sealer::Key key{};
  randombytes_buf(key.data(), key.size());
  const auto written = ::write(file.get(), key.data(), key.size());
  sodium_memzero(key.data(), key.size());
  std::optional<Failure> failure;
  if (written != static_cast<ssize_t>(key.size()) || ::fsync(file.get()) < 0) failure = failed();
  if (!failure && ::link(draft.c_str(), path.c_str()) < 0 && errno != EEXIST) failure = failed();
  ::unlink(draft.c_str());
  if (failure) return failure;
  const auto parent = std::filesystem::path(path).parent_path();
  const Descriptor folder(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder || ::fsync(folder.get()) < 0) return failed();
  return std::nullopt;
}

}  // namespace

Result<Sealer> Sealer::load(const std::string& path) {
  if (::sodium_init() < 0) return bad(path, "libsodium does not start");
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file && errno == ENOENT) {
    if (auto failure = make_key(path)) return *failure;
    file = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  }
  if (!file) return bad(path, std::generic_category().message(errno));
  const auto key = read_key(path, file.get());
  if (!key) return key.error();
  return Sealer(*key);
}

Sealer::~Sealer() { sodium_memzero(key_.data(), key_.size()); }

std::string Sealer::seal(std::string_view plain) const {
  std::string out(kNonceSize + kMacSize + plain.size(), '\0');
  randombytes_buf(out.data(), kNonceSize);
  crypto_secretbox_easy(bytes(out) + kNonceSize, bytes(plain), plain.size(), bytes(out), key_.data());
  return out;
}

Result<std::string> Sealer::open(std::string_view sealed) const {
  const Failure failure{StoreError::CORRUPT, "sealed bytes were changed or sealed with another key"};
  if (sealed.size() < kNonceSize + kMacSize) return failure;
  const auto box = sealed.substr(kNonceSize);
  std::string plain(box.size() - kMacSize, '\0');
  if (crypto_secretbox_open_easy(bytes(plain), bytes(box), box.size(), bytes(sealed), key_.data()) != 0)
    return failure;
  return plain;
}

std::string Sealer::fingerprint() const {
  constexpr std::string_view kPurpose = "cardroom: fingerprint of the store's key";
  std::array<unsigned char, crypto_generichash_BYTES_MIN> hash{};
  crypto_generichash(hash.data(), hash.size(), bytes(kPurpose), kPurpose.size(), key_.data(), key_.size());
  std::array<char, 2 * crypto_generichash_BYTES_MIN + 1> text{};
  sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
  return text.data();
}

Result<void> check_fingerprint(RedisClient& client, const Sealer& sealer, const std::string& key_file) {
  const auto mine = sealer.fingerprint();
  const auto reply = client.command({"SET", kFingerprintKey, mine, "NX", "GET"});
  if (!reply) return reply.error();
  if (reply->is_nil() || reply->text() == mine) return {};
  return Failure{StoreError::BAD_KEY,
                 "the store was written with another key (fingerprint " + std::string(reply->text()) +
                     ") than that of " + key_file + " (" + mine +
                     "): put the key file of the first start, or a copy of " +
                     "another node's, in its place, or name its place in store.key_file"};
}

Result<Sealer> load_key(RedisClient& client, const std::string& key_file) {
  std::error_code ignored;
  if (!std::filesystem::exists(key_file, ignored) && !ignored) {
    const auto reply = client.command({"GET", kFingerprintKey});
    if (!reply) return reply.error();
    if (!reply->is_nil())
      return Failure{
          StoreError::BAD_KEY,
          "the key file " + key_file +
              " is missing, and the store was written with it: put its copy there, or that of another "
              "node, or name its place in store.key_file"};
  }
  auto sealer = Sealer::load(key_file);
  if (!sealer) return sealer.error();
  if (auto fits = check_fingerprint(client, *sealer, key_file); !fits) return fits.error();
  return sealer;
}

}  // namespace cardroom
