#include <arpa/inet.h>

#include <algorithm>
#include <set>

#include "config/source.hpp"
#include "config/store_url.hpp"

namespace cardroom::config {
namespace {

/// Settings that contradict no other: they stand in for those that were found wrong, so that one mistake is
/// told once and the next is found.
Settings harmless() {
  Settings s;
  s.game_id = GameId("game");
  s.small_blind = {1};
  s.big_blind = {1'000'000'000};
  s.min_buy_in = {1};
  s.max_buy_in = {1'000'000'000'000};
  return s;
}

void replace(Settings& settings, std::string_view key) {
  const Settings other = harmless();
  for_each_member<Settings>([&]<class D>(D) {
    if (key == D::name) settings.*D::pointer = other.*D::pointer;
  });
  // Amounts that follow the big blind by default cannot be judged without it.
  if (key == "big_blind") {
    if (settings.min_buy_in == Chips{}) settings.min_buy_in = other.min_buy_in;
    if (settings.max_buy_in == Chips{}) settings.max_buy_in = other.max_buy_in;
  }
}

/// The number of chips of a setting, as text; empty if it is no amount.
std::string amount(const Settings& settings, std::string_view key) {
  std::string text;
  for_each_member<Settings>([&]<class D>(D) {
    if constexpr (std::is_same_v<decltype(Settings{}.*D::pointer), Chips&&>)
      if (key == D::name) text = std::to_string((settings.*D::pointer).v);
  });
  return text;
}

std::string sentence(const Settings& settings, const SettingsError& error, const Place* place) {
  constexpr std::string_view kAtMost = "at most ";
  std::string text;
  if (place)
    text = place->text;
  else if (const std::string n = amount(settings, error.key); !n.empty() && n != "0")
    text = "its default " + n;
  else
    text = "it";
  const bool compared = error.allowed.starts_with(kAtMost);
  const std::string_view other = compared ? error.allowed.substr(kAtMost.size()) : "";
  if (const std::string n = amount(settings, other); !n.empty())
    text.append(" is above ").append(other).append(" ").append(n);
  else
    text.append(text == "it" ? " is missing" : " is refused");
  return text.append("; allowed: ").append(error.allowed);
}

void check_game(GameConfig& game, const std::string& path, Source& source) {
  Settings settings = game;
  for_each_member<Settings>([&]<class D>(D) {
    if (source.failed(path + "." + D::name)) replace(settings, D::name);
  });
  // A key that is wrong again after its replacement would be so for ever.
  std::set<std::string_view> told;
  while (true) {
    const Settings whole = with_defaults(settings);
    const SettingsError error = cardroom::check(whole);
    if (error.key.empty() || !told.insert(error.key).second) break;
    const std::string key = path + "." + std::string(error.key);
    if (!source.failed(key)) source.fail(key, sentence(whole, error, source.find(key)));
    replace(settings, error.key);
  }
  static_cast<Settings&>(game) = with_defaults(game);
  if (game.name.empty()) game.name = game.game_id.str();
}

void check_games(Config& config, Source& source) {
  std::map<GameId, std::uint32_t> lines;
  for (std::size_t i = 0; i < config.game.size(); ++i) {
    const std::string path = "game[" + std::to_string(i) + "]";
    check_game(config.game[i], path, source);
    const GameId& id = config.game[i].game_id;
    const Place* place = source.find(path + ".game_id");
    if (id.empty() || !place) continue;
    const auto [first, fresh] = lines.emplace(id, place->line);
    if (!fresh)
      source.fail(path + ".game_id", place->text + " is the game of line " + std::to_string(first->second) +
                                         " already; allowed: another id for each game");
  }
}

void check_bots(const Config& config, Source& source) {
  std::string ids;
  for (const auto& game : config.game)
    if (!game.game_id.empty()) ids.append(ids.empty() ? "" : ", ").append(quoted(game.game_id.view()));
  for (std::size_t i = 0; i < config.bots.size(); ++i) {
    const std::string path = "bots[" + std::to_string(i) + "].game";
    const GameId& id = config.bots[i].game;
    const bool known = std::any_of(config.game.begin(), config.game.end(),
                                   [&](const GameConfig& game) { return game.game_id == id; });
    if (source.failed(path) || (known && !id.empty())) continue;
    const Place* place = source.find(path);
    source.fail(path, (place ? place->text + " is no [[game]] of this file" : std::string("it is missing")) +
                          "; allowed: the game_id of one" + (ids.empty() ? "" : ", here " + ids));
  }
}

bool is_address(const std::string& text) {
  in6_addr bytes;
  return inet_pton(AF_INET, text.c_str(), &bytes) == 1 || inet_pton(AF_INET6, text.c_str(), &bytes) == 1;
}

bool is_origin(std::string_view text) {
  if (text == "*") return true;
  const auto scheme = text.find("://");
  if (scheme != 4 && scheme != 5) return false;
  const std::string_view host = text.substr(scheme + 3);
  return (text.starts_with("http://") || text.starts_with("https://")) && !host.empty() &&
         host.find_first_of("/?#@ ") == std::string_view::npos;
}

void check_server(const ServerConfig& server, Source& source) {
  if (!source.failed("server.address") && !is_address(server.address))
    source.fail("server.address", quoted(server.address) + " is refused; allowed: an IPv4 or IPv6 address");
  for (std::size_t i = 0; i < server.origins.size(); ++i) {
    const std::string path = "server.origins[" + std::to_string(i) + "]";
    if (!source.failed(path) && !is_origin(server.origins[i]))
      source.fail(path, quoted(server.origins[i]) +
                            " is refused; allowed: \"https://host\", \"http://host:port\" or \"*\"");
  }
}

void check_store(const StoreConfig& store, Source& source) {
  if (source.failed("store.mode") || source.failed("store.url")) return;
  const bool redis = store.mode == StoreMode::REDIS;
  const auto url = parse_store_url(store.url);
  if (redis && store.url.empty())
    source.fail("store.url", std::string("it is missing; allowed: ") + kStoreUrls);
  else if (const auto* why = std::get_if<std::string>(&url); redis && why)
    source.fail("store.url", "it is refused, " + *why + "; allowed: " + kStoreUrls);
  else if (!redis && !store.url.empty())
    source.fail("store.url", "it is refused; allowed: only with mode = \"redis\"");
  if (!redis && store.replicas_to_wait > 0 && !source.failed("store.replicas_to_wait"))
    source.fail("store.replicas_to_wait",
                "it is refused, a private server has no replicas; allowed: only with mode = \"redis\"");
  if (!source.failed("store.data_dir") && store.data_dir.empty())
    source.fail("store.data_dir", "\"\" is refused; allowed: the path of a directory");
}

}  // namespace

void check(Config& config, Source& source) {
  check_server(config.server, source);
  check_store(config.store, source);
  check_cluster(config, source);
  check_games(config, source);
  check_bots(config, source);
}

}  // namespace cardroom::config
