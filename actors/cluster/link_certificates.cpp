#include "actors/cluster/link_certificates.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509_vfy.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <optional>

#include "actors/cluster/link_tls_words.hpp"

namespace cardroom::cluster {
namespace {

constexpr const char* kCa = "cluster.tls.ca";
constexpr const char* kCert = "cluster.tls.cert";
constexpr const char* kKey = "cluster.tls.key";

struct Free {
  void operator()(BIO* p) const { BIO_free(p); }
  void operator()(X509* p) const { X509_free(p); }
  void operator()(EVP_PKEY* p) const { EVP_PKEY_free(p); }
  void operator()(X509_STORE_CTX* p) const { X509_STORE_CTX_free(p); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;
using Certificates = std::vector<Owned<X509>>;

template <class T>
using Read = boost::system::result<T, TlsProblem>;

/// A setting and its file, of which something is told.
struct File {
  const char* setting;
  const std::string& path;
  TlsProblem problem(const std::string& what) const { return {setting, path + " " + what}; }
};

std::string date(const ASN1_TIME* time) {
  std::tm when{};
  std::array<char, 32> text{};
  if (ASN1_TIME_to_tm(time, &when) != 1) return "a date that cannot be read";
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &when);
  return text.data();
}

std::string subject(const X509* certificate) {
  std::array<char, 128> text{};
  X509_NAME_oneline(X509_get_subject_name(certificate), text.data(), text.size());
  return text.data();
}

Read<std::string> read_file(const File& file, const std::string& wanted) {
  constexpr std::streamsize kLargest = 1 << 20;
  errno = 0;
  std::ifstream in(file.path, std::ios::binary);
  std::string text(kLargest, '\0');
  in.read(text.data(), kLargest);
  if (!in.is_open() || in.bad())
    return file.problem(std::string("cannot be read: ") + std::strerror(errno) + "; give the path of " +
                        wanted + ", in PEM");
  text.resize(static_cast<std::size_t>(in.gcount()));
  return Read<std::string>(boost::system::in_place_value, std::move(text));
}

Owned<BIO> reader(const std::string& text) {
  return Owned<BIO>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

Read<Certificates> read_certificates(const File& file, const std::string& wanted) {
  const auto text = read_file(file, wanted);
  if (!text) return text.error();
  const auto in = reader(*text);
  Certificates all;
  ERR_clear_error();
  while (Owned<X509> one{PEM_read_bio_X509_AUX(in.get(), nullptr, nullptr, nullptr)})
    all.push_back(std::move(one));
  const unsigned long end = ERR_peek_last_error();
  const std::string why = take_tls_error("it ends too early");
  if (ERR_GET_LIB(end) != ERR_LIB_PEM || ERR_GET_REASON(end) != PEM_R_NO_START_LINE)
    return file.problem("holds a certificate that is damaged: " + why + "; copy it anew");
  if (all.empty()) return file.problem("holds no certificate; give " + wanted + ", in PEM");
  return all;
}

/// OpenSSL would ask for it at the terminal.
int no_password(char*, int, int, void* asked) {
  *static_cast<bool*>(asked) = true;
  return -1;
}

std::optional<TlsProblem> use_key(SSL_CTX* context, const LinkTls& files) {
  const File file{kKey, files.key};
  const auto text = read_file(file, "the private key of " + files.cert);
  if (!text) return text.error();
  bool encrypted = false;
  ERR_clear_error();
  const Owned<EVP_PKEY> key(PEM_read_bio_PrivateKey(reader(*text).get(), nullptr, &no_password, &encrypted));
  ERR_clear_error();
  if (encrypted) return file.problem("is encrypted; give the private key without a passphrase");
  if (!key) return file.problem("holds no private key; give that of " + files.cert + ", in PEM");
  if (X509_check_private_key(SSL_CTX_get0_certificate(context), key.get()) != 1) {
    ERR_clear_error();
    return file.problem("is not the private key of " + files.cert +
                        "; give the one that this certificate was made with");
  }
  if (SSL_CTX_use_PrivateKey(context, key.get()) != 1)
    return file.problem("cannot be used: " + take_tls_error("TLS refuses it"));
  return std::nullopt;
}

/// How a certificate is found good or not, as a peer does it.
struct Verified {
  Owned<X509_STORE_CTX> found;
  bool good = false;
};
Verified verify(SSL_CTX* context, const char* as) {
  Verified out{Owned<X509_STORE_CTX>(X509_STORE_CTX_new())};
  STACK_OF(X509)* between = nullptr;
  SSL_CTX_get0_chain_certs(context, &between);
  if (!out.found || X509_STORE_CTX_init(out.found.get(), SSL_CTX_get_cert_store(context),
                                        SSL_CTX_get0_certificate(context), between) != 1)
    return out;
  X509_STORE_CTX_set_default(out.found.get(), as);
  X509_VERIFY_PARAM_set_auth_level(X509_STORE_CTX_get0_param(out.found.get()),
                                   SSL_CTX_get_security_level(context));
  out.good = X509_verify_cert(out.found.get()) == 1;
  ERR_clear_error();
  return out;
}

bool is_authority(SSL_CTX* context, const X509* certificate) {
  STACK_OF(X509_OBJECT)* all = X509_STORE_get0_objects(SSL_CTX_get_cert_store(context));
  for (int i = 0; i < sk_X509_OBJECT_num(all); ++i)
    if (const X509* one = X509_OBJECT_get0_X509(sk_X509_OBJECT_value(all, i));
        one != nullptr && X509_cmp(one, certificate) == 0)
      return true;
  return false;
}

/// Which file a certificate of the way is from, and what it is to be called.
struct Origin {
  File file;
  std::string name;  ///< behind the path
  std::string renew;
};
Origin origin(SSL_CTX* context, const LinkTls& files, const X509* certificate) {
  if (certificate == SSL_CTX_get0_certificate(context))
    return {{kCert, files.cert}, "", "have the authority sign a new one"};
  const std::string name = "(certificate of " + subject(certificate) + ") ";
  if (is_authority(context, certificate))
    return {{kCa, files.ca}, name, "give all nodes certificates of a new authority"};
  return {{kCert, files.cert}, name, "renew what stands between it and the authority"};
}

TlsProblem refusal(SSL_CTX* context, const LinkTls& files, X509_STORE_CTX* found, const std::string& side) {
  const File cert{kCert, files.cert};
  const int error = X509_STORE_CTX_get_error(found);
  const std::string why = X509_verify_cert_error_string(error);
  const X509* at = X509_STORE_CTX_get_current_cert(found);
  if (at == nullptr) at = SSL_CTX_get0_certificate(context);
  const auto [file, name, renew] = origin(context, files, at);
  switch (error) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return file.problem(name + "expired on " + date(X509_get0_notAfter(at)) + "; " + renew);
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return file.problem(name + "is valid from " + date(X509_get0_notBefore(at)) +
                          " on only; see whether the clock of this machine is right, or " + renew);
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
      return cert.problem("is not signed by the authority in cluster.tls.ca, " + files.ca + " (" + why +
                          "); give a certificate of that authority, with what stands between, or the right "
                          "authority");
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
      return File{kCa, files.ca}.problem("has not all of the authority: " + subject(at) +
                                         " is signed by another, which is missing; add its certificate");
    case X509_V_ERR_INVALID_PURPOSE:
      return file.problem(name + "may not be used as a TLS " + side +
                          "; a node is both: have it signed with the extended key usage serverAuth and "
                          "clientAuth, or with none");
    default:
      return file.problem(name + "is refused: " + why + "; " + renew);
  }
}

}  // namespace

boost::system::result<SslContextPtr, TlsProblem> load_certificates(const LinkTls& files) {
  SslContextPtr made(SSL_CTX_new(TLS_method()));
  if (!made) return TlsProblem{"cluster.tls", "TLS cannot be used: " + take_tls_error("there is no memory")};
  SSL_CTX* context = made.get();
  const File cert{kCert, files.cert};
  const auto authorities = read_certificates({kCa, files.ca}, "the authority's certificate");
  if (!authorities) return authorities.error();
  for (const auto& one : *authorities) X509_STORE_add_cert(SSL_CTX_get_cert_store(context), one.get());
  const auto own = read_certificates(cert, "this node's certificate");
  if (!own) return own.error();
  ERR_clear_error();
  bool used = SSL_CTX_use_certificate(context, own->front().get()) == 1;
  for (std::size_t i = 1; used && i < own->size(); ++i)
    used = SSL_CTX_add1_chain_cert(context, (*own)[i].get()) == 1;
  if (!used)
    return cert.problem("cannot be used: " + take_tls_error("TLS refuses it") +
                        "; have the authority sign another one");
  if (auto problem = use_key(context, files)) return *problem;
  for (const std::string& side : {std::string("server"), std::string("client")}) {
    const Verified judged = verify(context, ("ssl_" + side).c_str());
    if (!judged.found) return cert.problem("cannot be verified: there is no memory");
    if (!judged.good) return refusal(context, files, judged.found.get(), side);
  }
  return made;
}

std::vector<CertificateEnd> certificate_ends(SSL_CTX& context, const LinkTls& files) {
  std::vector<CertificateEnd> ends;
  const Verified judged = verify(&context, "ssl_server");
  STACK_OF(X509)* way = judged.good ? X509_STORE_CTX_get0_chain(judged.found.get()) : nullptr;
  for (int i = 0; i < sk_X509_num(way); ++i) {
    const X509* one = sk_X509_value(way, i);
    std::tm when{};
    if (ASN1_TIME_to_tm(X509_get0_notAfter(one), &when) != 1) continue;
    const auto [file, name, renew] = origin(&context, files, one);
    const std::string then = date(X509_get0_notAfter(one)), todo = "; " + renew + " and start this node anew";
    ends.push_back(
        {Instant{} + seconds(::timegm(&when)), file.setting,
         file.problem(name + "expires on " + then + ", then no node links with this one" + todo).text,
         file.problem(name + "expired on " + then + ", no node links with this one any more" + todo).text});
  }
  return ends;
}

}  // namespace cardroom::cluster
