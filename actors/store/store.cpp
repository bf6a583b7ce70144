#include "actors/store/store.hpp"

#include <pthread.h>
#include <spdlog/spdlog.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <limits>
#include <type_traits>
#include <utility>

namespace cardroom {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
// A write that passes through memory, disk and replicas, and leaves nothing: it has expired already.
const std::vector<std::string> kProbe{"SET", "cardroom:probe", "1", "PXAT", "1"};
constexpr auto kWake = std::numeric_limits<std::uint64_t>::max();  // else the number of a lane

// Signals belong to the main thread.
void block_signals() {
  sigset_t all;
  sigfillset(&all);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) sigdelset(&all, fault);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

std::vector<Lane> make_lanes(const StoreOptions& options) {
  std::vector<Lane> lanes;
  lanes.reserve(1 + options.journal_connections);
  auto limits = options.limits;
  if (limits.replicas > 0) limits.hang_after += limits.replica_timeout;
  lanes.emplace_back(limits);
  limits.in_flight = limits.waiting = options.journal_in_flight;
  while (lanes.size() <= options.journal_connections) lanes.emplace_back(limits);
  return lanes;
}

template <class... Args>
void tell(const std::function<void(Args...)>& listener, const std::type_identity_t<Args>&... args) {
  if (!listener) return;
  try {
    listener(args...);
  } catch (const std::exception& e) {
    spdlog::error("store: a listener threw: {}", e.what());
  }
}

}  // namespace

Store::Store(StoreOptions options)
    : options_(std::move(options)),
      epoll_{::epoll_create1(EPOLL_CLOEXEC)},
      wake_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)},
      lanes_(make_lanes(options_)),
      watched_(lanes_.size()),
      retry_(options_.first_retry) {
  epoll_event event{EPOLLIN, {.u64 = kWake}};
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wake_.get(), &event);
  thread_ = std::thread([this] { run(); });
}

Store::~Store() { stop(milliseconds(0)); }

bool Store::wait_until_up(milliseconds timeout) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, timeout, [this] { return up_; });
}

void Store::command(std::vector<std::string> args, Callback done, StoreLane lane, std::uint64_t session) {
  post({std::move(args), nullptr, std::move(done)}, lane, session);
}

void Store::eval(const Script& script, const std::vector<std::string>& keys, std::vector<std::string> args,
                 Callback done, StoreLane lane, std::uint64_t session) {
  std::vector<std::string> all{{}, {}, std::to_string(keys.size())};
  all.reserve(3 + keys.size() + args.size());
  all.insert(all.end(), keys.begin(), keys.end());
  std::move(args.begin(), args.end(), std::back_inserter(all));
  post({std::move(all), &script, std::move(done)}, lane, session);
}

std::size_t Store::lane_of(const Command& command, StoreLane lane) const {
  if (lane != StoreLane::JOURNAL) return 0;
  const std::size_t key = command.script ? 3 : 1;
  const auto hash = key < command.args.size() ? std::hash<std::string>()(command.args[key]) : 0;
  return 1 + hash % (lanes_.size() - 1);
}

void Store::post(Command command, StoreLane lane, std::uint64_t session) {
  const auto at = lane_of(command, lane);
  {
    const std::lock_guard lock(mutex_);
    if (!ended_) {
      command.claim = lane == StoreLane::CLAIM;
      posts_.push_back({std::move(command), at, session});
      if (!std::exchange(woken_, true)) wake();
      return;
    }
  }
  finish(command, Failure{StoreError::STOPPED, "the store has stopped"});
}

void Store::wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(wake_.get(), &one, sizeof one);
}

void Store::stop(milliseconds grace) {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_grace_ = grace;
    wake();
  }
  thread_.join();
}

void Store::run() {
  block_signals();
  connect_at_ = Clock::now();
  while (turn()) {
  }
  drain();
}

bool Store::turn() {
  std::array<epoll_event, 16> events;
  const int count = ::epoll_wait(epoll_.get(), events.data(), events.size(), timeout(Clock::now()));
  const auto now = Clock::now();
  std::optional<Failure> loss;
  for (int i = 0; i < count; ++i) {
    const auto& event = events[static_cast<std::size_t>(i)];
    if (event.data.u64 == kWake) {
      std::uint64_t drained = 0;
      [[maybe_unused]] const auto got = ::read(wake_.get(), &drained, sizeof drained);
    } else if (!loss) {
      const bool writable = event.events & (EPOLLOUT | EPOLLERR);
      loss = lanes_[event.data.u64].on_event(event.events & (EPOLLIN | EPOLLHUP | EPOLLERR), writable, now);
    }
  }
  take_posts();
  heed_refusals(now);
  if (is_up_ && probe_at_ && now >= *probe_at_) probe();
  if (!loss) loss = serve(now);
  if (loss) lose(*loss, now);
  if (!connected_ && !stop_at_ && now >= connect_at_) connect(now);
  if (connected_ && !is_up_ &&
      std::all_of(lanes_.begin(), lanes_.end(), [](auto& lane) { return lane.ready(); }))
    come_up(now);
  for (std::size_t i = 0; i < lanes_.size(); ++i) watch(i);
  return !finished(now);
}

