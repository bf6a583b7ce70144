#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What a connection may ask of the gateway, and for how long it may be silent or slow.
namespace cardroom::gateway {

/// Limits of every connection; sizes in bytes. A limit of 0 is named where it means "none".
struct ConnectionLimits {
  std::size_t message_bytes = 4096;        ///< largest message of a client; a larger one closes with 1009
  std::uint32_t messages_per_second = 50;  ///< sustained; 0 = unlimited, then nothing counts as a flood
  std::uint32_t message_burst = 100;       ///< messages that may come at once after a quiet time
  std::chrono::milliseconds flood_patience{10'000};  ///< a flood that goes on for longer closes with 1008

  std::size_t queue_frames = 256;        ///< frames waiting to be sent to one client
  std::size_t queue_bytes = 256 * 1024;  ///< their bytes together
  std::chrono::milliseconds stuck_timeout{
      10'000};  ///< a lagging reader that takes nothing for so long is cut

  std::chrono::milliseconds handshake_timeout{10'000};  ///< for a whole HTTP request or upgrade to arrive
  std::chrono::milliseconds idle_timeout{60'000};       ///< silence, also to a ping sent after half of it
  std::chrono::milliseconds close_timeout{2'000};       ///< for the client's part in closing
  /// Who was shut out for what it sent, and comes again at once, is not read for so long; nor are others of
  /// its address.
  std::chrono::milliseconds penalty{0};

  std::size_t connections = 20'000;           ///< HTTP and WebSocket together
  std::size_t connections_per_address = 256;  ///< per IPv4 address or IPv6 /64; 0 = unlimited
  bool limit_loopback = false;                ///< whether connections_per_address holds for this machine too

  int send_buffer_bytes = 64 * 1024;     ///< the kernel's, per connection; 0 = the system's default
  int receive_buffer_bytes = 16 * 1024;  ///< as above; small, so that a flood soon blocks its sender

  /// Origins ("https://example.org") of other hosts whose pages may connect; "*" allows all.
  std::vector<std::string> allowed_origins;
};

}  // namespace cardroom::gateway
