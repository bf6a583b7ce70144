#include "daemon/cardroomd/store_audit.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "actors/record.hpp"
#include "actors/redis_storage.hpp"
#include "actors/restore.hpp"
#include "actors/store/bank_reader.hpp"
#include "actors/store/silence.hpp"
#include "daemon/cardroomd/table_audit.hpp"
#include "engine/audit.hpp"
#include "engine/game.hpp"

namespace cardroom::daemon {
namespace {

using audit::Fit;
constexpr int kMostReads = 20;
constexpr std::chrono::milliseconds kPause{50};      ///< for what is on its way to arrive
constexpr std::chrono::milliseconds kSettled{2000};  ///< a reservation is drawn long before

class Audit {
 public:
  Audit(RedisClient& client, const RedisAddress& address, const Sealer& sealer)
      : client_(client), tables_(address, sealer) {}

  AuditReport run() {
    const auto games = list_games(client_);
    if (!games) {
      failed(games.error());
      return std::move(report_);
    }
    for (const std::string& id : *games) {
      game(id);
      // Each further question would be waited for as well.
      if (!report_.unavailable.empty()) return std::move(report_);
    }
    bank();
    return std::move(report_);
  }

 private:
  void failed(const Failure& failure) {
    (could_not_ask(failure) ? report_.unavailable : report_.problems.emplace_back()) = failure.text;
  }
  void problem(const std::string& text) { report_.problems.push_back(text); }

  void game(const std::string& id) {
    std::optional<std::vector<TableId>> left;  ///< tables that could not be compared yet; none = all
    std::string why;
    for (int i = 0; i < kMostReads; ++i) {
      const OpenedJournal journal = read_opened(client_, JournalName::game(id), id);
      if (journal.missing) return;
      if (journal.unknown) {
        report_.unavailable = journal.problem;
        return;
      }
      const RestoredGame game = restore_game(journal);
      if (!game.problem.empty()) return problem(game.problem);
      if (i == 0) check_other_snapshot(journal, game.stored);
      why.clear();
      std::vector<TableId> again = tables_.check(game.record, left, report_.problems, report_.unavailable);
      if (!report_.unavailable.empty()) return;
      if (!again.empty()) why = "table " + again.front().str();
      left = std::move(again);
      const bool bank = bank_fits(game.record.state);
      if (!bank) why = "the bank";
      if (why.empty()) return add(game.record.state);
      std::this_thread::sleep_for(kPause);
    }
    problem("game " + id + ": " + why + " changes too fast to be compared with it; try again");
  }

  /// Both are read, though one would do to come back.
  void check_other_snapshot(const OpenedJournal& journal, Version stored) {
    for (const auto& text : {journal.snapshot, journal.previous}) {
      std::string bad;
      if (text && text->version != stored && !read_game(*text, bad)) problem(bad);
    }
  }

  /// False: it has moved on.
  bool bank_fits(const GameState& game) {
    const auto record = read_desk(client_, game.settings.game_id);
    if (!record) return failed(record.error()), true;
    const Fit fit = audit::bank_fits(game, record->desk, record->answers);
    if (fit == Fit::DIFFERS)
      problem("game " + game.settings.game_id.str() + ": the bank has " +
              std::to_string(record->desk.inside.v) + " chips inside it, the game " +
              std::to_string(game.inside.v));
    return fit != Fit::MOVED_ON;
  }

  void add(const GameState& game) {
    GameTotals totals{game.settings.game_id,     game.inside,       {}, game::chips_in_transit(game),
                      game::chips_leaving(game), game.tables.size()};
    for (const auto& [id, table] : game.tables) totals.at_tables += table.chips;
    if (!audit::game_fits(game))
      problem("game " + game.settings.game_id.str() + ": " + std::to_string(totals.at_tables.v) +
              " chips at tables, " + std::to_string(totals.between.v) + " between them and " +
              std::to_string(totals.to_bank.v) + " on the way to the bank are not the " +
              std::to_string(totals.inside.v) + " inside");
    for (const Movement& unpaid : game.unpaid)
      problem("game " + game.settings.game_id.str() + ": the bank refused to pay " +
              std::to_string(unpaid.amount.v) + " chips to " + unpaid.user.str() +
              "; it is asked again at the game's next start");
    for (const auto& [seq, entries] : game.outbox)
      for (const BankEntry& entry : entries) awaited_.push_back(entry.movement.reservation);
    report_.games.push_back(totals);
  }

  void bank() {
    const auto contents = read_bank(client_);
    if (!contents) return failed(contents.error());
    if (const std::string bad = contents->check(); !bad.empty()) problem("the bank: " + bad);
    for (const auto& [name, chips] : contents->accounts) add_account(name, chips);
    const auto entry = client_.command({"XLEN", "{bank}:ledger"});
    if (!entry) return failed(entry.error());
    if (entry->integer() == 0 && !contents->accounts.empty()) problem("the bank: its ledger is gone");
    for (const auto& [id, reservation] : contents->reservations)
      if (std::find(awaited_.begin(), awaited_.end(), id) == awaited_.end()) report_.orphans.push_back(id);
  }

  void add_account(const std::string& name, Chips chips) {
    if (name.starts_with("player:")) {
      report_.bank.balances += chips;
    } else if (name.starts_with("reserved:")) {
      report_.bank.reserved += chips;
    } else if (name.starts_with("game:")) {
      report_.bank.inside_games += chips;
      const std::string game = name.substr(5);
      const bool there = std::any_of(report_.games.begin(), report_.games.end(),
                                     [&](const GameTotals& totals) { return totals.game_id.view() == game; });
      // One that was damaged or could not be compared has been named.
      if (!there && report_.problems.empty())
        problem("the bank has " + std::to_string(chips.v) + " chips inside game " + game +
                ", which the store does not have");
    } else if (name == "rake") {
      report_.bank.rake = chips;
    } else if (name == "house") {
      report_.bank.issued = Chips{} - chips;
    } else {
      problem("the bank: account " + name + " with " + std::to_string(chips.v) +
              " chips is none that it keeps");
    }
  }

  RedisClient& client_;
  TableAudit tables_;
  AuditReport report_;
  std::vector<std::string> awaited_;  ///< reservations
};

}  // namespace

AuditReport audit_store(const RedisAddress& address, const Sealer& sealer) {
  auto client = RedisClient::connect(address, kReadPatience);
  if (client) return Audit(*client, address, sealer).run();
  AuditReport report;
  report.unavailable = client.error().text;
  return report;
}

AuditReport repair_store(const RedisAddress& address, const Sealer& sealer) {
  AuditReport report = audit_store(address, sealer);
  if (!report.unavailable.empty() || report.orphans.empty()) return report;
  const std::vector<std::string> before = std::move(report.orphans);
  std::this_thread::sleep_for(kSettled);
  report = audit_store(address, sealer);
  if (!report.unavailable.empty()) return report;
  auto client = RedisClient::connect(address, kReadPatience);
  std::vector<std::string> repaired;
  for (const std::string& id : report.orphans) {
    if (std::find(before.begin(), before.end(), id) == before.end()) continue;
    const auto released = client ? release_reservation(*client, id) : Result<BankResult>(client.error());
    if (!released && could_not_ask(released.error())) {
      report.unavailable = released.error().text;
      return report;
    }
    repaired.push_back("reservation " + id + ": " +
                       (released ? std::string(to_string(*released)) : released.error().text));
  }
  report = audit_store(address, sealer);
  report.repaired = std::move(repaired);
  return report;
}

}  // namespace cardroom::daemon
