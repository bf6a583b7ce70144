#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// A client that speaks to a server byte by byte, to say what no proper client would say.
namespace cardroom::gateway {

/// One WebSocket frame as it stands on the wire.
struct WireFrame {
  bool fin = true;
  std::uint8_t opcode = 1;
  std::string payload;
};
inline constexpr std::uint8_t kContinuation = 0, kText = 1, kBinary = 2, kCloseFrame = 8, kPing = 9,
                              kPong = 10;

/// A frame with a mask, as clients must send it.
std::string masked(const WireFrame& frame);
/// The payload of a close frame: its code; 0 without one.
std::uint16_t close_code(const WireFrame& frame);

class RawClient {
 public:
  /// Connects to the port of this machine; the test fails if it cannot.
  explicit RawClient(std::uint16_t port, int receive_buffer = 0);
  ~RawClient();
  RawClient(RawClient&& other) noexcept;
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  /// Sends all bytes; false if the server has closed.
  bool send(std::string_view bytes);
  bool send_text(std::string text) { return send(masked({true, kText, std::move(text)})); }
  /// Sends nothing more; the server sees the end of input.
  void finish();

  /// A whole HTTP response, headers and body; empty if the connection ends before.
  std::string response();
  /// Sends a handshake with further header lines and returns the response.
  std::string upgrade(std::string_view further = {}, std::string_view host = "localhost");
  /// All that comes until the connection ends.
  std::string rest();
  /// The next frame; nothing if the connection ends before.
  std::optional<WireFrame> frame();
  /// The text of the next frame, "" if there is none.
  std::string text();
  /// Waits until something comes; false if the connection ends before.
  bool begun() { return need(1); }
  /// Reads up to the end of the connection, closes it too and returns the code of a close frame on the way,
  /// else 0.
  std::uint16_t read_to_end();

 private:
  bool more();
  bool need(std::size_t bytes);

  int socket_ = -1;
  std::string input_;
};

/// A connection that has shaken hands.
RawClient upgraded(std::uint16_t port, int receive_buffer = 0);

}  // namespace cardroom::gateway
