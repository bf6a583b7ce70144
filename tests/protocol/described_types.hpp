#pragma once
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "actors/codec/json_names.hpp"
#include "actors/protocol/client.hpp"
#include "actors/protocol/frame.hpp"
#include "actors/protocol/server.hpp"
#include "actors/protocol/wire.hpp"

/// What the code says about every type that travels, for comparison with the protocol's document.
namespace cardroom::protocol {

using ServerMessage =
    std::variant<server::Welcome, server::LoggedIn, server::Ok, server::Error, server::Lobby,
                 server::LobbyChanged, server::AdminDone, server::TableState, server::GameEvents,
                 server::Seat, server::Balance, server::Chat, server::SessionReplaced, server::Shutdown>;

struct FieldText {
  std::string name;  ///< with "?" when it may be left out
  std::string type;
  friend bool operator==(const FieldText&, const FieldText&) = default;
};

inline void PrintTo(const FieldText& field, std::ostream* out) { *out << field.name << ": " << field.type; }

/// Everything by name: commands "> ACT", messages "< OK", other structs and events by their own names.
struct TypeTexts {
  std::map<std::string, std::vector<FieldText>> structs;
  std::map<std::string, std::vector<std::string>> enums;
};

template <class T>
struct TypeText;

template <class T>
std::string type_text(TypeTexts& all) {
  return TypeText<T>::get(all);
}

template <class T>
void add_struct(TypeTexts& all, const std::string& name, bool all_optional = false) {
  if (all.structs.contains(name)) return;
  all.structs[name];
  std::vector<FieldText> fields;
  for_each_member<T>([&]<class D>(D) {
    using Member = std::remove_cvref_t<decltype(std::declval<T>().*D::pointer)>;
    const bool optional = all_optional || cardroom::detail::Optional<Member>;
    fields.push_back({std::string(cardroom::detail::kKey<D, Keys::CAMEL>) + (optional ? "?" : ""),
                      type_text<Member>(all)});
  });
  all.structs[name] = fields;
}

template <class T>
struct TypeText {
  static std::string get(TypeTexts& all) {
    const std::string name(type_name<T>());
    if constexpr (DescribedEnum<T>) {
      auto& names = all.enums[name];
      names.clear();
      for (const auto& [value, text] : kEnumerators<T>) names.emplace_back(text);
    } else {
      add_struct<T>(all, name, std::is_same_v<T, Settings>);
    }
    return name;
  }
};
template <std::integral T>
struct TypeText<T> {
  static std::string get(TypeTexts&) { return "number"; }
};
template <class Tag, class Int>
struct TypeText<Number<Tag, Int>> {
  static std::string get(TypeTexts&) { return "number"; }
};
template <class Tag>
struct TypeText<Name<Tag>> {
  static std::string get(TypeTexts&) { return "name"; }
};
#define CARDROOM_TYPE_TEXT(type, text)                  \
  template <>                                           \
  struct TypeText<type> {                               \
    static std::string get(TypeTexts&) { return text; } \
  }
CARDROOM_TYPE_TEXT(bool, "yes/no");
CARDROOM_TYPE_TEXT(std::string, "text");
CARDROOM_TYPE_TEXT(JsonText, "json");
CARDROOM_TYPE_TEXT(Chips, "chips");
CARDROOM_TYPE_TEXT(Instant, "time");
CARDROOM_TYPE_TEXT(Duration, "ms");
CARDROOM_TYPE_TEXT(SeatIndex, "seat");
CARDROOM_TYPE_TEXT(SeatMask, "[seat]");
CARDROOM_TYPE_TEXT(Card, "card");
#undef CARDROOM_TYPE_TEXT
template <class T>
struct TypeText<std::optional<T>> {
  static std::string get(TypeTexts& all) { return type_text<T>(all); }
};
template <class T>
struct TypeText<std::vector<T>> {
  static std::string get(TypeTexts& all) { return "[" + type_text<T>(all) + "]"; }
};
template <class T, std::size_t N>
struct TypeText<FixedVec<T, N>> {
  static std::string get(TypeTexts& all) { return "[" + type_text<T>(all) + "]"; }
};
template <>
struct TypeText<PotShares> {
  static std::string get(TypeTexts& all) { return "[" + type_text<PotShare>(all) + "]"; }
};
template <class T, std::size_t N>
struct TypeText<std::array<T, N>> {
  static std::string get(TypeTexts& all) { return "[" + type_text<T>(all) + "]"; }
};
template <class... T>
struct TypeText<std::variant<T...>> {
  static std::string get(TypeTexts& all) {
    (type_text<T>(all), ...);
    return "event";
  }
};

inline TypeTexts described_types() {
  TypeTexts all;
  [&]<class... T>(std::variant<T...>*) {
    (add_struct<T>(all, "> " + std::string(wire_type<T>())), ...);
  }(static_cast<ClientCommand*>(nullptr));
  [&]<class... T>(std::variant<T...>*) {
    (add_struct<T>(all, "< " + std::string(wire_type<T>())), ...);
  }(static_cast<ServerMessage*>(nullptr));
  return all;
}

}  // namespace cardroom::protocol
