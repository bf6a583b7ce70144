#include "daemon/cardroomd/redis_host.hpp"

#include <spdlog/spdlog.h>

#include "actors/store/server_check.hpp"

namespace cardroom::daemon {
namespace {

using namespace std::chrono_literals;
constexpr auto kConnect = 5s;
constexpr auto kLoading = 120s;
constexpr auto kFinish = 10s;
constexpr auto kBetweenRevivals = 1s;

}  // namespace

Result<std::unique_ptr<RedisHost>> RedisHost::open(const config::StoreConfig& config) {
  auto directory = DataDirectory::open(config.data_dir, "cardroomd");
  if (!directory) return directory.error();
  std::unique_ptr<RedisHost> host(new RedisHost(std::move(*directory)));
  if (auto found = host->find_server(config); !found) return found.error();
  if (auto key = host->find_key(config); !key) return key.error();

  StoreOptions options;
  options.address = host->address_;
  options.on_lost = [raw = host.get()] { raw->lost(true); };
  options.on_back = [raw = host.get()] { raw->lost(false); };
  host->store_ = std::make_unique<Store>(std::move(options));
  if (!host->store_->wait_until_up(kLoading))
    return Failure{StoreError::TIMEOUT, "Redis at " + to_string(host->address_) +
                                            " does not answer; see whether it is running and still loading."};
  if (host->redis_) host->keeper_ = std::thread([raw = host.get()] { raw->watch_over(); });
  return host;
}

Result<void> RedisHost::find_server(const config::StoreConfig& config) {
  if (config.mode == config::StoreMode::REDIS) {
    auto address = parse_address(config.url);
    if (!address) return address.error();
    address_ = *address;
    auto client = RedisClient::connect(address_, kConnect);
    if (!client) return client.error();
    if (auto loaded = client->wait_until_loaded(kLoading); !loaded) return loaded;
    return check_server(*client, config.allow_volatile);
  }
  PrivateRedisOptions options;
  options.fsync = config.fsync == config::StoreFsync::ALWAYS ? Fsync::ALWAYS : Fsync::EVERYSEC;
  auto redis = PrivateRedis::start(directory_, options);
  if (!redis) return redis.error();
  spdlog::info("Redis {} (pid {})", redis->adopted() ? "adopted, it was running already" : "started",
               redis->pid());
  redis_.emplace(std::move(*redis));
  address_ = redis_->address();
  return {};
}

Result<void> RedisHost::find_key(const config::StoreConfig& config) {
  const std::string file = config.key_file.empty() ? directory_.path() + "/store.key" : config.key_file;
  auto sealer = Sealer::load(file);
  if (!sealer) return sealer.error();
  auto client = RedisClient::connect(address_, kConnect);
  if (!client) return client.error();
  if (auto loaded = client->wait_until_loaded(kLoading); !loaded) return loaded;
  if (auto fits = check_fingerprint(*client, *sealer, file); !fits) return fits;
  sealer_.emplace(*sealer);
  return {};
}

void RedisHost::lost(bool is) {
  if (is)
    spdlog::error("Redis does not answer: play stands until it is back");
  else
    spdlog::info("Redis is back: play goes on");
  std::lock_guard lock(mutex_);
  lost_ = is;
  if (turned_) turned_(is);
  changed_.notify_all();
}

void RedisHost::on_turn(std::function<void(bool)> turned) {
  std::lock_guard lock(mutex_);
  turned_ = std::move(turned);
  if (turned_ && lost_) turned_(true);
}

void RedisHost::watch_over() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    changed_.wait(lock, [&] { return lost_ || stopping_; });
    if (stopping_) return;
    lock.unlock();
    if (const auto revived = redis_->revive(); !revived) spdlog::error("{}", revived.error().text);
    lock.lock();
    changed_.wait_for(lock, kBetweenRevivals, [&] { return !lost_ || stopping_; });
  }
}

std::string RedisHost::stop() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  if (keeper_.joinable()) keeper_.join();
  if (store_) store_->stop(kFinish);
  store_.reset();
  if (!redis_) return {};
  const auto stopped = redis_->stop(kFinish);
  redis_.reset();
  return stopped ? std::string{} : stopped.error().text;
}

RedisHost::~RedisHost() {
  redis_.reset();
  stop();
}

}  // namespace cardroom::daemon
