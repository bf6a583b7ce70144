#include "actors/cardroom.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>

#include "tests/actors/fake_storage.hpp"

namespace cardroom::testing {
namespace {

namespace client = protocol::client;

/// Collects what is sent; a test waits until a text has come.
class Inbox : public Outbox {
 public:
  Sent frame(std::shared_ptr<const std::string> head, std::string tail, ClientId) noexcept override {
    return message(*head + tail);
  }
  Sent message(std::string text) noexcept override {
    const std::lock_guard lock(mutex_);
    all_ += text + "\n";
    changed_.notify_all();
    return Sent::QUEUED;
  }
  void close(CloseReason) noexcept override {}
  bool wait_for(const std::string& part) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20),
                             [&] { return all_.find(part) != std::string::npos; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string all_;
};

Settings quick_settings() {
  Settings s;
  s.game_id = GameId("main");
  s.small_blind = {5};
  s.big_blind = {10};
  return s;
}

CardroomOptions options(const std::shared_ptr<Storage>& storage) {
  const auto seeds = std::make_shared<std::atomic<std::uint64_t>>(0);
  const auto source = [seeds] {
    Seed seed;
    const std::uint64_t n = ++*seeds;
    std::memcpy(seed.bytes.data(), &n, sizeof n);
    std::memcpy(seed.bytes.data() + 18, &n, sizeof n);
    return seed;
  };
  // One worker: the store in memory is for one thread at a time.
  CardroomOptions options;
  options.storage = storage;
  options.sealer = std::make_shared<const Sealer>(Sealer::Key{7});
  options.seeds = source;
  options.games = {quick_settings()};
  options.workers = 1;
  return options;
}

std::string started(Cardroom& cardroom) {
  std::promise<std::string> done;
  cardroom.start([&](std::string problem) { done.set_value(std::move(problem)); });
  return done.get_future().get();
}
std::string stopped(Cardroom& cardroom) {
  std::promise<std::string> done;
  cardroom.shutdown([&](std::string problem) { done.set_value(std::move(problem)); });
  return done.get_future().get();
}
std::string asked(Cardroom& cardroom, const std::string& request) {
  auto done = std::make_shared<std::promise<std::string>>();
  cardroom.admin(request, [done](std::string line, bool) { return done->set_value(std::move(line)), true; });
  return done->get_future().get();
}
SessionPtr logged_in(Cardroom& cardroom, const std::shared_ptr<Inbox>& inbox) {
  std::promise<SessionPtr> done;
  cardroom.login({1}, {"Ann", {}}, inbox, [&](SessionPtr session) { done.set_value(std::move(session)); });
  return done.get_future().get();
}

TEST(Cardroom, StartsPlaysAndEndsOnRealThreads) {
  const auto storage = std::make_shared<FakeStorage>();
  Cardroom cardroom(options(storage));
  EXPECT_EQ(started(cardroom), "");
  std::vector<SessionPtr> sessions;
  std::vector<std::shared_ptr<Inbox>> inboxes;
  for (int i = 0; i < 2; ++i) {
    inboxes.push_back(std::make_shared<Inbox>());
    sessions.push_back(logged_in(cardroom, inboxes.back()));
    ASSERT_TRUE(sessions.back());
    sessions.back()->request({{2}, client::Register{GameId("main")}});
    ASSERT_TRUE(inboxes.back()->wait_for(R"("type":"OK","id":2)"));
    sessions.back()->request({{3}, client::BuyIn{GameId("main"), {1000}}});
    ASSERT_TRUE(inboxes.back()->wait_for(R"("type":"OK","id":3)"));
  }
  EXPECT_EQ(asked(cardroom, R"({"command":"game start","game":"main"})"), R"({"ok":true})");
  // In the frame of the deal, or in a snapshot for who came to the table while it was dealt.
  for (const auto& inbox : inboxes) EXPECT_TRUE(inbox->wait_for("\"holeCards\":["));
  EXPECT_EQ(stopped(cardroom), "");
  for (const auto& inbox : inboxes) EXPECT_TRUE(inbox->wait_for("SHUTDOWN"));
  EXPECT_EQ(storage->tables.size(), 1u);
}

TEST(Cardroom, WithoutStorageNothingSurvivesButItRuns) {
  Cardroom cardroom(options(nullptr));
  EXPECT_EQ(started(cardroom), "");
  const auto inbox = std::make_shared<Inbox>();
  const SessionPtr session = logged_in(cardroom, inbox);
  session->request({{2}, client::Register{GameId("main")}});
  EXPECT_TRUE(inbox->wait_for(R"("type":"SEAT")"));
  EXPECT_EQ(stopped(cardroom), "");
}

TEST(Cardroom, MayBeDroppedWithoutShutdown) {
  auto cardroom = std::make_unique<Cardroom>(options(nullptr));
  EXPECT_EQ(started(*cardroom), "");
  cardroom.reset();
}

}  // namespace
}  // namespace cardroom::testing
