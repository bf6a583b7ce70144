#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <cstdlib>

#include "tests/actors/cluster.hpp"

/// Random histories of three nodes: frozen, cut off from each other and from the registry, drained, begun
/// anew, while people play and come in elsewhere. Whatever happened, when all is well again everybody sits
/// where they sat, no chip is lost, and hands are dealt. The store of every second one is slow.
namespace cardroom::testing {
namespace {

namespace client = protocol::client;
using cluster::NodeTurn;

struct Person {
  std::string token;
  ClientPtr client;
  int node = 0;
  std::vector<ClientId> asked{};  ///< of its game, over this connection
};

class History {
 public:
  explicit History(std::uint64_t seed) : random_(seed), all_(3, seed) {
    all_.slow_store(seed % 2 == 1);
    all_.make_game(0);
    Settings other = usual_settings();
    for (const char* id : {"second", "third"}) {
      other.game_id = GameId(id);
      all_.make_game(0, other);
    }
    for (int i = 0; i < 5; ++i) {
      const int node = below(3);
      auto player = all_[node].player("Player " + std::to_string(i));
      people_.push_back({player->token, player, node, {}});
    }
    all_[below(3)].start();
  }

  void run(int rounds) {
    for (int i = 0; i < rounds; ++i) {
      happen();
      all_.advance({below(500)});
      tend();
    }
    heal();
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }

  void happen() {
    const int node = below(3), other = (node + 1 + below(2)) % 3;
    switch (below(17)) {
      case 0:
        if (!anybody_frozen()) all_.freeze(node);
        return;
      case 1:
        if (all_.frozen(node)) all_.thaw(node);
        return;
      case 2:
        if (!all_.frozen(node) && !all_.frozen(other)) all_.cut(node, other);
        return;
      case 3:
        if (!all_.frozen(node) && !all_.frozen(other)) all_.mend(node, other);
        return;
      case 4:
        return all_.cut_registry(node, below(2) == 0);
      case 5:
        return all_.advance(seconds(1 + below(5)));
      case 6:
        return drain(node, below(2) == 0);
      case 7:
        return come_in(people_[static_cast<std::size_t>(below(5))], node);
      case 8:
        return change(people_[static_cast<std::size_t>(below(5))]);
      case 9:
        if (!all_.frozen(node)) all_[node].admin_later(R"({"command":"cluster rebalance"})");
        return;
      default:
        return act();
    }
  }

  /// Chips and players come and go between the game and its tables.
  void change(Person& person) {
    if (all_.frozen(person.node) || person.client->closed || person.client->gone || !person.client->session)
      return;
    const GameId game("main");
    if (below(4) == 0) ask(person, client::Leave{game});
    if (below(2) == 0) ask(person, client::Register{game});
    ask(person, client::BuyIn{game, {100 + below(900)}});
    all_.run();
  }

  static void ask(Person& person, protocol::ClientCommand command) {
    person.asked.push_back(person.client->send(std::move(command)));
  }

  /// Of those whose connection is open: whatever happened to their games meanwhile.
  void expect_answers() {
    for (const Person& person : people_) {
      if (person.client->closed || person.client->gone || all_.frozen(person.node)) continue;
      for (const ClientId id : person.asked)
        EXPECT_NE(person.client->outcome(id), "") << "command " << id.v << " has no answer" << told(person);
    }
  }

  bool anybody_frozen() const { return all_.frozen(0) || all_.frozen(1) || all_.frozen(2); }

  void drain(int node, bool draining) {
    for (cluster::NodeRecord& record : all_.registry->contents.nodes)
      if (record.name == "node-" + std::to_string(node)) record.draining = draining;
    ++all_.registry->contents.now.change;
  }

  void come_in(Person& person, int node) {
    if (all_.frozen(node)) return;
    auto client = all_[node].login_token(person.token);
    all_.run();
    if (client->refused || !client->session) return;
    // Answers to what the connection before had asked may still come.
    client->next_id = person.client->next_id + 1000;
    person = {person.token, client, node, {}};
  }

  void act() {
    for (const Person& person : people_) {
      if (all_.frozen(person.node) || person.client->closed || person.client->gone || !person.client->session)
        continue;
      for (const auto& [id, table] : person.client->tables) {
        if (!person.client->to_act(id)) continue;
        person.client->send(
            client::Act{id, table.state.hand_number, table.state.turn, passive(*person.client, id), {}});
        return all_.run();
      }
    }
  }

  /// What the daemons do by themselves.
  void tend() {
    for (int node = 0; node < 3; ++node) {
      if (all_.frozen(node) || all_.turns(node).empty() || all_.turns(node).back() != NodeTurn::OUT) continue;
      begin_anew(node);
    }
  }

