#include "actors/cluster/link_records.hpp"

#include <algorithm>
#include <utility>

namespace cardroom::cluster {
namespace {

enum Kind : std::uint8_t { kHello = 1, kBatch = 2, kAck = 3, kHeartbeat = 4 };

constexpr std::string_view kMagic = "cardroom";
constexpr std::size_t kHeadSize = 5, kNumberSize = 8, kFrameHeadSize = 6;
constexpr std::size_t kMostOfString = 1'000;

/// A handshake of TLS, or its refusal of what is none.
bool is_tls(char first) { return first == '\x16' || first == '\x15'; }

template <class Int>
void append_int(std::vector<char>& out, Int value) {
  for (std::size_t i = 0; i < sizeof(Int); ++i)
    out.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> 8u * i & 0xffu));
}
void append_bytes(std::vector<char>& out, std::string_view bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}
void append_string(std::vector<char>& out, std::string_view string) {
  string = string.substr(0, kMostOfString);
  append_int(out, static_cast<std::uint16_t>(string.size()));
  append_bytes(out, string);
}
void append_head(std::vector<char>& out, Kind kind, std::size_t size) {
  append_int(out, static_cast<std::uint32_t>(size));
  append_int<std::uint8_t>(out, kind);
}

/// Takes values from the front of a body; what is not there is 0, and `ok` false from then on.
struct Body {
  std::string_view rest;
  bool ok = true;

  std::string_view bytes(std::size_t size) {
    ok = ok && size <= rest.size();
    if (!ok) return {};
    const std::string_view taken = rest.substr(0, size);
    rest.remove_prefix(size);
    return taken;
  }
  template <class Int>
  Int number() {
    std::uint64_t value = 0;
    const std::string_view taken = bytes(sizeof(Int));
    for (std::size_t i = 0; i < taken.size(); ++i)
      value |= std::uint64_t{static_cast<unsigned char>(taken[i])} << 8u * i;
    return static_cast<Int>(value);
  }
  /// These reach logs: a control character in one is as if it was not there.
  std::string string() {
    const std::string_view taken = bytes(number<std::uint16_t>());
    ok = ok && std::none_of(taken.begin(), taken.end(), [](unsigned char c) { return c < 0x20; });
    return std::string(taken);
  }
};

}  // namespace

void append_preamble(std::vector<char>& out) {
  append_bytes(out, kMagic);
  append_int(out, kLinkFormat);
}

void append(std::vector<char>& out, const Hello& hello) {
  std::vector<char> body;
  append_int(body, hello.oldest_protocol);
  append_int(body, hello.protocol);
  for (const std::string* s : {&hello.incarnation, &hello.name, &hello.to, &hello.refused})
    append_string(body, *s);
  append_head(out, kHello, body.size());
  append_bytes(out, {body.data(), body.size()});
}

void append(std::vector<char>& out, const Batch& batch) {
  std::size_t size = kNumberSize;
  for (const WireFrame& frame : batch.frames) size += kFrameHeadSize + frame.bytes.size();
  append_head(out, kBatch, size);
  append_int(out, batch.number.v);
  for (const WireFrame& frame : batch.frames) {
    append_int(out, frame.kind);
    append_int(out, static_cast<std::uint32_t>(frame.bytes.size()));
    append_bytes(out, frame.bytes);
  }
}

void append(std::vector<char>& out, const Ack& ack) {
  append_head(out, kAck, kNumberSize);
  append_int(out, ack.number.v);
}

void append(std::vector<char>& out, const Heartbeat&) { append_head(out, kHeartbeat, 0); }

std::optional<Record> RecordReader::next(std::string_view& bytes) {
  while (problem_.empty()) {
    if (!(part_ == Part::UNKNOWN_BODY ? skip(bytes) : gather(bytes))) break;
    if (auto record = end_of_part()) return record;
  }
  return std::nullopt;
}

bool RecordReader::gather(std::string_view& bytes) {
  std::string& to = part_ == Part::FRAME_BYTES ? batch_.frames.back().bytes : gathered_;
  const std::size_t more = std::min(size_ - to.size(), bytes.size());
  to.append(bytes.substr(0, more));
  bytes.remove_prefix(more);
  // A stranger may have said all that it has to say.
  if (part_ == Part::PREAMBLE && to.substr(0, kMagic.size()) != kMagic.substr(0, to.size())) {
    refuse(is_tls(to.front())
               ? "it speaks TLS and this node does not; if it is a node, it has cluster.tls, and this "
                 "one has not: both must, or neither"
               : "it is no node, or one of a release whose links differ");
    return false;
  }
  return to.size() == size_;
}

