#pragma once
#include <memory>
#include <vector>

#include "actors/cluster/link_tls.hpp"

/// The files of `LinkTls`, read and judged: what would keep this node from linking is found when it starts,
/// not by the nodes that refuse it.
namespace cardroom::cluster {

/// Reads the files into a context, once: what they hold fits together and is good now, on both sides of a
/// connection. Or the first thing that is wrong.
boost::system::result<SslContextPtr, TlsProblem> load_certificates(const LinkTls& files);

/// Of the certificates from this node's up to the authority's.
std::vector<CertificateEnd> certificate_ends(SSL_CTX& context, const LinkTls& files);

}  // namespace cardroom::cluster
