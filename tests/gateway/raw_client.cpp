#include "tests/gateway/raw_client.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <utility>

namespace cardroom::gateway {
namespace {

// A test that waits so long for the server has failed.
constexpr timeval kPatience{20, 0};

std::string big_endian(std::uint64_t value, int bytes) {
  std::string result;
  for (int i = bytes - 1; i >= 0; --i) result.push_back(static_cast<char>(value >> (8 * i)));
  return result;
}

std::uint64_t from_big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
  return value;
}

}  // namespace

std::string masked(const WireFrame& frame) {
  constexpr std::array<char, 4> kMask{0x12, 0x34, 0x56, 0x78};
  const auto size = frame.payload.size();
  std::string bytes{static_cast<char>((frame.fin ? 0x80 : 0) | frame.opcode)};
  if (size < 126) {
    bytes.push_back(static_cast<char>(0x80 | size));
  } else if (size < 65536) {
    bytes += static_cast<char>(0x80 | 126) + big_endian(size, 2);
  } else {
    bytes += static_cast<char>(0x80 | 127) + big_endian(size, 8);
  }
  bytes.append(kMask.begin(), kMask.end());
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<char>(frame.payload[i] ^ kMask[i % 4]));
  return bytes;
}

std::uint16_t close_code(const WireFrame& frame) {
  return static_cast<std::uint16_t>(from_big_endian(std::string_view(frame.payload).substr(0, 2)));
}

RawClient::RawClient(std::uint16_t port, int receive_buffer) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  if (receive_buffer > 0)
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* at = reinterpret_cast<const sockaddr*>(&address);
  EXPECT_EQ(::connect(socket_, at, sizeof address), 0);
}

RawClient::RawClient(RawClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), input_(std::move(other.input_)) {}

RawClient::~RawClient() {
  if (socket_ >= 0) ::close(socket_);
}

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void RawClient::finish() { ::shutdown(socket_, SHUT_WR); }

bool RawClient::more() {
  std::array<char, 65536> buffer;
  const auto size = ::recv(socket_, buffer.data(), buffer.size(), 0);
  EXPECT_FALSE(size < 0 && errno == EAGAIN) << "the server said nothing for too long";
  if (size <= 0) return false;
  input_.append(buffer.data(), static_cast<std::size_t>(size));
  return true;
}

bool RawClient::need(std::size_t bytes) {
  while (input_.size() < bytes) {
    if (!more()) return false;
  }
  return true;
}

std::string RawClient::response() {
  std::size_t end = 0;
  while ((end = input_.find("\r\n\r\n")) == std::string::npos) {
    if (!more()) return {};
  }
  std::size_t size = 0;
  constexpr std::string_view kLength = "Content-Length: ";
  if (const auto length = input_.find(kLength); length < end) {
    const char* from = input_.data() + length + kLength.size();
    std::from_chars(from, input_.data() + input_.size(), size);
  }
  if (!need(end + 4 + size)) return {};
  auto whole = input_.substr(0, end + 4 + size);
  input_.erase(0, whole.size());
  return whole;
}

std::string RawClient::rest() {
  while (more()) {
  }
  return std::exchange(input_, {});
}

std::string RawClient::upgrade(std::string_view further, std::string_view host) {
  std::string request = "GET /ws HTTP/1.1\r\nHost: ";
  request.append(host).append(
      "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
  request.append(further).append("\r\n");
  send(request);
  return response();
}

std::optional<WireFrame> RawClient::frame() {
  if (!need(2)) return std::nullopt;
  std::size_t size = static_cast<unsigned char>(input_[1]);
  EXPECT_LT(size, 128u) << "servers send no mask";
  const std::size_t length_bytes = size == 126 ? 2 : size == 127 ? 8 : 0;
  if (!need(2 + length_bytes)) return std::nullopt;
  if (length_bytes > 0) size = from_big_endian(std::string_view(input_).substr(2, length_bytes));
  const auto first = static_cast<unsigned char>(input_[0]);
  if (!need(2 + length_bytes + size)) return std::nullopt;
  WireFrame result{(first & 0x80) != 0, static_cast<std::uint8_t>(first & 0x0f),
                   input_.substr(2 + length_bytes, size)};
  input_.erase(0, 2 + length_bytes + size);
  return result;
}

std::string RawClient::text() {
  const auto next = frame();
  if (!next) return {};
  EXPECT_EQ(next->opcode, kText);
  return next->payload;
}

std::uint16_t RawClient::read_to_end() {
  std::uint16_t code = 0;
  while (const auto next = frame()) {
    if (next->opcode == kCloseFrame) code = close_code(*next);
  }
  // Closed by the destructor: another thread may be sending still, which fails from now on.
  ::shutdown(socket_, SHUT_RDWR);
  return code;
}

RawClient upgraded(std::uint16_t port, int receive_buffer) {
  RawClient client(port, receive_buffer);
  EXPECT_TRUE(client.upgrade().starts_with("HTTP/1.1 101 "));
  return client;
}

}  // namespace cardroom::gateway
