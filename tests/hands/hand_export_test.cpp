#include "daemon/hands/hand_export.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "actors/codec/json.hpp"
#include "daemon/hands/gzip.hpp"
#include "daemon/hands/hand_exporter.hpp"
#include "tests/hands/hand_fixture.hpp"

namespace cardroom::testing {
namespace {

using daemon::ArchiveWriter;
using daemon::HandBatch;
using daemon::HandExport;

constexpr Instant kSoon{kNoon.ms + 60'000};    ///< the last hand may get more parts
constexpr Instant kLater{kNoon.ms + 600'000};  ///< none does any more

class HandExportTest : public ::testing::Test {
 protected:
  HandExport exporter(std::size_t kept = 1) const { return HandExport(ArchiveWriter(archive_), kept); }

  /// A whole round; what it exported.
  Result<std::size_t> sweep(HandExport& exporter, Instant now) {
    std::size_t hands = 0;
    do {
      const auto step = exporter.step(redis_, now);
      if (!step) return step.error();
      hands += *step;
    } while (!exporter.swept());
    return hands;
  }
  /// The archive's lines, file by file.
  std::vector<std::string> lines(const std::string& game = "g") const {
    std::vector<std::string> all;
    for (const auto& file : daemon::files_of(archive_, game))
      daemon::for_each_line(archive_ + "/" + daemon::name_of(file),
                            [&](std::string_view line) { return all.emplace_back(line), true; });
    return all;
  }
  std::vector<std::uint32_t> numbers(const std::string& game = "g") const {
    std::vector<std::uint32_t> list;
    for (const std::string& line : lines(game)) {
      HandRecord record;
      EXPECT_FALSE(read_json_text(line, record)) << line;
      list.push_back(record.hand_number.v);
    }
    return list;
  }
  std::vector<std::string> ids(const std::string& table) {
    const auto all = redis_.command({"XRANGE", "{table:" + table + "}:hands", "-", "+"});
    std::vector<std::string> list;
    for (std::size_t i = 0; i < all->size(); ++i) list.emplace_back((*all)[i][0].text());
    return list;
  }

  using Numbers = std::vector<std::uint32_t>;
  using Ids = std::vector<std::string>;

  TestRedis server_;
  RedisClient redis_ = server_.client();
  TempDir dir_;
  const std::string archive_ = dir_ / "archive";
};

TEST_F(HandExportTest, ExportsOnceAndTrimsBehindWhatIsThere) {
  for (std::uint32_t n = 1; n <= 5; ++n) add_hand(redis_, "g-t1", n);
  HandExport hands = exporter(2);
  EXPECT_EQ(*sweep(hands, kSoon), 4u) << "the last one may still get cards that are shown";
  EXPECT_EQ(numbers(), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(ids("g-t1"), (Ids{"3-0", "4-0", "5-0"}));
  EXPECT_EQ(*sweep(hands, kSoon), 0u);
  EXPECT_EQ(*sweep(hands, kLater), 1u);
  EXPECT_EQ(*sweep(hands, kLater), 0u);
  EXPECT_EQ(numbers(), (Numbers{1, 2, 3, 4, 5}));
  EXPECT_EQ(ids("g-t1"), (Ids{"4-0", "5-0"}));
}

TEST_F(HandExportTest, WhatIsShownGoesWithItsHandOrFollowsIt) {
  add_hand(redis_, "g-t1", 1);
  add_entry(redis_, "g-t1", "1-40", shown(2));
  add_hand(redis_, "g-t1", 2);
  HandExport hands = exporter();
  ASSERT_TRUE(sweep(hands, kLater));
  add_entry(redis_, "g-t1", "2-80", shown(2));
  add_hand(redis_, "g-t1", 3);
  ASSERT_TRUE(sweep(hands, kLater));
  const auto all = lines();
  ASSERT_EQ(all.size(), 4u);
  HandRecord first;
  ASSERT_FALSE(read_json_text(all[0], first));
  EXPECT_EQ(first.shown_afterwards.size(), 1u);
  EXPECT_EQ(all[2], R"({"tableId":"g-t1","handNumber":2,"shownAfterwards":[)" + shown(2) + "]}");
}

TEST_F(HandExportTest, FilesAreOfOneGameAndDay) {
  add_hand(redis_, "g-t1", 1, {kNoon.ms - 86'400'000});
  add_hand(redis_, "g-t1", 2);
  // The clock was put back: no hand comes into an earlier file than the one before it.
  add_hand(redis_, "g-t1", 3, {kNoon.ms - 86'400'000});
  add_hand(redis_, "other-t1", 1);
  HandExport hands = exporter();
  EXPECT_EQ(*sweep(hands, kLater), 4u);
  const auto files = daemon::files_of(archive_, "g");
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].day, "2020-11-27");
  EXPECT_EQ(files[1].day, "2020-11-28");
  EXPECT_EQ(numbers(), (Numbers{1, 2, 3}));
  EXPECT_EQ(numbers("other"), (Numbers{1}));
}

TEST_F(HandExportTest, ManyTablesAndLongStreamsGoInSmallSteps) {
  constexpr std::uint32_t kHands = 650;
  for (std::uint32_t n = 1; n <= kHands; ++n) add_hand(redis_, "g-t1", n);
  for (int t = 2; t <= 60; ++t) add_hand(redis_, "g-t" + std::to_string(t), 1);
  HandExport hands = exporter(10);
  int steps = 0;
  std::size_t exported = 0;
  do {
    const auto step = hands.step(redis_, kLater);
    ASSERT_TRUE(step);
    exported += *step;
    ++steps;
  } while (!hands.swept());
  EXPECT_EQ(exported, kHands + 59);
  EXPECT_GT(steps, 1);
  EXPECT_EQ(lines().size(), kHands + 59);
  EXPECT_EQ(ids("g-t1").size(), 10u);
}

TEST_F(HandExportTest, AnUnreadableRecordIsKeptAndHoldsNothingUp) {
  add_entry(redis_, "g-t1", "1-0", R"({"gameId":7)");
  add_hand(redis_, "g-t1", 2);
  HandExport hands = exporter();
  EXPECT_EQ(*sweep(hands, kLater), 2u);
  EXPECT_EQ(lines()[0], R"({"tableId":"g-t1","handNumber":1,"unreadable":"{\"gameId\":7"})");
}

TEST_F(HandExportTest, WhatCannotBeWrittenIsNotTrimmed) {
  for (std::uint32_t n = 1; n <= 3; ++n) add_hand(redis_, "g-t1", n);
  // Nothing can be made in a file's place, by root neither.
  std::ofstream(archive_) << "in the way";
  HandExport hands = exporter();
  const auto failed = sweep(hands, kLater);
  EXPECT_EQ(code_of(failed), StoreError::NOT_WRITABLE);
  EXPECT_NE(failed.error().text.find(archive_), std::string::npos) << failed.error().text;
  EXPECT_EQ(ids("g-t1").size(), 3u);
  std::filesystem::remove(archive_);
  EXPECT_EQ(*sweep(hands, kLater), 3u);
  EXPECT_EQ(numbers(), (Numbers{1, 2, 3}));
  EXPECT_EQ(ids("g-t1"), (Ids{"3-0"}));
}

TEST_F(HandExportTest, AMarkThatRedisDoesNotTakeExportsNothingTwice) {
  for (std::uint32_t n = 1; n <= 3; ++n) add_hand(redis_, "g-t1", n);
  HandExport hands = exporter();
  ASSERT_TRUE(redis_.command({"CONFIG", "SET", "maxmemory", "1"}));
  EXPECT_FALSE(sweep(hands, kLater));
  EXPECT_EQ(ids("g-t1").size(), 3u);
  ASSERT_TRUE(redis_.command({"CONFIG", "SET", "maxmemory", "0"}));
  add_hand(redis_, "g-t1", 4);
  EXPECT_EQ(*sweep(hands, kLater), 1u);
  EXPECT_EQ(numbers(), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(ids("g-t1"), (Ids{"4-0"}));
}

/// Runs `work` in a process of its own that is killed at its end.
template <class Work>
void killed_after(Work work) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    work();
    ::raise(SIGKILL);
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

TEST_F(HandExportTest, KilledBetweenWritingAndTrimmingItLosesNoHandAndRepeatsAreTheSame) {
  for (std::uint32_t n = 1; n <= 3; ++n) add_hand(redis_, "g-t1", n);
  killed_after([&] {
    auto client = server_.client();
    HandExport hands = exporter();
    for (const HandBatch& batch : *hands.gather(client, kSoon)) hands.append(batch);
  });
  EXPECT_EQ(numbers(), (Numbers{1, 2}));
  EXPECT_EQ(ids("g-t1").size(), 3u) << "not marked, so not trimmed";
  HandExport next = exporter();
  EXPECT_EQ(*sweep(next, kLater), 3u);
  EXPECT_EQ(numbers(), (Numbers{1, 2, 1, 2, 3}));
  const auto all = lines();
  EXPECT_EQ(all[0], all[2]) << "the same hand in the same words";
  EXPECT_EQ(all[1], all[3]);
  EXPECT_EQ(ids("g-t1"), (Ids{"3-0"}));
}

TEST_F(HandExportTest, KilledWithinAWriteTheHandsComeInTheNextFile) {
  for (std::uint32_t n = 1; n <= 3; ++n) add_hand(redis_, "g-t1", n);
  killed_after([&] {
    auto client = server_.client();
    HandExport hands = exporter();
    for (const HandBatch& batch : *hands.gather(client, kSoon)) hands.append(batch);
  });
  const std::string file = archive_ + "/" + daemon::name_of(daemon::files_of(archive_, "g")[0]);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  HandExport next = exporter();
  EXPECT_EQ(*sweep(next, kLater), 3u);
  const auto files = daemon::files_of(archive_, "g");
  ASSERT_EQ(files.size(), 2u);
  std::size_t whole = 0;
  daemon::for_each_line(archive_ + "/" + daemon::name_of(files[1]),
                        [&](std::string_view) { return ++whole, true; });
  EXPECT_EQ(whole, 3u);
}

TEST_F(HandExportTest, KilledAfterTheMarkNothingComesTwice) {
  for (std::uint32_t n = 1; n <= 3; ++n) add_hand(redis_, "g-t1", n);
  killed_after([&] {
    auto client = server_.client();
    HandExport hands = exporter();
    hands.step(client, kSoon);
  });
  HandExport next = exporter();
  EXPECT_EQ(*sweep(next, kLater), 1u);
  EXPECT_EQ(numbers(), (Numbers{1, 2, 3}));
}

/// Looks again until it holds.
template <class Condition>
bool comes_true(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  for (; std::chrono::steady_clock::now() < deadline; std::this_thread::yield())
    if (condition()) return true;
  return false;
}

TEST_F(HandExportTest, TheThreadGoesOnByItselfAndSaysWhyItCannot) {
  for (std::uint32_t n = 1; n <= 3; ++n) add_hand(redis_, "g-t1", n);
  std::ofstream(archive_) << "in the way";
  daemon::HandExporter thread(server_.address(), archive_, std::chrono::milliseconds(1));
  EXPECT_TRUE(comes_true([&] { return thread.state().problem.find(archive_) != std::string::npos; }));
  EXPECT_EQ(ids("g-t1").size(), 3u);
  std::filesystem::remove(archive_);
  EXPECT_TRUE(comes_true([&] { return thread.state().problem.empty() && thread.state().hands == 3; }));
  const auto silent = [&] { return thread.state().problem.starts_with("the store does not answer"); };
  server_.freeze();
  EXPECT_TRUE(comes_true(silent));
  server_.thaw();
  EXPECT_TRUE(comes_true([&] { return thread.state().problem.empty(); }));
  server_.kill();
  EXPECT_TRUE(comes_true(silent)) << thread.state().problem;
}

}  // namespace
}  // namespace cardroom::testing
