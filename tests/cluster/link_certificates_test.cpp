#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <ctime>
#include <fstream>

#include "tests/cluster/certificates.hpp"
#include "tests/cluster/link_fixture.hpp"

// What is found wrong with the files of a node's certificate before any other node sees them.
namespace cardroom::cluster {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::make_authority;
using testing::make_certificate;
using ::testing::StartsWith;

class LinkCertificates : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::filesystem::path(::testing::TempDir()) / ("certificates-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder_);
    ca_ = make_authority(folder_, "ca");
    good_ = make_certificate(folder_, ca_, "node", {-1, 30, ""});
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }

  /// "cluster.tls.cert: what is wrong"; empty: nothing is.
  static std::string refusal(const LinkTls& files) {
    const auto refused = check_tls(files).refused;
    return refused ? refused->setting + ": " + refused->text : "";
  }
  static std::string write(const std::string& name, const std::string& text) {
    const std::string path = folder_ / name;
    std::ofstream(path) << text;
    return path;
  }
  static std::string text_of(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// With dates and uses.
  static LinkTls other(const std::string& name, const testing::CertificateUse& use) {
    return make_certificate(folder_, ca_, name, use);
  }

  inline static std::filesystem::path folder_;
  inline static std::string ca_;
  inline static LinkTls good_;
};

TEST_F(LinkCertificates, GoodOnesAreGood) {
  EXPECT_EQ(refusal(good_), "");
  EXPECT_EQ(refusal(other("both", {-1, 30, "serverAuth, clientAuth"})), "");
}

TEST_F(LinkCertificates, AFileThatHoldsNothingOfTheKindIsNamed) {
  const std::string folder = folder_.string(), none = folder + "/none",
                    text = write("text", "no certificate\n");
  EXPECT_THAT(refusal({none, good_.cert, good_.key}),
              StartsWith("cluster.tls.ca: " + none +
                         " cannot be read: No such file or directory; give the path of "
                         "the authority's certificate"));
  EXPECT_THAT(refusal({ca_, none, good_.key}),
              StartsWith("cluster.tls.cert: " + none + " cannot be read: No such"));
  EXPECT_THAT(refusal({ca_, good_.cert, none}),
              StartsWith("cluster.tls.key: " + none + " cannot be read: No such"));
  EXPECT_THAT(refusal({ca_, folder, good_.key}),
              StartsWith("cluster.tls.cert: " + folder + " cannot be read: Is a directory"));
  EXPECT_THAT(refusal({good_.key, good_.cert, good_.key}),
              StartsWith("cluster.tls.ca: " + good_.key + " holds no certificate; give"));
  EXPECT_THAT(refusal({ca_, text, good_.key}),
              StartsWith("cluster.tls.cert: " + text + " holds no certificate"));
  EXPECT_THAT(
      refusal({ca_, good_.cert, good_.cert}),
      StartsWith("cluster.tls.key: " + good_.cert + " holds no private key; give that of " + good_.cert));
  const std::string pem = text_of(good_.cert);
  const std::string cut = write("cut", pem.substr(0, pem.size() / 2));
  EXPECT_THAT(refusal({ca_, cut, good_.key}),
              StartsWith("cluster.tls.cert: " + cut + " holds a certificate that is damaged"));
}

TEST_F(LinkCertificates, AnEncryptedKeyIsRefusedAndAsksNobody) {
  const std::string path = folder_ / "encrypted.key";
  const std::string command =
      "openssl ec -aes128 -passout pass:secret -in " + good_.key + " -out " + path + " 2>/dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(refusal({ca_, good_.cert, path}),
            "cluster.tls.key: " + path + " is encrypted; give the private key without a passphrase");
}

TEST_F(LinkCertificates, AKeyOfAnotherCertificateIsRefused) {
  const LinkTls second = other("second", {-1, 30, ""});
  EXPECT_EQ(refusal({ca_, good_.cert, second.key}), "cluster.tls.key: " + second.key +
                                                        " is not the private key of " + good_.cert +
                                                        "; give the one that this certificate was made with");
}

