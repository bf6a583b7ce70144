#pragma once
#include <boost/json/object.hpp>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "actors/codec/json_read.hpp"
#include "engine/errors.hpp"

/// Requests and their refusals.
namespace cardroom::engine_io {

struct Failure {
  std::string code;
  std::string message;
};
BOOST_DESCRIBE_STRUCT(Failure, (), (code, message))

/// Nothing: the request was carried out.
using Refusal = std::optional<Failure>;

inline Failure refusal(Error error) { return {std::string(to_string(error)), std::string(sentence(error))}; }
inline Failure refusal(Error error, std::string message) {
  return {std::string(to_string(error)), std::move(message)};
}

/// BAD_REQUEST when one of `names` is missing or null.
Refusal require(const boost::json::object& fields, std::initializer_list<std::string_view> names);

/// Reads the members of `out` that the request has; BAD_REQUEST when one is mistyped.
template <Keys K = Keys::CAMEL, class T>
Refusal read(const boost::json::value& fields, T& out) {
  if (const auto error = read_json<K>(fields, out)) return refusal(Error::BAD_REQUEST, to_string(*error));
  return std::nullopt;
}

}  // namespace cardroom::engine_io
