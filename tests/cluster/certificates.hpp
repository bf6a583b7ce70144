#pragma once
#include <filesystem>
#include <string>

#include "actors/cluster/caf_link.hpp"

/// Certificates for tests, made by the program `openssl`. What cannot be made ends the program.
namespace cardroom::cluster::testing {

/// Makes an authority; its certificate is NAME.pem, its key NAME.key. The path of the former.
std::string make_authority(const std::filesystem::path& folder, const std::string& name, int days = 2);

/// Days from now between which a certificate is good, and what its extended key usage allows; "" = it has
/// none.
struct CertificateUse {
  int from = -1, until = 2;
  std::string usage;
};

/// Makes a certificate of that authority.
LinkTls make_certificate(const std::filesystem::path& folder, const std::string& ca, const std::string& name,
                         const CertificateUse& use = {});

}  // namespace cardroom::cluster::testing
