#include "actors/store/bank_reader.hpp"

#include <charconv>

#include "actors/store/bank_replies.hpp"
#include "actors/store/bank_scripts.hpp"

namespace cardroom {

Result<BankContents> read_bank(RedisClient& client) {
  return read_bank(
      client.eval(scripts::kReadBank, {"{bank}:accounts", "{bank}:desks", "{bank}:reservations"}, {}));
}

Result<DeskRecord> read_desk(RedisClient& client, const GameId& game) {
  return read_desk(client.eval(scripts::kReadDesk, {"{bank}:accounts", "{bank}:desks"}, {game.str()}));
}

namespace {

constexpr const char* kLedgerPage = "1000";

/// Of an id "<milliseconds>-<number>".
std::int64_t milliseconds_of(std::string_view id) {
  std::int64_t ms = 0;
  std::from_chars(id.data(), id.data() + id.size(), ms);
  return ms;
}

std::optional<Booking> booking_of(const Reply& entry) {
  const Reply fields = entry[1];
  if (fields.size() != 8 || fields[0].text() != "k" || fields[2].text() != "i") return std::nullopt;
  Booking booking;
  booking.at = milliseconds_of(entry[0].text());
  booking.kind = fields[1].text();
  booking.id = fields[3].text();
  booking.from = fields[4].text();
  booking.to = fields[6].text();
  booking.amount = {fields[7].integer()};
  return booking;
}

}  // namespace

Result<std::vector<Booking>> read_ledger(RedisClient& client, const std::string& account, std::size_t most) {
  std::vector<Booking> found;
  std::string end = "+";
  for (;;) {
    const auto page = client.command({"XREVRANGE", "{bank}:ledger", end, "-", "COUNT", kLedgerPage});
    if (!page) return page.error();
    if (page->size() == 0) return found;
    for (std::size_t i = 0; i < page->size(); ++i) {
      const Reply entry = (*page)[i];
      end = "(" + std::string(entry[0].text());
      auto booking = booking_of(entry);
      if (!booking)
        return Failure{StoreError::CORRUPT, "entry " + end.substr(1) + " of the ledger is misshapen"};
      if (!account.empty() && booking->from != account && booking->to != account) continue;
      found.push_back(std::move(*booking));
      if (found.size() == most) return found;
    }
  }
}

Result<BankResult> release_reservation(RedisClient& client, const std::string& id) {
  const BankOptions options;
  return read_bank_result(client.eval(
      scripts::kRelease, {"{bank}:accounts", "{bank}:ledger", "{bank}:reservations", "{bank}:settled:" + id},
      {std::to_string(options.trim_ledger), std::to_string(options.remember.count()), id}));
}

}  // namespace cardroom
