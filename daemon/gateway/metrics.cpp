#include "daemon/gateway/metrics.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <string_view>

namespace cardroom::gateway {

// Below 2^kFineBits each microsecond has its bucket; above, each power of two has 2^kFineBits.
std::size_t Histogram::bucket(std::uint64_t us) noexcept {
  us = std::min<std::uint64_t>(us, std::numeric_limits<std::uint32_t>::max());
  if (us < (1u << kFineBits)) return us;
  const unsigned shift = static_cast<unsigned>(std::bit_width(us)) - 1 - kFineBits;
  return (static_cast<std::size_t>(shift + 1) << kFineBits) + ((us >> shift) & ((1u << kFineBits) - 1));
}

std::uint64_t Histogram::upper(std::size_t bucket) noexcept {
  if (bucket < (1u << kFineBits)) return bucket;
  const std::size_t shift = (bucket >> kFineBits) - 1;
  const std::uint64_t fine = (bucket & ((1u << kFineBits) - 1)) + (1u << kFineBits);
  return ((fine + 1) << shift) - 1;
}

void Histogram::record(std::chrono::nanoseconds time) noexcept {
  const auto us = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0)) / 1000;
  buckets_[bucket(us)].fetch_add(1, std::memory_order_relaxed);
  sum_us_.fetch_add(us, std::memory_order_relaxed);
  std::uint64_t most = max_us_.load(std::memory_order_relaxed);
  while (us > most && !max_us_.compare_exchange_weak(most, us, std::memory_order_relaxed)) {
  }
}

std::uint64_t Histogram::count() const noexcept { return at_most(std::numeric_limits<std::uint64_t>::max()); }

std::uint64_t Histogram::at_most(std::uint64_t us) const noexcept {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < kBuckets && upper(i) <= us; ++i)
    total += buckets_[i].load(std::memory_order_relaxed);
  return total;
}

Histogram::Counts Histogram::counts() const noexcept {
  Counts all{};
  for (std::size_t i = 0; i < kBuckets; ++i) all[i] = buckets_[i].load(std::memory_order_relaxed);
  return all;
}

std::uint64_t Histogram::quantile_us(const Counts& counts, unsigned per_mille) noexcept {
  const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  const std::uint64_t wanted = (all * per_mille + 999) / 1000;
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < kBuckets && all > 0; ++i) {
    seen += counts[i];
    if (seen >= wanted) return upper(i);
  }
  return 0;
}

std::uint64_t Histogram::quantile_us(unsigned per_mille) const noexcept {
  return std::min(quantile_us(counts(), per_mille), max_us());
}

namespace {

void add(std::string& page, std::string_view name, std::string_view kind, std::string_view help,
         std::uint64_t value) {
  for (const std::string_view part : {std::string_view("# HELP cardroom_"), name, std::string_view(" "), help,
                                      std::string_view("\n# TYPE cardroom_"), name, std::string_view(" "),
                                      kind, std::string_view("\ncardroom_"), name, std::string_view(" ")})
    page += part;
  page += std::to_string(value);
  page += '\n';
}

/// Microseconds as seconds, without floating point.
std::string in_seconds(std::uint64_t us) {
  std::string fraction = std::to_string(1'000'000 + us % 1'000'000).substr(1);
  return std::to_string(us / 1'000'000) + "." + fraction;
}

void add_histogram(std::string& page, const std::string& name, std::string_view help,
                   const Histogram& times) {
  page.append("# HELP ").append(name).append(" ").append(help);
  page.append("\n# TYPE ").append(name).append(" histogram\n");
  for (const std::uint64_t us :
       {100, 250, 500, 1'000, 2'500, 5'000, 10'000, 25'000, 50'000, 100'000, 250'000, 1'000'000})
    page += name + "_bucket{le=\"" + in_seconds(us) + "\"} " + std::to_string(times.at_most(us)) + "\n";
  const std::string all = std::to_string(times.count());
  page += name + "_bucket{le=\"+Inf\"} " + all + "\n";
  page += name + "_sum " + in_seconds(times.sum_us()) + "\n";
  page += name + "_count " + all + "\n";
}

}  // namespace

std::string metrics_text(const Metrics& m) {
  std::string page;
  const std::uint64_t closed = m.connections_closed, opened = m.connections_opened;
  add(page, "connections", "gauge", "WebSocket connections open now.", opened - std::min(opened, closed));
  add(page, "connections_opened_total", "counter", "WebSocket connections ever opened.", opened);
  add(page, "logins_total", "counter", "Log-ins that succeeded.", m.logins);
  add(page, "logins_refused_total", "counter", "Log-ins that were refused.", m.logins_refused);
  add(page, "admins_refused_total", "counter", "Wrong tokens of administrators.", m.admins_refused);
  add(page, "messages_received_total", "counter", "Messages of clients.", m.messages_received);
  add(page, "messages_refused_total", "counter", "Messages refused by the gateway.", m.messages_refused);
  add(page, "actions_total", "counter", "ACT commands passed on.", m.actions);
  add(page, "frames_sent_total", "counter", "Table frames queued to clients.", m.frames_sent);
  add(page, "messages_sent_total", "counter", "Other messages queued to clients.", m.messages_sent);
  add(page, "left_out_total", "counter", "Frames and messages not queued to lagging clients.", m.left_out);
  add(page, "overflows_total", "counter", "Send queues that overflowed.", m.overflows);
  add(page, "floods_total", "counter", "Connections that sent more than allowed.", m.floods);
  add_histogram(page, "cardroom_inside_seconds",
                "An action received until the event that acknowledges it is queued.", m.inside);
  add(page, "inside_p50_us", "gauge", "Median of cardroom_inside_seconds since the start, microseconds.",
      m.inside.quantile_us(500));
  add(page, "inside_p99_us", "gauge", "99th percentile of cardroom_inside_seconds, microseconds.",
      m.inside.quantile_us(990));
  add(page, "inside_max_us", "gauge", "Largest of cardroom_inside_seconds, microseconds.", m.inside.max_us());
  return page;
}

}  // namespace cardroom::gateway