int Store::timeout(Time now) const {
  auto next = connected_ ? Time::max() : connect_at_;
  if (connected_)
    for (const auto& lane : lanes_) next = std::min(next, lane.next());
  if (is_up_ && probe_at_) next = std::min(next, *probe_at_);
  if (stop_at_) next = std::min(next, *stop_at_);
  if (next <= now) return 0;
  return static_cast<int>(
      std::min(std::chrono::ceil<milliseconds>(next - now), milliseconds(60'000)).count());
}

void Store::take_posts() {
  std::vector<Post> posts;
  const bool stopping = stop_at_.has_value();
  {
    const std::lock_guard lock(mutex_);
    posts.swap(posts_);
    woken_ = false;
    if (stop_grace_ && !stop_at_) stop_at_ = Clock::now() + *stop_grace_;
  }
  for (auto& [command, lane, session] : posts) {
    if (stopping)
      finish(command, Failure{StoreError::STOPPED, "the store is stopping"});
    else if (!is_up_)
      finish(command, Failure{StoreError::UNAVAILABLE, "not connected to Redis"});
    else if (down_ && !command.claim)
      finish(command, Failure{StoreError::UNAVAILABLE, down_->text});
    else if (session != kAnySession && session != session_)
      finish(command, Failure{StoreError::UNAVAILABLE, "the connection to Redis is another one by now"});
    else
      lanes_[lane].submit(std::move(command));
  }
}

std::optional<Failure> Store::serve(Time now) {
  for (auto& lane : lanes_) {
    if (auto failure = lane.on_time(now)) return failure;
    if (auto failure = lane.pump(now)) return failure;
  }
  return std::nullopt;
}

void Store::connect(Time now) {
  connected_ = true;
  for (auto& lane : lanes_)
    if (auto failure = lane.connect(options_.address, now)) return lose(*failure, now);
}

void Store::lose(const Failure& why, Time now) {
  if (!std::exchange(outage_told_, true))
    spdlog::warn("store: no connection to {}: {}", to_string(options_.address), why.text);
  connected_ = false;
  watched_.assign(lanes_.size(), 0);
  connect_at_ = now + retry_;
  retry_ = std::min(retry_ * 2, options_.last_retry);
  is_up_ = false;
  set_up(false);
  for (auto& lane : lanes_) lane.close(StoreError::UNAVAILABLE);
  if (session_ > 0) turn_down({StoreError::UNAVAILABLE, "no connection to Redis: " + why.text});
}

void Store::come_up(Time now) {
  is_up_ = true;
  ++session_;
  outage_told_ = false;
  retry_ = options_.first_retry;
  spdlog::info("store: connected to {}", to_string(options_.address));
  if (down_)
    probe_at_ = now;
  else
    set_up(true);
}

void Store::set_up(bool up) {
  const std::lock_guard lock(mutex_);
  up_ = up;
  changed_.notify_all();
}

void Store::heed_refusals(Time now) {
  for (auto& lane : lanes_) {
    const auto why = lane.take_refusal();
    if (!why || !is_up_) continue;
    if (!down_) probe_at_ = now + options_.probe_after;
    turn_down(*why);
  }
}

void Store::turn_down(const Failure& why) {
  const bool told = down_ && down_->code == why.code;
  down_ = why;
  if (told) return;
  set_up(false);
  for (auto& lane : lanes_) lane.refuse_waiting({StoreError::UNAVAILABLE, why.text});
  tell(options_.on_down, why);
}

void Store::turn_up() {
  down_.reset();
  probe_at_.reset();
  set_up(true);
  tell(options_.on_up);
}

// Nobody else asks a store that is down for anything.
void Store::probe() {
  probe_at_.reset();
  lanes_.back().submit({kProbe, nullptr, [this](const Result<Reply>& reply) {
                          if (reply) return turn_up();
                          probe_at_ = Clock::now() + options_.probe_after;
                          // What refuses is told by the lane.
                          if (reply.error().code == StoreError::REFUSED) turn_down(reply.error());
                        }});
}

void Store::watch(std::size_t lane) {
  const int fd = lanes_[lane].fd();
  if (fd < 0) {
    watched_[lane] = 0;
    return;
  }
  const std::uint32_t wanted = lanes_[lane].wants_write() ? EPOLLIN | EPOLLOUT : EPOLLIN;
  if (wanted == watched_[lane]) return;
  epoll_event event{wanted, {.u64 = lane}};
  ::epoll_ctl(epoll_.get(), watched_[lane] ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event);
  watched_[lane] = wanted;
}

bool Store::finished(Time now) const {
  if (!stop_at_) return false;
  return now >= *stop_at_ || !is_up_ ||
         std::all_of(lanes_.begin(), lanes_.end(), [](auto& lane) { return lane.idle(); });
}

void Store::drain() {
  for (auto& lane : lanes_) lane.close(StoreError::STOPPED);
  for (;;) {
    std::vector<Post> posts;
    {
      const std::lock_guard lock(mutex_);
      up_ = false;
      ended_ = posts_.empty();
      posts.swap(posts_);
      if (ended_) return;
    }
    for (auto& post : posts) finish(post.command, Failure{StoreError::STOPPED, "the store has stopped"});
  }
}

}  // namespace cardroom
