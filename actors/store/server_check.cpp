#include "actors/store/server_check.hpp"

#include <charconv>

namespace cardroom {
namespace {

Failure unfit(std::string text) { return {StoreError::UNFIT, std::move(text)}; }

// Managed servers forbid CONFIG; what it would say is then unknown.
std::string setting(RedisClient& client, const char* name) {
  const auto reply = client.command({"CONFIG", "GET", name});
  return reply ? std::string((*reply)[1].text()) : std::string();
}

}  // namespace

std::string info_field(std::string_view info, std::string_view name) {
  while (!info.empty()) {
    const auto end = info.find('\n');
    auto line = info.substr(0, end);
    info.remove_prefix(end == std::string_view::npos ? info.size() : end + 1);
    if (!line.starts_with(name) || line.size() <= name.size() || line[name.size()] != ':') continue;
    line.remove_prefix(name.size() + 1);
    return std::string(line.substr(0, line.find('\r')));
  }
  return {};
}

bool version_suffices(std::string_view version) {
  int major = 0;
  std::from_chars(version.data(), version.data() + version.size(), major);
  return major >= 7;
}

Result<void> check_server(RedisClient& client, bool allow_volatile) {
  const auto reply = client.command({"INFO"});
  if (!reply) return reply.error();
  const auto info = reply->text();
  const auto version = info_field(info, "redis_version");
  if (!version_suffices(version))
    return Failure{StoreError::WRONG_VERSION,
                   "the Redis server is version " + version + ": 7.0 or newer is needed"};
  if (info_field(info, "role") != "master")
    return unfit("the Redis server is a replica: give the address of its master");
  if (info_field(info, "redis_mode") == "cluster")
    return unfit("the Redis server is part of a Redis cluster: a single server is needed");
  if (const auto policy = info_field(info, "maxmemory_policy"); policy != "noeviction")
    return unfit("the Redis server's maxmemory-policy is " + policy +
                 " and would delete games: set it to noeviction");
  if (allow_volatile) return {};
  if (info_field(info, "aof_enabled") != "1")
    return unfit(
        "the Redis server keeps no append-only file: set appendonly to yes, or store.allow_volatile if games "
        "may be "
        "lost");
  if (setting(client, "appendfsync") == "no")
    return unfit(
        "the Redis server's appendfsync is no: set it to always or everysec, or set store.allow_volatile");
  return {};
}

Failure unreachable(const RedisAddress& address, const Failure& why) {
  const auto about = [&why](std::string_view words) { return why.text.find(words) != std::string::npos; };
  const char* look = "see whether it runs, and whether store.url is its address";
  if (about("AUTH") || about("WRONGPASS") || about("NOPERM")) look = "see the user and password in store.url";
  if (about("DB index")) look = "see the database in store.url";
  return {why.code,
          "the Redis server at " + to_string(address) + " cannot be used (" + why.text + "): " + look};
}

Result<void> check_replicas(RedisClient& client, std::size_t wanted, std::chrono::milliseconds timeout) {
  if (wanted == 0) return {};
  const auto reply = client.command({"WAIT", std::to_string(wanted), std::to_string(timeout.count())});
  if (!reply) return reply.error();
  if (reply->integer() >= static_cast<std::int64_t>(wanted)) return {};
  return unfit(
      "the Redis server has " + std::to_string(reply->integer()) +
      " replicas that are up to date, and store.replicas_to_wait is " + std::to_string(wanted) +
      ": start more of them, wait until they have copied it (INFO replication), or lower the setting");
}

}  // namespace cardroom
