// The gateway's transport beside a bare Beast echo: messages a second and of a core, round trip, memory of an
// idle connection, and what a flood from one client costs the others.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "daemon/gateway/client.hpp"
#include "daemon/gateway/server.hpp"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Tcp = asio::ip::tcp;
using Clock = std::chrono::steady_clock;
using namespace cardroom::gateway;
using std::chrono::microseconds;

const std::string kText(100, 'x');

class Echo : public ConnectionEvents {
 public:
  void on_open(const std::shared_ptr<Connection>&) override {}
  void on_message(Connection& connection, std::string_view text) override {
    connection.send(nullptr, std::string(text));
  }
  void on_binary(Connection&) override {}
  void on_flood(Connection&) override {}
  void on_overflow(Connection&) override {}
  void on_drained(Connection&) override {}
  void on_close(Connection&) override {}
};

// What one would write with Beast alone: no limits, no queue, no other threads.
class BareEcho {
 public:
  BareEcho() : acceptor_(context_, Tcp::endpoint(asio::ip::address_v4::loopback(), 0)) {
    asio::co_spawn(context_, accept_all(), asio::detached);
    thread_ = std::thread([this] { context_.run(); });
  }
  ~BareEcho() {
    context_.stop();
    thread_.join();
  }
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

 private:
  asio::awaitable<void> accept_all() {
    for (;;) {
      auto socket = co_await acceptor_.async_accept(asio::use_awaitable);
      socket.set_option(Tcp::no_delay(true));
      asio::co_spawn(context_, serve(std::move(socket)), asio::detached);
    }
  }
  static asio::awaitable<void> serve(Tcp::socket socket) {
    beast::websocket::stream<beast::tcp_stream> stream(std::move(socket));
    co_await stream.async_accept(asio::use_awaitable);
    beast::flat_buffer buffer;
    for (;;) {
      co_await stream.async_read(buffer, asio::use_awaitable);
      co_await stream.async_write(buffer.data(), asio::use_awaitable);
      buffer.consume(buffer.size());
    }
  }

  asio::io_context context_{1};
  Tcp::acceptor acceptor_;
  std::thread thread_;
};

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// CPU time of all threads but this one: the server's.
double other_cpu() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID) - seconds_of(CLOCK_THREAD_CPUTIME_ID); }

double quantile(std::vector<double>& sample, double part) {
  if (sample.empty()) return 0;
  const auto at = static_cast<std::size_t>(part * static_cast<double>(sample.size() - 1));
  std::nth_element(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(at), sample.end());
  return sample[at];
}

struct Load {
  double messages_per_s = 0;
  double messages_per_core_s = 0;
  std::vector<double> us;  // round trips
};

// Clients that send a text, await its echo, wait for `pause` and start again.
Load load(std::uint16_t port, std::size_t clients, Clock::duration pause, Clock::duration length) {
  struct One {
    std::shared_ptr<Client> client;
    std::unique_ptr<asio::steady_timer> timer;
    Clock::time_point sent;
  };
  asio::io_context context{1};
  std::vector<One> all(clients);
  Load result;
  const auto send = [](One& one) {
    one.sent = Clock::now();
    one.client->send(kText);
  };
  std::size_t open = 0;
  double cpu = 0;
  Clock::time_point start, end = Clock::time_point::max();
  for (auto& one : all) {
    one.timer = std::make_unique<asio::steady_timer>(context);
    ClientOptions options;
    options.address = "127.0.0.1";
    options.port = port;
    ClientCalls calls;
    calls.opened = [&] {
      if (++open < clients) return;
      start = Clock::now();
      end = start + length;
      cpu = other_cpu();
      for (auto& each : all) send(each);
    };
    calls.received = [&](std::string_view) {
      const auto now = Clock::now();
      result.us.push_back(std::chrono::duration<double, std::micro>(now - one.sent).count());
      if (now >= end) return one.client->cut();
      if (pause == Clock::duration::zero()) return send(one);
      one.timer->expires_after(pause);
      one.timer->async_wait([&](boost::system::error_code error) {
        if (!error) send(one);
      });
    };
    one.client = Client::connect(context, options, std::move(calls));
  }
  context.run();
  const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
  const auto messages = static_cast<double>(result.us.size());
  result.messages_per_s = messages / elapsed;
  result.messages_per_core_s = messages / (other_cpu() - cpu);
  return result;
}

