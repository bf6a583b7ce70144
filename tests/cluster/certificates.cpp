#include "tests/cluster/certificates.hpp"

#include <cstdio>
#include <cstdlib>

namespace cardroom::cluster::testing {
namespace {

const std::string kNewKey = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";

void openssl(const std::string& words) {
  const std::string command = "openssl " + words + " >/dev/null 2>&1";
  if (std::system(command.c_str()) == 0) return;
  std::fprintf(stderr, "failed: %s\n", command.c_str());
  std::abort();
}

std::string file(const std::filesystem::path& folder, const std::string& name) {
  return (folder / name).string();
}

}  // namespace

std::string make_authority(const std::filesystem::path& folder, const std::string& name) {
  const std::string certificate = file(folder, name + ".pem");
  openssl("req -x509 " + kNewKey + " -days 2 -subj /CN=" + name + " -keyout " + file(folder, name + ".key") +
          " -out " + certificate);
  return certificate;
}

LinkTls make_certificate(const std::filesystem::path& folder, const std::string& ca,
                         const std::string& name) {
  const LinkTls made{ca, file(folder, name + ".pem"), file(folder, name + ".key")};
  const std::string request = file(folder, name + ".request");
  openssl("req " + kNewKey + " -subj /CN=" + name + " -keyout " + made.key + " -out " + request);
  openssl("x509 -req -days 2 -CAcreateserial -CA " + ca + " -CAkey " +
          std::filesystem::path(ca).replace_extension(".key").string() + " -in " + request + " -out " +
          made.cert);
  return made;
}

}  // namespace cardroom::cluster::testing
