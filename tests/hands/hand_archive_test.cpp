#include "daemon/hands/hand_archive.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>

#include "daemon/hands/gzip.hpp"
#include "tests/store/redis_fixture.hpp"

namespace cardroom::daemon {
namespace {

using cardroom::testing::TempDir;

std::vector<std::string> lines_of(const std::string& file) {
  std::vector<std::string> lines;
  EXPECT_TRUE(for_each_line(file, [&](std::string_view line) { return lines.emplace_back(line), true; }));
  return lines;
}

using Lines = std::vector<std::string>;

TEST(HandArchive, NamesSortAndComeBack) {
  EXPECT_EQ(name_of({"g1", "2026-11-28", 7}), "g1.2026-11-28.000007.jsonl.gz");
  EXPECT_EQ(name_of({"../a b", "2026-11-28", 1}), "%2E%2E%2Fa%20b.2026-11-28.000001.jsonl.gz");
  EXPECT_EQ(day_of({1'795'867'199'999}), "2026-11-28");
  EXPECT_EQ(day_of({0}), "1970-01-01");
  EXPECT_EQ(game_of("main-t12"), "main");
  EXPECT_EQ(game_of("a-t1-t3"), "a-t1");
}

TEST(HandArchive, AppendsMembersToThePartsOfOneWriter) {
  TempDir dir;
  const std::string archive = dir / "deep/archive";
  ArchiveWriter writer(archive);
  ASSERT_TRUE(writer.append("../g", "2026-11-28", "one\ntwo\n"));
  ASSERT_TRUE(writer.append("../g", "2026-11-28", "three\n"));
  ASSERT_TRUE(writer.append("../g", "2026-11-29", "four\n"));
  ASSERT_TRUE(writer.append("g", "2026-11-28", "other\n"));
  ArchiveWriter next(archive);
  ASSERT_TRUE(next.append("../g", "2026-11-28", "five\n"));
  const auto files = files_of(archive, "../g");
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(lines_of(archive + "/" + name_of(files[0])), (Lines{"one", "two", "three"}));
  EXPECT_EQ(lines_of(archive + "/" + name_of(files[1])), (Lines{"five"}));
  EXPECT_EQ(lines_of(archive + "/" + name_of(files[2])), (Lines{"four"}));
}

TEST(HandArchive, ALargeFileIsFollowedByTheNextPart) {
  TempDir dir;
  ArchiveWriter writer(dir.path(), 1);
  ASSERT_TRUE(writer.append("g", "2026-11-28", "one\n"));
  ASSERT_TRUE(writer.append("g", "2026-11-28", "two\n"));
  EXPECT_EQ(files_of(dir.path(), "g").size(), 2u);
}

TEST(HandArchive, AFullDiskLeavesWhatWasThere) {
  TempDir dir;
  ArchiveWriter writer(dir.path());
  ASSERT_TRUE(writer.append("g", "2026-11-28", "one\n"));
  const std::string file = dir / name_of(files_of(dir.path(), "g")[0]);
  struct stat info {};
  ASSERT_EQ(::stat(file.c_str(), &info), 0);
  // Room for a part of the next member.
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{static_cast<rlim_t>(info.st_size) + 10, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto failed = writer.append("g", "2026-11-28", "two\n");
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(cardroom::testing::code_of(failed), StoreError::NOT_WRITABLE);
  EXPECT_NE(failed.error().text.find(file), std::string::npos) << failed.error().text;
  EXPECT_EQ(lines_of(file), (Lines{"one"}));
  ASSERT_TRUE(writer.append("g", "2026-11-28", "two\n"));
  EXPECT_EQ(lines_of(file), (Lines{"one", "two"}));
}

TEST(HandArchive, ADirectoryThatCannotBeMadeIsNamed) {
  ArchiveWriter writer("/proc/archive");
  const auto failed = writer.append("g", "2026-11-28", "one\n");
  EXPECT_EQ(cardroom::testing::code_of(failed), StoreError::NOT_WRITABLE);
  EXPECT_NE(failed.error().text.find("/proc/archive"), std::string::npos);
}

TEST(Gzip, ATornLastMemberIsReadAsFarAsItGoes) {
  TempDir dir;
  const std::string file = dir / "torn";
  const std::string good = gzip_member("one\n"), torn = gzip_member("two\nthree\n");
  for (std::size_t n = 0; n < torn.size(); ++n) {
    std::ofstream(file, std::ios::binary) << good << torn.substr(0, n);
    const Lines lines = lines_of(file);
    ASSERT_GE(lines.size(), 1u) << n;
    EXPECT_EQ(lines[0], "one");
  }
  EXPECT_FALSE(for_each_line(dir / "missing", [](std::string_view) { return true; }));
}

}  // namespace
}  // namespace cardroom::daemon
