#include "actors/cluster/link_records.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Records as bytes and back, in pieces of any size; and what is refused.
namespace cardroom::cluster {
namespace {

using ::testing::HasSubstr;

template <class... Ts>
std::string bytes_of(const Ts&... records) {
  std::vector<char> out;
  append_preamble(out);
  (append(out, records), ...);
  return {out.begin(), out.end()};
}

struct Read {
  std::vector<Record> records;
  std::string problem;
};
Read read(std::string_view bytes, std::size_t piece = std::string::npos) {
  Read result;
  RecordReader reader;
  while (!bytes.empty()) {
    std::string_view part = bytes.substr(0, piece);
    bytes.remove_prefix(part.size());
    while (auto record = reader.next(part)) result.records.push_back(std::move(*record));
  }
  result.problem = reader.problem();
  return result;
}

/// A record as a later version or a stranger may send it.
std::string raw(std::uint8_t kind, const std::string& body, std::uint32_t size) {
  std::string out;
  for (unsigned i = 0; i < 4; ++i) out += static_cast<char>(size >> 8 * i & 0xff);
  return out + static_cast<char>(kind) + body;
}
std::string raw(std::uint8_t kind, const std::string& body) {
  return raw(kind, body, static_cast<std::uint32_t>(body.size()));
}

const Hello kFirst{1, 3, "a1", "a", "b1", ""};

TEST(LinkRecords, AreReadAsTheyWereWritten) {
  const Batch batch{{7}, {{1, "x"}, {65'535, ""}, {2, std::string(100'000, 'y')}}};
  const std::string bytes = bytes_of(kFirst, batch, Ack{{1ull << 40}}, Heartbeat{}, Ack{{2}});
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{4096}, bytes.size()}) {
    const Read all = read(bytes, piece);
    EXPECT_EQ(all.problem, "");
    ASSERT_EQ(all.records.size(), 5u) << piece;
    const auto& hello = std::get<Hello>(all.records[0]);
    EXPECT_EQ(hello.oldest_protocol, 1u);
    EXPECT_EQ(hello.protocol, 3u);
    EXPECT_EQ(hello.incarnation + hello.name + hello.to + hello.refused, "a1ab1");
    const auto& frames = std::get<Batch>(all.records[1]).frames;
    EXPECT_EQ(std::get<Batch>(all.records[1]).number, BatchNumber{7});
    ASSERT_EQ(frames.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(frames[i].kind, batch.frames[i].kind);
      EXPECT_TRUE(frames[i].bytes == batch.frames[i].bytes);
    }
    EXPECT_EQ(std::get<Ack>(all.records[2]).number, BatchNumber{1ull << 40});
    EXPECT_TRUE(std::holds_alternative<Heartbeat>(all.records[3]));
    EXPECT_EQ(std::get<Ack>(all.records[4]).number, BatchNumber{2});
  }
}

// They are the same in every release, whatever machine it runs on.
TEST(LinkRecords, HaveTheirBytes) {
  using namespace std::string_literals;
  EXPECT_EQ(bytes_of(kFirst, Batch{{2}, {{258, "x"}}}, Ack{{2}}, Heartbeat{}),
            "cardroom\1\0\0\0"s
            "\x15\0\0\0\1"s
            "\1\0\0\0\3\0\0\0"s
            "\2\0a1\1\0a\2\0b1\0\0"s
            "\xf\0\0\0\2"s
            "\2\0\0\0\0\0\0\0"s
            "\2\1\1\0\0\0x"s
            "\x8\0\0\0\3"s
            "\2\0\0\0\0\0\0\0"s
            "\0\0\0\0\4"s);
}

