#include "actors/store/claim.hpp"

#include <unistd.h>

#include <array>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "actors/store/claim_scripts.hpp"
#include "actors/store/opener.hpp"
#include "engine/describe.hpp"

namespace cardroom {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
constexpr milliseconds kPoll{100};
const std::vector<std::string> kKeys(scripts::kNodeKeys.begin(), scripts::kNodeKeys.end());

std::vector<std::string> arguments(const Claimant& self, const std::string& seen, const std::string& term,
                                   milliseconds expiry, const std::string& silent = {}) {
  std::vector<std::string> out{self.token, seen, term, std::to_string(expiry.count()), silent};
  for_each_member<Claimant>([&](auto member) {
    out.emplace_back(member.name);
    out.push_back(self.*member.pointer);
  });
  return out;
}

/// Who has the store by an answer that is not MINE.
std::string owner_in(const Reply& answer) {
  if (answer[0].text() != "CLUSTER") return to_string(claimant_in(answer[2]));
  const std::string names(answer[2].text());
  return "a cluster (node" + std::string(names.find(',') == std::string::npos ? " " : "s ") + names + ")";
}

Failure in_use(const std::string& who) {
  return {StoreError::IN_USE,
          "the store is in use by " + who + ": stop it first, or give this one another store.url"};
}

std::string file_text(const std::string& path) {
  std::ifstream file(path);
  std::string text;
  std::getline(file, text);
  return text;
}

/// State and start of a process as the kernel tells them; empty when there is none.
struct Running {
  std::string state, started;
};
Running running(const std::string& pid) {
  const std::string text = file_text("/proc/" + pid + "/stat");
  // The program's name, in brackets, may hold anything.
  const auto end = text.rfind(')');
  if (end == std::string::npos) return {};
  std::istringstream fields(text.substr(end + 1));
  Running out;
  fields >> out.state;
  for (int i = 4; i <= 22; ++i) fields >> out.started;
  return out;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::array<char, 32> text{};
  ::gmtime_r(&now, &parts);
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

}  // namespace

Claimant this_claimant() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host = {"unknown"};
  std::error_code ignored;
  const auto pids = std::filesystem::read_symlink("/proc/self/ns/pid", ignored).string();
  const auto pid = std::to_string(::getpid());
  return {fresh_token(), host.data(),          file_text("/proc/sys/kernel/random/boot_id") + " " + pids,
          pid,           running(pid).started, utc_now()};
}

std::string to_string(const Claimant& claimant) {
  if (claimant.token.empty()) return "another daemon";
  return "cardroomd on " + claimant.host + " (pid " + claimant.pid + "), since " + claimant.since;
}

Claimant claimant_in(const Reply& fields) {
  Claimant out;
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2)
    for_each_member<Claimant>([&](auto member) {
      if (fields[i].text() == member.name) out.*member.pointer = fields[i + 1].text();
    });
  return out;
}

bool has_ended(const Claimant& claimant, const Claimant& self) {
  if (claimant.place != self.place || claimant.started.empty()) return false;
  const Running now = running(claimant.pid);
  return now.started != claimant.started || now.state == "Z" || now.state == "X";
}

Result<Claim> take_claim(RedisClient& client, const Claimant& self, ClaimTimes times,
                         const std::function<void(std::string)>& progress) {
  const auto begin = Clock::now();
  std::optional<Claimant> first;
  std::optional<std::string> beats;
  auto since = begin;  // when these beats were seen first
  std::int64_t left = 0;
  bool told = false;
  const auto wait = [&](const std::string& who, const std::string& what, std::int64_t rest) {
    // Whoever lives renews it by then.
    if (told || Clock::now() - begin <= times.renewal + times.renewal / 2) return;
    told = true;
    progress(who + " has the store and is silent: waiting " + std::to_string((rest + 999) / 1000) +
             " s for " + what);
  };
  for (std::string seen, silent;; std::this_thread::sleep_for(seen.empty() ? kPoll : milliseconds(0))) {
    const auto reply = client.eval(scripts::kClaim, kKeys, arguments(self, seen, "", times.expiry, silent));
    if (!reply) return reply.error();
    const auto word = (*reply)[0].text();
    if (word == "MINE") return Claim{self, static_cast<std::uint64_t>((*reply)[1].integer())};
    const std::string who = owner_in(*reply);
    if (word == "CLUSTER") {
      const std::string now((*reply)[1].text());
      if (beats && *beats != now) return in_use(who);
      if (!std::exchange(beats, now)) since = Clock::now();
      const auto rest = since + times.expiry - Clock::now();
      if (rest.count() <= 0) silent = now;
      seen.clear();
      wait(who, "its nodes to count as dead", std::chrono::ceil<milliseconds>(rest).count());
      continue;
    }
    const Claimant holder = claimant_in((*reply)[2]);
    const std::int64_t rest = (*reply)[1].integer();
    seen = has_ended(holder, self) ? holder.token : std::string();
    if (!seen.empty()) continue;
    if (first && (holder != *first || rest > left)) return in_use(who);
    first = holder;
    left = rest;
    wait(who, "its claim to expire", rest);
  }
}

ClaimKeeper::ClaimKeeper(Store& store, Claim claim, ClaimTimes times, std::function<void(std::string)> taken)
    : store_(store),
      claim_(std::move(claim)),
      times_(times),
      taken_(std::make_shared<std::function<void(std::string)>>(std::move(taken))),
      thread_([this] { run(); }) {}

ClaimKeeper::~ClaimKeeper() { end(); }

void ClaimKeeper::run() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    due_ = false;
    store_.eval(
        scripts::kClaim, kKeys, arguments(claim_.holder, "", std::to_string(claim_.term), times_.expiry),
        [taken = taken_](const Result<Reply>& reply) {
          // Without an answer nothing is known; the next renewal tells.
          if (!reply || (*reply)[0].text() == "MINE" || !*taken) return;
          std::exchange(*taken, nullptr)("the store was taken over by " + owner_in(*reply));
        },
        StoreLane::CLAIM);
    changed_.wait_for(lock, times_.renewal, [&] { return due_ || over_; });
  }
}

void ClaimKeeper::renew() {
  const std::lock_guard lock(mutex_);
  due_ = true;
  changed_.notify_all();
}

void ClaimKeeper::end() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void ClaimKeeper::release() {
  end();
  store_.eval(scripts::kReleaseClaim, kKeys, {claim_.holder.token}, {}, StoreLane::CLAIM);
}

}  // namespace cardroom
