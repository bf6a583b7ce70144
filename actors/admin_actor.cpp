#include "actors/admin_actor.hpp"

#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <optional>

#include "actors/admin_messages.hpp"
#include "actors/admin_outbox.hpp"
#include "actors/cluster/node_messages.hpp"
#include "actors/codec/json.hpp"
#include "actors/game_messages.hpp"
#include "actors/guard.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/log.hpp"
#include "actors/relay_messages.hpp"
#include "actors/store/opener.hpp"

namespace cardroom {
namespace {

constexpr std::chrono::milliseconds kPatience{4000};
constexpr ClientId kOnly{1};

struct Request {
  std::string token;  ///< was checked at the door
  std::string command;
  GameId game;
  TableId table;
  UserId user;
  Chips amount;
  std::string id;  ///< of a credit: the same is booked once, however often it is asked for
  std::string node;
  std::optional<std::uint32_t> deadline;  ///< of a drain, seconds
  std::optional<Settings> settings;
};
BOOST_DESCRIBE_STRUCT(Request, (), (token, command, game, table, user, amount, id, node, deadline, settings))

struct Status {
  std::string version = CARDROOM_VERSION;
  Instant started_at;
  Duration uptime;
  std::size_t games = 0, tables = 0, players = 0, sessions = 0;
  std::optional<Instant> store_down_since;
  std::optional<std::string> store_down_reason;
  std::optional<std::string> problem;
};
BOOST_DESCRIBE_STRUCT(Status, (),
                      (version, started_at, uptime, games, tables, players, sessions, store_down_since,
                       store_down_reason, problem))

struct TableRow {
  GameId game_id;
  TableId table_id;
  std::int32_t players = 0;
  bool paused = false;
  std::optional<Epoch> epoch;       ///< of its journal's opening; none: it is open nowhere
  std::optional<std::string> node;  ///< that has it, of several
  std::optional<std::string> held;  ///< why it does not play
  std::optional<Instant> store_down_since;
};
BOOST_DESCRIBE_STRUCT(TableRow, (), (game_id, table_id, players, paused, epoch, node, held, store_down_since))

struct GameRow {
  GameId game_id;
  std::optional<GameStatus> status;    ///< none: it is closed
  std::optional<std::string> problem;  ///< why it is closed; the rest is not known then
  Stopping stopping = Stopping::NO;
  std::optional<UserId> host;
  std::optional<DisplayName> host_name;
  Chips small_blind, big_blind, ante, min_buy_in, max_buy_in;
  std::int32_t number_of_seats = 0, players = 0;
  std::size_t tables = 0;
  Version version;
  std::optional<Instant> store_down_since;  ///< then this may hold what is not stored yet
};
BOOST_DESCRIBE_STRUCT(GameRow, (),
                      (game_id, status, problem, stopping, host, host_name, small_blind, big_blind, ante,
                       min_buy_in, max_buy_in, number_of_seats, players, tables, version, store_down_since))

struct GameDetails {
  GameId game_id;
  GameStatus status = GameStatus::SCHEDULED;
  Stopping stopping = Stopping::NO;
  std::optional<UserId> host;
  std::optional<DisplayName> host_name;
  Chips small_blind, big_blind, ante, min_buy_in, max_buy_in;
  std::int32_t number_of_seats = 0, players = 0;
  Version version;
  std::optional<Instant> store_down_since;
  std::vector<protocol::server::LobbyTable> tables;
  Settings settings;
};
BOOST_DESCRIBE_STRUCT(GameDetails, (),
                      (game_id, status, stopping, host, host_name, small_blind, big_blind, ante, min_buy_in,
                       max_buy_in, number_of_seats, players, version, store_down_since, tables, settings))

/// What both kinds of rows take from a game's description.
template <class Row>
Row row_of(const GameDescribed& d) {
  const auto& g = d.game;
  Row row;
  row.game_id = g.game_id, row.status = g.status, row.stopping = d.stopping, row.host = g.host;
  row.host_name = g.host_name;
  row.small_blind = g.small_blind, row.big_blind = g.big_blind, row.ante = g.ante;
  row.min_buy_in = g.min_buy_in, row.max_buy_in = g.max_buy_in;
  row.number_of_seats = g.number_of_seats, row.players = g.players, row.version = d.version;
  if (d.store_down.set()) row.store_down_since = d.store_down;
  return row;
}

TableRow row_of(const GameDescribed& d, const protocol::server::LobbyTable& t,
                const std::map<TableId, Directory::Table>& open) {
  TableRow row{d.game.game_id, t.table_id, t.players, t.paused, {}, {}, {}, {}};
  if (const auto at = open.find(t.table_id); at != open.end()) {
    row.epoch = at->second.epoch;
    if (!at->second.node.empty()) row.node = at->second.node;
  }
  if (d.store_down.set()) row.store_down_since = d.store_down;
  for (const auto& held : d.held)
    if (held.table == t.table_id) row.held = held.why;
  return row;
}

class Admin {
 public:
  Admin(AdminActor::pointer self, LobbyActor lobby, AdminReply reply)
      : self_(self), lobby_(std::move(lobby)), reply_(std::move(reply)) {}

