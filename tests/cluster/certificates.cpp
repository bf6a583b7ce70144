#include "tests/cluster/certificates.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>

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

std::string date(int days) {
  const std::time_t then = std::time(nullptr) + std::time_t{days} * 86'400;
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y%m%d%H%M%SZ", std::gmtime(&then));
  return text.data();
}

}  // namespace

std::string make_authority(const std::filesystem::path& folder, const std::string& name, int days) {
  const std::string certificate = file(folder, name + ".pem");
  openssl("req -x509 " + kNewKey + " -days " + std::to_string(days) + " -subj /CN=" + name + " -keyout " +
          file(folder, name + ".key") + " -out " + certificate);
  return certificate;
}

LinkTls make_certificate(const std::filesystem::path& folder, const std::string& ca, const std::string& name,
                         const CertificateUse& use) {
  const LinkTls made{ca, file(folder, name + ".pem"), file(folder, name + ".key")};
  const std::string request = file(folder, name + ".request"), settings = file(folder, name + ".settings");
  const std::string issued = file(folder, name + ".issued");
  openssl("req " + kNewKey + " -subj /CN=" + name + " -keyout " + made.key + " -out " + request);
  std::ofstream{issued};
  std::ofstream(settings) << "[ca]\ndefault_ca = one\n[one]\ndatabase = " << issued
                          << "\nnew_certs_dir = " << folder.string()
                          << "\nrand_serial = yes\ndefault_md = sha256\npolicy = any\n[any]\ncommonName = "
                             "supplied\n[use]\n"
                          << (use.usage.empty() ? "" : "extendedKeyUsage = " + use.usage) << '\n';
  openssl("ca -batch -notext -config " + settings + " -extensions use -startdate " + date(use.from) +
          " -enddate " + date(use.until) + " -cert " + ca + " -keyfile " +
          std::filesystem::path(ca).replace_extension(".key").string() + " -in " + request + " -out " +
          made.cert);
  return made;
}

}  // namespace cardroom::cluster::testing
