#pragma once
#include <openssl/ssl.h>

#include <string>

/// What OpenSSL found wrong, in words that say which side and which setting it is about.
namespace cardroom::cluster {

/// The first of OpenSSL's errors of this thread, which is the cause of the others, or `none` where there is
/// none. Forgets all.
std::string take_tls_error(const std::string& none);

/// Whether the next of OpenSSL's errors of this thread is that the other side does not speak TLS.
bool met_no_tls();

/// Why a handshake, or what was read behind it, ended: about "it", the other side. Empty: OpenSSL has found
/// nothing wrong. Forgets the errors of this thread.
std::string tls_trouble(const SSL& ssl);

}  // namespace cardroom::cluster
