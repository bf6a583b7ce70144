#include "daemon/cardroomctl/commands.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/parse.hpp>
#include <fstream>
#include <iostream>
#include <optional>

namespace cardroom::ctl {
namespace {

struct Fields {
  std::string game, table, user, file, status, id, node;
  std::optional<int> deadline;
  long long amount = 0, hand = 0, before = 0;
  bool no_wait = false, repair = false;
  int wait_seconds = 600;
};

/// Adds a command that sends {"command": "<group> <name>", fields named in `keys`}.
class Builder {
 public:
  Builder(Invocation& out, Fields& fields) : out_(out), fields_(fields) {}

  CLI::App* add(CLI::App* parent, const std::string& name, const std::string& help,
                const std::vector<std::string>& keys, const std::string& until = {}) {
    CLI::App* app = parent->add_subcommand(name, help);
    for (const auto& key : keys) {
      if (key == "game") app->add_option("GAME", fields_.game, "id of the game")->required();
      if (key == "table") app->add_option("TABLE", fields_.table, "id of the table")->required();
      if (key == "hand")
        app->add_option("HAND", fields_.hand, "number of the hand at its table")
            ->required()
            ->check(CLI::PositiveNumber);
      if (key == "before")
        app->add_option("--before", fields_.before, "begin below this hand instead of with the last one")
            ->check(CLI::PositiveNumber);
      if (key == "node") app->add_option("NODE", fields_.node, "name of the node")->required();
      if (key == "deadline")
        app->add_option("--deadline", fields_.deadline,
                        "seconds after which tables are moved in the midst of a hand; 60 unless given")
            ->check(CLI::Range(0, 86400));
      if (key == "of user") app->add_option("--player", fields_.user, "only those of this player's balance");
      if (key == "of game") app->add_option("--game", fields_.game, "only those of what is inside this game");
      if (key == "user") app->add_option("PLAYER", fields_.user, "id of the player")->required();
      if (key == "file")
        app->add_option("FILE", fields_.file,
                        "JSON file with the settings by their configuration names, e.g. {\"game_id\":\"g1\","
                        "\"small_blind\":5,\"big_blind\":10}, times in milliseconds; - for standard input")
            ->required();
      if (key == "repair") app->add_flag("--repair", fields_.repair, "first settle what a rule can settle");
      if (key == "id")
        app->add_option("--id", fields_.id,
                        "name of the booking: the same is booked once, however often asked within 7 days");
      if (key == "amount")
        app->add_option("AMOUNT", fields_.amount, "chips; negative takes them away")->required();
    }
    if (!until.empty()) {
      app->add_flag("--no-wait", fields_.no_wait, "return at once instead of when the game is " + until);
      app->add_option("--wait", fields_.wait_seconds, "seconds to wait at most")->check(CLI::Range(1, 86400));
    }
    const std::string command = parent->get_parent() != nullptr ? parent->get_name() + " " + name : name;
    app->callback([this, command, keys, until] { finish(command, keys, until); });
    return app;
  }

 private:
  void finish(const std::string& command, const std::vector<std::string>& keys, const std::string& until) {
    auto& request = out_.request;
    request["command"] = command;
    for (const auto& key : keys) {
      if (key == "game") request["game"] = fields_.game;
      if (key == "table") request["table"] = fields_.table;
      if (key == "node") request["node"] = fields_.node;
      if (key == "deadline" && fields_.deadline) request["deadline"] = *fields_.deadline;
      if (key == "user") request["user"] = fields_.user;
      if (key == "of user" && !fields_.user.empty()) request["user"] = fields_.user;
      if (key == "of game" && !fields_.game.empty()) request["game"] = fields_.game;
      if (key == "hand") request["hand"] = fields_.hand;
      if (key == "repair" && fields_.repair) request["repair"] = true;
      if (key == "id" && !fields_.id.empty()) request["id"] = fields_.id;
      if (key == "before" && fields_.before > 0) request["before"] = fields_.before;
      if (key == "amount") request["amount"] = fields_.amount;
      if (key == "file") request["settings"] = settings();
    }
    if (!until.empty() && !fields_.no_wait) out_.until = until;
    out_.wait_seconds = fields_.wait_seconds;
    out_.watch = command == "table watch";
  }

  boost::json::value settings() const {
    constexpr std::streamsize kMost = 1 << 20;
    std::string text(kMost, '\0');
    if (fields_.file == "-") {
      std::cin.read(text.data(), kMost);
      text.resize(static_cast<std::size_t>(std::cin.gcount()));
    } else {
      std::ifstream in(fields_.file);
      if (!in) throw CLI::ValidationError("FILE", fields_.file + " cannot be read");
      in.read(text.data(), kMost);
      text.resize(static_cast<std::size_t>(in.gcount()));
    }
    boost::json::error_code error;
    auto value = boost::json::parse(text, error);
    if (error || !value.is_object())
      throw CLI::ValidationError("FILE", fields_.file + " is not a JSON object");
    return value;
  }

