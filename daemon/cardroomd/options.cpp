#include "daemon/cardroomd/options.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "actors/cluster/caf_link.hpp"

namespace cardroom::daemon {
namespace {

/// The files that a node's links need, judged like the settings that name them. What expires soon is told
/// here if nothing is started that tells it.
bool check_certificates(const std::string& file, const config::ClusterConfig& cluster, bool tell_soon) {
  if (!cluster.enabled || cluster.tls.ca.empty()) return true;
  const cluster::TlsCheck check = cluster::check_tls({cluster.tls.ca, cluster.tls.cert, cluster.tls.key});
  const auto tell = [&](const cluster::TlsProblem& p) {
    std::cerr << to_string(config::ConfigError{file, 0, 0, p.setting, p.text}) << '\n';
  };
  if (check.refused) tell(*check.refused);
  if (tell_soon)
    for (const auto& soon : check.soon) tell(soon);
  return !check.refused;
}

}  // namespace

std::variant<Options, int> read_options(int argc, char** argv) {
  std::string file, data_dir;
  int port = -1;
  bool check_only = false;
  Options options;
  CLI::App app("cardroomd: runs No-Limit Hold'em cash games.", "cardroomd");
  app.set_version_flag("--version", "cardroomd " CARDROOM_VERSION);
  app.add_option("--config", file, "configuration file; config/reference.toml explains every setting")
      ->required();
  app.add_option("--data-dir", data_dir, "data directory, instead of store.data_dir");
  app.add_option("--port", port, "port for HTTP and WebSocket, instead of server.port; 0 = any free one")
      ->check(CLI::Range(0, 65535));
  app.add_flag("--check-config", check_only, "check the configuration and exit: 0 good, 2 not");
  app.add_flag("--greet", options.greet, "print where to look and what to type, once it runs");
  app.footer(
      "SIGTERM or Ctrl-C stop it in order, a second one at once. Exit status: 0 stopped, 1 could not run, "
      "2 usage or configuration.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  auto result = config::load_config(file);
  if (const auto* errors = std::get_if<std::vector<config::ConfigError>>(&result)) {
    for (const auto& error : *errors) std::cerr << to_string(error) << '\n';
    return 2;
  }
  options.config = std::move(std::get<config::Config>(result));
  if (!check_certificates(file, options.config.cluster, check_only)) return 2;
  if (!data_dir.empty()) options.config.store.data_dir = data_dir;
  if (port >= 0) options.config.server.port.v = port;
  if (check_only) {
    std::cout << file << ": good\n";
    return 0;
  }
  return options;
}

}  // namespace cardroom::daemon
