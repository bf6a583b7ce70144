#include "actors/admin_actor.hpp"

#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <optional>

#include "actors/admin_messages.hpp"
#include "actors/admin_outbox.hpp"
#include "actors/codec/json.hpp"
#include "actors/game_messages.hpp"
#include "actors/guard.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/relay_messages.hpp"

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
  std::optional<Settings> settings;
};
BOOST_DESCRIBE_STRUCT(Request, (), (token, command, game, table, user, amount, settings))

struct Status {
  std::string version = CARDROOM_VERSION;
  Instant started_at;
  Duration uptime;
  std::size_t games = 0, tables = 0, players = 0, sessions = 0;
  std::optional<Instant> store_down_since;
  std::optional<std::string> problem;
};
BOOST_DESCRIBE_STRUCT(Status, (),
                      (version, started_at, uptime, games, tables, players, sessions, store_down_since,
                       problem))

struct TableRow {
  GameId game_id;
  TableId table_id;
  std::int32_t players = 0;
  bool paused = false;
  std::optional<std::string> held;  ///< why it does not play
};
BOOST_DESCRIBE_STRUCT(TableRow, (), (game_id, table_id, players, paused, held))

struct GameRow {
  GameId game_id;
  GameStatus status = GameStatus::SCHEDULED;
  Stopping stopping = Stopping::NO;
  std::optional<UserId> host;
  Chips small_blind, big_blind, ante, min_buy_in, max_buy_in;
  std::int32_t number_of_seats = 0, players = 0;
  std::size_t tables = 0;
  Version version;
};
BOOST_DESCRIBE_STRUCT(GameRow, (),
                      (game_id, status, stopping, host, small_blind, big_blind, ante, min_buy_in, max_buy_in,
                       number_of_seats, players, tables, version))

struct GameDetails {
  GameId game_id;
  GameStatus status = GameStatus::SCHEDULED;
  Stopping stopping = Stopping::NO;
  std::optional<UserId> host;
  Chips small_blind, big_blind, ante, min_buy_in, max_buy_in;
  std::int32_t number_of_seats = 0, players = 0;
  Version version;
  std::vector<protocol::server::LobbyTable> tables;
};
BOOST_DESCRIBE_STRUCT(GameDetails, (),
                      (game_id, status, stopping, host, small_blind, big_blind, ante, min_buy_in, max_buy_in,
                       number_of_seats, players, version, tables))

struct AuditReport {
  bool fits = true;
  std::vector<AuditResult> games;
};
BOOST_DESCRIBE_STRUCT(AuditReport, (), (fits, games))

/// What both kinds of rows take from a game's description.
template <class Row>
Row row_of(const GameDescribed& d) {
  const auto& g = d.game;
  Row row;
  row.game_id = g.game_id, row.status = g.status, row.stopping = d.stopping, row.host = g.host;
  row.small_blind = g.small_blind, row.big_blind = g.big_blind, row.ante = g.ante;
  row.min_buy_in = g.min_buy_in, row.max_buy_in = g.max_buy_in;
  row.number_of_seats = g.number_of_seats, row.players = g.players, row.version = d.version;
  return row;
}

