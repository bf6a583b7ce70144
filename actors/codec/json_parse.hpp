#pragma once
#include <array>
#include <boost/describe.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// JSON text into Boost.JSON documents, with limits.
namespace cardroom {

/// What is wrong with JSON: where ("seats[2].stack", empty for the text as a whole), and what would be right.
struct JsonError {
  std::string path;
  std::string message;
};
BOOST_DESCRIBE_STRUCT(JsonError, (), (path, message))

/// "seats[2].stack: must be a whole number from 0 to 9".
std::string to_string(const JsonError& error);

inline constexpr std::size_t kJsonDepth = 16;  ///< how deep arrays and objects may nest

/// Parses one JSON document. Refuses what is not JSON, not UTF-8, or nested deeper than `kJsonDepth`; of
/// members with the same name the last counts. Never throws.
std::variant<boost::json::value, JsonError> parse_json(std::string_view text) noexcept;

/// The same into memory that is used again from one text to the next: fast for small messages. For one
/// thread.
class JsonDocument {
 public:
  JsonDocument() = default;
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  /// Parses `text`; on success `value` is the document until the next call, else it is null.
  std::optional<JsonError> parse(std::string_view text) noexcept;
  const boost::json::value& value() const { return *value_; }

 private:
  std::array<unsigned char, 8192> memory_;
  std::optional<boost::json::monotonic_resource> resource_;
  std::optional<boost::json::value> value_{std::in_place, nullptr};
};

}  // namespace cardroom
