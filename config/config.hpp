#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/values.hpp"
#include "engine/describe.hpp"
#include "engine/settings.hpp"

/// The daemon's configuration: every setting with its type, range and default, read from a TOML file.
/// What each means stands in config/reference.toml.
namespace cardroom::config {

inline constexpr std::int64_t kSecond = 1'000, kHour = 3'600'000;

struct ServerConfig {
  std::string address = "127.0.0.1";
  Whole<0, 65'535> port{8080};
  Whole<1, 64> threads{1};
  std::vector<std::string> origins;
  Whole<256, 1'048'576> max_message_bytes{4'096};
  Whole<0, 100'000> messages_per_second{50};
  Whole<1, 100'000> message_burst{100};
  Whole<1, 1'000'000> max_connections{20'000};
  Whole<0, 1'000'000> connections_per_address{256};
  bool limit_loopback = false;
  Span<0, 60 * kSecond> penalty{seconds(1)};
  bool admin = true;
  Span<kSecond, 24 * kHour> idle_timeout{seconds(60)};
  Whole<8, 100'000> send_queue_frames{256};
  Whole<4'096, 1'073'741'824> send_queue_bytes{262'144};
};
BOOST_DESCRIBE_STRUCT(ServerConfig, (),
                      (address, port, threads, origins, max_message_bytes, messages_per_second, message_burst,
                       max_connections, connections_per_address, limit_loopback, penalty, admin, idle_timeout,
                       send_queue_frames, send_queue_bytes))

enum class StoreMode : std::uint8_t { EMBEDDED, REDIS };
BOOST_DESCRIBE_ENUM(StoreMode, EMBEDDED, REDIS)
enum class StoreFsync : std::uint8_t { ALWAYS, EVERYSEC };
BOOST_DESCRIBE_ENUM(StoreFsync, ALWAYS, EVERYSEC)

struct StoreConfig {
  StoreMode mode = StoreMode::EMBEDDED;
  std::string url;  ///< of mode REDIS; may hold a password
  StoreFsync fsync = StoreFsync::ALWAYS;
  Span<100, kHour> save_interval{seconds(5)};
  std::string data_dir = "data";
  std::string key_file;  ///< empty: <data_dir>/store.key
  bool allow_volatile = false;
  std::string hand_archive;          ///< directory; empty: hands are not archived
  Whole<0, 16> replicas_to_wait{0};  ///< of mode REDIS
  Span<10, 60'000> replica_timeout{seconds(1)};
};
BOOST_DESCRIBE_STRUCT(StoreConfig, (),
                      (mode, url, fsync, save_interval, data_dir, key_file, allow_volatile, hand_archive,
                       replicas_to_wait, replica_timeout))

enum class LogLevel : std::uint8_t { TRACE, DEBUG, INFO, WARN, ERROR, OFF };
BOOST_DESCRIBE_ENUM(LogLevel, TRACE, DEBUG, INFO, WARN, ERROR, OFF)

struct LogConfig {
  LogLevel level = LogLevel::INFO;
};
BOOST_DESCRIBE_STRUCT(LogConfig, (), (level))

struct ActorsConfig {
  Whole<0, 256> workers{0};  ///< 0 = one per core but one
};
BOOST_DESCRIBE_STRUCT(ActorsConfig, (), (workers))

struct PlayersConfig {
  bool guests = true;
  Whole<0, 1'000> games_each{5};  ///< games that are not over, of one guest
};
BOOST_DESCRIBE_STRUCT(PlayersConfig, (), (guests, games_each))

/// Files in PEM.
struct ClusterTlsConfig {
  std::string ca;    ///< the authority that signed the certificates of all nodes
  std::string cert;  ///< of this node
  std::string key;
};
BOOST_DESCRIBE_STRUCT(ClusterTlsConfig, (), (ca, cert, key))

/// Whether and how this daemon is one of several that share a store.
struct ClusterConfig {
  bool enabled = false;
  std::string node;
  std::string listen = "127.0.0.1:0";
  std::string advertise;  ///< empty: as listen, with the port that was bound
  std::string clients;    ///< URL; empty: ws://<server.address>:<port>/ws
  Whole<1, 1'000'000> capacity{1'000};
  ClusterTlsConfig tls;
};
BOOST_DESCRIBE_STRUCT(ClusterConfig, (), (enabled, node, listen, advertise, clients, capacity, tls))

/// A game that exists from the start.
struct GameConfig : Settings {
  std::string name;  ///< shown to players; the game's id when not given
};
BOOST_DESCRIBE_STRUCT(GameConfig, (Settings), (name))

/// Bots that the daemon starts as processes of their own, and that end with it.
struct BotsConfig {
  GameId game;
  Whole<1, 10'000> players{1};
  Span<0, kHour> think_time{Duration{600}};
  Whole<0, INT64_MAX> seed{1};
};
BOOST_DESCRIBE_STRUCT(BotsConfig, (), (game, players, think_time, seed))

struct Config {
  ServerConfig server;
  StoreConfig store;
  LogConfig log;
  ActorsConfig actors;
  PlayersConfig players;
  ClusterConfig cluster;
  std::vector<GameConfig> game;  ///< [[game]]; amounts left to their default are filled in
  std::vector<BotsConfig> bots;  ///< [[bots]]
};
BOOST_DESCRIBE_STRUCT(Config, (), (server, store, log, actors, players, cluster, game, bots))

/// One thing wrong with a configuration file. Line and column count from 1; 0 = the file as a whole.
struct ConfigError {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string key;      ///< "game.small_blind"; empty for a syntax error
  std::string message;  ///< what is there, and what is allowed
  friend bool operator==(const ConfigError&, const ConfigError&) = default;
};

/// "demo.toml:12:3: game.small_blind: 50 is above big_blind 20; allowed: at most big_blind".
std::string to_string(const ConfigError& error);

/// Either the whole configuration, or everything that is wrong with it, in the order of the file.
using ConfigResult = std::variant<Config, std::vector<ConfigError>>;

/// Reads and checks the file.
ConfigResult load_config(const std::string& file);

/// The same from text; `file` is what errors call it.
ConfigResult parse_config(std::string_view text, const std::string& file);

}  // namespace cardroom::config