  void begin(const std::string& text) {
    if (const auto error = read_json_text<Keys::AS_WRITTEN>(text, request_, Unknown::REFUSE))
      return refuse("BAD_REQUEST", to_string(*error));
    if (request_.command == "game create") return create();
    self_->send(lobby_, AskDirectory{AdminActor(self_), request_.user});
    self_->delayed_send(AdminActor(self_), kPatience, AdminOverdue{});
  }

  void directory(const Directory& d) {
    const std::string& command = request_.command;
    if (command == "status") return status(d);
    if (command == "table show" || command == "table watch") return table(d);
    if (command == "table void") return void_table(d);
    if (command.starts_with("node ") || command.starts_with("cluster ")) return cluster(d);
    const bool one = command.starts_with("game ") && command != "game list";
    // An empty id is an unset variable of a script, and no order to end every game.
    if (one && request_.game.empty()) return refuse("BAD_REQUEST", "game: is missing");
    for (const Directory::Game& game : d.games)
      if (request_.game.empty() || game.id == request_.game) games_.push_back(game);
    for (const Directory::Closed& game : d.closed) {
      if (!request_.game.empty() && game.id == request_.game)
        return refuse(protocol::Code::UNAVAILABLE, "The game is closed: " + game.problem + ".");
      closed_.push_back(game);
    }
    if (games_.empty() && (one || !request_.game.empty())) return refuse(protocol::Code::NO_GAME);
    cashier_ = d.cashier;
    if (command == "table list")
      for (const Directory::Table& table : d.tables) tables_[table.id] = table;
    if (command == "player credit") return credit(d);
    if (command == "player kick" && !d.known_user) return refuse_unknown(d);
    if (command == "player kick" || (one && command != "game show")) return tell_games();
    if (command != "player list" && command != "player show") return ask_games();
    count_bank();
  }

  void cluster(const Directory& d) {
    if (!d.node)
      return refuse("NO_CLUSTER",
                    "This daemon is not one of several; see [cluster] in config/reference.toml.");
    const std::string& command = request_.command;
    waiting_ = 1;
    if (command == "node drain" || command == "node undrain")
      return self_->send(d.node, DrainNode{request_.node, command == "node drain", request_.deadline, kOnly,
                                           AdminActor(self_)});
    if (command == "cluster rebalance") return self_->send(d.node, Rebalance{kOnly, AdminActor(self_)});
    if (command != "node list" && command != "node show" && command != "cluster status")
      return refuse_command();
    self_->send(d.node, AskNodes{AdminActor(self_)});
  }

  void nodes(NodesTold& told) {
    if (request_.command == "cluster status") return done(told.cluster);
    if (request_.command == "node list") return done(told.nodes);
    for (const NodeRow& node : told.nodes)
      if (node.node == request_.node) return done(node);
    refuse("NO_NODE", "There is no node " + request_.node + "; see node list.");
  }

