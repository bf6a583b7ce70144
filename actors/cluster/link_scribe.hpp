#pragma once
#include <caf/intrusive_ptr.hpp>
#include <caf/io/network/default_multiplexer.hpp>
#include <caf/io/scribe.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "actors/cluster/link_stream.hpp"

namespace cardroom::cluster {

/// A connection that was made and has shaken hands.
struct Connection {
  Descriptor socket;
  SslPtr ssl;  ///< null: without TLS
};

/// A connection as the broker has it, in the thread of CAF's middleman. Unlike CAF's own its stream can be
/// written to from any thread, at once; the loop is woken for writing only for what the socket does not take.
/// It reads no more often than there is something; and ends at once: what was not written is lost.
class LinkScribe final : public caf::io::scribe, public caf::io::network::event_handler {
 public:
  LinkScribe(caf::io::network::default_multiplexer& multiplexer, Connection connection);
  ~LinkScribe() override { stream_->close(); }

  const std::shared_ptr<LinkStream>& stream() const { return stream_; }

  void flush() override { stream_->flush(); }
  void configure_read(caf::io::receive_policy::config) override {}
  void ack_writes(bool) override {}
  /// What a broker writes by itself is not sent.
  std::vector<char>& wr_buf() override { return nothing_; }
  std::vector<char>& rd_buf() override { return in_; }
  void graceful_shutdown() override { end(false); }
  std::string addr() const override { return remote_name(fd()); }
  std::uint16_t port() const override { return 0; }
  void add_to_loop() override;
  void remove_from_loop() override;

  void handle_event(caf::io::network::operation operation) override;
  void removed_from_loop(caf::io::network::operation) override {}

 private:
  void end(bool tell);
  void read();
  void resume();
  /// In the loop's thread, unless it was closed meanwhile.
  void later(void (LinkScribe::*what)());
  void wait_until_writable();

  enum class Phase { NEW, OPEN, CLOSED };
  Phase phase_ = Phase::NEW;
  std::shared_ptr<LinkStream> stream_;
  std::vector<char> in_, nothing_;
  std::size_t room_;  ///< for what is read next
};

}  // namespace cardroom::cluster
