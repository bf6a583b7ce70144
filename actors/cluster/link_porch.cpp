#include "actors/cluster/link_porch.hpp"

#include <sys/eventfd.h>

#include <condition_variable>
#include <cstdint>
#include <map>
#include <system_error>
#include <thread>

#include "actors/log.hpp"

namespace cardroom::cluster {
namespace {

constexpr std::chrono::seconds kPatience{2};  ///< to connect and shake hands
constexpr std::size_t kMostGuests = 64;       ///< that shake hands at a time
constexpr std::chrono::seconds kOneLine{10};  ///< of the log, about guests that are refused

Deadline soon() { return std::chrono::steady_clock::now() + kPatience; }

}  // namespace

struct Porch::Shared {
  Listening listening;
  std::shared_ptr<const TlsIdentity> tls;
  Descriptor stop;
  std::mutex mutex;
  std::condition_variable ended;
  std::size_t threads = 0, guests = 0;
  bool closed = false;
  Deadline next_line{};
  // Kept here and not by the threads: one that is left behind holds nothing of the link.
  Came came;
  std::map<std::uint64_t, Went> awaited;
  std::uint64_t dialed = 0;

  /// Runs it in a thread; false if there is none to be had.
  static bool run(const std::shared_ptr<Shared>& self, std::function<void()> work);
  /// Tells how dialing went, unless the porch is closed, which waits for that.
  void tell(std::uint64_t number, std::shared_ptr<Connection> connection, const std::string& problem) {
    const std::lock_guard lock(mutex);
    if (auto told = awaited.extract(number)) told.mapped()(std::move(connection), problem);
  }
  Try<SslPtr> greet(int socket, bool accepting) const {
    if (!tls) return SslPtr();
    return tls->shake_hands(socket, accepting, soon(), stop.get());
  }
  void take_in(Descriptor socket);
  void take_all(const std::shared_ptr<Shared>& self);
  void dial(std::uint64_t number, const std::string& address);
};

bool Porch::Shared::run(const std::shared_ptr<Shared>& self, std::function<void()> work) {
  const std::lock_guard lock(self->mutex);
  if (self->closed) return false;
  try {
    std::thread([self, work = std::move(work)]() mutable {
      work();
      work = nullptr;
      const std::lock_guard done(self->mutex);
      --self->threads;
      self->ended.notify_all();
    }).detach();
  } catch (const std::system_error&) {
    return false;
  }
  ++self->threads;
  return true;
}

void Porch::Shared::take_in(Descriptor socket) {
  const std::string name = remote_name(socket.get());
  auto ssl = greet(socket.get(), true);
  const std::lock_guard lock(mutex);
  if (ssl && came) came(std::make_shared<Connection>(Connection{std::move(socket), std::move(*ssl)}));
  --guests;
  if (ssl || closed || std::chrono::steady_clock::now() < next_line) return;
  next_line = std::chrono::steady_clock::now() + kOneLine;
  log_warning("a connection from " + name + " is refused: " + ssl.error());
}

Porch::Porch(Listening listening, std::shared_ptr<const TlsIdentity> tls)
    : shared_(std::make_shared<Shared>()) {
  shared_->listening = std::move(listening);
  shared_->tls = std::move(tls);
  shared_->stop = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

Porch::~Porch() { close(); }

void Porch::Shared::take_all(const std::shared_ptr<Shared>& self) {
  while (Descriptor socket = accept_from(listening.socket.get(), stop.get())) {
    {
      const std::lock_guard lock(mutex);
      if (guests >= kMostGuests) continue;
      ++guests;
    }
    // A function is copied, a socket cannot be.
    auto guest = std::make_shared<Descriptor>(std::move(socket));
    if (!run(self, [this, guest] { take_in(std::move(*guest)); })) {
      const std::lock_guard lock(mutex);
      --guests;
    }
  }
  // At once, not with the last thread: somebody may want the port.
  listening.socket.reset();
}

void Porch::Shared::dial(std::uint64_t number, const std::string& address) {
  auto socket = connect_to(address, soon(), stop.get());
  if (!socket) return tell(number, nullptr, socket.error());
  auto ssl = greet(socket->get(), false);
  if (!ssl) return tell(number, nullptr, ssl.error());
  tell(number, std::make_shared<Connection>(Connection{std::move(*socket), std::move(*ssl)}), {});
}

void Porch::open(Came came) {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->came = std::move(came);
  }
  Shared::run(shared_, [shared = shared_.get(), self = shared_] { shared->take_all(self); });
}

void Porch::dial(std::string address, Went went) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->closed) return;
    number = ++shared_->dialed;
    shared_->awaited.emplace(number, std::move(went));
  }
  if (!Shared::run(shared_, [shared = shared_.get(), number, address = std::move(address)] {
        shared->dial(number, address);
      }))
    shared_->tell(number, nullptr, "no thread is to be had");
}

void Porch::close() {
  std::unique_lock lock(shared_->mutex);
  shared_->closed = true;
  shared_->came = nullptr;
  shared_->awaited.clear();
  const std::uint64_t one = 1;
  if (::write(shared_->stop.get(), &one, sizeof(one)) < 0) log_error("a link's threads are not told to end");
  shared_->ended.wait_for(lock, kPatience, [&] { return shared_->threads == 0; });
}

}  // namespace cardroom::cluster