  void described(GameDescribed& d) {
    if (refused_) return refuse(std::string(to_string(*refused_)), in_status(*refused_, d.game.status));
    described_.push_back(std::move(d));
    if (described_.size() == games_.size()) show();
  }

  void answered(const Answered& answer) {
    const Outcome& outcome = answer.outcome;
    if (request_.command == "player kick") kicked_ = kicked_ || outcome.done();
    if (--waiting_ > 0) return;
    if (request_.command == "player kick") return finish_kick(outcome);
    if (outcome.code) return refuse(*outcome.code, outcome.detail);
    if (request_.command == "table void" && outcome.error == Error::INVALID_STATE)
      return refuse(std::string(to_string(outcome.error)),
                    "The table is not held: there is nothing to void.");
    if (outcome.error == Error::INVALID_STATE && games_.size() == 1) {
      refused_ = outcome.error;
      return self_->send(games_.front().actor, Describe{1, false, true});
    }
    if (outcome.error != Error::NONE)
      return refuse(std::string(to_string(outcome.error)), std::string(sentence(outcome.error)));
    finish(R"({"ok":true})");
  }

  void counted(BankCounted& counted) {
    if (!counted.contents) return refuse(protocol::Code::UNAVAILABLE);
    bank_ = *std::move(counted.contents);
    ask_games();
  }

  void credited(const CreditTold& told) {
    if (!told.credited) return book();
    const auto& [result, balance] = *told.credited;
    if (result == BankResult::CONFLICT)
      return refuse(
          std::string(to_string(result)),
          "The id " + request_.id +
              " was used for another booking, with another player or amount, within the last 7 days. "
              "Nothing was booked; take another --id.");
    if (result != BankResult::DONE)
      return result == BankResult::NO_FUNDS
                 ? refuse(std::string(to_string(Error::INSUFFICIENT_BALANCE)),
                          "The balance is " + std::to_string(balance.v) + ".")
                 : refuse(std::string(to_string(result)), "The bank does not book that.");
    log_info("the operator booked " + std::to_string(request_.amount.v) + " chips for " +
             request_.user.str() + " as " + request_.id + "; the balance after it is " +
             std::to_string(balance.v));
    self_->send(lobby_, BalanceBooked{request_.user});
    finish(R"({"ok":true,"data":{"balance":)" + std::to_string(balance.v) + "}}");
  }

  void overdue() {
    if (request_.command == "game list") return show_without_silent();
    if (request_.command != "player credit") return refuse(protocol::Code::UNAVAILABLE);
    refuse(protocol::Code::UNAVAILABLE,
           "Nobody knows yet whether the chips were booked. Ask again with --id " + request_.id +
               ": they are booked once.");
  }

 private:
  void create() {
    if (!request_.settings) return refuse("BAD_REQUEST", "settings: is missing");
    waiting_ = 1;
    self_->send(lobby_, CreateGame{*request_.settings, {}, kOnly, AdminActor(self_)});
    self_->delayed_send(AdminActor(self_), kPatience, AdminOverdue{});
  }

  void status(const Directory& d) {
    Status status;
    status.started_at = d.started_at;
    status.uptime = d.now - d.started_at;
    status.games = d.games.size();
    status.tables = d.tables.size();
    status.players = d.guests;
    status.sessions = d.sessions;
    if (d.store_down.set()) status.store_down_since = d.store_down, status.store_down_reason = d.store_why;
    if (!d.problem.empty()) status.problem = d.problem;
    done(status);
  }

  void table(const Directory& d) {
    for (const Directory::Table& table : d.tables) {
      if (table.id != request_.table) continue;
      const bool once = request_.command == "table show";
      self_->send(table.relay, Watch{{}, std::make_shared<AdminOutbox>(std::move(reply_), once)});
      return self_->quit();
    }
    refuse(std::string(to_string(Error::NO_TABLE)), std::string(sentence(Error::NO_TABLE)));
  }

