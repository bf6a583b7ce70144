#include "actors/store/redis_address.hpp"

namespace cardroom {

std::string to_string(const RedisAddress& address) {
  if (!address.socket_path.empty())
    return "unix:" + address.socket_path +
           (address.database == 0 ? "" : "?db=" + std::to_string(address.database));
  return "redis://" + address.host + ":" + std::to_string(address.port) + "/" +
         std::to_string(address.database);
}

std::vector<std::vector<std::string>> greeting(const RedisAddress& address) {
  std::vector<std::vector<std::string>> out;
  if (!address.password.empty()) {
    out.push_back({"AUTH"});
    if (!address.user.empty()) out.back().push_back(address.user);
    out.back().push_back(address.password);
  }
  if (address.database != 0) out.push_back({"SELECT", std::to_string(address.database)});
  return out;
}

}  // namespace cardroom
