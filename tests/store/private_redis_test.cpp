#include "actors/store/private_redis.hpp"

#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <limits>

#include "actors/store/server_check.hpp"
#include "tests/store/redis_fixture.hpp"

namespace cardroom::testing {
namespace {

using std::chrono::milliseconds;
namespace fs = std::filesystem;

void write_program(const std::string& path, const std::string& text) {
  std::ofstream(path) << "#!/bin/sh\n" << text << "\n";
  fs::permissions(path, fs::perms::owner_all);
}

unsigned mode_of(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 0777 : 0;
}

// PATH with another folder in front, or as the whole; restored in the end.
class PathSetting {
 public:
  explicit PathSetting(const std::string& path) : before_(::getenv("PATH")) {
    ::setenv("PATH", path.c_str(), 1);
  }
  ~PathSetting() { ::setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

class PrivateRedisTest : public ::testing::Test {
 protected:
  PrivateRedisTest() : path_(temp_ / "data") {}
  // Ends whatever server a test left behind.
  ~PrivateRedisTest() override {
    std::ifstream lock(path_ + "/redis.lock");
    std::string word;
    pid_t pid = 0;
    if (!(lock >> word >> pid)) return;
    if (auto left = Process::find(pid)) {
      left->signal(SIGKILL);
      left->wait(kPatience);
    }
  }
  static PrivateRedisOptions options() { return {.start_timeout = kPatience, .silence_timeout = kPatience}; }

  // A process that opens the directory, starts Redis and then dies of SIGKILL.
  void start_and_die() {
    const pid_t child = ::fork();
    if (child == 0) {
      auto directory = DataDirectory::open(path_, "another");
      if (directory && PrivateRedis::start(*directory, options())) ::raise(SIGKILL);
      ::_exit(1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "it could not start Redis";
  }

  TempDir temp_;
  std::string path_;
};

TEST_F(PrivateRedisTest, StartsServesStopsAndKeepsTheData) {
  {
    auto directory = DataDirectory::open(path_, "a test");
    ASSERT_TRUE(directory) << directory.error().text;
    EXPECT_EQ(mode_of(path_), 0700u);
    auto redis = PrivateRedis::start(*directory, options());
    ASSERT_TRUE(redis) << redis.error().text;
    EXPECT_FALSE(redis->adopted());
    EXPECT_EQ(mode_of(path_ + "/redis.sock"), 0600u);
    EXPECT_EQ(::getsid(redis->pid()), redis->pid()) << "Ctrl-C would reach it";
    auto client = *RedisClient::connect(redis->address(), kPatience);
    EXPECT_TRUE(check_server(client, false));
    EXPECT_EQ((*client.command({"CONFIG", "GET", "appendfsync"}))[1].text(), "always");
    EXPECT_EQ((*client.command({"CONFIG", "GET", "port"}))[1].text(), "0");
    ASSERT_TRUE(client.command({"SET", "k", "kept"}));
    ASSERT_TRUE(redis->stop(kPatience));
    EXPECT_FALSE(Process::find(redis->pid()));
    EXPECT_TRUE(redis->stop(kPatience)) << "already done";
  }
  auto directory = DataDirectory::open(path_, "a test");
  auto redis = PrivateRedis::start(*directory, {.fsync = Fsync::EVERYSEC, .start_timeout = kPatience});
  ASSERT_TRUE(redis) << redis.error().text;
  auto client = *RedisClient::connect(redis->address(), kPatience);
  EXPECT_EQ(client.command({"GET", "k"})->text(), "kept");
  EXPECT_EQ((*client.command({"CONFIG", "GET", "appendfsync"}))[1].text(), "everysec");
  EXPECT_TRUE(redis->stop(kPatience));
}

TEST_F(PrivateRedisTest, TellsThatAHalfWrittenEndWasCutOff) {
  auto directory = DataDirectory::open(path_, "a test");
  ASSERT_TRUE(directory);
  {
    auto redis = PrivateRedis::start(*directory, options());
    ASSERT_TRUE(redis) << redis.error().text;
    EXPECT_EQ(redis->cut_off(), "");
    ASSERT_TRUE(RedisClient::connect(redis->address(), kPatience)->command({"SET", "k", "kept"}));
    ASSERT_TRUE(redis->stop(kPatience));
  }
  for (const auto& file : fs::directory_iterator(path_ + "/redis/appendonlydir"))
    if (file.path().string().ends_with(".incr.aof"))
      std::ofstream(file.path(), std::ios::app) << "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$100\r\nhalf";
  for (const bool again : {false, true}) {
    auto redis = PrivateRedis::start(*directory, options());
    ASSERT_TRUE(redis) << redis.error().text;
    EXPECT_EQ(redis->cut_off().empty(), again) << "only once: " << redis->cut_off();
    EXPECT_EQ(RedisClient::connect(redis->address(), kPatience)->command({"GET", "k"})->text(), "kept");
    ASSERT_TRUE(redis->stop(kPatience));
  }
}

TEST_F(PrivateRedisTest, IsAdoptedAfterItsDaemonDied) {
  ASSERT_NO_FATAL_FAILURE(start_and_die());
  auto directory = DataDirectory::open(path_, "the next");
  ASSERT_TRUE(directory) << directory.error().text;
  auto redis = PrivateRedis::start(*directory, {.fsync = Fsync::EVERYSEC, .start_timeout = kPatience});
  ASSERT_TRUE(redis) << redis.error().text;
  EXPECT_TRUE(redis->adopted());
  auto client = *RedisClient::connect(redis->address(), kPatience);
  EXPECT_EQ((*client.command({"CONFIG", "GET", "appendfsync"}))[1].text(), "everysec");
  const pid_t pid = redis->pid();
  ASSERT_TRUE(redis->stop(kPatience));
  auto fresh = PrivateRedis::start(*directory, options());
  ASSERT_TRUE(fresh) << fresh.error().text;
  EXPECT_FALSE(fresh->adopted());
  EXPECT_NE(fresh->pid(), pid);
  EXPECT_TRUE(fresh->stop(kPatience));
}

TEST_F(PrivateRedisTest, AHungServerIsNamedAndNoSecondOneStarted) {
  ASSERT_NO_FATAL_FAILURE(start_and_die());
  auto directory = DataDirectory::open(path_, "the next");
  pid_t pid = 0;
  {
    auto redis = PrivateRedis::start(*directory, options());
    ASSERT_TRUE(redis) << redis.error().text;
    pid = redis->pid();
  }
  auto server = *Process::find(pid);
  server.signal(SIGSTOP);
  const auto refused =
      PrivateRedis::start(*directory, {.start_timeout = kPatience, .silence_timeout = milliseconds(100)});
  EXPECT_EQ(code_of(refused), StoreError::IN_USE);
  EXPECT_NE(refused.error().text.find("pid " + std::to_string(pid)), std::string::npos)
      << refused.error().text;
  server.signal(SIGCONT);
  auto redis = PrivateRedis::start(*directory, options());
  ASSERT_TRUE(redis) << redis.error().text;
  EXPECT_EQ(redis->pid(), pid);
  EXPECT_TRUE(redis->stop(kPatience));
}

TEST_F(PrivateRedisTest, AServerOfSomebodyElseOnTheSocketIsRefused) {
  auto directory = DataDirectory::open(path_, "a test");
  TestRedis foreign;
  fs::rename(foreign.address().socket_path, path_ + "/redis.sock");
  EXPECT_EQ(code_of(PrivateRedis::start(*directory, options())), StoreError::IN_USE);
}

TEST_F(PrivateRedisTest, RevivesAServerThatDied) {
  auto directory = DataDirectory::open(path_, "a test");
  auto redis = PrivateRedis::start(*directory, options());
  ASSERT_TRUE(redis) << redis.error().text;
  auto client = *RedisClient::connect(redis->address(), kPatience);
  ASSERT_TRUE(client.command({"SET", "k", "kept"}));
  const pid_t first = redis->pid();
  ASSERT_TRUE(redis->revive());
  EXPECT_EQ(redis->pid(), first) << "it lives";
  auto server = *Process::find(first);
  server.signal(SIGKILL);
  ASSERT_TRUE(server.wait(kPatience));
  ASSERT_TRUE(redis->revive());
  EXPECT_NE(redis->pid(), first);
  auto again = *RedisClient::connect(redis->address(), kPatience);
  EXPECT_EQ(again.command({"GET", "k"})->text(), "kept");
  EXPECT_TRUE(redis->stop(kPatience));
}

TEST_F(PrivateRedisTest, IsNotStartedAgainWithoutRoomOnTheDisk) {
  auto directory = *DataDirectory::open(path_, "a test");
  auto small = options();
  small.least_room = std::numeric_limits<std::uint64_t>::max();
  auto redis = PrivateRedis::start(directory, small);
  ASSERT_TRUE(redis) << redis.error().text;
  ASSERT_TRUE(redis->revive()) << "it lives";
  auto server = *Process::find(redis->pid());
  server.signal(SIGKILL);
  ASSERT_TRUE(server.wait(kPatience));
  const auto revived = redis->revive();
  EXPECT_EQ(code_of(revived), StoreError::DISK);
  EXPECT_NE(revived.error().text.find("the disk is full"), std::string::npos) << revived.error().text;
  EXPECT_FALSE(RedisClient::connect(redis->address(), kPatience));
}

TEST_F(PrivateRedisTest, AFullDiskIsTheCauseOfWhatItCanCause) {
  auto directory = *DataDirectory::open(path_, "a test");
  auto small = options();
  small.least_room = std::numeric_limits<std::uint64_t>::max();
  auto redis = PrivateRedis::start(directory, small);
  ASSERT_TRUE(redis) << redis.error().text;
  const auto told = redis->cause({StoreError::UNKNOWN, "connection closed"});
  EXPECT_EQ(told.code, StoreError::DISK);
  for (const std::string& part : {std::string("the disk is full, only "), path_, std::string("start again")})
    EXPECT_NE(told.text.find(part), std::string::npos) << told.text;
  EXPECT_EQ(redis->cause({StoreError::BAD_KEY, "another key"}).text, "another key");
  EXPECT_TRUE(redis->stop(kPatience));
}

TEST_F(PrivateRedisTest, WorksUnderAPathTooLongForASocket) {
  for (int i = 0; i < 6; ++i) path_ += "/" + std::string(40, 'x');
  auto directory = DataDirectory::open(path_, "a test");
  ASSERT_TRUE(directory) << directory.error().text;
  auto redis = PrivateRedis::start(*directory, options());
  ASSERT_TRUE(redis) << redis.error().text;
  EXPECT_TRUE(redis->stop(kPatience));
}

TEST_F(PrivateRedisTest, AMissingServerIsSaid) {
  auto directory = DataDirectory::open(path_, "a test");
  TempDir empty;
  const PathSetting path(empty.path());
  const auto missing = PrivateRedis::start(*directory, options());
  EXPECT_EQ(code_of(missing), StoreError::NO_SERVER);
  EXPECT_NE(missing.error().text.find("apt-get install redis-server"), std::string::npos);
}

TEST_F(PrivateRedisTest, AnOldServerIsNamedWithItsVersion) {
  auto directory = DataDirectory::open(path_, "a test");
  TempDir bin;
  write_program(bin / "redis-server",
                "echo 'Redis server v=6.2.14 sha=00000000:0 malloc=libc bits=64 build=1'");
  const PathSetting path(bin.path());
  const auto old = PrivateRedis::start(*directory, options());
  EXPECT_EQ(code_of(old), StoreError::WRONG_VERSION);
  EXPECT_NE(old.error().text.find(bin / "redis-server is version 6.2.14"), std::string::npos)
      << old.error().text;
}

TEST_F(PrivateRedisTest, AServerThatEndsAtOnceIsSaidWithItsLog) {
  auto directory = DataDirectory::open(path_, "a test");
  TempDir bin;
  write_program(bin / "redis-server", "echo 'Redis server v=7.0.15 sha=0'; exit 1");
  const PathSetting path(bin.path());
  const auto ended = PrivateRedis::start(*directory, options());
  EXPECT_EQ(code_of(ended), StoreError::NO_SERVER);
  EXPECT_NE(ended.error().text.find(path_ + "/redis/redis.log"), std::string::npos);
}

TEST_F(PrivateRedisTest, ALongLoadTimesOutAndIsAdoptedLater) {
  auto directory = DataDirectory::open(path_, "a test");
  {
    auto redis = PrivateRedis::start(*directory, options());
    ASSERT_TRUE(redis) << redis.error().text;
    auto client = *RedisClient::connect(redis->address(), kPatience);
    ASSERT_TRUE(client.eval(Script{"for i=1,20000 do redis.call('SET', 'k'..i, i) end"}, {}, {}));
    ASSERT_TRUE(redis->stop(kPatience));
  }
  TempDir bin;
  write_program(bin / "redis-server", "[ \"$1\" = --version ] && exec " + find_program("redis-server") +
                                          " --version\nexec " + find_program("redis-server") +
                                          " \"$@\" --key-load-delay 1000");
  const PathSetting path(bin.path() + ":" + ::getenv("PATH"));
  const auto slow =
      PrivateRedis::start(*directory, {.start_timeout = milliseconds(1'000), .silence_timeout = kPatience});
  EXPECT_EQ(code_of(slow), StoreError::TIMEOUT);
  const auto still =
      PrivateRedis::start(*directory, {.start_timeout = milliseconds(10), .silence_timeout = kPatience});
  EXPECT_EQ(code_of(still), StoreError::TIMEOUT);
  auto client = *RedisClient::connect({.socket_path = path_ + "/redis.sock"}, kPatience);
  ASSERT_TRUE(client.command({"CONFIG", "SET", "key-load-delay", "0"}));
  auto redis = PrivateRedis::start(*directory, options());
  ASSERT_TRUE(redis) << redis.error().text;
  EXPECT_TRUE(redis->adopted());
  EXPECT_EQ(client.command({"GET", "k20000"})->integer(), 20'000);
  EXPECT_TRUE(redis->stop(kPatience));
}

TEST_F(PrivateRedisTest, ADirectoryHasOneDaemonWhichIsNamed) {
  auto first = DataDirectory::open(path_, "cardroomd");
  ASSERT_TRUE(first) << first.error().text;
  const auto second = DataDirectory::open(path_, "cardroomd");
  EXPECT_EQ(code_of(second), StoreError::IN_USE);
  const auto holder = "pid " + std::to_string(::getpid()) + ", cardroomd";
  EXPECT_NE(second.error().text.find(holder), std::string::npos) << second.error().text;
}

TEST_F(PrivateRedisTest, TheDaemonsLockIsNotInherited) {
  auto directory = DataDirectory::open(path_, "a test");
  auto redis = PrivateRedis::start(*directory, options());
  ASSERT_TRUE(redis) << redis.error().text;
  int descriptors = 0;
  for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(redis->pid()) + "/fd")) {
    // The server closes descriptors of its own meanwhile (the file that it has loaded).
    std::error_code closed;
    const auto target = fs::read_symlink(entry.path(), closed).string();
    EXPECT_EQ(target.find("daemon.lock"), std::string::npos);
    descriptors += target.ends_with("redis.lock");
  }
  EXPECT_EQ(descriptors, 1);
  EXPECT_TRUE(redis->stop(kPatience));
}

TEST_F(PrivateRedisTest, ADirectoryThatCannotBeMadeIsSaid) {
  std::ofstream(temp_ / "file") << "x";
  for (const auto& path :
       {temp_ / "file", temp_ / "file/below", std::string("/proc/cardroom"), std::string()}) {
    const auto result = DataDirectory::open(path, "a test");
    EXPECT_EQ(code_of(result), StoreError::NOT_WRITABLE) << path;
    EXPECT_NE(result.error().text.find("--data-dir"), std::string::npos);
  }
}

TEST_F(PrivateRedisTest, AnOpenDirectoryIsClosedUnlessItHoldsOtherThings) {
  fs::create_directory(path_);
  fs::permissions(path_, fs::perms(0755));
  {
    auto directory = DataDirectory::open(path_ + "/", "a test");
    ASSERT_TRUE(directory) << directory.error().text;
    EXPECT_EQ(directory->path(), path_);
    EXPECT_EQ(mode_of(path_), 0700u);
  }
  const auto shared = temp_ / "shared";
  fs::create_directory(shared);
  fs::permissions(shared, fs::perms(0755));
  std::ofstream(shared + "/letter") << "x";
  EXPECT_EQ(code_of(DataDirectory::open(shared, "a test")), StoreError::NOT_WRITABLE);
  EXPECT_EQ(mode_of(shared), 0755u);
}

}  // namespace
}  // namespace cardroom::testing
