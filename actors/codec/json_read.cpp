#include "actors/codec/json_read.hpp"

#include <boost/json/serialize.hpp>
#include <charconv>

namespace cardroom::detail {

bool ReaderBase::fail(std::string message) {
  error_.message = std::move(message);
  return false;
}
bool ReaderBase::inside(std::string_view key) {
  if (!error_.path.empty() && error_.path[0] != '[') error_.path.insert(0, 1, '.');
  error_.path.insert(0, key);
  return false;
}
bool ReaderBase::inside(std::size_t index) {
  std::string place = "[";
  place.append(std::to_string(index)).append("]");
  return inside(std::string_view(place));
}

bool ReaderBase::whole_number(const Value& v, std::int64_t low, std::uint64_t high, std::uint64_t& out) {
  if (const auto* i = v.if_int64(); i && *i >= low && (*i < 0 || static_cast<std::uint64_t>(*i) <= high)) {
    out = static_cast<std::uint64_t>(*i);
    return true;
  }
  if (const auto* u = v.if_uint64(); u && *u <= high) {
    out = *u;
    return true;
  }
  if (low == INT64_MIN || (low == 0 && high > INT64_MAX)) return fail("must be a whole number");
  return fail("must be a whole number from " + std::to_string(low) + " to " + std::to_string(high));
}

bool ReaderBase::text(const Value& v, std::string_view& out) {
  if (!v.is_string()) return fail("must be a string");
  out = v.get_string();
  return true;
}

bool ReaderBase::name(const Value& v, std::string_view& out) {
  // An empty name is the unset one.
  if (v.is_string()) out = v.get_string();
  return (v.is_string() && (out.empty() || UserId::fits(out))) ||
         fail("must be a string of at most 32 bytes without control characters");
}

const boost::json::array* ReaderBase::list(const Value& v, std::size_t most) {
  const auto* array = v.if_array();
  if (array && array->size() <= most) return array;
  fail(array ? "must have at most " + std::to_string(most) + " elements" : "must be an array");
  return nullptr;
}

const boost::json::object* ReaderBase::object(const Value& v) {
  if (!v.is_object()) fail("must be an object");
  return v.if_object();
}

bool ReaderBase::refuse_unknown(const boost::json::object& o, bool (*known)(std::string_view), bool typed) {
  for (const auto& member : o)
    if (!known(member.key()) && !(typed && member.key() == "type"))
      return fail("is not known here"), inside(std::string_view(member.key()));
  return true;
}

bool ReaderBase::get(const Value& v, bool& out) {
  if (!v.is_bool()) return fail("must be true or false");
  out = v.get_bool();
  return true;
}

bool ReaderBase::get(const Value& v, SeatIndex& out) {
  if (v.is_null()) return out = kNoSeat, true;
  std::uint64_t seat = 0;
  if (!whole_number(v, 0, kMaxSeats - 1, seat)) return false;
  out.v = static_cast<std::int8_t>(seat);
  return true;
}

bool ReaderBase::get(const Value& v, SeatMask& out) {
  const auto* seats = list(v, kMaxSeats);
  if (!seats) return false;
  out = {};
  for (std::size_t i = 0; i < seats->size(); ++i) {
    std::uint64_t seat = 0;
    if (!whole_number((*seats)[i], 0, kMaxSeats - 1, seat)) return inside(i);
    out.add(static_cast<int>(seat));
  }
  return true;
}

bool ReaderBase::get(const Value& v, Card& out) {
  std::string_view s;
  if (v.is_string()) s = v.get_string();
  if (s == "??") return out = {}, true;
  const auto card = parse_card(s);
  if (!card) return fail("must be a card such as \"As\" or \"Td\", or \"??\"");
  out = *card;
  return true;
}

bool ReaderBase::get(const Value& v, Seed& out) {
  std::string_view s;
  if (v.is_string()) s = v.get_string();
  bool fine = s.size() == 2 * out.bytes.size();
  for (std::size_t i = 0; fine && i < out.bytes.size(); ++i) {
    const char* at = s.data() + 2 * i;
    fine = std::from_chars(at, at + 2, out.bytes[i], 16).ptr == at + 2;
  }
  return fine || fail("must be 64 hex digits");
}

bool ReaderBase::get(const Value& v, JsonText& out) {
  out.text = boost::json::serialize(v);
  return true;
}

bool ReaderBase::get(const Value& v, std::string& out) {
  std::string_view s;
  if (!text(v, s)) return false;
  out = s;
  return true;
}

}  // namespace cardroom::detail
