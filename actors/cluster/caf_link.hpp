#pragma once
#include <boost/system/result.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/cluster/link.hpp"

/// The link between nodes over CAF's middleman.
namespace cardroom::cluster {

/// Files in PEM: the authority that signed the certificates of all nodes, this node's certificate (with what
/// stands between) and its private key. They are read once. Any certificate of the authority is let in,
/// whatever host it names: it signs nodes of this cluster only.
struct LinkTls {
  std::string ca, cert, key;
};

/// What is wrong with one of these files.
struct TlsProblem {
  std::string setting;  ///< "cluster.tls.cert"
  std::string text;     ///< the file, what is wrong with it, and what to do
};
struct TlsCheck {
  std::optional<TlsProblem> refused;  ///< no link can be opened with them
  std::vector<TlsProblem> soon;       ///< what expires within 14 days
};
/// Reads the files and judges, as other nodes will, whether this one can be linked with now.
TlsCheck check_tls(const LinkTls& files);

struct LinkOptions {
  NodeRecord self;             ///< incarnation, name and protocol versions are told to peers
  std::string address;         ///< where to listen: a name or an address
  std::uint16_t port = 0;      ///< 0: any free one
  std::optional<LinkTls> tls;  ///< only a loopback address goes without
  std::shared_ptr<LinkEvents> events;
};

struct OpenedLink {
  /// Its end cuts all connections, without telling `down`. Events may come until it is over, none after.
  std::unique_ptr<Link> link;
  std::uint16_t port = 0;                      ///< that it listens at
  std::vector<CertificateEnd> certificates{};  ///< from this node's up to the authority's; empty without TLS
};

/// Opens a link to which no peer is known yet. Or says in one sentence why it cannot. From then on the
/// process ignores SIGPIPE.
boost::system::result<OpenedLink, std::string> open_link(LinkOptions options);

}  // namespace cardroom::cluster
