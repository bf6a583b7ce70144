#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <fstream>
#include <map>

#include "actors/cluster/wire_json.hpp"
#include "tests/actors/cluster.hpp"

// What nodes of older releases say to each other (fixtures/README.md) is understood.
namespace cardroom::testing {
namespace {

using namespace cluster;
namespace client = protocol::client;

const std::string kFrames = CARDROOM_SOURCE_DIR "/tests/actors/fixtures/protocol-1/frames.txt";

struct Reading {
  bool known = false, read = false;
  std::string again;  ///< as this release says it
};

template <class T>
void read_as(const WireFrame& frame, Reading& out) {
  if (frame.kind != T::kKind) return;
  T body;
  out.known = true;
  out.read = from_wire(frame.bytes, body);
  out.again = to_wire(body).bytes;
}

Reading read(const WireFrame& frame) {
  Reading out;
  read_as<TableFrame>(frame, out);
  with_all_kinds([&]<class... T>() { (read_as<T>(frame, out), ...); });
  return out;
}

/// Whether everything that `then` says `now` says too.
::testing::AssertionResult kept(const boost::json::value& then, const boost::json::value& now) {
  if (then.is_array() && now.is_array() && then.as_array().size() == now.as_array().size()) {
    for (std::size_t i = 0; i < then.as_array().size(); ++i)
      if (const auto same = kept(then.as_array()[i], now.as_array()[i]); !same) return same;
    return ::testing::AssertionSuccess();
  }
  if (!then.is_object() || !now.is_object()) {
    if (then == now) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << then << " became " << now;
  }
  for (const auto& member : then.as_object()) {
    const auto* found = now.as_object().if_contains(member.key());
    if (found == nullptr) return ::testing::AssertionFailure() << "without " << member.key();
    if (const auto same = kept(member.value(), *found); !same)
      return ::testing::AssertionFailure() << same.message() << " in " << member.key();
  }
  return ::testing::AssertionSuccess();
}

TEST(WireFixture, WhatTheFirstReleasesSaidIsUnderstood) {
  std::ifstream in(kFrames);
  ASSERT_TRUE(in);
  std::set<std::uint16_t> kinds;
  WireFrame frame;
  for (std::string line; std::getline(in, line);) {
    const auto space = line.find(' ');
    frame = {static_cast<std::uint16_t>(std::stoul(line)), line.substr(space + 1)};
    const Reading reading = read(frame);
    ASSERT_TRUE(reading.known && reading.read) << line;
    EXPECT_TRUE(kept(boost::json::parse(frame.bytes), boost::json::parse(reading.again))) << line;
    kinds.insert(frame.kind);
  }
  EXPECT_GE(kinds.size(), 25u);
}

/// Writes a fixture where CARDROOM_RECORD says: the longest frame of each kind of a history with all there
/// is.
TEST(WireFixture, IsRecordedWhereThatIsWanted) {
  const char* file = std::getenv("CARDROOM_RECORD");
  if (!file) GTEST_SKIP() << "set CARDROOM_RECORD to a file";
  std::map<std::uint16_t, std::string> longest;
  Cluster all(4);
  all.on_frame = [&](const WireFrame& f) {
    const std::string head = f.bytes.substr(0, f.bytes.find('\n'));
    if (std::string& text = longest[f.kind]; head.size() > text.size()) text = head;
  };
  Settings settings = usual_settings();
  settings.number_of_seats = 3;
  all.make_game(0, settings);
  const GameId game("main");
  const TableId table("main-t1");
  std::vector<ClientPtr> players;
  for (int i = 0; i < 5; ++i) players.push_back(all[1 + i % 3].player("Player " + std::to_string(i)));
  const auto watcher = all[3].login("Watcher");
  all[3].expect(watcher, client::Watch{table});
  all[3].expect(watcher, client::ListGames{true});
  all[2].start();
  for (int i = 0; i < 20; ++i) {
    play(all[1], players, 10, i % 3 == 0 ? folding : passive);
    all.advance({500});
  }
  players[0]->send(client::Chat{game, "good luck"});
  players[1]->send(client::SitOut{game});
  players[2]->send(client::BuyIn{game, {1}});
  all.advance(seconds(1));
  watcher->send(client::Unwatch{table});
  for (const char* command :
       {R"({"command":"game list"})", R"({"command":"table list"})", R"({"command":"player list"})",
        R"({"command":"table void","table":"main-t1"})", R"({"command":"game pause","game":"main"})",
        R"({"command":"game resume","game":"main"})"}) {
    for (int node = 0; node < all.size(); ++node) all[node].admin_later(command);
    all.advance(seconds(2));
  }
  all[3].admin_later(R"({"command":"player credit","user":")" + players[1]->user.str() + R"(","amount":5})");
  players[4]->send(client::Leave{game});
  all.advance(seconds(2));
  const auto again = all[2].login_token(players[0]->token);
  all[3].admin_later(R"({"command":"player kick","user":")" + players[1]->user.str() + R"("})");
  all.advance(seconds(2));
  all[1].disconnect(players[3]);
  const int home = all.home(table);
  all.freeze(home);
  all.advance(seconds(8));
  all.thaw(home);
  all.advance(seconds(8));
  all[2].admin_later(R"({"command":"game end","game":"main"})");
  for (int i = 0; i < 20; ++i) {
    play(all[1], players, 10, folding);
    all.advance(seconds(1));
  }
  std::ofstream out(file);
  for (const auto& [kind, text] : longest) out << kind << ' ' << text << '\n';
}

}  // namespace
}  // namespace cardroom::testing