bool RecordReader::skip(std::string_view& bytes) {
  const std::size_t more = std::min(size_, bytes.size());
  bytes.remove_prefix(more);
  size_ -= more;
  return size_ == 0;
}

void RecordReader::begin(Part part, std::size_t size) {
  part_ = part;
  size_ = size;
  gathered_.clear();
}

std::optional<Record> RecordReader::end_of_part() {
  switch (part_) {
    case Part::PREAMBLE:
      read_preamble();
      break;
    case Part::HEAD:
      read_head();
      break;
    case Part::SMALL_BODY:
      return read_small();
    case Part::BATCH_NUMBER:
      batch_.number = {Body{gathered_}.number<std::uint64_t>()};
      return end_of_frame();
    case Part::FRAME_HEAD:
      begin_frame();
      break;
    case Part::FRAME_BYTES:
      return end_of_frame();
    case Part::UNKNOWN_BODY:
      begin(Part::HEAD, kHeadSize);
      break;
  }
  return std::nullopt;
}

void RecordReader::read_preamble() {
  const auto format = Body{std::string_view(gathered_).substr(kMagic.size())}.number<std::uint32_t>();
  if (format != kLinkFormat)
    return refuse("it speaks format " + std::to_string(format) + " of links and this node " +
                  std::to_string(kLinkFormat));
  begin(Part::HEAD, kHeadSize);
}

void RecordReader::read_head() {
  Body head{gathered_};
  const std::size_t size = head.number<std::uint32_t>();
  kind_ = head.number<std::uint8_t>();
  if (!greeted_ && kind_ != kHello) return refuse("it does not begin with a hello");
  if (greeted_ && kind_ == kHello) return refuse("it says hello twice");
  const bool small = kind_ == kHello || kind_ == kAck || kind_ == kHeartbeat;
  if (size > (small ? kMostOfSmallRecord : kMostOfRecord))
    return refuse("it sends a record of " + std::to_string(size) + " bytes");
  if (small) return begin(Part::SMALL_BODY, size);
  if (kind_ != kBatch) return begin(Part::UNKNOWN_BODY, size);
  if (size <= kNumberSize) return refuse("it sends a batch without frames");
  left_ = size - kNumberSize;
  batch_ = {};
  begin(Part::BATCH_NUMBER, kNumberSize);
}

std::optional<Record> RecordReader::read_small() {
  Body body{gathered_};
  Record record = Heartbeat{};
  if (kind_ == kHello) {
    Hello hello;
    hello.oldest_protocol = body.number<std::uint32_t>();
    hello.protocol = body.number<std::uint32_t>();
    for (std::string* s : {&hello.incarnation, &hello.name, &hello.to, &hello.refused}) *s = body.string();
    record = std::move(hello);
    greeted_ = true;
  } else if (kind_ == kAck) {
    record = Ack{{body.number<std::uint64_t>()}};
  }
  if (!body.ok) {
    refuse("it sends a record that is malformed");
    return std::nullopt;
  }
  begin(Part::HEAD, kHeadSize);
  return record;
}

void RecordReader::begin_frame() {
  Body head{gathered_};
  const auto kind = head.number<std::uint16_t>();
  const std::size_t size = head.number<std::uint32_t>();
  if (size > left_) return refuse("it sends a frame that ends behind its batch");
  if (batch_.frames.size() == kMostFrames) return refuse("it sends too many frames at once");
  left_ -= size;
  batch_.frames.push_back({kind, {}});
  batch_.frames.back().bytes.reserve(size);
  begin(Part::FRAME_BYTES, size);
}

std::optional<Record> RecordReader::end_of_frame() {
  if (left_ == 0) {
    begin(Part::HEAD, kHeadSize);
    return std::exchange(batch_, {});
  }
  if (left_ < kFrameHeadSize) {
    refuse("it sends a batch that ends in a frame");
    return std::nullopt;
  }
  left_ -= kFrameHeadSize;
  begin(Part::FRAME_HEAD, kFrameHeadSize);
  return std::nullopt;
}

}  // namespace cardroom::cluster