  void void_table(const Directory& d) {
    const auto table =
        std::find_if(d.tables.begin(), d.tables.end(), [&](const auto& t) { return t.id == request_.table; });
    const auto game = std::find_if(d.games.begin(), d.games.end(), [&](const auto& g) {
      return table != d.tables.end() && g.id == table->game;
    });
    if (game == d.games.end())
      return refuse(std::string(to_string(Error::NO_TABLE)), std::string(sentence(Error::NO_TABLE)));
    waiting_ = 1;
    self_->send(game->actor, VoidHeld{request_.table, kOnly});
  }

  std::optional<GameCommand> command() const {
    const std::string& name = request_.command;
    if (name == "game start") return StartGame{};
    if (name == "game pause") return PauseGame{};
    if (name == "game resume") return ResumeGame{};
    if (name == "game end") return EndGame{};
    if (name == "player kick") return LeaveGame{request_.user};
    return std::nullopt;
  }

  void tell_games() {
    const auto command = this->command();
    if (!command) return refuse_command();
    if (games_.empty() && request_.command == "player kick") return finish_kick({});
    if (games_.empty()) return refuse(protocol::Code::NO_GAME);
    waiting_ = games_.size();
    // A player is taken out of games in the player's own name: that is no right of the host's.
    const UserId caller = request_.command == "player kick" ? request_.user : UserId{};
    for (const Directory::Game& game : games_)
      self_->send(game.actor, GameCall{*command, {caller, true}, kOnly, {}, {}});
  }

  void refuse_unknown(const Directory& d) {
    if (!d.users_certain)
      return refuse(protocol::Code::UNAVAILABLE, "The store does not say whether there is a player " +
                                                     request_.user.str() + "; try again.");
    refuse("NO_PLAYER", "There is no player " + request_.user.str() + "; see player list.");
  }

  /// Chips are booked for players who were here once: a mistyped id would lose them.
  void credit(const Directory& d) {
    if (request_.amount == Chips{0}) return refuse("BAD_REQUEST", "amount: 0 chips are nothing to book");
    if (!d.known_user) return refuse_unknown(d);
    if (request_.id.empty()) request_.id = fresh_token();
    book();
  }
  void book() {
    cashier_->credit(request_.id, request_.user, request_.amount,
                     [self = AdminActor(self_)](std::optional<Credited> credited) {
                       caf::anon_send(self, CreditTold{credited});
                     });
  }

  void count_bank() {
    cashier_->contents([self = AdminActor(self_)](std::optional<BankContents> contents) {
      caf::anon_send(self, BankCounted{std::move(contents)});
    });
  }
  Chips at(const std::string& account) const {
    const auto found = bank_.accounts.find(account);
    return found == bank_.accounts.end() ? Chips{} : found->second;
  }
  static std::string in_status(Error error, GameStatus status) {
    return std::string(sentence(error)) + " It is " + std::string(enum_name(status)) + ".";
  }

  void finish_kick(const Outcome& outcome) {
    if (!kicked_ && outcome.error != Error::NONE && outcome.error != Error::NOT_REGISTERED)
      return refuse(std::string(to_string(outcome.error)), std::string(sentence(outcome.error)));
    self_->send(lobby_, KickPlayer{request_.user});
    finish(R"({"ok":true})");
  }

  void ask_games() {
    const std::string& c = request_.command;
    const bool players = c == "player list" || c == "player show";
    if (!players && c != "game list" && c != "game show" && c != "table list") return refuse_command();
    if (games_.empty()) return show();
    for (const Directory::Game& game : games_) self_->send(game.actor, Describe{1, players, true});
  }

  /// One that does not answer keeps nobody from seeing the others.
  void show_without_silent() {
    for (const Directory::Game& game : games_)
      if (std::none_of(described_.begin(), described_.end(),
                       [&](const GameDescribed& d) { return d.game.game_id == game.id; }))
        closed_.push_back({game.id, "it does not answer at the moment"});
    show();
  }

