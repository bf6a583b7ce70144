#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "actors/cluster/link_records.hpp"
#include "actors/cluster/link_scribe.hpp"

namespace cardroom::cluster {

/// How often a channel looks whether its other side lives.
inline constexpr std::chrono::milliseconds kLinkTick{100};

/// A connection as records that come and go. Whatever comes shows that the other side lives; where nothing
/// else goes for 500 ms, a heartbeat does. No heartbeat is answered: who hears nothing closes the connection,
/// and the other then hears of its end, or nothing more either.
class Channel {
 public:
  /// Begins with the preamble.
  explicit Channel(caf::intrusive_ptr<LinkScribe> scribe);

  caf::io::connection_handle handle() const { return scribe_->hdl(); }
  bool is_open() const { return !scribe_->detached(); }
  void close() { scribe_->graceful_shutdown(); }

  /// What came, as RecordReader::next().
  std::optional<Record> next(std::string_view& bytes);
  const std::string& problem() const { return reader_.problem(); }

  /// The way out.
  const std::shared_ptr<LinkStream>& out() const { return scribe_->stream(); }

  /// To be called each `kLinkTick`. False: nothing has come for two seconds. These are counted in calls, so
  /// that a time in which this process itself stood still is not taken for the other's silence.
  bool tick();

 private:
  caf::intrusive_ptr<LinkScribe> scribe_;
  RecordReader reader_;
  int ticks_unheard_ = 0, ticks_unsaid_ = 0;
};

}  // namespace cardroom::cluster
