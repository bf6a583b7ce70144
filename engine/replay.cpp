#include "engine/replay.hpp"

#include <algorithm>

#include "engine/describe.hpp"
#include "engine/digest.hpp"

namespace cardroom::table {

std::string_view to_string(Divergence divergence) { return enum_name(divergence); }

bool deals(const TableOutput& out) {
  return std::any_of(out.events.begin(), out.events.end(),
                     [](const TableEvent& e) { return std::holds_alternative<HandStarted>(e); });
}

Divergence retake(const Settings& settings, TableState& t, const Record& record, TableOutput& out) {
  if (record.version != t.version.next()) return Divergence::GAP;
  if (verify(settings, t, record.command, record.input) != Error::NONE) return Divergence::REFUSED;
  apply(settings, t, record.command, record.input, out);
  return digest(t) == record.digest ? Divergence::NONE : Divergence::DIFFERS;
}

}  // namespace cardroom::table
