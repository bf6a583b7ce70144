#pragma once
#include <filesystem>
#include <string>

#include "actors/cluster/caf_link.hpp"

/// Certificates for tests, made by the program `openssl`. What cannot be made ends the program.
namespace cardroom::cluster::testing {

/// Makes an authority; its certificate is NAME.pem, its key NAME.key. The path of the former.
std::string make_authority(const std::filesystem::path& folder, const std::string& name);

/// Makes a certificate of that authority, for both sides of a connection.
LinkTls make_certificate(const std::filesystem::path& folder, const std::string& ca, const std::string& name);

}  // namespace cardroom::cluster::testing
