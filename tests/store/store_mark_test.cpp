#include "actors/store/store_mark.hpp"

#include <fstream>

#include "tests/store/redis_fixture.hpp"

namespace cardroom::testing {
namespace {

struct StoreMarkTest : ::testing::Test {
  std::string found() {
    const auto fits = check_mark(client, file, "DIR/redis");
    return fits ? "" : fits.error().text;
  }
  void expect(const std::string& part) {
    const std::string text = found();
    EXPECT_NE(text.find(part), std::string::npos) << text;
    EXPECT_NE(text.find("DIR/redis/appendonlydir"), std::string::npos) << "what to do: " << text;
    EXPECT_NE(text.find("delete " + file), std::string::npos) << "what to do: " << text;
  }
  TempDir temp;
  std::string file = temp / "store.id";
  TestRedis redis;
  RedisClient client = redis.client();
};

TEST_F(StoreMarkTest, TheStoreOfTheDirectoryFits) {
  EXPECT_EQ(found(), "") << "new";
  const auto first = count_up(client);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->count, 1u);
  EXPECT_EQ(first->id.size(), 32u);
  ASSERT_TRUE(write_mark(file, *first));
  EXPECT_EQ(found(), "");
  const auto second = count_up(client);
  EXPECT_EQ(*second, (StoreMark{first->id, 2}));
  EXPECT_EQ(found(), "") << "the file may lag";
  std::filesystem::remove(file);
  EXPECT_EQ(found(), "") << "a directory that does not know";
}

TEST_F(StoreMarkTest, AnEmptyStoreIsNotTaken) {
  ASSERT_TRUE(write_mark(file, *count_up(client)));
  ASSERT_TRUE(client.command({"FLUSHALL"}));
  expect("has lost what was in it");
}

TEST_F(StoreMarkTest, AnotherStoreIsNotTaken) {
  ASSERT_TRUE(write_mark(file, *count_up(client)));
  ASSERT_TRUE(client.command({"FLUSHALL"}));
  ASSERT_TRUE(count_up(client));
  expect("is another one");
}

TEST_F(StoreMarkTest, AStoreThatWasCutIsNotTaken) {
  const auto mark = count_up(client);
  ASSERT_TRUE(write_mark(file, {mark->id, mark->count + 1}));
  expect("has lost its end");
}

TEST_F(StoreMarkTest, AFileThatSaysNothingIsNamed) {
  std::ofstream(file) << "x";
  EXPECT_NE(found().find(file), std::string::npos);
}

TEST_F(StoreMarkTest, AFileThatCannotBeWrittenIsNamed) {
  const auto written = write_mark(temp / "none/store.id", {"x", 1});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, StoreError::NOT_WRITABLE);
}

}  // namespace
}  // namespace cardroom::testing