TEST(LinkRecords, OfLaterVersionsAreReadAsFarAsTheyAreKnown) {
  const Read all = read(bytes_of(kFirst) + raw(99, "") + raw(99, std::string(10'000, 'z')) +
                        raw(3, "12345678more") + raw(4, "more"));
  EXPECT_EQ(all.problem, "");
  ASSERT_EQ(all.records.size(), 3u);
  EXPECT_TRUE(std::holds_alternative<Ack>(all.records[1]));
  EXPECT_TRUE(std::holds_alternative<Heartbeat>(all.records[2]));
}

TEST(LinkRecords, OfStrangersAreRefused) {
  EXPECT_THAT(read("G").problem, HasSubstr("no node"));
  EXPECT_THAT(read("GET / HTTP/1.1\r\n\r\n").problem, HasSubstr("no node"));
  EXPECT_THAT(read("\x16").problem, HasSubstr("it speaks TLS and this node does not"));
  EXPECT_THAT(read(std::string("\0\0\0\0\0\0\0\0", 8)).problem, HasSubstr("no node"));
  std::string later = bytes_of(kFirst);
  later[8] = 2;
  EXPECT_EQ(read(later).problem, "it speaks format 2 of links and this node 1");
  EXPECT_EQ(read("cardro").problem, "");
}

TEST(LinkRecords, OutOfPlaceAreRefused) {
  EXPECT_EQ(read(bytes_of(Heartbeat{})).problem, "it does not begin with a hello");
  EXPECT_EQ(read(bytes_of(Batch{{1}, {{1, "x"}}})).problem, "it does not begin with a hello");
  EXPECT_EQ(read(bytes_of() + raw(99, "")).problem, "it does not begin with a hello");
  EXPECT_EQ(read(bytes_of(kFirst, kFirst)).problem, "it says hello twice");
  // Nothing is read after that.
  EXPECT_EQ(read(bytes_of(kFirst, kFirst, Heartbeat{})).records.size(), 1u);
}

TEST(LinkRecords, ThatAreTooLongAreRefused) {
  EXPECT_EQ(read(bytes_of() + raw(1, "", 4097)).problem, "it sends a record of 4097 bytes");
  EXPECT_EQ(read(bytes_of(kFirst) + raw(3, "", 4097)).problem, "it sends a record of 4097 bytes");
  for (const std::uint8_t kind : {2, 99})
    EXPECT_EQ(read(bytes_of(kFirst) + raw(kind, "", kMostOfRecord + 1)).problem,
              "it sends a record of 68157441 bytes");
  std::string frames(8, '\0');
  for (std::size_t i = 0; i <= kMostFrames; ++i) frames.append(6, '\0');
  EXPECT_EQ(read(bytes_of(kFirst) + raw(2, frames)).problem, "it sends too many frames at once");
}

TEST(LinkRecords, ThatAreMalformedAreRefused) {
  const std::string hello = bytes_of(kFirst);
  const std::string number(8, '\0');
  using namespace std::string_literals;
  EXPECT_THAT(read(bytes_of() + raw(1, "1234")).problem, HasSubstr("malformed"));
  EXPECT_THAT(read(bytes_of() + raw(1, number + "\xff\0a"s)).problem, HasSubstr("malformed"));
  EXPECT_THAT(read(bytes_of(Hello{1, 1, "a", "a\nb", "", ""})).problem, HasSubstr("malformed"));
  EXPECT_THAT(read(hello + raw(3, "1234567")).problem, HasSubstr("malformed"));
  EXPECT_EQ(read(hello + raw(2, number)).problem, "it sends a batch without frames");
  EXPECT_EQ(read(hello + raw(2, number + "\1\0\1\0\0"s)).problem, "it sends a batch that ends in a frame");
  EXPECT_EQ(read(hello + raw(2, number + "\1\0\2\0\0\0x"s)).problem,
            "it sends a frame that ends behind its batch");
}

TEST(LinkRecords, StringsOfAHelloAreCutOff) {
  const Read all = read(bytes_of(Hello{1, 1, "a", "a", "b", std::string(70'000, 'x')}));
  ASSERT_EQ(all.records.size(), 1u);
  EXPECT_EQ(std::get<Hello>(all.records[0]).refused, std::string(1'000, 'x'));
}

}  // namespace
}  // namespace cardroom::cluster
