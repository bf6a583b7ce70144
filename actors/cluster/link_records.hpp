#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "actors/cluster/link.hpp"

/// What crosses a connection between two nodes, as bytes. Numbers are little-endian, a string has its length
/// (2) before it. Each side begins with a preamble, "cardroom" and the number of this format (4 bytes), and
/// goes on with records: the length of the body (4), the kind (1), the body.
///
/// 1, hello: oldest protocol (4), newest (4); the strings incarnation, name, to, refused
///
/// 2, batch: number (8), then to its end frames: kind (2), length (4), bytes
///
/// 3, ack: number (8)
///
/// 4, heartbeat: nothing
///
/// Who connects says hello first, at once; the other answers with its own. What a later version adds is a
/// kind, which is skipped where it is unknown, or the end of a body other than a batch's. Anything else needs
/// another format number.
namespace cardroom::cluster {

/// Of batches in one direction of a connection, from 1.
using BatchNumber = Number<struct BatchTag, std::uint64_t>;

struct Hello {
  std::uint32_t oldest_protocol = 0, protocol = 0;
  std::string incarnation, name;
  std::string to;       ///< the incarnation that is meant: another one may be at its address
  std::string refused;  ///< of an answer: why the other is not let in; empty = it is
};
/// Frames that go together.
struct Batch {
  BatchNumber number;
  std::vector<WireFrame> frames;
};
/// All batches up to this one were taken.
struct Ack {
  BatchNumber number;
};
/// Says only that its sender lives.
struct Heartbeat {};
using Record = std::variant<Hello, Batch, Ack, Heartbeat>;

inline constexpr std::uint32_t kLinkFormat = 1;
/// Bytes of a record's body: of a batch or an unknown one, and of any other.
inline constexpr std::size_t kMostOfRecord = kMostUnsent + (1u << 20), kMostOfSmallRecord = 4096;
inline constexpr std::size_t kMostFrames = 100'000;  ///< of a batch

void append_preamble(std::vector<char>& out);
/// Strings are cut off at 1,000 bytes.
void append(std::vector<char>& out, const Hello& hello);
void append(std::vector<char>& out, const Batch& batch);
void append(std::vector<char>& out, const Ack& ack);
void append(std::vector<char>& out, const Heartbeat& heartbeat);

/// Makes records of bytes as they come, in pieces of any size, and trusts none: it keeps no more than one
/// record, within the limits above.
class RecordReader {
 public:
  /// Takes bytes from the front up to the end of a record. None: all were taken, or there is a problem.
  std::optional<Record> next(std::string_view& bytes);
  /// Why nothing is read any more: a sentence's end about "it", the sender. Empty = there is no problem.
  const std::string& problem() const { return problem_; }

 private:
  enum class Part { PREAMBLE, HEAD, SMALL_BODY, BATCH_NUMBER, FRAME_HEAD, FRAME_BYTES, UNKNOWN_BODY };

  /// Appends what is missing of this part; false if more must come.
  bool gather(std::string_view& bytes);
  bool skip(std::string_view& bytes);
  void begin(Part part, std::size_t size);
  std::optional<Record> end_of_part();
  void read_preamble();
  void read_head();
  std::optional<Record> read_small();
  void begin_frame();
  std::optional<Record> end_of_frame();
  void refuse(std::string problem) { problem_ = std::move(problem); }

  Part part_ = Part::PREAMBLE;
  std::size_t size_ = kPreambleSize;  ///< of this part
  std::size_t left_ = 0;              ///< of the record's body, behind this part
  std::string gathered_;              ///< of this part
  std::uint8_t kind_ = 0;
  bool greeted_ = false;
  Batch batch_;
  std::string problem_;

  static constexpr std::size_t kPreambleSize = 12;
};

}  // namespace cardroom::cluster
