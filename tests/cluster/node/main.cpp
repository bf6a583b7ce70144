#include <spdlog/spdlog.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <iostream>

#include "actors/cluster/caf_link.hpp"

// A node that sends every frame back, for tests of links between processes. Usage: link_node INCARNATION
// PEER-INCARNATION PEER-ADDRESS. Prints its port, and runs until it is killed or who started it has ended.
namespace {

using namespace cardroom::cluster;

class Echo : public LinkEvents {
 public:
  Link* link = nullptr;
  void up(const NodeRecord&) override {}
  void received(const Incarnation& peer, std::vector<WireFrame> frames) override {
    for (WireFrame& f : frames) link->send(peer, std::move(f));
  }
  void down(const Incarnation&, const std::string&) override {}
};

}  // namespace

int main(int count, char** words) {
  if (count != 4) return 2;
  spdlog::set_level(spdlog::level::off);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  auto echo = std::make_shared<Echo>();
  NodeRecord self, peer;
  self.incarnation = self.name = words[1];
  peer.incarnation = peer.name = words[2];
  peer.address = words[3];
  auto opened = open_link({self, "127.0.0.1", 0, {}, echo});
  if (!opened) return 1;
  echo->link = opened->link.get();
  opened->link->peers({peer});
  std::cout << opened->port << std::endl;
  while (true) ::pause();
}
