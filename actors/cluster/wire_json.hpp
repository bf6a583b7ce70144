#pragma once
#include <string_view>

#include "actors/cluster/wire.hpp"
#include "actors/codec/json.hpp"

namespace cardroom::cluster {

template <class T>
WireFrame to_wire(const T& body) {
  return {T::kKind, to_json(body)};
}

/// False when it cannot be read: then `out` is partly read.
template <class T>
bool from_wire(std::string_view bytes, T& out) {
  return !read_json_text(bytes, out);
}

}  // namespace cardroom::cluster
