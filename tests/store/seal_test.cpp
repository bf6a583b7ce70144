#include "actors/store/seal.hpp"

#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "tests/store/redis_fixture.hpp"

namespace cardroom::testing {
namespace {

class SealTest : public ::testing::Test {
 protected:
  void write(const std::string& bytes, mode_t mode) const {
    std::ofstream(path_) << bytes;
    ASSERT_EQ(::chmod(path_.c_str(), mode), 0);
  }
  static std::size_t files_in(const std::string& folder) {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
    return count;
  }
  TempDir folder_;
  std::string path_ = folder_ / "key";
};

TEST_F(SealTest, TheKeyIsMadeAtTheFirstStartAndKept) {
  const auto first = Sealer::load(path_);
  ASSERT_TRUE(first) << first.error().text;
  struct stat info {};
  ASSERT_EQ(::stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_size, 32);
  EXPECT_EQ(info.st_mode & 07777, 0600u);
  EXPECT_EQ(files_in(folder_.path()), 1u) << "drafts are left behind";
  EXPECT_EQ(Sealer::load(path_)->fingerprint(), first->fingerprint());
  EXPECT_EQ(*Sealer::load(path_)->open(first->seal("seed")), "seed");
  EXPECT_NE(Sealer::load(folder_ / "other")->fingerprint(), first->fingerprint());
}

TEST_F(SealTest, ManyFirstStartsAtOnceAgree) {
  std::array<std::string, 8> prints;
  std::vector<std::thread> threads;
  threads.reserve(prints.size());
  for (auto& print : prints) threads.emplace_back([&] { print = Sealer::load(path_)->fingerprint(); });
  for (auto& thread : threads) thread.join();
  for (const auto& print : prints) EXPECT_EQ(print, prints[0]);
  EXPECT_EQ(files_in(folder_.path()), 1u);
}

TEST_F(SealTest, AKeyOfAnotherSizeIsRefused) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{31}, std::size_t{33}}) {
    write(std::string(size, 'k'), 0600);
    const auto key = Sealer::load(path_);
    EXPECT_EQ(code_of(key), StoreError::BAD_KEY);
    EXPECT_NE(key.error().text.find(path_), std::string::npos);
    EXPECT_NE(key.error().text.find(std::to_string(size) + " bytes"), std::string::npos);
  }
}

TEST_F(SealTest, AKeyThatOthersMayUseIsRefused) {
  for (const mode_t mode : {0644u, 0640u, 0660u, 0604u, 0602u, 0610u}) {
    write(std::string(32, 'k'), mode);
    const auto key = Sealer::load(path_);
    EXPECT_EQ(code_of(key), StoreError::BAD_KEY) << std::oct << mode;
    EXPECT_NE(key.error().text.find("0600"), std::string::npos);
  }
  write(std::string(32, 'k'), 0400);
  EXPECT_TRUE(Sealer::load(path_)) << "a key that nobody may write is as good";
}

TEST_F(SealTest, APathThatCannotBeAKeyIsRefused) {
  ASSERT_EQ(::mkdir(path_.c_str(), 0700), 0);
  EXPECT_EQ(code_of(Sealer::load(path_)), StoreError::BAD_KEY);
  EXPECT_EQ(code_of(Sealer::load(folder_ / "no/such/folder")), StoreError::NOT_WRITABLE);
}

TEST_F(SealTest, SealedBytesOpenOnlyUnchangedAndWithTheirKey) {
  const Sealer sealer(Sealer::Key{1});
  for (const std::string& plain : {std::string(), std::string("seed"), std::string(5'000, '\0')}) {
    const auto sealed = sealer.seal(plain);
    EXPECT_EQ(sealed.size(), plain.size() + 40);
    EXPECT_EQ(*sealer.open(sealed), plain);
    EXPECT_EQ(code_of(Sealer(Sealer::Key{2}).open(sealed)), StoreError::CORRUPT);
    for (std::size_t i = 0; i < sealed.size(); i += 7) {
      auto changed = sealed;
      changed[i] = static_cast<char>(changed[i] ^ 1);
      EXPECT_EQ(code_of(sealer.open(changed)), StoreError::CORRUPT);
    }
    EXPECT_EQ(code_of(sealer.open(sealed.substr(0, sealed.size() - 1))), StoreError::CORRUPT);
  }
  EXPECT_EQ(code_of(sealer.open("short")), StoreError::CORRUPT);
}

TEST_F(SealTest, TheSameBytesNeverLookTheSame) {
  const Sealer sealer(Sealer::Key{1});
  const std::string plain = "0123456789abcdef";
  EXPECT_NE(sealer.seal(plain), sealer.seal(plain));
  EXPECT_EQ(sealer.seal(plain).find(plain), std::string::npos);
}

TEST_F(SealTest, AnotherKeyThanTheStoresIsRefused) {
  TestRedis redis;
  auto client = redis.client();
  const Sealer first(Sealer::Key{1});
  EXPECT_TRUE(check_fingerprint(client, first, "a.key"));
  EXPECT_TRUE(check_fingerprint(client, first, "a.key"));
  const auto refused = check_fingerprint(client, Sealer(Sealer::Key{2}), "b.key");
  EXPECT_EQ(code_of(refused), StoreError::BAD_KEY);
  for (const char* part : {"b.key", "another node's", "store.key_file"})
    EXPECT_NE(refused.error().text.find(part), std::string::npos) << refused.error().text;
  EXPECT_NE(refused.error().text.find(first.fingerprint()), std::string::npos);
  EXPECT_TRUE(check_fingerprint(client, first, "a.key")) << "the stored one stays";
}

TEST_F(SealTest, AMissingKeyIsMadeForANewStoreOnly) {
  TestRedis redis;
  auto client = redis.client();
  const auto made = load_key(client, path_);
  ASSERT_TRUE(made) << made.error().text;
  EXPECT_EQ(load_key(client, path_)->fingerprint(), made->fingerprint());
  std::filesystem::remove(path_);
  const auto missing = load_key(client, path_);
  EXPECT_EQ(code_of(missing), StoreError::BAD_KEY);
  for (const std::string& part : {path_ + " is missing", std::string("store.key_file")})
    EXPECT_NE(missing.error().text.find(part), std::string::npos) << missing.error().text;
  EXPECT_EQ(files_in(folder_.path()), 0u) << "a key was made";
  write(std::string(32, 'k'), 0600);
  EXPECT_EQ(code_of(load_key(client, path_)), StoreError::BAD_KEY);
}

}  // namespace
}  // namespace cardroom::testing
