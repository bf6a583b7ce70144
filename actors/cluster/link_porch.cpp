#include "actors/cluster/link_porch.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <condition_variable>
#include <cstdint>
#include <map>
#include <optional>
#include <system_error>
#include <thread>

#include "actors/cluster/link_places.hpp"
#include "actors/log.hpp"

namespace cardroom::cluster {
namespace {

constexpr std::chrono::seconds kPatience{2};  ///< to connect and shake hands

Deadline soon() { return std::chrono::steady_clock::now() + kPatience; }

}  // namespace

struct Porch::Shared {
  Listening listening;
  std::shared_ptr<const TlsIdentity> tls;
  Descriptor stop;
  std::mutex mutex;
  std::condition_variable ended;
  std::size_t threads = 0;
  bool closed = false;
  GuestPlaces places;                         ///< of those who shake hands
  std::map<GuestPlaces::Number, int> guests;  ///< their sockets, until their threads have ended
  SeldomLine refusals, crowds;
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
  std::optional<GuestPlaces::Number> find_place(int socket);
  void take_in(GuestPlaces::Number number, Descriptor socket);
  Try<SslPtr> greet_guest(GuestPlaces::Number number, int socket);
  void leave(GuestPlaces::Number number);
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

/// None when the porch is closed. Waits until a guest that gives way has gone: there are never more threads
/// than places.
std::optional<GuestPlaces::Number> Porch::Shared::find_place(int socket) {
  std::unique_lock lock(mutex);
  const auto entered = places.enter(remote_network(socket));
  // Its thread is woken and ends.
  if (entered.gives_way) ::shutdown(guests.at(*entered.gives_way), SHUT_RDWR);
  if (entered.gives_way && crowds.passes()) log_warning(entered.warning);
  ended.wait(lock, [this] { return closed || guests.size() < GuestPlaces::kMost; });
  if (closed) return std::nullopt;
  guests.emplace(entered.number, socket);
  return entered.number;
}

void Porch::Shared::leave(GuestPlaces::Number number) {
  places.leave(number);
  guests.erase(number);
  ended.notify_all();
}

Try<SslPtr> Porch::Shared::greet_guest(GuestPlaces::Number number, int socket) {
  if (!tls) return SslPtr();
  const Deadline deadline = soon();
  if (!wait_for(socket, POLLIN, deadline, stop.get())) return std::string("it says nothing");
  {
    const std::lock_guard lock(mutex);
    places.spoke(number);
  }
  auto ssl = tls->shake_hands(socket, true, deadline, stop.get());
  if (ssl) return ssl;
  {
    const std::lock_guard lock(mutex);
    places.refused(number);
  }
  // It is to read why: what it has sent meanwhile would reset the connection before.
  drain(socket, deadline, stop.get());
  return ssl;
}

void Porch::Shared::take_in(GuestPlaces::Number number, Descriptor socket) {
  const std::string name = remote_name(socket.get());
  auto ssl = greet_guest(number, socket.get());
  const std::lock_guard lock(mutex);
  const bool gave_way = !places.has(number);
  leave(number);
  if (ssl && came) came(std::make_shared<Connection>(Connection{std::move(socket), std::move(*ssl)}));
  if (!ssl && !closed && !gave_way && refusals.passes())
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
    const auto number = find_place(socket.get());
    if (!number) break;
    // A function is copied, a socket cannot be.
    auto guest = std::make_shared<Descriptor>(std::move(socket));
    if (!run(self, [this, number = *number, guest] { take_in(number, std::move(*guest)); })) {
      const std::lock_guard lock(mutex);
      leave(*number);
    }
  }
  // At once, not with the last thread: somebody may want the port.
  listening.socket.reset();
}

void Porch::Shared::dial(std::uint64_t number, const std::string& address) {
  auto socket = connect_to(address, soon(), stop.get());
  if (!socket) return tell(number, nullptr, socket.error());
  auto ssl = tls ? tls->shake_hands(socket->get(), false, soon(), stop.get()) : SslPtr();
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
  shared_->ended.notify_all();
  shared_->came = nullptr;
  shared_->awaited.clear();
  const std::uint64_t one = 1;
  if (::write(shared_->stop.get(), &one, sizeof(one)) < 0) log_error("a link's threads are not told to end");
  shared_->ended.wait_for(lock, kPatience, [&] { return shared_->threads == 0; });
}

}  // namespace cardroom::cluster
