#pragma once
#include <caf/intrusive_ptr.hpp>
#include <caf/io/network/default_multiplexer.hpp>
#include <caf/io/scribe.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "actors/cluster/link_socket.hpp"
#include "actors/cluster/link_tls.hpp"

namespace cardroom::cluster {

/// A connection that was made and has shaken hands.
struct Connection {
  Descriptor socket;
  SslPtr ssl;  ///< null: without TLS
};

/// A connection as the broker has it, in the thread of CAF's middleman. Unlike CAF's own it writes at once
/// what the socket takes, and is woken for writing only for the rest; reads no more often than there is
/// something; and ends at once: what was not written is lost.
class LinkScribe final : public caf::io::scribe, public caf::io::network::event_handler {
 public:
  LinkScribe(caf::io::network::default_multiplexer& multiplexer, Connection connection);

  /// Whether something waits until the socket takes it.
  bool is_writing() const { return writing_; }

  void configure_read(caf::io::receive_policy::config) override {}
  void ack_writes(bool) override {}
  std::vector<char>& wr_buf() override { return out_; }
  std::vector<char>& rd_buf() override { return in_; }
  void flush() override;
  void graceful_shutdown() override { end(false); }
  std::string addr() const override { return remote_name(fd()); }
  std::uint16_t port() const override { return 0; }
  void add_to_loop() override;
  void remove_from_loop() override;

  void handle_event(caf::io::network::operation operation) override;
  void removed_from_loop(caf::io::network::operation) override {}

 private:
  struct Moved {
    std::size_t bytes = 0;
    bool over = false;  ///< the connection
  };

  void end(bool tell);
  void read();
  void read_later();
  Moved read_to_buffer();
  Moved write_from_buffer();
  static Moved of_socket(ssize_t n);
  template <class F, class Bytes>
  Moved of_ssl(F f, Bytes* bytes, std::size_t size);

  enum class Phase { NEW, OPEN, CLOSED };
  Phase phase_ = Phase::NEW;
  SslPtr ssl_;
  std::vector<char> in_;
  std::size_t room_;           ///< for what is read next
  std::vector<char> out_;      ///< to be sent
  std::vector<char> sending_;  ///< before that
  std::size_t sent_ = 0;       ///< of `sending_`
  bool writing_ = false;
};

}  // namespace cardroom::cluster
