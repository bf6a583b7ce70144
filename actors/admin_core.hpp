#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/admin_actor.hpp"
#include "actors/admin_messages.hpp"
#include "actors/answer.hpp"
#include "actors/cluster/node_messages.hpp"
#include "actors/codec/json.hpp"
#include "actors/game_messages.hpp"

namespace cardroom {

class AdminOutbox;

/// What an administrator may ask for; each command needs some of it.
struct AdminRequest {
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
BOOST_DESCRIBE_STRUCT(AdminRequest, (),
                      (token, command, game, table, user, amount, id, node, deadline, settings))

/// The state of an administrator's request and what is done for it. It is answered whoever is silent: when
/// patience is over, with what is known by then.
class AdminCore {
 public:
  AdminCore(AdminActor::pointer self, LobbyActor lobby, AdminReply reply)
      : self_(self), lobby_(std::move(lobby)), reply_(std::move(reply)) {}

  void begin(const std::string& text);
  void directory(Directory& directory);
  void nodes(NodesTold& told);
  void overdue();

  // Orders: admin_orders.cpp
  void credited(const CreditTold& told);
  void answered(const Answered& answered);

  // What is listed and shown: admin_show.cpp
  void described(GameDescribed& game);
  void counted(BankCounted& counted);
  void shown();

 private:
  bool is(std::string_view command) const { return request_.command == command; }
  void proceed();

  // admin_orders.cpp
  void create();
  std::optional<GameCommand> command() const;
  void tell_games();
  void credit();
  void book();
  void finish_kick();
  void void_table();
  void node_command();

  // admin_show.cpp
  void status();
  void ask_games();
  void show();
  void show_tables();
  void show_without_silent();
  void show_table();

  // Where things are: admin_where.cpp
  std::vector<Directory::Table>::const_iterator table() const;
  void count_leaving();
  bool sees(const std::string& node) const;
  std::string where(const std::string& subject) const;
  std::string problem_of(const Directory::Closed& game) const;
  void refuse_table();
  std::string who_is_silent() const;

  template <class Data>
  void done(const Data& data) {
    std::string text = R"({"ok":true,"data":)";
    write_json(text, data);
    finish(text + "}");
  }
  void refuse_unknown();
  void refuse_no_game();
  void refuse_command() { refuse("UNKNOWN_COMMAND", "There is no command \"" + request_.command + "\"."); }
  void refuse(Error error) { refuse(std::string(to_string(error)), std::string(sentence(error))); }
  void refuse(protocol::Code code, const std::string& detail = {});
  void refuse(const std::string& code, const std::string& message);
  void finish(std::string line);

  AdminActor::pointer self_;
  LobbyActor lobby_;
  AdminReply reply_;
  AdminRequest request_;
  std::optional<Directory> directory_;
  std::optional<NodesTold> nodes_;  ///< of a cluster
  bool proceeding_ = false;         ///< all that is to be known first is known
  std::vector<Directory::Game> games_;
  std::vector<Directory::Closed> closed_;
  BankContents bank_;
  bool booking_ = false;  ///< the bank was asked for a credit
  std::vector<GameDescribed> described_;
  std::map<ClientId, GameId> awaited_;  ///< games that have not answered an order
  std::optional<Outcome> not_kicked_;   ///< what a game that could not let the player go has said
  std::optional<Error> refused_;        ///< by a game that is asked for its status
  std::weak_ptr<AdminOutbox> table_;    ///< waits for a table's first frame
};

}  // namespace cardroom
