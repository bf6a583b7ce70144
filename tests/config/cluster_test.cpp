#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/config.hpp"

namespace cardroom::config {
namespace {
using testing::ElementsAre;

std::vector<std::string> errors(const std::string& text) {
  std::vector<std::string> out;
  const auto result = parse_config(text, "f.toml");
  if (const auto* list = std::get_if<1>(&result))
    for (const auto& e : *list) out.push_back(to_string(e));
  return out;
}

/// With a store that nodes can share, in lines 1 to 3, and the cluster's table in line 4.
std::string cluster(const std::string& lines) {
  return "[store]\nmode = \"redis\"\nurl = \"redis://s\"\n[cluster]\n" + lines;
}

const std::string kTls = "[cluster.tls]\nca = \"ca.pem\"\ncert = \"n.pem\"\nkey = \"n.key\"\n";

TEST(ConfigCluster, EverySetting) {
  const auto result = parse_config(
      cluster("enabled = true\nnode = \"n-1.example_\"\nlisten = \"0.0.0.0:7000\"\n"
              "advertise = \"n1.example.org:7001\"\nclients = \"wss://n1.example.org/ws\"\ncapacity = 20\n") +
          kTls,
      "f.toml");
  ASSERT_TRUE(std::holds_alternative<Config>(result)) << to_string(std::get<1>(result).at(0));
  const ClusterConfig& c = std::get<Config>(result).cluster;
  EXPECT_TRUE(c.enabled);
  EXPECT_EQ(c.node, "n-1.example_");
  EXPECT_EQ(c.listen, "0.0.0.0:7000");
  EXPECT_EQ(c.advertise, "n1.example.org:7001");
  EXPECT_EQ(c.clients, "wss://n1.example.org/ws");
  EXPECT_EQ(c.capacity, 20);
  EXPECT_EQ(c.tls.ca, "ca.pem");
  EXPECT_EQ(c.tls.cert, "n.pem");
  EXPECT_EQ(c.tls.key, "n.key");
}

TEST(ConfigCluster, LoopbackGoesWithoutCertificates) {
  for (const char* listen : {"127.0.0.1:0", "127.1.2.3:65535", "[::1]:7000", "localhost:7000"})
    EXPECT_THAT(errors(cluster("enabled = true\nnode = \"a\"\nlisten = \"" + std::string(listen) + "\"\n")),
                ElementsAre());
}

TEST(ConfigCluster, ANodeHasANameAndASharedStore) {
  EXPECT_THAT(errors("[cluster]\nenabled = true\n"),
              ElementsAre("f.toml:1:2: cluster.node: it is missing; allowed: 1 to 64 letters, digits, \"_\", "
                          "\".\" and \"-\"",
                          "f.toml:2:1: cluster.enabled: true is refused, nodes share their store; allowed: "
                          "only with mode = \"redis\" in [store]"));
  for (const std::string& name : {std::string("a b"), std::string("ä"), std::string(65, 'a')})
    EXPECT_THAT(errors(cluster("node = \"" + name + "\"\n")),
                ElementsAre(testing::StartsWith("f.toml:5:1: cluster.node: \"")));
  EXPECT_THAT(errors(cluster("node = \"" + std::string(64, 'a') + "\"\n")), ElementsAre());
}

TEST(ConfigCluster, OthersConnectWithCertificatesOnly) {
  for (const char* listen : {"10.0.0.1:7000", "[fe80::1]:7000", "node.example.org:7000"})
    EXPECT_THAT(errors(cluster("listen = \"" + std::string(listen) + "\"\n")),
                ElementsAre("f.toml:5:1: cluster.listen: \"" + std::string(listen) +
                            "\" is refused without certificates; allowed: a loopback address, or any with "
                            "cluster.tls.ca, cert and key"));
  EXPECT_THAT(errors(cluster("listen = \"10.0.0.1:7000\"\n") + kTls), ElementsAre());
  EXPECT_THAT(
      errors("[cluster.tls]\nca = \"ca.pem\"\nkey = \"n.key\"\n"),
      ElementsAre("f.toml:1:10: cluster.tls.cert: it is missing; allowed: the path of a file, as ca, cert "
                  "and key all have one"));
  EXPECT_THAT(errors("[cluster.tls]\nca = \"ca.pem\"\nkey = \"\"\ncert = \"n.pem\"\n"),
              ElementsAre(testing::StartsWith("f.toml:3:1: cluster.tls.key: it is missing;")));
}

TEST(ConfigCluster, Addresses) {
  for (const char* wrong : {"", "7000", ":7000", "a:", "a:65536", "a:-1", "a: 1", "::1:7000", "[::1]",
                            "[]:7000", "[x]:7000", "a b:1"})
    EXPECT_THAT(errors(cluster("listen = \"" + std::string(wrong) + "\"\n")),
                ElementsAre("f.toml:5:1: cluster.listen: \"" + std::string(wrong) +
                            "\" is refused; allowed: \"host:port\" or \"[IPv6]:port\""));
  for (const char* any : {"0.0.0.0:7000", "[::]:7000"})
    EXPECT_THAT(errors(cluster("listen = \"" + std::string(any) + "\"\n") + kTls),
                ElementsAre("f.toml:4:2: cluster.advertise: it is missing, \"" + std::string(any) +
                            "\" tells nobody where to connect; allowed: \"host:port\" or \"[IPv6]:port\""));
  for (const char* wrong : {"a", "a:0", "0.0.0.0:7000", "[::]:1", "0:7000"})
    EXPECT_THAT(errors(cluster("advertise = \"" + std::string(wrong) + "\"\n")),
                ElementsAre(testing::StartsWith("f.toml:5:1: cluster.advertise: \"")));
  EXPECT_THAT(errors(cluster("listen = \"a:0\"\nadvertise = \"a:7000\"\n") + kTls),
              ElementsAre("f.toml:5:1: cluster.listen: \"a:0\" is refused, cluster.advertise names a port; "
                          "allowed: a port of its own, where that one leads"));
  EXPECT_THAT(errors(cluster("capacity = 0\n")),
              ElementsAre("f.toml:5:1: cluster.capacity: 0 is refused; allowed: a whole number from 1 to "
                          "1,000,000"));
  EXPECT_THAT(errors("[cluster.tls]\ncrt = \"x\"\n"),
              ElementsAre("f.toml:2:1: cluster.tls.crt: is not known; did you mean cert?"));
}

/// What is said about where players are sent from other nodes, with these lines of the cluster's table.
std::vector<std::string> sent(const std::string& address, const std::string& lines) {
  return errors("[server]\naddress = \"" + address + "\"\n" +
                cluster("enabled = true\nnode = \"a\"\n" + lines) + kTls);
}

TEST(ConfigCluster, PlayersOfOtherNodesAreSentWhereSomebodyIs) {
  const std::string missing = "f.toml:6:2: cluster.clients: it is missing, server.address ";
  const std::string allowed =
      "; allowed: a ws:// or wss:// URL by which players reach this node, or another server.address";
  for (const std::string& any : {std::string("0.0.0.0"), std::string("::")}) {
    EXPECT_THAT(sent(any, ""),
                ElementsAre(missing + '"' + any + "\" tells nobody where to connect" + allowed));
    EXPECT_THAT(sent(any, "clients = \"ws://10.0.0.1:8080/ws\"\n"), ElementsAre());
    EXPECT_THAT(errors("[server]\naddress = \"" + any + "\"\n" + cluster("")), ElementsAre());
  }
  // Beyond this machine "127.0.0.1" is another one.
  const std::string far = "listen = \"10.0.0.1:7000\"\n";
  for (const std::string& loopback : {std::string("127.0.0.1"), std::string("::1")}) {
    EXPECT_THAT(sent(loopback, far), ElementsAre(missing + '"' + loopback +
                                                 "\" leads players of other machines to these" + allowed));
    EXPECT_THAT(sent(loopback, ""), ElementsAre());
    EXPECT_THAT(sent(loopback, "listen = \"0.0.0.0:7000\"\nadvertise = \"localhost:7000\"\n"), ElementsAre());
    EXPECT_THAT(sent(loopback, far + "clients = \"wss://n1.example.org/ws\"\n"), ElementsAre());
  }
  EXPECT_THAT(sent("10.0.0.1", far), ElementsAre());
}

TEST(ConfigCluster, ClientsIsAUrlThatLeadsSomewhere) {
  for (const char* wrong :
       {"http://a/ws", "ws://", "ws:///ws", "a:80", "ws://a b", "ws://:80/ws", "ws://0.0.0.0:8080/ws",
        "ws://0/ws", "wss://[::]/ws", "ws://[::]:8080", "ws://[]/ws"})
    EXPECT_THAT(
        errors(cluster("clients = \"" + std::string(wrong) + "\"\n")),
        ElementsAre("f.toml:5:1: cluster.clients: \"" + std::string(wrong) +
                    "\" is refused; allowed: a ws:// or wss:// URL by which players reach this node"));
  for (const char* good :
       {"ws://a", "wss://n1.example.org/ws", "ws://[fe80::1]:8080/ws", "ws://127.0.0.1:1/ws"})
    EXPECT_THAT(errors(cluster("clients = \"" + std::string(good) + "\"\n")), ElementsAre());
}

}  // namespace
}  // namespace cardroom::config
