#pragma once
#include <openssl/ssl.h>

#include <memory>
#include <vector>

#include "actors/cluster/caf_link.hpp"
#include "actors/cluster/link_socket.hpp"

/// TLS between nodes. CAF's own module is not used: with its log compiled out it leaves the errors of one
/// failed handshake to the next call of any other connection, which then fails, too; it reads the files anew
/// for each connection and throws when it cannot; and it spins while a handshake waits.
namespace cardroom::cluster {

struct FreeSsl {
  void operator()(SSL* p) const { SSL_free(p); }
  void operator()(SSL_CTX* p) const { SSL_CTX_free(p); }
};
using SslPtr = std::unique_ptr<SSL, FreeSsl>;
using SslContextPtr = std::unique_ptr<SSL_CTX, FreeSsl>;

/// Who we are and whom we trust, from files that are read once. TLS 1.3, certificates on both sides.
class TlsIdentity {
 public:
  static Try<std::shared_ptr<const TlsIdentity>> load(const LinkTls& files);

  /// Of the certificates from this node's up to the authority's.
  const std::vector<CertificateEnd>& ends() const { return ends_; }

  /// Does the handshake on a socket that does not block. A client whose certificate is refused learns it from
  /// its first read only.
  Try<SslPtr> shake_hands(int socket, bool accepting, Deadline deadline, int stop) const;

 private:
  SslContextPtr context_;
  std::vector<CertificateEnd> ends_;
};

}  // namespace cardroom::cluster