TableRow row_of(const GameDescribed& d, const protocol::server::LobbyTable& t) {
  TableRow row{d.game.game_id, t.table_id, t.players, t.paused, {}};
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
    self_->send(lobby_, AskDirectory{AdminActor(self_)});
    self_->delayed_send(AdminActor(self_), kPatience, AdminOverdue{});
  }

  void directory(const Directory& d) {
    const std::string& command = request_.command;
    if (command == "status") return status(d);
    if (command == "table show" || command == "table watch") return table(d);
    if (command == "table void") return void_table(d);
    const bool one = command.starts_with("game ") && command != "game list";
    // An empty id is an unset variable of a script, and no order to end every game.
    if (one && request_.game.empty()) return refuse("BAD_REQUEST", "game: is missing");
    for (const Directory::Game& game : d.games)
      if (request_.game.empty() || game.id == request_.game) games_.push_back(game);
    if (games_.empty() && (one || !request_.game.empty())) return refuse(protocol::Code::NO_GAME);
    if (command == "player credit" || command == "player kick" || (one && command != "game show"))
      return tell_games();
    ask_games();
  }

  void described(GameDescribed& d) {
    if (refused_) return refuse(std::string(to_string(*refused_)), in_status(*refused_, d.game.status));
    if (request_.command == "player credit") return credit(d);
    described_.push_back(std::move(d));
    if (described_.size() == games_.size()) show();
  }

  void audited(const AuditResult& result) {
    audits_.push_back(result);
    if (audits_.size() < games_.size()) return;
    AuditReport report{true, std::exchange(audits_, {})};
    std::sort(report.games.begin(), report.games.end(),
              [](const auto& a, const auto& b) { return a.game_id < b.game_id; });
    for (const AuditResult& r : report.games) report.fits = report.fits && r.fits;
    done(report);
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
      return self_->send(games_.front().actor, Describe{1, false});
    }
    if (outcome.error != Error::NONE)
      return refuse(std::string(to_string(outcome.error)), std::string(sentence(outcome.error)));
    finish(R"({"ok":true})");
  }

  void overdue() { refuse(protocol::Code::UNAVAILABLE); }

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
    if (d.store_down.set()) status.store_down_since = d.store_down;
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
    if (name == "player credit") return CreditPlayer{request_.user, request_.amount};
    if (name == "player kick") return LeaveGame{request_.user};
    return std::nullopt;
  }

  void tell_games() {
    const auto command = this->command();
    if (!command) return refuse_command();
    if (games_.empty()) return refuse(protocol::Code::NO_GAME);
    if (request_.command == "player credit") {
      if (request_.game.empty()) return refuse("BAD_REQUEST", "game: is missing");
      if (request_.amount == Chips{0}) return refuse("BAD_REQUEST", "amount: 0 chips are nothing to book");
      return self_->send(games_.front().actor, Describe{1, true});
    }
    waiting_ = games_.size();
    // A player is taken out of games in the player's own name: that is no right of the host's.
    const UserId caller = request_.command == "player kick" ? request_.user : UserId{};
    for (const Directory::Game& game : games_)
      self_->send(game.actor, GameCall{*command, {caller, true}, kOnly, {}, {}});
  }

  /// Chips are booked for players whom the game knows: a mistyped id would lose them.
  void credit(const GameDescribed& d) {
    const bool known = std::any_of(d.players.begin(), d.players.end(),
                                   [&](const PlayerRow& p) { return p.user_id == request_.user; });
    if (!known)
      return refuse("NO_PLAYER", "There is no player " + request_.user.str() + " in game " +
                                     d.game.game_id.str() + "; players are known once they registered.");
    waiting_ = 1;
    self_->send(games_.front().actor, GameCall{*command(), {{}, true}, kOnly, {}, {}});
  }

  static std::string in_status(Error error, GameStatus status) {
    return std::string(sentence(error)) + " It is " + std::string(enum_name(status)) + ".";
  }

  void finish_kick(const Outcome& outcome) {
    self_->send(lobby_, KickPlayer{request_.user});
    if (kicked_) return finish(R"({"ok":true})");
    const Error error = outcome.error == Error::NONE ? Error::NOT_REGISTERED : outcome.error;
    refuse(std::string(to_string(error)), std::string(sentence(error)));
  }

  void ask_games() {
    const std::string& c = request_.command;
    const bool audit = c == "audit";
    const bool players = c == "player list" || c == "player show";
    if (!audit && !players && c != "game list" && c != "game show" && c != "table list")
      return refuse_command();
    if (games_.empty()) return audit ? done(AuditReport{}) : show();
    for (const Directory::Game& game : games_) {
      if (audit)
        self_->send(game.actor, Audit{1});
      else
        self_->send(game.actor, Describe{1, players});
    }
  }

  void show() {
    std::sort(described_.begin(), described_.end(),
              [](const auto& a, const auto& b) { return a.game.game_id < b.game.game_id; });
    const std::string& command = request_.command;
    if (command == "game show") {
      auto details = row_of<GameDetails>(described_.front());
      details.tables = described_.front().game.tables;
      return done(details);
    }
    std::vector<GameRow> games;
    std::vector<TableRow> tables;
    std::vector<PlayerRow> players;
    for (const GameDescribed& d : described_) {
      games.push_back(row_of<GameRow>(d));
      games.back().tables = d.game.tables.size();
      for (const auto& t : d.game.tables) tables.push_back(row_of(d, t));
      for (const PlayerRow& p : d.players)
        if (command == "player list" || p.user_id == request_.user) players.push_back(p);
    }
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
  std::vector<GameDescribed> described_;
  std::vector<AuditResult> audits_;
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
      [&admin](const AuditResult& result) { admin.audited(result); },
      [&admin](const Answered& answered) { admin.answered(answered); },
      [&admin](AdminOverdue) { admin.overdue(); },
  };
}

}  // namespace

void spawn_admin(caf::actor_system& system, LobbyActor lobby, const std::string& request, AdminReply reply) {
  system.spawn(admin_actor, std::move(lobby), request, std::move(reply));
}

}  // namespace cardroom
