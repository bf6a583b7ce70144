#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "actors/cluster/link_records.hpp"

// Any bytes as what a node says on a connection: no piece of it is lost or read twice, however it is cut, and
// what was read is written and read again the same.
namespace {

using namespace cardroom::cluster;

struct Read {
  std::vector<char> again;  ///< the records, written
  std::string problem;
};

Read read(std::string_view bytes, std::size_t piece) {
  Read result;
  RecordReader reader;
  append_preamble(result.again);
  while (!bytes.empty()) {
    std::string_view part = bytes.substr(0, piece);
    bytes.remove_prefix(part.size());
    while (const auto record = reader.next(part))
      std::visit([&](const auto& r) { append(result.again, r); }, *record);
    if (!part.empty() && reader.problem().empty()) std::abort();
  }
  result.problem = reader.problem();
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  const Read whole = read(bytes, bytes.size()), pieces = read(bytes, 3);
  if (whole.again != pieces.again || whole.problem != pieces.problem) std::abort();
  const Read again = read({whole.again.data(), whole.again.size()}, 1'000);
  if (again.again != whole.again || !again.problem.empty()) std::abort();
  return 0;
}
