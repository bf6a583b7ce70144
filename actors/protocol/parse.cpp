#include "actors/protocol/parse.hpp"

#include <exception>

#include "actors/codec/json_read.hpp"
#include "actors/protocol/wire.hpp"

namespace cardroom::protocol {
namespace {

using boost::json::object;

JsonError at(std::string_view path, std::string_view message) {
  return {std::string(path), std::string(message)};
}

std::optional<JsonError> out_of_range(std::string_view path, Chips amount) {
  if (amount.v >= 0 && amount.v <= kMaxNumber) return std::nullopt;
  return at(path, "must be a whole number from 0 to " + std::to_string(kMaxNumber));
}

/// What a name must be to name something.
template <class Tag>
std::optional<JsonError> nameless(std::string_view path, const Name<Tag>& name) {
  if (!name.empty()) return std::nullopt;
  return at(path, "must not be empty");
}

// What a field's type does not say: `problem` of a member by its type, `meaning` of a command as a whole.

template <class T>
std::optional<JsonError> problem(std::string_view path, const T& member) {
  if constexpr (std::is_same_v<T, std::optional<Chips>>)
    return member ? out_of_range(path, *member) : std::nullopt;
  else if constexpr (std::is_same_v<T, Chips>)
    return out_of_range(path, member);
  else if constexpr (std::is_same_v<T, GameId> || std::is_same_v<T, TableId>)
    return nameless(path, member);
  else if constexpr (std::is_same_v<T, HandNumber> || std::is_same_v<T, Turn>)
    return member.v > 0 ? std::nullopt : std::optional(at(path, "must be at least 1"));
  else
    return std::nullopt;
}

template <class T>
std::optional<JsonError> meaning(const T&) {
  return std::nullopt;
}

std::optional<JsonError> meaning(const client::LoginGuest& c) {
  if (c.name.has_value() == c.token.has_value()) return at("", "give either name or token");
  if (c.name && !UserId::fits(*c.name)) return at("name", "must be 1 to 32 bytes without control characters");
  if (c.token && (c.token->empty() || c.token->size() > kMaxToken))
    return at("token", "must be 1 to 64 bytes");
  return std::nullopt;
}
std::optional<JsonError> meaning(const client::LoginAdmin& c) {
  if (!c.token.empty() && c.token.size() <= kMaxAdminToken) return std::nullopt;
  return at("token", "must be 1 to " + std::to_string(kMaxAdminToken) + " bytes");
}
std::optional<JsonError> meaning(const client::Admin& c) {
  return c.request.text.starts_with('{') ? std::nullopt : std::optional(at("request", "must be an object"));
}
std::optional<JsonError> meaning(const client::Act& c) {
  if (c.action == Action::NONE) return at("action", "must be one of FOLD, CHECK, CALL, BET, RAISE, ALL_IN");
  if ((c.action == Action::BET || c.action == Action::RAISE) && !c.amount)
    return at("amount", "is missing: the total to bet or raise to");
  return std::nullopt;
}
std::optional<JsonError> meaning(const client::Intent& c) {
  if (!is_betting(c.street))
    return at("street", "must be one of PRE_FLOP_BETTING, FLOP_BETTING, TURN_BETTING, RIVER_BETTING");
  if ((c.intent == Intent::CALL || c.intent == Intent::RAISE) && !c.amount)
    return at("amount", "is missing: the amount to call, or the total to raise to");
  return std::nullopt;
}
std::optional<JsonError> meaning(const client::Chat& c) {
  if (c.text.empty() || c.text.size() > kMaxChat)
    return at("text", "must be 1 to " + std::to_string(kMaxChat) + " bytes");
  for (unsigned char byte : c.text)
    if (byte < 0x20 || byte == 0x7f) return at("text", "must be without control characters");
  return std::nullopt;
}
std::optional<JsonError> meaning(const client::CreateGame& c) {
  JsonError inside;
  std::string_view key, allowed;
  any_member<Settings>([&]<class D>(D) {
    using Member = std::remove_cvref_t<decltype(c.settings.*D::pointer)>;
    if constexpr (std::is_same_v<Member, Chips>)
      if (const auto error = out_of_range(cardroom::detail::kKey<D, Keys::CAMEL>, c.settings.*D::pointer))
        return inside = *error, true;
    return false;
  });
  if (!inside.message.empty()) return at("settings." + inside.path, inside.message);
  const SettingsError error = check(with_defaults(c.settings));
  if (error.key.empty()) return std::nullopt;
  any_member<Settings>([&]<class D>(D) {
    return D::name == error.key && (key = cardroom::detail::kKey<D, Keys::CAMEL>, true);
  });
  allowed = error.allowed;
  return at("settings." + std::string(key), allowed);
}

template <class T>
bool known(std::string_view key) {
  return key == "v" || key == "type" || key == "id" ||
         any_member<T>([&]<class D>(D) { return cardroom::detail::kKey<D, Keys::CAMEL> == key; });
}

template <class T>
std::optional<JsonError> read(const object& members, T& out) {
  std::optional<JsonError> error;
  any_member<T>([&]<class D>(D) {
    constexpr std::string_view key = cardroom::detail::kKey<D, Keys::CAMEL>;
    auto& member = out.*D::pointer;
    const auto* value = members.if_contains(key);
    if (!value) {
      if (!cardroom::detail::Optional<std::remove_reference_t<decltype(member)>>)
        error = at(key, "is missing");
    } else if ((error = read_json(*value, member, Unknown::REFUSE))) {
      if (error->path.empty())
        error->path = key;
      else
        error->path.insert(0, std::string(key) + (error->path[0] == '[' ? "" : "."));
    } else {
      error = problem(key, member);
    }
    return error.has_value();
  });
  if (error) return error;
  for (const auto& member : members)
    if (!known<T>(member.key())) return at(member.key(), "is not known here");
  return meaning(out);
}

template <class... T>
std::variant<Request, ProtocolError> read_any(std::string_view type, ClientId id, const object& members,
                                              std::variant<T...>*) {
  Request request{id, {}};
  std::optional<JsonError> error;
  bool config = false;
  const bool found = ((type == wire_type<T>() && (error = read(members, request.command.emplace<T>()),
                                                  config = std::is_same_v<T, client::CreateGame>, true)) ||
                      ...);
  if (!found) return ProtocolError{Code::UNKNOWN_TYPE, "There is no command of this type.", id};
  if (!error) return request;
  const bool settings = config && error->path.starts_with("settings.");
  return ProtocolError{settings ? Code::BAD_CONFIG : Code::BAD_REQUEST, to_string(*error), id};
}

std::variant<Request, ProtocolError> parse(std::string_view text) {
  thread_local JsonDocument document;
  if (auto error = document.parse(text)) return ProtocolError{Code::BAD_JSON, to_string(*error), {}};
  const auto* members = document.value().if_object();
  if (!members) return ProtocolError{Code::BAD_REQUEST, "must be an object", {}};

  ClientId id;
  std::optional<JsonError> bad_id = at("id", "is missing");
  if (const auto* value = members->if_contains("id")) {
    bad_id = read_json(*value, id);
    if (bad_id || id.v == 0 || id.v > kMaxNumber) {
      bad_id = at("id", "must be a whole number from 1 to " + std::to_string(kMaxNumber));
      id = {};
    }
  }
  std::int32_t version = 0;
  const auto* v = members->if_contains("v");
  if (!v || read_json(*v, version) || version != kProtocol)
    return ProtocolError{Code::BAD_VERSION, std::string(sentence(Code::BAD_VERSION)), id};
  if (bad_id) return ProtocolError{Code::BAD_REQUEST, to_string(*bad_id), {}};
  const auto* type = members->if_contains("type");
  if (!type || !type->is_string())
    return ProtocolError{Code::BAD_REQUEST, type ? "type: must be a string" : "type: is missing", id};
  return read_any(std::string_view(type->get_string()), id, *members, static_cast<ClientCommand*>(nullptr));
}

}  // namespace

std::variant<Request, ProtocolError> parse_command(std::string_view text) noexcept {
  try {
    return parse(text);
  } catch (const std::exception&) {
    return ProtocolError{Code::BAD_JSON, {}, {}};
  }
}

}  // namespace cardroom::protocol
