#include "actors/cluster/link_tls.hpp"

#include <openssl/err.h>
#include <openssl/x509_vfy.h>
#include <poll.h>

namespace cardroom::cluster {
namespace {

constexpr std::size_t kReadBuffer = 64u << 10;

/// The first of OpenSSL's errors, which is the cause of the others. Forgets all.
std::string last_error() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  const char* reason = code == 0 ? nullptr : ERR_reason_error_string(code);
  return reason != nullptr ? reason : "the connection was closed";
}

}  // namespace

Try<std::shared_ptr<const TlsIdentity>> TlsIdentity::load(const LinkTls& files) {
  auto made = std::make_shared<TlsIdentity>();
  ERR_clear_error();
  made->context_.reset(SSL_CTX_new(TLS_method()));
  SSL_CTX* context = made->context_.get();
  if (context == nullptr) return "TLS cannot be used: " + last_error() + ".";
  SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  // One read of a socket for all that is there, and not two for each record.
  SSL_CTX_set_read_ahead(context, 1);
  SSL_CTX_set_default_read_buffer_len(context, kReadBuffer);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context, 0);
  if (SSL_CTX_load_verify_locations(context, files.ca.c_str(), nullptr) != 1)
    return "No certificates can be read from " + files.ca + ": " + last_error() + ".";
  if (SSL_CTX_use_certificate_chain_file(context, files.cert.c_str()) != 1)
    return "No certificate can be read from " + files.cert + ": " + last_error() + ".";
  if (SSL_CTX_use_PrivateKey_file(context, files.key.c_str(), SSL_FILETYPE_PEM) != 1 ||
      SSL_CTX_check_private_key(context) != 1)
    return "The private key of " + files.cert + " cannot be read from " + files.key + ": " + last_error() +
           ".";
  return std::shared_ptr<const TlsIdentity>(std::move(made));
}

Try<SslPtr> TlsIdentity::shake_hands(int socket, bool accepting, Deadline deadline, int stop) const {
  ERR_clear_error();
  SslPtr ssl(SSL_new(context_.get()));
  if (!ssl || SSL_set_fd(ssl.get(), socket) != 1) return last_error();
  while (true) {
    ERR_clear_error();
    const int done = accepting ? SSL_accept(ssl.get()) : SSL_connect(ssl.get());
    if (done == 1) return ssl;
    short events = 0;
    switch (SSL_get_error(ssl.get(), done)) {
      case SSL_ERROR_WANT_READ:
        events = POLLIN;
        break;
      case SSL_ERROR_WANT_WRITE:
        events = POLLOUT;
        break;
      default:
        break;
    }
    if (events == 0) {
      const long verified = SSL_get_verify_result(ssl.get());
      std::string error = last_error();
      if (verified != X509_V_OK) error.append(": ").append(X509_verify_cert_error_string(verified));
      return error;
    }
    if (!wait_for(socket, events, deadline, stop)) return std::string("the handshake takes too long");
  }
}

}  // namespace cardroom::cluster
