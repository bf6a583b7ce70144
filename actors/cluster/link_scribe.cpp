#include "actors/cluster/link_scribe.hpp"

#include <algorithm>
#include <utility>

namespace cardroom::cluster {
namespace {

using caf::io::network::operation;

constexpr std::size_t kLeastRoom = 4u << 10, kMostRoom = 64u << 10;
// Before other connections have their turn.
constexpr int kReads = 4;

}  // namespace

LinkScribe::LinkScribe(caf::io::network::default_multiplexer& multiplexer, Connection connection)
    : scribe(caf::io::network::conn_hdl_from_socket(connection.socket.get())),
      event_handler(multiplexer, connection.socket.get()),
      stream_(std::make_shared<LinkStream>(connection.socket.release(), std::move(connection.ssl),
                                           [this] { later(&LinkScribe::wait_until_writable); })),
      room_(kLeastRoom) {}

void LinkScribe::add_to_loop() {
  if (phase_ != Phase::NEW) return;
  phase_ = Phase::OPEN;
  backend().add(operation::read, fd(), this);
  // Read behind the handshake.
  if (stream_->holds_back()) later(&LinkScribe::read);
}

void LinkScribe::remove_from_loop() {
  if (std::exchange(phase_, Phase::CLOSED) == Phase::CLOSED) return;
  stream_->close();
  backend().del(operation::read, fd(), this);
  backend().del(operation::write, fd(), this);
  // The loop may come to it once more in this round.
  backend().post([self = caf::intrusive_ptr<LinkScribe>(this)] {});
}

void LinkScribe::end(bool tell) {
  remove_from_loop();
  detach(&backend(), tell);
}

void LinkScribe::handle_event(operation what) {
  if (phase_ != Phase::OPEN) return;
  switch (what) {
    case operation::read:
      return read();
    case operation::write:
      return resume();
    case operation::propagate_error:
      return end(true);
  }
}

void LinkScribe::read() {
  for (int i = 0; i < kReads; ++i) {
    in_.resize(room_);
    const LinkStream::Moved moved = stream_->read(in_.data(), in_.size());
    if (moved.bytes > 0) consume(&backend(), in_.data(), moved.bytes);
    if (phase_ != Phase::OPEN) return;
    if (moved.over) return end(true);
    if (moved.bytes < room_) {
      room_ = std::max(room_ / 2, kLeastRoom);
      return;
    }
    room_ = std::min(room_ * 2, kMostRoom);
  }
  if (stream_->uses_tls()) later(&LinkScribe::read);
}

void LinkScribe::wait_until_writable() { backend().add(operation::write, fd(), this); }

void LinkScribe::resume() {
  if (stream_->resume()) backend().del(operation::write, fd(), this);
}

void LinkScribe::later(void (LinkScribe::*what)()) {
  backend().post([self = caf::intrusive_ptr<LinkScribe>(this), what] {
    if (self->phase_ == Phase::OPEN) (*self.*what)();
  });
}

}  // namespace cardroom::cluster
