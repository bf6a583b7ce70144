#include "actors/codec/json_parse.hpp"

#include <boost/json/parser.hpp>
#include <exception>

namespace cardroom {
namespace {

JsonError parse_error(const boost::json::error_code& ec) {
  if (ec == boost::json::error::too_deep)
    return {"", "must not nest deeper than " + std::to_string(kJsonDepth)};
  return {"", "must be JSON: " + ec.message()};
}

std::optional<JsonError> parse_into(std::optional<boost::json::value>& out, std::string_view text,
                                    boost::json::storage_ptr memory) {
  boost::json::parse_options options;
  options.max_depth = kJsonDepth;
  unsigned char scratch[2048];
  boost::json::parser parser(std::move(memory), options, scratch, sizeof scratch);
  boost::json::error_code ec;
  parser.write(text.data(), text.size(), ec);
  if (ec) return parse_error(ec);
  out.emplace(parser.release());
  return std::nullopt;
}

}  // namespace

std::string to_string(const JsonError& error) {
  return error.path.empty() ? error.message : error.path + ": " + error.message;
}

std::variant<boost::json::value, JsonError> parse_json(std::string_view text) noexcept {
  try {
    std::optional<boost::json::value> value;
    if (auto error = parse_into(value, text, {})) return *std::move(error);
    return *std::move(value);
  } catch (const std::exception&) {
    return JsonError{"", "too large"};
  }
}

std::optional<JsonError> JsonDocument::parse(std::string_view text) noexcept {
  try {
    value_.emplace(nullptr);
    // Not `release`, after which the next block would still be twice the last one: for ever, over all texts.
    resource_.emplace(memory_.data(), memory_.size());
    return parse_into(value_, text, &*resource_);
  } catch (const std::exception&) {
    return JsonError{"", "too large"};
  }
}

}  // namespace cardroom
