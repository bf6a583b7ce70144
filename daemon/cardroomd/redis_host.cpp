#include "daemon/cardroomd/redis_host.hpp"

#include <spdlog/spdlog.h>

#include "actors/store/server_check.hpp"
#include "actors/store/store_mark.hpp"
#include "config/store_url.hpp"

namespace cardroom::daemon {
namespace {

using namespace std::chrono_literals;
constexpr auto kConnect = 5s;
constexpr auto kLoading = 120s;
constexpr auto kReplicas = 3s;  // at the start
constexpr auto kFinish = 10s;
constexpr auto kBetweenRevivals = 1s;

/// The configuration was checked for this.
RedisAddress address_of(const std::string& url) {
  const auto said = std::get<config::StoreUrl>(config::parse_store_url(url));
  return {said.socket_path, said.host, said.port, said.user, said.password, said.database};
}

}  // namespace

Result<std::unique_ptr<RedisHost>> RedisHost::open(const config::StoreConfig& config, bool alone) {
  auto directory = DataDirectory::open(config.data_dir, "cardroomd");
  if (!directory) return directory.error();
  std::unique_ptr<RedisHost> host(new RedisHost(std::move(*directory)));
  if (auto found = host->find_server(config, alone); !found) return found.error();
  if (auto mark = host->find_mark(config); !mark) return host->refused(mark.error());
  if (auto key = host->find_key(config); !key) return host->refused(key.error());

  StoreOptions options;
  options.address = host->address_;
  options.limits.replicas = static_cast<std::size_t>(config.replicas_to_wait.v);
  options.limits.replica_timeout = std::chrono::milliseconds(config.replica_timeout.v.ms);
  options.on_down = [raw = host.get()](const Failure& why) { raw->down(why); };
  options.on_up = [raw = host.get()] { raw->up(); };
  host->store_ = std::make_unique<Store>(std::move(options));
  if (!host->store_->wait_until_up(kLoading))
    return host->refused(
        {StoreError::TIMEOUT, "Redis at " + to_string(host->address_) +
                                  " does not answer; see whether it is running and still loading."});
  if (host->claim_)
    host->claim_keeper_ =
        std::make_unique<ClaimKeeper>(*host->store_, *host->claim_, ClaimTimes{},
                                      [raw = host.get()](const std::string& why) { raw->taken(why); });
  if (host->redis_) host->keeper_ = std::thread([raw = host.get()] { raw->watch_over(); });
  return host;
}

Result<void> RedisHost::find_server(const config::StoreConfig& config, bool alone) {
  if (config.mode == config::StoreMode::REDIS) {
    address_ = address_of(config.url);
    auto client = RedisClient::connect(address_, kConnect);
    if (!client) return unreachable(address_, client.error());
    if (auto loaded = client->wait_until_loaded(kLoading); !loaded)
      return unreachable(address_, loaded.error());
    if (auto fit = check_server(*client, config.allow_volatile); !fit) return fit;
    const auto replicas = static_cast<std::size_t>(config.replicas_to_wait.v);
    if (auto enough = check_replicas(*client, replicas, kReplicas); !enough) return enough;
    if (!alone) return {};
    auto claim = take_claim(*client, this_claimant(), ClaimTimes{},
                            [](const std::string& text) { spdlog::warn("{}", text); });
    if (!claim) return claim.error();
    claim_.emplace(*std::move(claim));
    return {};
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

/// What a private server has must be what the last daemon left. An existing one has its own guardians: it
/// only gets its mark.
Result<void> RedisHost::find_mark(const config::StoreConfig& config) {
  auto client = RedisClient::connect(address_, kConnect);
  if (!client) return client.error();
  if (auto loaded = client->wait_until_loaded(kLoading); !loaded) return loaded;
  if (redis_) {
    if (auto fits = check_mark(*client, mark_file(), directory_.path() + "/redis"); !fits) {
      // Nobody can put a file back under a server that runs.
      if (auto stopped = redis_->stop(kFinish); !stopped) spdlog::error("{}", stopped.error().text);
      return fits;
    }
  }
  auto mark = count_up(*client);
  if (!mark) return mark.error();
  if (!redis_) return {};
  // Without an fsync a machine that dies now may still forget it.
  if (config.fsync != config::StoreFsync::ALWAYS) --mark->count;
  return write_mark(mark_file(), *mark);
}

Result<void> RedisHost::find_key(const config::StoreConfig& config) {
  const std::string file = config.key_file.empty() ? directory_.path() + "/store.key" : config.key_file;
  auto client = RedisClient::connect(address_, kConnect);
  if (!client) return client.error();
  if (auto loaded = client->wait_until_loaded(kLoading); !loaded) return loaded;
  auto sealer = load_key(*client, file);
  if (!sealer) return sealer.error();
  sealer_.emplace(*sealer);
  return {};
}

/// A server that this start has started goes with it.
Failure RedisHost::refused(Failure why) {
  if (!redis_) return why;
  why = redis_->cause(std::move(why));
  if (redis_->adopted()) return why;
  if (auto stopped = redis_->stop(kFinish); !stopped) spdlog::error("{}", stopped.error().text);
  return why;
}

void RedisHost::down(const Failure& why) {
  std::lock_guard lock(mutex_);
  silent_ = !refuses(why.code);
  tell_down(why.text);
}

std::string RedisHost::silence() {
  std::lock_guard lock(mutex_);
  return silent_ ? down_ : "";
}

void RedisHost::tell_down(const std::string& why) {
  if (down_ == why) return;
  spdlog::error("nothing is stored, play stands: {}", why);
  down_ = why;
  if (turned_) turned_(down_);
  changed_.notify_all();
}

void RedisHost::up() {
  std::lock_guard lock(mutex_);
  spdlog::info("Redis stores again: play goes on");
  down_.clear();
  if (turned_) turned_(down_);
  changed_.notify_all();
}

void RedisHost::on_turn(std::function<void(const std::string&)> turned) {
  std::lock_guard lock(mutex_);
  turned_ = std::move(turned);
  if (turned_ && !down_.empty()) turned_(down_);
}

void RedisHost::taken(const std::string& why) {
  spdlog::error("{}", why);
  std::lock_guard lock(mutex_);
  taken_ = why;
  if (on_taken_) on_taken_(why);
}

void RedisHost::on_taken(std::function<void(std::string)> taken) {
  std::lock_guard lock(mutex_);
  on_taken_ = std::move(taken);
  if (on_taken_ && !taken_.empty()) on_taken_(taken_);
}

void RedisHost::watch_over() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    changed_.wait(lock, [&] { return !down_.empty() || stopping_; });
    if (stopping_) return;
    lock.unlock();
    const auto revived = redis_->revive();
    lock.lock();
    if (!revived && !down_.empty()) tell_down(revived.error().text);
    changed_.wait_for(lock, kBetweenRevivals, [&] { return down_.empty() || stopping_; });
  }
}

std::string RedisHost::stop() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  if (keeper_.joinable()) keeper_.join();
  if (claim_keeper_) claim_keeper_->release();
  if (store_) store_->stop(kFinish);
  claim_keeper_.reset();
  store_.reset();
  if (!redis_) return {};
  // The last that it is told, so that whatever is cut off its end is missed.
  std::optional<StoreMark> mark;
  if (auto client = RedisClient::connect(address_, kConnect))
    if (auto counted = count_up(*client)) mark = *counted;
  const auto stopped = redis_->stop(kFinish);
  redis_.reset();
  if (!stopped) return stopped.error().text;
  if (mark)
    if (const auto written = write_mark(mark_file(), *mark); !written) return written.error().text;
  return {};
}

RedisHost::~RedisHost() {
  redis_.reset();
  stop();
}

}  // namespace cardroom::daemon
