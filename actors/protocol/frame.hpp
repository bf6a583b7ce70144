#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/view.hpp"

/// Table frames, TABLE_STATE on the wire: a head that everybody at the table is sent alike, rendered once,
/// and a tail for each viewer. Neither has a place for cards that its reader may not see.
namespace cardroom::protocol {

struct FrameHead {
  GameId game_id;
  TableId table_id;
  Epoch epoch;
  Version previous;  ///< the last version published before
  Version version;
  std::optional<bool> snapshot;  ///< true: not a step but the state anew, for one viewer
  TableView state;
  std::vector<PublicTableEvent> events;  ///< of the steps from `previous` to `version`
};
BOOST_DESCRIBE_STRUCT(FrameHead, (), (game_id, table_id, epoch, previous, version, snapshot, state, events))

/// The command of this viewer that the step carried out.
struct Ack {
  ClientId id;
};
BOOST_DESCRIBE_STRUCT(Ack, (), (id))

using PrivateTableEvent = std::variant<HoleCardsDealt>;

/// What one seat's player is told alone.
struct You : PrivateView {
  std::optional<std::vector<PrivateTableEvent>> events;
  std::optional<Ack> ack;
};
BOOST_DESCRIBE_STRUCT(You, (PrivateView), (events, ack))

namespace server {
/// A whole frame, as a client reads it.
struct TableState : FrameHead {
  std::optional<You> you;  ///< for a player with a seat at the table
};
BOOST_DESCRIBE_STRUCT(TableState, (FrameHead), (you))
}  // namespace server

/// The frame's text up to and without what is the viewer's own.
std::string render_head(const FrameHead& head);
/// The same, appended to `out`.
void append_head(std::string& out, const FrameHead& head);

/// The rest of the frame for a player in a seat, ...
std::string render_tail(const You& you);
void append_tail(std::string& out, const You& you);
/// ... and for anybody else.
std::string render_tail();

}  // namespace cardroom::protocol