  void begin_anew(int node) {
    for (Person& person : people_)
      if (person.node == node && person.client->session) {
        person.client->gone = true;
        person.client->session = nullptr;
      }
    all_.begin_anew(node);
  }

  void heal() {
    for (int node = 0; node < 3; ++node) {
      if (all_.frozen(node)) all_.thaw(node);
      all_.cut_registry(node, false);
      drain(node, false);
    }
    for (int i = 0; i < 4; ++i) {
      all_.advance(seconds(2));
      tend();
    }
    for (int node = 0; node < 3; ++node)
      for (int other = 0; other < node; ++other) all_.mend(node, other);
    all_.advance(seconds(5));
    expect_answers();
    for (Person& person : people_) {
      come_in(person, below(3));
      // Who has left comes back, once the hand is over.
      for (int i = 0; i < 40 && person.client->seats.count("main") == 0; ++i) {
        ask(person, client::Register{GameId("main")});
        act();
        all_.advance({500});
      }
      ASSERT_EQ(person.client->seats.count("main"), 1u)
          << "a seat is lost at node " << person.node << told(person);
      // Refused unless the player was away for so long that the seat sits out, or has nothing to play with.
      person.client->send(client::SitIn{GameId("main")});
      ask(person, client::BuyIn{GameId("main"), {1000}});
      all_.run();
    }
    // A node that was on its way out may have opened a table last: its owner finds out with its next step.
    all_.advance(seconds(3));
    for (const Person& person : people_) {
      const auto& seat = person.client->seats.at("main");
      if (!seat.table_id) continue;
      ASSERT_EQ(person.client->tables.count(*seat.table_id), 1u) << "no table is shown" << told(person);
      EXPECT_TRUE(person.client->tables.at(*seat.table_id).you)
          << "an own part is missing" << person.client->raw.back() << told(person);
    }
    const HandNumber before = last_hand();
    for (int i = 0; i < 400 && last_hand().v < before.v + 2; ++i) {
      act();
      all_.advance({200});
    }
    EXPECT_GE(last_hand().v, before.v + 2) << "no hands are dealt";
    expect_answers();
    for (int node = 0; node < 3; ++node) upgrade(node);
    EXPECT_EQ(all_[0].chips_problem(), "");
    EXPECT_EQ(all_.storage->broken_rules, std::vector<std::string>{});
  }

  /// The node is emptied in order, and begins anew.
  void upgrade(int node) {
    ask(node, "cluster rebalance");
    ask(node, R"(node drain","node":"node-)" + std::to_string(node));
    for (int i = 0; i < 60 && all_.turns(node).back() != NodeTurn::DRAINED; ++i) {
      act();
      all_.advance(seconds(1));
    }
    EXPECT_EQ(all_.turns(node).back(), NodeTurn::DRAINED)
        << "node " << node << ": " << ask(node, "table list") << ask(node, "game list")
        << ask(node, "node list");
    begin_anew(node);
  }

  std::string ask(int node, const std::string& command) {
    const auto lines = all_[node].admin_later(R"({"command":")" + command + "\"}");
    all_.advance(seconds(5));
    return lines->empty() ? "no answer" : lines->front();
  }

  /// What the person's client has been told, for whoever looks into a failure.
  std::string told(const Person& person) {
    const int home = all_.home();
    std::string text = " of node " + std::to_string(person.node) + ", game at " + std::to_string(home) + ':';
    if (home >= 0) text += ask(home, "player list");
    for (int node = 0; node < 3; ++node)
      text += "\nnode " + std::to_string(node) + ": " + ask(node, "table list");
    for (const auto& message : person.client->messages) text += '\n' + boost::json::serialize(message);
    return text;
  }

  HandNumber last_hand() const {
    HandNumber last;
    for (const Person& person : people_)
      for (const auto& [id, table] : person.client->tables) last = std::max(last, table.state.hand_number);
    return last;
  }

  std::mt19937_64 random_;
  Cluster all_;
  std::vector<Person> people_;
};

TEST(ClusterHistory, EverythingHealsByItself) {
  const char* more = std::getenv("CARDROOM_HISTORIES");
  const int histories = more ? std::atoi(more) : 150;
  const char* one = std::getenv("CARDROOM_HISTORY");
  for (std::uint64_t seed = one ? std::strtoull(one, nullptr, 10) : 1;
       seed <= static_cast<std::uint64_t>(histories) || one; ++seed) {
    SCOPED_TRACE("CARDROOM_HISTORY=" + std::to_string(seed));
    History(seed).run(60);
    if (::testing::Test::HasFailure() || one) return;
  }
}

}  // namespace
}  // namespace cardroom::testing
