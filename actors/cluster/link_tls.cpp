#include "actors/cluster/link_tls.hpp"

#include <openssl/err.h>
#include <poll.h>
#include <sys/socket.h>

#include <chrono>
#include <string_view>

#include "actors/cluster/link_certificates.hpp"
#include "actors/cluster/link_tls_words.hpp"

namespace cardroom::cluster {
namespace {

constexpr std::size_t kReadBuffer = 64u << 10;
/// A fatal alert of TLS, "protocol version".
constexpr std::string_view kAlert("\x15\x03\x01\x00\x02\x02\x46", 7);

}  // namespace

TlsCheck check_tls(const LinkTls& files) {
  const auto context = load_certificates(files);
  if (!context) return {context.error(), {}};
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  const Instant now{std::chrono::duration_cast<std::chrono::milliseconds>(since).count()};
  TlsCheck check;
  for (CertificateEnd& end : certificate_ends(**context, files))
    if (end.near(now)) check.soon.push_back({std::move(end.setting), std::move(end.before)});
  return check;
}

Try<std::shared_ptr<const TlsIdentity>> TlsIdentity::load(const LinkTls& files) {
  auto loaded = load_certificates(files);
  if (!loaded) return loaded.error().setting + ": " + loaded.error().text + ".";
  auto made = std::make_shared<TlsIdentity>();
  made->ends_ = certificate_ends(**loaded, files);
  made->context_ = std::move(*loaded);
  SSL_CTX* context = made->context_.get();
  SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  // One read of a socket for all that is there, and not two for each record.
  SSL_CTX_set_read_ahead(context, 1);
  SSL_CTX_set_default_read_buffer_len(context, kReadBuffer);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context, 0);
  return std::shared_ptr<const TlsIdentity>(std::move(made));
}

Try<SslPtr> TlsIdentity::shake_hands(int socket, bool accepting, Deadline deadline, int stop) const {
  ERR_clear_error();
  SslPtr ssl(SSL_new(context_.get()));
  if (!ssl || SSL_set_fd(ssl.get(), socket) != 1) return take_tls_error("there is no memory");
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
      // OpenSSL answers nothing, and a node without TLS could not tell what it has met.
      if (accepting && met_no_tls()) ::send(socket, kAlert.data(), kAlert.size(), MSG_NOSIGNAL);
      const std::string trouble = tls_trouble(*ssl);
      return trouble.empty() ? std::string("the connection was closed") : trouble;
    }
    if (!wait_for(socket, events, deadline, stop)) return std::string("the handshake takes too long");
  }
}

}  // namespace cardroom::cluster
