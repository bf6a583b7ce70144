#include "actors/restore.hpp"

#include <algorithm>

#include "actors/entry.hpp"
#include "actors/record.hpp"
#include "engine/audit.hpp"
#include "engine/game.hpp"
#include "engine/replay.hpp"

namespace cardroom {
namespace {

constexpr std::string_view kNotInOrder =
    " (an older cardroom wrote this and was not stopped in order: start that one again, stop it, then come "
    "back)";

std::string at_version(Version version, std::string_view what) {
  return "version " + std::to_string(version.v) + ": " + std::string(what);
}

std::string check_end(Version version, const OpenedJournal& journal) {
  if (version == journal.top) return {};
  return "its journal ends at version " + std::to_string(version.v) + ", not at " +
         std::to_string(journal.top.v);
}

/// The likeliest reason why a hand cannot be taken again.
std::string dealt_by(std::uint32_t engine) {
  if (engine == 0 || engine == kEngineRevision) return {};
  return " (the hand was dealt by engine revision " + std::to_string(engine) + ", this one is " +
         std::to_string(kEngineRevision) + ")";
}

void fill_names(const PlayerNames& names, RestoredTable& table) {
  for (int i = 0; i < table.state.seat_count; ++i)
    if (const auto name = names.find(table.state.seats[i].user); name != names.end())
      table.names[i] = name->second;
}

/// Takes one step again; empty, or why not.
std::string take(const Settings& settings, const PlayerNames& names, const Entry& entry, const Sealer& sealer,
                 RestoredTable& table, TableOutput& out) {
  std::string problem;
  const auto line = read_entry(entry.text, sealer, problem);
  if (!line) return problem;
  TableState next = table.state;
  out.clear();
  const Divergence divergence = table::retake(settings, next, line->step, out);
  if (line->engine != 0) table.engine = line->engine;
  if (divergence != Divergence::NONE) return std::string(to_string(divergence)) + dealt_by(table.engine);
  table.state = next;
  table.last = line->step.input.now;
  if (const auto* seat = std::get_if<SeatPlayer>(&line->step.command)) {
    if (!line->name.empty()) table.names[static_cast<std::size_t>(seat->seat.v)] = line->name;
    fill_names(names, table);
  }
  table.hand.add(settings, next, table.names, out.events, table.last, table.finished);
  return {};
}

std::string take(std::string_view text, GameRecord& record) {
  std::string problem;
  const auto line = read_entry(text, problem);
  if (!line) return problem;
  GameOutput out;
  const Divergence divergence = game::retake(record.state, line->step, out);
  if (divergence != Divergence::NONE) return std::string(to_string(divergence));
  if (const auto* c = std::get_if<RegisterForGame>(&line->step.command)) record.names[c->user] = line->name;
  note(record.commands, line->step.command, line->step.caller, line->step.input, out);
  return {};
}

template <class F>
void for_each_line(std::string_view text, F f) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    f(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

RestoredTable table_from(const Settings& settings, const PlayerNames& names, const StoredText& snapshot,
                         const OpenedJournal& journal, const Sealer& sealer) {
  RestoredTable table;
  const auto state = read_table(snapshot, table.problem, &table.names);
  if (!state) return table;
  table.state = *state;
  table.stored = state->version;
  fill_names(names, table);
  TableOutput out;
  for (const Entry& entry : journal.entries) {
    if (entry.version <= table.stored) continue;
    const std::string problem = take(settings, names, entry, sealer, table, out);
    if (problem.empty()) continue;
    table.problem = at_version(entry.version, problem);
    return table;
  }
  table.problem = check_end(table.state.version, journal);
  return table;
}

RestoredGame game_from(const StoredText& snapshot, const OpenedJournal& journal) {
  RestoredGame game;
  auto record = read_game(snapshot, game.problem);
  if (!record) return game;
  game.record = std::move(*record);
  game.stored = game.record.state.version;
  game.uncounted = format_of(snapshot) < kFirstWithBank;
  game::index(game.record.state);
  for (const Entry& entry : journal.entries) {
    if (entry.version <= game.stored) continue;
    for_each_line(entry.text, [&](std::string_view line) {
      if (game.problem.empty()) game.problem = take(line, game.record);
    });
    if (game.problem.empty()) continue;
    game.problem = at_version(entry.version, game.problem);
    if (game.uncounted) game.problem += kNotInOrder;
    return game;
  }
  game.problem = check_end(game.record.state.version, journal);
  return game;
}

/// From the snapshot, else from the one before; the first failure is told, of whichever got further.
template <class Restored, class From>
Restored from_either(const OpenedJournal& journal, From from) {
  Restored restored;
  if (journal.snapshot)
    restored = from(*journal.snapshot);
  else
    restored.problem = "its snapshot is missing";
  if (restored.problem.empty() || !journal.previous) return restored;
  Restored earlier = from(*journal.previous);
  if (earlier.problem.empty() || restored.stored == Version{}) std::swap(restored, earlier);
  return restored;
}

}  // namespace

RestoredTable restore_table(const Settings& settings, const PlayerNames& names, const OpenedJournal& journal,
                            const Sealer& sealer) {
  if (!journal.problem.empty()) {
    RestoredTable table;
    table.problem = journal.problem;
    return table;
  }
  auto table = from_either<RestoredTable>(
      journal, [&](const StoredText& text) { return table_from(settings, names, text, journal, sealer); });
  if (table.problem.empty()) return table;
  table.problem = "table " + journal.id + ": " + table.problem;
  return table;
}

RestoredGame restore_game(const OpenedJournal& journal) {
  RestoredGame game;
  if (journal.problem.empty())
    game =
        from_either<RestoredGame>(journal, [&](const StoredText& text) { return game_from(text, journal); });
  else
    game.problem = journal.problem;
  game.epoch = journal.epoch;
  if (!game.problem.empty()) game.problem = "game " + journal.id + ": " + game.problem;
  return game;
}

std::string count_tables(GameState& game, const std::vector<OpenedJournal>& tables, const Sealer& sealer) {
  TableEntry* rest = nullptr;
  Chips found = game::chips_in_transit(game) + game::chips_leaving(game);
  for (const OpenedJournal& journal : tables) {
    TableEntry& entry = game.tables.at(TableId(journal.id));
    entry.chips = {};
    if (journal.missing && game::unheard(entry)) continue;
    const RestoredTable table = restore_table(game.settings, {}, journal, sealer);
    const auto given = table.problem.empty() ? audit::given(entry, table.state) : std::nullopt;
    if (given)
      found += entry.chips = *given;
    else
      rest = &entry;
  }
  const Chips all = game.inside + game::chips_coming(game);
  if (rest && found <= all) rest->chips = all - found;
  if (audit::game_fits(game)) return {};
  return std::to_string(found.v) + " chips are at its tables and on their way, and not " +
         std::to_string(all.v);
}

}  // namespace cardroom
