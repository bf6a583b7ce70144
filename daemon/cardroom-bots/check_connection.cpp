#include "daemon/cardroom-bots/check_connection.hpp"

#include "daemon/cardroom-bots/scan.hpp"

namespace cardroom::bots {
namespace {
/// An action that was sent so shortly before the end of its connection may have lost its answer.
constexpr std::uint64_t kAnswerTime = 1'500'000;
}  // namespace

void ConnectionCheck::opened() {
  for (const auto& [id, command] : sent_)
    if (command.answers == 0) earlier_.insert(id);
  sent_.clear();
  chains_.clear();
  leaving_ = false;
}

void ConnectionCheck::closed(std::uint64_t us) {
  for (const auto& [id, command] : sent_)
    if (command.act && command.answers == 0 && !leaving_ && command.us + kAnswerTime < us)
      notes_.found("action " + std::to_string(id) + " was never answered");
  opened();
}

void ConnectionCheck::sent(std::string_view text, std::uint64_t us) {
  const auto id = number_in(text, "id");
  if (!id) return;
  ++commands_;
  sent_[*id] = {us, type_of(text) == "ACT", 0};
}

void ConnectionCheck::answer(std::uint64_t id) {
  const auto command = sent_.find(id);
  if (command == sent_.end()) {
    if (earlier_.erase(id) == 0)
      notes_.found("an answer to " + std::to_string(id) + ", which was not sent, or was answered before");
  } else if (++command->second.answers > 1) {
    notes_.found("command " + std::to_string(id) + " was answered twice");
  }
}

void ConnectionCheck::received(std::string_view type, std::string_view text) {
  if (type == "SHUTDOWN" || type == "SESSION_REPLACED") leaving_ = true;
  if (type == "LOGGED_IN") user_ = text_in(text, "userId");
  const bool answers =
      type == "OK" || type == "WELCOME" || type == "LOGGED_IN" || type == "LOBBY" || type == "ERROR";
  if (!answers) return;
  if (const auto id = number_in(text, "id")) return answer(*id);
  if (type == "ERROR" && text_in(text, "code") == "LAGGED") {
    // What was left out may have held answers; snapshots follow.
    sent_.clear();
    chains_.clear();
  }
}

void ConnectionCheck::frame(const protocol::server::TableState& frame) {
  if (frame.you && frame.you->ack) answer(frame.you->ack->id.v);
  Chain& chain = chains_[frame.table_id.str()];
  const bool snapshot = frame.snapshot.value_or(false);
  const std::uint64_t epoch = frame.epoch.v, version = frame.version.v;
  if (frame.previous >= frame.version && !snapshot)
    notes_.found("a frame whose previous version " + std::to_string(frame.previous.v) +
                 " is not below its own");
  if (epoch < chain.epoch) return;
  if (snapshot) {
    if (epoch > chain.epoch || version > chain.version) chain = {epoch, version};
    return;
  }
  if (chain.epoch == 0) {
    notes_.found("frames of table " + frame.table_id.str() + " begin without a snapshot");
  } else if (epoch == chain.epoch && version <= chain.version) {
    return;
  } else if (epoch > chain.epoch || frame.previous.v > chain.version) {
    notes_.found("a gap at table " + frame.table_id.str() + ": after version " +
                 std::to_string(chain.version) + " comes a frame behind " + std::to_string(frame.previous.v));
  }
  chain = {epoch, version};
}

}  // namespace cardroom::bots
