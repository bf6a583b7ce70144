#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "actors/cluster/caf_link.hpp"
#include "tests/cluster/certificates.hpp"

// Two links in one process on loopback, without and with TLS: frames of 200 bytes one way, the round trip of
// a single frame, and large frames both ways at once. Usage: bench_link [MILLION-FRAMES [MEGABYTES]].
namespace cardroom::cluster {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct End : LinkEvents {
  std::promise<void> linked;
  std::atomic<std::uint64_t> frames{0}, bytes{0};
  std::atomic<bool> echoes{false}, over{false};
  Link* link = nullptr;

  void up(const NodeRecord&) override { linked.set_value(); }
  void received(const Incarnation& peer, std::vector<WireFrame> in) override {
    std::uint64_t more = 0;
    for (const WireFrame& f : in) more += f.bytes.size();
    bytes += more;
    frames += in.size();
    frames.notify_all();
    if (echoes)
      for (WireFrame& f : in) link->send(peer, std::move(f));
  }
  void down(const Incarnation&, const std::string& why) override {
    if (over) return;
    std::fprintf(stderr, "bench_link: down: %s\n", why.c_str());
    std::exit(1);
  }
  void wait_for(std::uint64_t count) {
    for (std::uint64_t n = frames; n < count; n = frames) frames.wait(n);
  }
};

struct Figures {
  double frames_per_second = 0, round_trip_us = 0, megabytes_per_second = 0;
};

class Pair {
 public:
  explicit Pair(const std::optional<LinkTls>& tls) {
    open(a_, "a", tls);
    open(b_, "b", tls);
    a_.link->peers({b_.record});
    b_.link->peers({a_.record});
    a_.events->linked.get_future().wait();
    b_.events->linked.get_future().wait();
  }

  ~Pair() { a_.events->over = b_.events->over = true; }

  Figures measure(std::uint64_t frames, std::uint64_t megabytes) {
    return {one_way(frames), round_trip(), both_ways(megabytes)};
  }

 private:
  struct Side {
    std::shared_ptr<End> events = std::make_shared<End>();
    std::unique_ptr<Link> link;
    NodeRecord record;
  };
  static void open(Side& side, const std::string& name, const std::optional<LinkTls>& tls) {
    side.record.name = side.record.incarnation = name;
    auto opened = open_link({side.record, "127.0.0.1", 0, tls, side.events});
    if (!opened) {
      std::fprintf(stderr, "bench_link: %s\n", opened.error().c_str());
      std::exit(1);
    }
    side.link = std::move(opened->link);
    side.events->link = side.link.get();
    side.record.address = "127.0.0.1:" + std::to_string(opened->port);
  }

  /// Never more under way than a peer that is slow may have.
  static void send(Side& from, Side& to, std::uint64_t count, std::size_t size) {
    const std::uint64_t most = (kMostUnsent / 4) / (size + 64);
    const std::uint64_t before = to.events->frames;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (i >= most) to.events->wait_for(before + i - most);
      from.link->send({to.record.incarnation}, {1, std::string(size, 'x')});
    }
    to.events->wait_for(before + count);
  }

  double one_way(std::uint64_t frames) {
    constexpr std::size_t kSize = 200;
    const auto start = Clock::now();
    send(a_, b_, frames, kSize);
    return static_cast<double>(frames) / seconds_since(start);
  }

  double round_trip() {
    constexpr std::size_t kRounds = 10'000;
    b_.events->echoes = true;
    std::vector<double> times;
    for (std::size_t i = 0; i < kRounds; ++i) {
      const std::uint64_t before = a_.events->frames;
      const auto start = Clock::now();
      a_.link->send({"b"}, {1, std::string(200, 'x')});
      a_.events->wait_for(before + 1);
      times.push_back(seconds_since(start));
    }
    b_.events->echoes = false;
    std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
    return times[kRounds / 2] * 1e6;
  }

  double both_ways(std::uint64_t megabytes) {
    constexpr std::size_t kSize = 100'000;
    const std::uint64_t count = megabytes * 1'000'000 / kSize;
    const auto start = Clock::now();
    std::thread other([&] { send(b_, a_, count, kSize); });
    send(a_, b_, count, kSize);
    other.join();
    return 2.0 * static_cast<double>(megabytes) / seconds_since(start);
  }

  Side a_, b_;
};

int run(std::uint64_t frames, std::uint64_t megabytes) {
  const auto folder = std::filesystem::temp_directory_path() / ("bench-link-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const std::string ca = testing::make_authority(folder, "ca");
  const LinkTls tls = testing::make_certificate(folder, ca, "node");
  const Figures plain = Pair({}).measure(frames, megabytes);
  const Figures secret = Pair(tls).measure(frames, megabytes);
  std::filesystem::remove_all(folder);
  for (const auto& [name, f] : {std::pair{"plain", plain}, {"TLS", secret}})
    std::printf("%-6s %9.0f frames/s one way, round trip p50 %5.0f us, %5.0f MB/s both ways at once\n", name,
                f.frames_per_second, f.round_trip_us, f.megabytes_per_second);
  std::printf(
      "link_frames_per_second=%.0f link_round_trip_us=%.0f link_tls_frames_per_second=%.0f "
      "link_tls_round_trip_us=%.0f link_tls_mb_per_second=%.0f\n",
      plain.frames_per_second, plain.round_trip_us, secret.frames_per_second, secret.round_trip_us,
      secret.megabytes_per_second);
  return 0;
}

}  // namespace
}  // namespace cardroom::cluster

int main(int count, char** words) {
  const double millions = count > 1 ? std::atof(words[1]) : 1;
  const std::uint64_t megabytes = count > 2 ? std::strtoull(words[2], nullptr, 10) : 200;
  return cardroom::cluster::run(static_cast<std::uint64_t>(millions * 1e6), megabytes);
}