  void show() {
    std::sort(described_.begin(), described_.end(),
              [](const auto& a, const auto& b) { return a.game.game_id < b.game.game_id; });
    const std::string& command = request_.command;
    if (command == "game show") {
      auto details = row_of<GameDetails>(described_.front());
      details.tables = described_.front().game.tables;
      details.settings = described_.front().settings;
      return done(details);
    }
    std::vector<GameRow> games;
    std::vector<TableRow> tables;
    std::vector<PlayerRow> players;
    for (const GameDescribed& d : described_) {
      games.push_back(row_of<GameRow>(d));
      games.back().tables = d.game.tables.size();
      for (const auto& t : d.game.tables) tables.push_back(row_of(d, t, tables_));
      for (const PlayerRow& p : d.players)
        if (command == "player list" || p.user_id == request_.user) {
          players.push_back(p);
          players.back().balance = at("player:" + p.user_id.str());
        }
    }
    for (const Directory::Closed& game : closed_) {
      GameRow& row = games.emplace_back();
      row.game_id = game.id;
      row.problem = game.problem;
    }
    std::sort(games.begin(), games.end(), [](const auto& a, const auto& b) { return a.game_id < b.game_id; });
    if (command == "game list") return done(games);
    if (command == "table list") return done(tables);
    if (command == "player show" && players.empty()) return refuse("NO_PLAYER", "There is no such player.");
    done(players);
  }

  template <class Data>
  void done(const Data& data) {
    std::string text = R"({"ok":true,"data":)";
    write_json(text, data);
    finish(text + "}");
  }
  void refuse_command() { refuse("UNKNOWN_COMMAND", "There is no command \"" + request_.command + "\"."); }
  void refuse(protocol::Code code, const std::string& detail = {}) {
    refuse(std::string(protocol::to_string(code)),
           detail.empty() ? std::string(protocol::sentence(code)) : detail);
  }
  void refuse(const std::string& code, const std::string& message) {
    std::string text =
        R"({"ok":false,"error":{"code":)" + to_json(code) + R"(,"message":)" + to_json(message);
    finish(text + "}}");
  }
  void finish(std::string line) {
    if (reply_) std::exchange(reply_, nullptr)(std::move(line), true);
    self_->quit();
  }

  AdminActor::pointer self_;
  LobbyActor lobby_;
  AdminReply reply_;
  Request request_;
  std::vector<Directory::Game> games_;
  std::vector<Directory::Closed> closed_;
  std::map<TableId, Directory::Table> tables_;  ///< that are open
  std::shared_ptr<Cashier> cashier_;
  BankContents bank_;
  std::vector<GameDescribed> described_;
  std::size_t waiting_ = 0;
  bool kicked_ = false;
  std::optional<Error> refused_;  ///< by a game that is asked for its status
};

struct AdminData {
  std::optional<Admin> admin;
};

AdminActor::behavior_type admin_actor(AdminActor::stateful_pointer<AdminData> self, const LobbyActor& lobby,
                                      const std::string& request, const AdminReply& reply) {
  guard(self, "admin");
  Admin& admin = self->state.admin.emplace(self, lobby, reply);
  admin.begin(request);
  return {
      [&admin](const Directory& directory) { admin.directory(directory); },
      [&admin](GameDescribed& game) { admin.described(game); },
      [&admin](BankCounted& counted) { admin.counted(counted); },
      [&admin](const CreditTold& told) { admin.credited(told); },
      [&admin](const Answered& answered) { admin.answered(answered); },
      [&admin](NodesTold& told) { admin.nodes(told); },
      [&admin](AdminOverdue) { admin.overdue(); },
  };
}

}  // namespace

void spawn_admin(caf::actor_system& system, LobbyActor lobby, const std::string& request, AdminReply reply) {
  system.spawn(admin_actor, std::move(lobby), request, std::move(reply));
}

}  // namespace cardroom