std::size_t resident_kb() {
  std::ifstream status("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  status >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 1024;
}

// Child process: connects so many clients, has each send one text, then keeps them until its input ends.
void hold_connections(int input, int output, std::size_t clients) {
  std::uint16_t port = 0;
  if (read(input, &port, sizeof port) != sizeof port) return;
  asio::io_context context{1};
  std::vector<std::shared_ptr<Client>> all(clients);
  std::size_t answered = 0;
  std::function<void(std::size_t)> connect = [&](std::size_t i) {
    if (i >= clients) return;
    ClientOptions options;
    options.address = "127.0.0.1";
    options.port = port;
    ClientCalls calls;
    calls.opened = [&, i] { all[i]->send(kText); };
    calls.received = [&, i](std::string_view) {
      connect(i + 16);
      if (++answered == clients) context.stop();
    };
    all[i] = Client::connect(context, options, std::move(calls));
  };
  for (std::size_t i = 0; i < 16; ++i) connect(i);
  context.run();
  char done = 'd';
  if (write(output, &done, 1) != 1) return;
  while (read(input, &done, 1) > 0) {
  }
}

double bytes_per_connection(std::size_t clients) {
  int to_child[2], from_child[2];
  if (pipe(to_child) != 0 || pipe(from_child) != 0) return 0;
  const auto child = fork();
  if (child == 0) {
    close(to_child[1]);
    hold_connections(to_child[0], from_child[1], clients);
    _exit(0);
  }
  close(to_child[0]);
  close(from_child[1]);
  Echo echo;
  Server server({}, echo);
  if (server.start()) return 0;
  const auto before = resident_kb();
  const auto port = server.port();
  char done = 0;
  if (write(to_child[1], &port, sizeof port) != sizeof port || read(from_child[0], &done, 1) != 1) return 0;
  const auto after = resident_kb();
  close(to_child[1]);
  server.stop(std::chrono::seconds(10));
  return static_cast<double>(after - before) * 1024 / static_cast<double>(clients);
}

// One client that sends as fast as the server lets it, over and over again.
class Flooder {
 public:
  Flooder(std::uint16_t port, std::string greeting, std::string bytes) {
    thread_ = std::thread([this, port, greeting = std::move(greeting), bytes = std::move(bytes)] {
      while (!stop_) attack(port, greeting, bytes);
    });
  }
  ~Flooder() {
    stop_ = true;
    thread_.join();
  }

 private:
  void attack(std::uint16_t port, const std::string& greeting, const std::string& bytes) {
    asio::io_context context;
    Tcp::socket socket(context);
    boost::system::error_code error;
    socket.connect(Tcp::endpoint(asio::ip::address_v4::loopback(), port), error);
    asio::write(socket, asio::buffer(greeting), error);
    socket.non_blocking(true, error);
    while (!stop_ && (!error || error == asio::error::would_block)) {
      socket.write_some(asio::buffer(bytes), error);
      if (error == asio::error::would_block) socket.wait(Tcp::socket::wait_write, error);
    }
  }

  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

std::string many(const std::string& piece) {
  std::string result;
  while (result.size() < 16'384) result += piece;
  return result;
}

double p99(std::uint16_t port) {
  auto result = load(port, 50, std::chrono::milliseconds(20), std::chrono::seconds(4));
  return quantile(result.us, 0.99);
}

}  // namespace

int main() {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);

  const double bytes = bytes_per_connection(5'000);

  Echo echo;
  ServerOptions unlimited;
  unlimited.limits.messages_per_second = 0;
  constexpr auto kNoPause = Clock::duration::zero();
  Load ours, bare, ours_one, bare_one;
  for (int round = 0; round < 2; ++round) {  // the first round warms up
    Server server(unlimited, echo);
    if (const auto failure = server.start()) return std::fprintf(stderr, "%s\n", failure->c_str()), 1;
    ours = load(server.port(), 64, kNoPause, std::chrono::seconds(2));
    ours_one = load(server.port(), 1, kNoPause, std::chrono::seconds(1));
    const BareEcho other;
    bare = load(other.port(), 64, kNoPause, std::chrono::seconds(2));
    bare_one = load(other.port(), 1, kNoPause, std::chrono::seconds(1));
  }

  const std::string handshake =
      "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: "
      "13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  const std::string empty_text("\x81\x80\0\0\0\0", 6), ping("\x89\x80\0\0\0\0", 6);
  Server server({}, echo);
  if (const auto failure = server.start()) return std::fprintf(stderr, "%s\n", failure->c_str()), 1;
  const double quiet = p99(server.port());
  double flood = 0, pings = 0, garbage = 0;
  {
    const Flooder flooder(server.port(), handshake, many(empty_text));
    flood = p99(server.port());
  }
  {
    const Flooder flooder(server.port(), handshake, many(ping));
    pings = p99(server.port());
  }
  {
    const Flooder flooder(server.port(), "", many("\xff\0garbage"));
    garbage = p99(server.port());
  }
  std::printf(
      "messages_per_s=%.0f messages_per_core_s=%.0f bare_per_s=%.0f bare_per_core_s=%.0f round_trip_us=%.1f "
      "bare_round_trip_us=%.1f bytes_per_connection=%.0f quiet_p99_us=%.0f flood_p99_us=%.0f "
      "ping_flood_p99_us=%.0f garbage_p99_us=%.0f\n",
      ours.messages_per_s, ours.messages_per_core_s, bare.messages_per_s, bare.messages_per_core_s,
      quantile(ours_one.us, 0.5), quantile(bare_one.us, 0.5), bytes, quiet, flood, pings, garbage);
  return 0;
}
