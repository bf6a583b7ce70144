#include "config/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace cardroom::config {
namespace {
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> errors(std::string_view text) {
  std::vector<std::string> out;
  const auto result = parse_config(text, "f.toml");
  if (const auto* list = std::get_if<1>(&result))
    for (const auto& e : *list) out.push_back(to_string(e));
  return out;
}

Config read(std::string_view text) {
  auto result = parse_config(text, "f.toml");
  EXPECT_THAT(errors(text), ElementsAre());
  return std::holds_alternative<Config>(result) ? std::get<Config>(std::move(result)) : Config{};
}

/// A game with these lines besides what is required, which stand in lines 1 to 4.
std::string game(const std::string& lines) {
  return "[[game]]\ngame_id = \"g\"\nsmall_blind = 10\nbig_blind = 20\n" + lines;
}

TEST(Config, NothingIsTheDefault) { EXPECT_TRUE(same(read(""), Config{})); }

TEST(Config, EveryKindOfValue) {
  const Config c = read(R"(
    [server]
    address = "::1"
    port = 0
    origins = ["https://example.org", "http://localhost:8080", "*"]
    idle_timeout = "2min"
    [store]
    mode = "redis"
    url = "redis://:secret@10.0.0.1:6380/2"
    fsync = "everysec"
    replicas_to_wait = 2
    replica_timeout = "250ms"
    [log]
    level = "off"
    [players]
    guests = false
    [[game]]
    game_id = "a"
    small_blind = 1_000
    big_blind = 2_000
    start_time = 2027-01-31T21:30:00.250+01:30
    action_time = "1500ms"
    min_raise = "double"
    open_fold = false
    [[game]]
    game_id = "b"
    name = "Béla"
    small_blind = 1
    big_blind = 2
    [[bots]]
    game = "b"
    players = 3
    seed = 9223372036854775807
  )");
  EXPECT_EQ(c.server.port, 0);
  EXPECT_THAT(c.server.origins, ElementsAre("https://example.org", "http://localhost:8080", "*"));
  EXPECT_EQ(c.server.idle_timeout, Duration{120'000});
  EXPECT_EQ(c.store.mode, StoreMode::REDIS);
  EXPECT_EQ(c.store.fsync, StoreFsync::EVERYSEC);
  EXPECT_EQ(c.store.replicas_to_wait, 2);
  EXPECT_EQ(c.store.replica_timeout, Duration{250});
  EXPECT_EQ(c.log.level, LogLevel::OFF);
  EXPECT_FALSE(c.players.guests);
  ASSERT_EQ(c.game.size(), 2u);
  EXPECT_EQ(c.game[0].big_blind, Chips{2000});
  EXPECT_EQ(c.game[0].start_time, Instant{1'801'425'600'250});
  EXPECT_EQ(c.game[0].action_time, Duration{1500});
  EXPECT_EQ(c.game[0].min_raise, MinRaise::DOUBLE);
  EXPECT_FALSE(c.game[0].open_fold);
  EXPECT_EQ(c.game[0].name, "a");
  EXPECT_EQ(c.game[1].name, "Béla");
  ASSERT_EQ(c.bots.size(), 1u);
  EXPECT_EQ(c.bots[0].game, GameId("b"));
  EXPECT_EQ(c.bots[0].seed, INT64_MAX);
}

TEST(Config, AmountsLeftToTheirDefaultAreFilledIn) {
  const Config c = read(game("max_buy_in = 1_000\n"));
  EXPECT_EQ(c.game[0].min_buy_in, Chips{800});
  EXPECT_EQ(c.game[0].max_buy_in, Chips{1000});
  EXPECT_EQ(c.game[0].guest_credit, Chips{20'000});
}

TEST(Config, UnknownKeys) {
  EXPECT_THAT(errors("[server]\nprot = 1\n"),
              ElementsAre("f.toml:2:1: server.prot: is not known; did you mean port?"));
  EXPECT_THAT(errors("[sever]\n"), ElementsAre("f.toml:1:2: sever: is not known; did you mean server?"));
  EXPECT_THAT(errors("[log]\n  zzzzzzzz = 1\n"),
              ElementsAre("f.toml:2:3: log.zzzzzzzz: is not known; allowed: level"));
  EXPECT_THAT(errors(game("smallblind = 1\n")),
              ElementsAre("f.toml:5:1: game.smallblind: is not known; did you mean small_blind?"));
  EXPECT_THAT(errors("\"a\\nb\" = 1\n")[0],
              testing::StartsWith("f.toml:1:1: a\\x0ab: is not known; allowed: server, "));
}

TEST(Config, WrongTypes) {
  EXPECT_THAT(
      errors("[server]\nport = \"80\"\nthreads = 1.5\norigins = \"*\"\nlimit_loopback = 1\naddress = 1\n"
             "idle_timeout = 60\n"),
      ElementsAre(
          "f.toml:2:1: server.port: \"80\" is a string; allowed: a whole number from 0 to 65,535",
          "f.toml:3:1: server.threads: this is a number with a fraction or exponent; allowed: a whole "
          "number from 1 to 64",
          "f.toml:4:1: server.origins: \"*\" is a string; allowed: an array of strings",
          "f.toml:5:1: server.limit_loopback: 1 is a whole number; allowed: true or false",
          "f.toml:6:1: server.address: 1 is a whole number; allowed: a string of at most 1,024 bytes "
          "without control characters",
          "f.toml:7:1: server.idle_timeout: 60 is a whole number; allowed: a time from 1s to 24h, "
          "written \"500ms\", \"20s\", \"10min\" or \"2h\""));
  EXPECT_THAT(errors("server = 1\n"),
              ElementsAre("f.toml:1:1: server: 1 is a whole number; allowed: a table, begun by [server]"));
  EXPECT_THAT(errors("[game]\n"),
              ElementsAre("f.toml:1:2: game: this is a table; allowed: tables, each begun by [[game]]"));
  EXPECT_THAT(errors("game = [1]\n")[0],
              testing::StartsWith("f.toml:1:9: game: 1 is a whole number; allowed: a table"));
  EXPECT_THAT(
      errors("[server]\norigins = [\"*\",\n 7]\n"),
      ElementsAre("f.toml:3:2: server.origins: 7 is a whole number; allowed: a string of at most 1,024 bytes "
                  "without control characters"));
  EXPECT_THAT(
      errors("[log]\nlevel = true\n"),
      ElementsAre("f.toml:2:1: log.level: true is true or false; allowed: \"trace\", \"debug\", \"info\", "
                  "\"warn\", \"error\", \"off\""));
}

TEST(Config, OutOfRange) {
  EXPECT_THAT(
      errors("[server]\nport = 65536\n[actors]\nworkers = -1\n[log]\nlevel = \"INFO\"\n[store]\n"
             "save_interval = \"99ms\"\n"),
      ElementsAre("f.toml:2:1: server.port: 65536 is refused; allowed: a whole number from 0 to 65,535",
                  "f.toml:4:1: actors.workers: -1 is refused; allowed: a whole number from 0 to 256",
                  "f.toml:6:1: log.level: \"INFO\" is refused; allowed: \"trace\", \"debug\", \"info\", "
                  "\"warn\", \"error\", \"off\"",
                  "f.toml:8:1: store.save_interval: \"99ms\" is refused; allowed: a time from 100ms to 1h, "
                  "written \"500ms\", \"20s\", \"10min\" or \"2h\""));
  EXPECT_THAT(errors(game("number_of_seats = 11\nrake_percent = 101\nante = 201\n")),
              ElementsAre("f.toml:5:1: game.number_of_seats: 11 is refused; allowed: 2 to 10",
                          "f.toml:6:1: game.rake_percent: 101 is refused; allowed: 0 to 100",
                          "f.toml:7:1: game.ante: 201 is refused; allowed: 0 to 10 big blinds"));
  EXPECT_THAT(
      errors(game("rake_caps = 5\n")),
      ElementsAre(
          "f.toml:5:1: game.rake_caps: 5 is a whole number; allowed: an array of at most 9 amounts in "
          "chips"));
  EXPECT_THAT(
      errors(game("rake_caps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n")),
      ElementsAre("f.toml:5:1: game.rake_caps: 10 amounts is refused; allowed: an array of at most 9 amounts "
                  "in chips"));
  EXPECT_THAT(errors(game("rake_caps = [1,\n  -2, \"3\"]\n")),
              ElementsAre("f.toml:6:3: game.rake_caps: -2 is refused; allowed: a whole number from 0 to "
                          "1,000,000,000,000 chips",
                          "f.toml:6:7: game.rake_caps: \"3\" is a string; allowed: a whole number from 0 to "
                          "1,000,000,000,000 chips"));
  EXPECT_THAT(
      errors(game("max_buy_in = 1_000_000_000_001\n")),
      ElementsAre("f.toml:5:1: game.max_buy_in: 1000000000001 is refused; allowed: a whole number from 0 to "
                  "1,000,000,000,000 chips"));
  EXPECT_THAT(
      errors("[[game]]\ngame_id = \"123456789012345678901234567890123\"\nsmall_blind = 1\nbig_blind = 2\n"),
      ElementsAre(
          "f.toml:2:1: game.game_id: \"123456789012345678901234567890123\" is refused; allowed: a string "
          "of 1 to 32 bytes without control characters"));
}

TEST(Config, Contradictions) {
  EXPECT_THAT(
      errors("[[game]]\n  game_id = \"g\"\n  small_blind = 50\n  big_blind = 20\n"),
      ElementsAre("f.toml:3:3: game.small_blind: 50 is above big_blind 20; allowed: at most big_blind"));
  EXPECT_THAT(
      errors(game("min_buy_in = 1000\nmax_buy_in = 500\n")),
      ElementsAre("f.toml:5:1: game.min_buy_in: 1000 is above max_buy_in 500; allowed: at most max_buy_in"));
  EXPECT_THAT(
      errors(game("max_buy_in = 500\n")),
      ElementsAre("f.toml:1:1: game.min_buy_in: its default 800 is above max_buy_in 500; allowed: at most "
                  "max_buy_in"));
  EXPECT_THAT(errors("[store]\nurl = \"redis://:secret@h\"\n"),
              ElementsAre("f.toml:2:1: store.url: it is refused; allowed: only with mode = \"redis\""));
  EXPECT_THAT(
      errors("[store]\nreplicas_to_wait = 1\n"),
      ElementsAre("f.toml:2:1: store.replicas_to_wait: it is refused, a private server has no replicas; "
                  "allowed: only with mode = \"redis\""));
  EXPECT_THAT(
      errors("[store]\nmode = \"redis\"\n"),
      ElementsAre(
          "f.toml:1:2: store.url: it is missing; allowed: redis://[[user]:password@]host[:port][/db], "
          "unix:/path[?db=N] or unix://[[user]:password@]/path[?db=N]"));
  for (const char* good : {"unix:/run/r.sock", "unix:///run/r.sock", "unix:/run/r.sock?db=3",
                           "unix://:pw@/run/r.sock", "unix://joe:p%40w@/run/r.sock?db=12"})
    EXPECT_THAT(errors(std::string("[store]\nmode = \"redis\"\nurl = \"") + good + "\"\n"), ElementsAre())
        << good;
  for (const char* bad : {"unix:run/r.sock", "unix:/run/", "unix://run/r.sock", "unix://hidden@/run/r.sock",
                          "unix:/run/r.sock?db=", "unix:/run/r.sock?db=x", "unix:/run/r.sock?user=hidden",
                          "redis://h:0", "redis://:hidden@h/x", "rediss://hidden"})
    EXPECT_THAT(errors(std::string("[store]\nmode = \"redis\"\nurl = \"") + bad + "\"\n"),
                ElementsAre(AllOf(
                    StartsWith("f.toml:3:1: store.url: it is refused, "), Not(HasSubstr("hidden")),
                    EndsWith("; allowed: redis://[[user]:password@]host[:port][/db], unix:/path[?db=N] or "
                             "unix://[[user]:password@]/path[?db=N]"))))
        << bad;
}

TEST(Config, MissingAndDoubled) {
  EXPECT_THAT(
      errors("[[game]]\n"),
      ElementsAre("f.toml:1:1: game.game_id: it is missing; allowed: 1 to 24 bytes, no control characters",
                  "f.toml:1:1: game.big_blind: it is missing; allowed: 1 to 1,000,000,000,000 chips",
                  "f.toml:1:1: game.small_blind: it is missing; allowed: 1 to 1,000,000,000,000 chips"));
  EXPECT_THAT(errors(game("") + game("")),
              ElementsAre("f.toml:6:1: game.game_id: \"g\" is the game of line 2 already; "
                          "allowed: another id for each game"));
  EXPECT_THAT(
      errors(game("[[bots]]\ngame = \"h\"\n[[bots]]\n")),
      ElementsAre(
          "f.toml:6:1: bots.game: \"h\" is no [[game]] of this file; allowed: the game_id of one, here "
          "\"g\"",
          "f.toml:7:1: bots.game: it is missing; allowed: the game_id of one, here \"g\""));
}

TEST(Config, ServerTextIsChecked) {
  EXPECT_THAT(
      errors("[server]\naddress = \"localhost\"\norigins = [\"example.org\", \"https://a/\", \"http://\"]\n"),
      ElementsAre("f.toml:2:1: server.address: \"localhost\" is refused; allowed: an IPv4 or IPv6 address",
                  "f.toml:3:12: server.origins: \"example.org\" is refused; allowed: \"https://host\", "
                  "\"http://host:port\" or \"*\"",
                  "f.toml:3:27: server.origins: \"https://a/\" is refused; allowed: \"https://host\", "
                  "\"http://host:port\" or \"*\"",
                  "f.toml:3:41: server.origins: \"http://\" is refused; allowed: \"https://host\", "
                  "\"http://host:port\" or \"*\""));
}

TEST(Config, StartTimes) {
  const std::string end = "allowed: a date and time with its offset, such as 2027-01-31T20:00:00Z";
  EXPECT_THAT(errors(game("start_time = 2027-01-31T20:00:00\n")),
              ElementsAre("f.toml:5:1: game.start_time: this date and time is refused; " + end));
  EXPECT_THAT(errors(game("start_time = 2027-01-31\n")),
              ElementsAre("f.toml:5:1: game.start_time: this is a date; " + end));
  EXPECT_THAT(errors(game("start_time = 1960-01-31T20:00:00Z\n")),
              ElementsAre("f.toml:5:1: game.start_time: this date and time is refused; " + end));
}

// A mistake hides no other, not even one of the same game or another section.
TEST(Config, AllErrorsAtOnce) {
  EXPECT_THAT(
      errors("[[game]]\ngame_id = 7\nsmall_blind = \"5\"\nbig_blind = 0\nante = -1\nmin_buy_in = 9\n"
             "max_buy_in = 8\nmax_timeouts = 0\nreview_hand_time = \"1d\"\nfoo = 1\n[log]\nlevel = 1\n"),
      ElementsAre(testing::StartsWith("f.toml:2:1: game.game_id: 7 is a whole number;"),
                  testing::StartsWith("f.toml:3:1: game.small_blind: \"5\" is a string;"),
                  "f.toml:4:1: game.big_blind: 0 is refused; allowed: 1 to 1,000,000,000,000 chips",
                  testing::StartsWith("f.toml:5:1: game.ante: -1 is refused;"),
                  "f.toml:6:1: game.min_buy_in: 9 is above max_buy_in 8; allowed: at most max_buy_in",
                  "f.toml:8:1: game.max_timeouts: 0 is refused; allowed: 1 to 100",
                  testing::StartsWith("f.toml:9:1: game.review_hand_time: \"1d\" is refused;"),
                  testing::StartsWith("f.toml:10:1: game.foo: is not known;"),
                  testing::StartsWith("f.toml:12:1: log.level: 1 is a whole number;")));
}

TEST(Config, Syntax) {
  EXPECT_THAT(errors("[server\nport = 1\n"), ElementsAre(testing::StartsWith("f.toml:1:8: ")));
  EXPECT_THAT(errors("[server]\nport = 1\nport = 2\n"), ElementsAre(testing::StartsWith("f.toml:3:")));
  EXPECT_THAT(errors("a = \"\xff\"\n"), ElementsAre(testing::StartsWith("f.toml:1:")));
  EXPECT_THAT(errors(std::string("a = \"\0\"\n", 8)), ElementsAre(testing::StartsWith("f.toml:1:")));
  EXPECT_EQ(errors("a = " + std::string(100'000, '[')).size(), 1u);
  for (const char* text : {"[=]\n", "[[=]]\n", "\xc3\xa9 = 1\n", "a\xc3\xa9 = 1\n", "a = 0\xd0\x9f\n"})
    EXPECT_EQ(errors(text).size(), 1u) << text;
}

TEST(Config, Files) {
  const auto text_of = [](const std::string& file) {
    return to_string(std::get<1>(load_config(file)).at(0));
  };
  const auto directory = std::filesystem::path(testing::TempDir());
  const std::string missing = directory / "no-such.toml";
  EXPECT_EQ(text_of(missing), missing + ": cannot be read: No such file or directory");
  EXPECT_EQ(text_of(directory), directory.string() + ": cannot be read: Is a directory");
  const std::string file = directory / ("config-" + std::to_string(::getpid()) + ".toml");
  std::ofstream(file) << "[server]\nport = 8099\n";
  EXPECT_EQ(std::get<Config>(load_config(file)).server.port, 8099);
  std::ofstream(file) << std::string(1'048'577, '#');
  EXPECT_EQ(text_of(file), file + ": cannot be read: larger than 1 MiB");
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace cardroom::config
