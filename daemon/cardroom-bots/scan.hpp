#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

/// Reading just so much of a message as is needed: most frames concern somebody else's turn.
namespace cardroom::bots {

/// The `type` of a message; empty if it is none.
std::string_view type_of(std::string_view text);

/// A table frame taken apart into views of its text.
struct FrameParts {
  std::string_view table_id;
  std::uint64_t epoch = 0, previous = 0, version = 0;
  bool snapshot = false;
  std::string_view state;   ///< the object
  std::string_view events;  ///< what is between the brackets
  std::string_view you;     ///< the object; empty without one
};

/// Nothing if `text` is no table frame as the daemon writes them.
std::optional<FrameParts> split_frame(std::string_view text);

/// The whole number or text behind `"key":` in `object`, where it occurs first; nothing or empty if it does
/// not.
std::optional<std::uint64_t> number_in(std::string_view object, std::string_view key);
std::string_view text_in(std::string_view object, std::string_view key);

/// Whether `you` has any action to choose.
bool has_actions(std::string_view you);

/// The command that `you` acknowledges; 0 if none.
std::uint64_t acknowledged(std::string_view you);

/// The object of a seat in `state`; empty if the seat is.
std::string_view seat_in(std::string_view state, int seat);

/// Calls `f(type, text from there on)` for every event in `events`.
template <class F>
void for_each_event(std::string_view events, F&& f) {
  constexpr std::string_view kStart = "{\"type\":\"";
  for (std::size_t at = events.find(kStart); at != std::string_view::npos; at = events.find(kStart, at)) {
    at += kStart.size();
    const std::size_t end = events.find('"', at);
    if (end == std::string_view::npos) return;
    f(events.substr(at, end - at), events.substr(end));
  }
}

}  // namespace cardroom::bots
