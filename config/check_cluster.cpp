#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "config/source.hpp"

namespace cardroom::config {
namespace {

constexpr std::string_view kHostPort = "\"host:port\" or \"[IPv6]:port\"";

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
         c == '_';
}

bool is_name(std::string_view text, std::size_t longest) {
  return !text.empty() && text.size() <= longest && std::all_of(text.begin(), text.end(), is_name_letter);
}

struct HostPort {
  std::string host;  ///< without brackets
  std::uint16_t port = 0;
};

std::optional<in6_addr> v6(const std::string& host) {
  in6_addr address{};
  return inet_pton(AF_INET6, host.c_str(), &address) == 1 ? std::optional(address) : std::nullopt;
}

std::optional<HostPort> parse_host_port(std::string_view text) {
  constexpr std::size_t kLongest = 255;
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view host = text.substr(0, colon), digits = text.substr(colon + 1);
  HostPort out{std::string(host), 0};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.port);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  if (is_name(host, kLongest)) return out;
  if (host.size() <= 2 || host.front() != '[' || host.back() != ']') return std::nullopt;
  out.host = host.substr(1, host.size() - 2);
  return v6(out.host) ? std::optional(out) : std::nullopt;
}

/// In any form that a resolver takes for one: "0" is 0.0.0.0.
std::optional<std::uint32_t> v4(const std::string& host) {
  in_addr address{};
  return inet_aton(host.c_str(), &address) == 1 ? std::optional(ntohl(address.s_addr)) : std::nullopt;
}

bool is_loopback(const std::string& host) {
  if (const auto four = v4(host)) return *four >> 24u == 127;
  if (const auto six = v6(host)) return IN6_IS_ADDR_LOOPBACK(&*six);
  return host == "localhost";
}

bool is_any(const std::string& host) {
  if (const auto four = v4(host)) return *four == INADDR_ANY;
  const auto six = v6(host);
  return six && IN6_IS_ADDR_UNSPECIFIED(&*six);
}

/// The host of a ws:// or wss:// URL, without brackets; empty: it is none, or leads nowhere.
std::string host_of(std::string_view url) {
  if (!url.starts_with("ws://") && !url.starts_with("wss://")) return {};
  if (url.find_first_of(" \"<>#") != std::string_view::npos) return {};
  std::string_view rest = url.substr(url.find("://") + 3);
  rest = rest.substr(0, rest.find_first_of("/?"));
  if (rest.starts_with('[')) return std::string(rest.substr(1, rest.find(']') - 1));
  return std::string(rest.substr(0, rest.find(':')));
}

void refuse(Source& source, const std::string& key, const std::string& what, std::string_view allowed) {
  const std::string path = "cluster." + key;
  if (!source.failed(path)) source.fail(path, what + "; allowed: " + std::string(allowed));
}

void check_tls(const ClusterTlsConfig& tls, Source& source) {
  if (tls.ca.empty() && tls.cert.empty() && tls.key.empty()) return;
  for_each_member<ClusterTlsConfig>([&]<class D>(D) {
    if ((tls.*D::pointer).empty())
      refuse(source, std::string("tls.") + D::name, "it is missing",
             "the path of a file, as ca, cert and key all have one");
  });
}

void check_addresses(const ClusterConfig& cluster, Source& source) {
  const auto listen = parse_host_port(cluster.listen);
  const auto advertised = parse_host_port(cluster.advertise);
  if (!listen) refuse(source, "listen", quoted(cluster.listen) + " is refused", kHostPort);
  if (!cluster.advertise.empty() && (!advertised || advertised->port == 0 || is_any(advertised->host)))
    refuse(source, "advertise", quoted(cluster.advertise) + " is refused",
           "what other nodes can connect to, \"host:port\" or \"[IPv6]:port\"");
  if (const std::string host = host_of(cluster.clients);
      !cluster.clients.empty() && (host.empty() || is_any(host)))
    refuse(source, "clients", quoted(cluster.clients) + " is refused",
           "a ws:// or wss:// URL by which players reach this node");
  if (!listen || source.failed("cluster.listen")) return;
  if (!is_loopback(listen->host) &&
      (cluster.tls.ca.empty() && cluster.tls.cert.empty() && cluster.tls.key.empty()))
    refuse(source, "listen", quoted(cluster.listen) + " is refused without certificates",
           "a loopback address, or any with cluster.tls.ca, cert and key");
  if (is_any(listen->host) && cluster.advertise.empty())
    refuse(source, "advertise", "it is missing, " + quoted(cluster.listen) + " tells nobody where to connect",
           kHostPort);
  if (listen->port == 0 && advertised && !source.failed("cluster.advertise"))
    refuse(source, "listen", quoted(cluster.listen) + " is refused, cluster.advertise names a port",
           "a port of its own, where that one leads");
}

/// Where no URL is given, players of other nodes are sent to the address that is listened at.
void check_clients(const Config& config, Source& source) {
  const ClusterConfig& cluster = config.cluster;
  const std::string& address = config.server.address;
  if (!cluster.enabled || !cluster.clients.empty() || source.failed("server.address")) return;
  std::string why;
  if (is_any(address)) {
    why = "tells nobody where to connect";
  } else if (is_loopback(address)) {
    const auto reached = parse_host_port(cluster.advertise.empty() ? cluster.listen : cluster.advertise);
    if (!reached || is_loopback(reached->host)) return;
    why = "leads players of other machines to these";
  } else {
    return;
  }
  refuse(source, "clients", "it is missing, server.address " + quoted(address) + " " + why,
         "a ws:// or wss:// URL by which players reach this node, or another server.address");
}

}  // namespace

void check_cluster(const Config& config, Source& source) {
  constexpr std::size_t kLongestName = 64;
  constexpr std::string_view kName = "1 to 64 letters, digits, \"_\", \".\" and \"-\"";
  const ClusterConfig& cluster = config.cluster;
  if (!cluster.node.empty() && !is_name(cluster.node, kLongestName))
    refuse(source, "node", quoted(cluster.node) + " is refused", kName);
  else if (cluster.enabled && cluster.node.empty())
    refuse(source, "node", "it is missing", kName);
  if (cluster.enabled && config.store.mode != StoreMode::REDIS && !source.failed("store.mode"))
    refuse(source, "enabled", "true is refused, nodes share their store",
           "only with mode = \"redis\" in [store]");
  check_addresses(cluster, source);
  check_clients(config, source);
  check_tls(cluster.tls, source);
}

}  // namespace cardroom::config
