#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "actors/codec/json.hpp"
#include "tests/codec/json_types.hpp"

// Any bytes as JSON of a struct with a member of every kind: what is read can be written and read again, the
// same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cardroom;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  json_test::All first;
  for (const Unknown unknown : {Unknown::REFUSE, Unknown::IGNORE}) {
    first = {};
    if (const auto error = read_json_text(text, first, unknown)) {
      if (error->message.empty()) std::abort();
      continue;
    }
    json_test::All second, third;
    if (read_json_text(to_json(first), second, Unknown::REFUSE) || !same(first, second)) std::abort();
    const std::string stored = to_json<Keys::CAMEL, Defaults::OMIT>(first);
    if (read_json_text(stored, third, Unknown::REFUSE) || !same(first, third)) std::abort();
  }
  return 0;
}