  Invocation& out_;
  Fields& fields_;
};

void add_commands(CLI::App& app, Builder& build) {
  auto* game = app.add_subcommand("game", "games: list, show, create, start, pause, resume, end");
  game->require_subcommand(1);
  build.add(game, "list", "all games", {});
  build.add(game, "show", "a game with its tables", {"game"});
  build.add(game, "create", "a new game", {"file"});
  build.add(game, "start", "start a game that waits in SEATING", {"game"});
  build.add(game, "pause", "let every hand finish, then pause", {"game"}, "PAUSED");
  build.add(game, "resume", "go on after a pause", {"game"});
  build.add(game, "end", "let every hand finish, cash everybody out, close", {"game"}, "COMPLETED");
  auto* table = app.add_subcommand("table", "tables: list, show, watch, void");
  table->require_subcommand(1);
  build.add(table, "list", "all tables", {});
  build.add(table, "show", "a table with its seats", {"table"});
  build.add(table, "watch", "a table's frames as they come, until Ctrl-C", {"table"});
  build.add(table, "void", "refund the hand of a table that is held, and let the table go on", {"table"});
  auto* hand = app.add_subcommand("hand", "finished hands: list, show, replay");
  hand->require_subcommand(1);
  build.add(hand, "list", "the last 200 hands of a table, newest first", {"table", "before"});
  build.add(hand, "show", "a hand's whole record: seats, stacks, every event with its time",
            {"table", "hand"});
  build.add(hand, "replay",
            "play a hand again by the rules, and tell it; status 1 and where, if its record differs",
            {"table", "hand"});
  auto* player = app.add_subcommand("player", "players: list, show, credit, kick");
  player->require_subcommand(1);
  build.add(player, "list", "all players who are or were in a game", {});
  build.add(player, "show", "a player, or a guest who is in no game, with balance and seat in each game",
            {"user"});
  build.add(player, "credit", "book chips into a player's balance, or out of it: -- -100",
            {"user", "amount", "id"});
  build.add(player, "kick",
            "take a player out of all games, cashed out after the hand, and cut the connection; it is no ban",
            {"user"});
  auto* node = app.add_subcommand("node", "nodes of a cluster: list, show, drain, undrain");
  node->require_subcommand(1);
  build.add(node, "list", "all nodes, and how many games and tables each has", {});
  build.add(node, "show", "a node", {"node"});
  build.add(node, "drain",
            "begin to move games and tables of a node to the others, tables after their hand; then its "
            "daemon ends; "
            "node show says what is left",
            {"node", "deadline"});
  build.add(node, "undrain", "let a node that is being drained keep what it has", {"node"});
  auto* cluster = app.add_subcommand("cluster", "the cluster as a whole: status, rebalance");
  cluster->require_subcommand(1);
  build.add(cluster, "status",
            "term, coordinator, nodes, games, and what has no home or cannot be reached from here", {});
  build.add(cluster, "rebalance",
            "begin to move games and tables until each node has its share; node list says how far it is", {});
  build.add(&app, "status", "the daemon: version, games, tables, players", {});
  build.add(&app, "audit",
            "prove from the store alone that no chip is lost or made and that everything would come back; "
            "status 1 if anything is off",
            {"repair"});
  build.add(&app, "ledger",
            "the last 200 bookings of the bank, newest first: when, what for, from where to where, how much",
            {"of user", "of game"});
  build.add(&app, "shutdown", "stop the daemon in order", {});
}

}  // namespace

Invocation parse(const std::vector<std::string>& arguments, const Invocation& defaults) {
  Invocation out = defaults;
  Fields fields;
  std::string data_dir, output;
  CLI::App app("cardroomctl: steer a running cardroomd. Without a command on a terminal: a console.",
               "cardroomctl");
  app.set_version_flag("--version", "cardroomctl " CARDROOM_VERSION);
  app.add_option("--data-dir", data_dir, "the daemon's data directory (default: data)");
  app.add_option("--socket", out.socket, "the control socket, instead of the one in the data directory");
  app.add_option("-o,--output", output, "table or json")->check(CLI::IsMember({"table", "json"}));
  app.require_subcommand(0, 1);
  app.fallthrough();
  app.footer(
      "Exit status: 0 done, 1 refused, 2 usage, 3 the daemon cannot be reached, or has answered nobody for "
      "10 s. "
      "A command that takes long is waited for as long as the daemon answers others.");
  Builder build(out, fields);
  add_commands(app, build);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    out.exit = app.exit(error) == 0 ? DONE : USAGE;
    return out;
  }
  if (!output.empty()) out.json = output == "json";
  if (!data_dir.empty() && app.count("--socket") == 0) out.socket = data_dir + "/control.sock";
  const auto slash = out.socket.rfind('/');
  out.token_file = (slash == std::string::npos ? "." : out.socket.substr(0, slash)) + "/admin.token";
  return out;
}

const std::vector<std::string>& command_names() {
  static const std::vector<std::string> names = {
      "game list", "game show",   "game create", "game start",   "game pause",     "game resume",
      "game end",  "table list",  "table show",  "table watch",  "table void",     "hand list",
      "hand show", "hand replay", "player list", "player show",  "player credit",  "player kick",
      "node list", "node show",   "node drain",  "node undrain", "cluster status", "cluster rebalance",
      "status",    "audit",       "ledger",      "shutdown",     "help",           "exit"};
  return names;
}

}  // namespace cardroom::ctl