TEST_F(LinkCertificates, ExpiredAndNotYetValidOnesAreRefused) {
  const LinkTls old = other("old", {-9, -1, ""}), early = other("early", {1, 30, ""});
  EXPECT_THAT(refusal(old), AllOf(StartsWith("cluster.tls.cert: " + old.cert + " expired on 20"),
                                  HasSubstr(" UTC; have the authority sign a new one")));
  EXPECT_THAT(refusal(early), AllOf(StartsWith("cluster.tls.cert: " + early.cert + " is valid from 20"),
                                    HasSubstr("the clock of this machine")));
}

TEST_F(LinkCertificates, OneThatTheAuthorityHasNotSignedIsRefused) {
  // Of the same name, too: it is the signature that counts.
  std::filesystem::create_directory(folder_ / "twin");
  for (const std::string& ca : {make_authority(folder_, "other"), make_authority(folder_ / "twin", "ca")})
    EXPECT_THAT(refusal({ca, good_.cert, good_.key}),
                StartsWith("cluster.tls.cert: " + good_.cert +
                           " is not signed by the authority in cluster.tls.ca, " + ca));
}

TEST_F(LinkCertificates, ANodeIsAServerAndAClient) {
  const LinkTls server = other("server", {-1, 30, "serverAuth"}),
                client = other("client", {-1, 30, "clientAuth"});
  const std::string both =
      "; a node is both: have it signed with the extended key usage serverAuth and clientAuth";
  EXPECT_THAT(refusal(server),
              StartsWith("cluster.tls.cert: " + server.cert + " may not be used as a TLS client" + both));
  EXPECT_THAT(refusal(client),
              StartsWith("cluster.tls.cert: " + client.cert + " may not be used as a TLS server" + both));
}

TEST_F(LinkCertificates, WhatExpiresWithin14DaysIsTold) {
  const std::string ca = make_authority(folder_, "long", 30);
  EXPECT_TRUE(check_tls(make_certificate(folder_, ca, "later", {-1, 15, ""})).soon.empty());
  const LinkTls soon = make_certificate(folder_, ca, "soon", {-1, 13, ""});
  const TlsCheck check = check_tls(soon);
  EXPECT_FALSE(check.refused);
  ASSERT_EQ(check.soon.size(), 1u);
  EXPECT_EQ(check.soon[0].setting, "cluster.tls.cert");
  EXPECT_THAT(check.soon[0].text, StartsWith(soon.cert + " expires on 20"));
  // The authority of the others has two days.
  const TlsCheck of_authority = check_tls(good_);
  ASSERT_EQ(of_authority.soon.size(), 1u);
  EXPECT_EQ(of_authority.soon[0].setting, "cluster.tls.ca");
}

TEST_F(LinkCertificates, ALinkTellsWhenItsCertificatesEndAndWhatToSayThen) {
  const LinkTls files =
      make_certificate(folder_, make_authority(folder_, "forty", 40), "twenty", {-1, 20, ""});
  const testing::Node node("a", 0, files);
  ASSERT_EQ(node.certificates.size(), 2u);
  const CertificateEnd &own = node.certificates[0], &authority = node.certificates[1];
  EXPECT_EQ(own.setting, "cluster.tls.cert");
  EXPECT_EQ(authority.setting, "cluster.tls.ca");
  const Instant now = Instant{} + seconds(std::time(nullptr));
  const auto days = [](std::int64_t count) { return seconds(count * 86'400); };
  EXPECT_GT(own.at, now + days(19));
  EXPECT_LE(own.at, now + days(20));
  EXPECT_GT(authority.at, now + days(39));
  EXPECT_FALSE(own.near(now + days(5)));
  EXPECT_TRUE(own.near(now + days(7)));
  EXPECT_TRUE(own.near(now + days(21)));
  const std::string todo = "; have the authority sign a new one and start this node anew";
  EXPECT_THAT(own.before, AllOf(StartsWith(files.cert + " expires on 20"),
                                EndsWith(" UTC, then no node links with this one" + todo)));
  EXPECT_THAT(own.after, AllOf(StartsWith(files.cert + " expired on 20"),
                               EndsWith(" UTC, no node links with this one any more" + todo)));
  EXPECT_THAT(authority.before, StartsWith(files.ca + " (certificate of /CN=forty) expires on 20"));
}

}  // namespace
}  // namespace cardroom::cluster
