#include "tests/store/redis_fixture.hpp"

#include <fcntl.h>

#include <csignal>
#include <cstdlib>

namespace cardroom::testing {

using std::chrono::milliseconds;

TempDir::TempDir() {
  auto pattern = (std::filesystem::temp_directory_path() / "cardroom-store-XXXXXX").string();
  if (!::mkdtemp(pattern.data())) throw std::runtime_error("no temporary directory");
  path_ = pattern;
}

TempDir::~TempDir() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

TestRedis::TestRedis(std::vector<std::string> more_args) : args_(std::move(more_args)) {
  address_.socket_path = folder_ / "redis.sock";
  start();
}

TestRedis::~TestRedis() { kill(); }

void TestRedis::start(std::vector<std::string> more_args, bool wait) {
  std::vector<std::string> args{"--port", "0", "--unixsocket", address_.socket_path, "--dir", folder_.path(),
                                "--save", ""};
  args.insert(args.end(), args_.begin(), args_.end());
  args.insert(args.end(), more_args.begin(), more_args.end());
  const Descriptor log(::open((folder_ / "log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  auto started = Process::start({.program = find_program("redis-server"), .args = args, .output = log.get()});
  if (!started) throw std::runtime_error(started.error().text);
  process_.emplace(*std::move(started));
  if (!wait) return;
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < deadline) {
    if (auto client = RedisClient::connect(address_, kPatience);
        client && client->wait_until_loaded(kPatience))
      return;
    if (process_->wait(milliseconds(5))) break;
  }
  throw std::runtime_error("redis-server did not start");
}

void TestRedis::kill() {
  if (!process_) return;
  process_->signal(SIGKILL);
  process_->wait(kPatience);
  process_.reset();
}

RedisClient TestRedis::client() {
  auto client = RedisClient::connect(address_, kPatience);
  if (!client) throw std::runtime_error(client.error().text);
  return *std::move(client);
}

}  // namespace cardroom::testing
