#include "actors/cluster/link_tls_words.hpp"

#include <openssl/err.h>
#include <openssl/x509_vfy.h>

#include <cstring>

namespace cardroom::cluster {
namespace {

/// What the other side says when it ends TLS.
bool is_alert(int reason) { return reason > SSL_AD_REASON_OFFSET && reason <= SSL_AD_REASON_OFFSET + 255; }

bool is_about_certificates(int alert) {
  switch (alert) {
    case SSL_AD_BAD_CERTIFICATE:
    case SSL_AD_UNSUPPORTED_CERTIFICATE:
    case SSL_AD_CERTIFICATE_REVOKED:
    case SSL_AD_CERTIFICATE_EXPIRED:
    case SSL_AD_CERTIFICATE_UNKNOWN:
      return true;
    default:
      return false;
  }
}

bool is_no_tls(int reason) {
  return reason == SSL_R_WRONG_VERSION_NUMBER || reason == SSL_R_PACKET_LENGTH_TOO_LONG ||
         reason == SSL_R_HTTP_REQUEST;
}

bool is_unknown_issuer(long verified) {
  switch (verified) {
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
      return true;
    default:
      return false;
  }
}

constexpr const char* kSameAuthority = "cluster.tls.ca of both must be the same authority";

std::string distrust(long verified) {
  const std::string why = X509_verify_cert_error_string(verified);
  if (is_unknown_issuer(verified))
    return "this node does not trust its certificate, the authority in this node's cluster.tls.ca has not "
           "signed it (" +
           why + "); " + kSameAuthority;
  return "this node refuses its certificate: " + why + "; see cluster.tls.cert there";
}

}  // namespace

std::string take_tls_error(const std::string& none) {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  if (ERR_SYSTEM_ERROR(code)) return std::strerror(ERR_GET_REASON(code));
  const char* reason = code == 0 ? nullptr : ERR_reason_error_string(code);
  return reason != nullptr ? reason : none;
}

bool met_no_tls() {
  const unsigned long code = ERR_peek_error();
  return ERR_GET_LIB(code) == ERR_LIB_SSL && is_no_tls(ERR_GET_REASON(code));
}

std::string tls_trouble(const SSL& ssl) {
  const unsigned long code = ERR_peek_error();
  const int reason = ERR_GET_LIB(code) == ERR_LIB_SSL ? ERR_GET_REASON(code) : 0;
  std::string error = take_tls_error("");
  if (const long verified = SSL_get_verify_result(&ssl); verified != X509_V_OK) return distrust(verified);
  if (is_no_tls(reason))
    return "it does not speak TLS (" + error +
           "); if it is a node, it has no cluster.tls, and this node has: both must, or neither";
  switch (reason) {
    case SSL_R_UNEXPECTED_EOF_WHILE_READING:
      return {};
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
      return "it has no certificate; only nodes with one of the authority in cluster.tls.ca are let in";
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
      return "it does not trust this node's certificate, the authority in its cluster.tls.ca has not signed "
             "it; " +
             std::string(kSameAuthority);
    default:
      break;
  }
  if (is_alert(reason) && is_about_certificates(reason - SSL_AD_REASON_OFFSET))
    return "it refuses this node's certificate (" + error +
           "); see this node's cluster.tls.cert, and the clocks of both";
  if (is_alert(reason)) return "it ends TLS: " + error;
  return error;
}

}  // namespace cardroom::cluster
