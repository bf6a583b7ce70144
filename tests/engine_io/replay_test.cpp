#include "daemon/cardroom-engine/replay.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "daemon/cardroom-engine/decimal.hpp"

namespace cardroom::engine_io {
namespace {

/// A hand's fields as a file has them; what is not given is a heads-up hand with blinds of 1 and 2.
struct Written {
  Written(std::string recorded, std::string start = "[100, 100]", std::string blind = "[2, 1]",
          std::string ante = "[0, 0]", std::string least = "2", std::string others = "")
      : actions(std::move(recorded)),
        stacks(std::move(start)),
        blinds(std::move(blind)),
        antes(std::move(ante)),
        min_bet(std::move(least)),
        more(std::move(others)) {}

  std::string actions, stacks, blinds, antes, min_bet, more;

  /// "_" stands for "?", which twice before a quote is a trigraph.
  std::string text() const {
    std::string written = actions;
    std::replace(written.begin(), written.end(), '_', '?');
    return "variant = 'NT'\nante_trimming_status = true\nantes = " + antes +
           "\nblinds_or_straddles = " + blinds + "\nmin_bet = " + min_bet + "\nstarting_stacks = " + stacks +
           "\nactions = [" + written + "]\n" + more;
  }
};

Replayed replay_one_text(std::string_view text) {
  const auto hands = replay_text("file", text);
  EXPECT_EQ(hands.size(), 1u);
  return hands.empty() ? Replayed{} : hands[0];
}
Replayed replay_one(const Written& hand) { return replay_one_text(hand.text()); }

std::vector<Chips> chips(std::initializer_list<std::int64_t> list) {
  std::vector<Chips> chips;
  for (std::int64_t c : list) chips.push_back({c});
  return chips;
}

void expect_stacks(const Replayed& hand, std::initializer_list<std::int64_t> stacks) {
  EXPECT_TRUE(hand.ok) << hand.error;
  EXPECT_EQ(hand.finishing_stacks, chips(stacks));
}
void expect_error(const Replayed& hand, std::string_view part) {
  EXPECT_FALSE(hand.ok);
  EXPECT_NE(hand.error.find(part), std::string::npos) << hand.error;
  EXPECT_FALSE(hand.finishing_stacks.has_value());
  EXPECT_FALSE(hand.matches.has_value());
}

const std::string kDealt = "'d dh p1 AsAh', 'd dh p2 KsKh', ";

TEST(Replay, HeadsUpPlayerTwoIsTheButtonAndSmallBlind) {
  expect_stacks(replay_one({kDealt + "'p2 f'"}), {101, 99});
  expect_error(replay_one({kDealt + "'p1 f'"}), "NOT_YOUR_TURN");
}

TEST(Replay, AWholeHand) {
  const Replayed hand =
      replay_one({kDealt + "'p2 cbr 6', 'p1 cc', 'd db 2c7d9h', 'p1 cc', 'p2 cbr 10', 'p1 cc', "
                           "'d db Jc', 'p1 cc', 'p2 cc', 'd db 3d', 'p1 cc', 'p2 cc', 'p1 sm AsAh', 'p2 sm'",
                  "[100, 100]", "[2, 1]", "[0, 0]", "2", "finishing_stacks = [116, 84]"});
  expect_stacks(hand, {116, 84});
  EXPECT_EQ(hand.expected, chips({116, 84}));
  EXPECT_EQ(hand.matches, true);
}

TEST(Replay, WhatTheRulesRefuseIsRefused) {
  expect_error(replay_one({kDealt + "'p2 cbr 3'"}), "AMOUNT_TOO_SMALL");
  expect_error(replay_one({kDealt + "'p2 cbr 101'"}), "AMOUNT_TOO_LARGE");
  expect_error(replay_one({kDealt + "'p2 cc', 'p1 cc', 'd db 2c7d9h', 'p2 cc'"}), "NOT_YOUR_TURN");
  expect_error(replay_one({kDealt + "'p2 f', 'p1 f'"}), "nobody is to act");
  expect_error(replay_one({kDealt + "'p2 f', 'p1 cbr 10'"}), "nobody is to act");
  expect_error(replay_one({kDealt + "'d db 2c7d9h'"}), "deal no card");
  expect_error(replay_one({kDealt + "'p2 f', 'd db 2c7d9h'"}), "deal no card");
  expect_error(replay_one({kDealt + "'p2 cc', 'p1 cc', 'p1 cc'"}), "not dealt");
  expect_error(replay_one({kDealt + "'p1 sm AsAh', 'p2 f'"}), "not over");
  expect_error(replay_one({kDealt + "'p2 cc'"}), "ends before");
  expect_error(replay_one({kDealt + "'p2 cbr 100', 'p1 cc', 'd db 2c7d9h'"}), "missing");
}

TEST(Replay, AnAllInBetIsAnAllInBelowTheMinimumToo) {
  const std::string board = ", 'd db 2c7d9h', 'd db Jc', 'd db 3d'";
  expect_stacks(replay_one({kDealt + "'p2 cbr 3', 'p1 cc'" + board, "[100, 3]"}), {103, 0});
}

TEST(Replay, ACallThatTheRulesDoNotAskForIsSkipped) {
  // The big blind covers the all-in of the small blind, who has 1 chip in all.
  const std::string board = "'d db 2c7d9h', 'd db Jc', 'd db 3d'";
  expect_stacks(replay_one({kDealt + "'p1 cc', " + board, "[100, 1]"}), {101, 0});
}

TEST(Replay, BoardCardsMayComeTogetherAndCommentsBehindActions) {
  const Replayed hand = replay_one(
      {kDealt + "'p2 cbr 100 # all in', '# a comment', 'p1 cc', 'd db 2c7d9hJc3d  # the whole board'"});
  expect_stacks(hand, {200, 0});
}

TEST(Replay, UnknownCardsAreAnyUnusedOnes) {
  const std::string board = ", 'd db 2c7d9h', 'd db Jc', 'd db 3d'";
  // Shown later.
  expect_stacks(
      replay_one(
          {"'d dh p1 ____', 'd dh p2 KsKh', 'p2 cbr 100', 'p1 cc', 'p1 sm AsAh', 'p2 sm KsKh'" + board}),
      {200, 0});
  // Mucked: not a winner.
  expect_stacks(
      replay_one({"'d dh p1 ____', 'd dh p2 KsKh', 'p2 cbr 100', 'p1 cc', 'p2 sm KsKh', 'p1 sm'" + board}),
      {0, 200});
  // Never dealt in the record, and only half known.
  expect_stacks(replay_one({"'d dh p2 Ks__', 'p2 f'"}), {101, 99});
  // Board cards too.
  EXPECT_TRUE(replay_one({kDealt + "'p2 cbr 100', 'p1 cc', 'd db ______', 'd db __', 'd db __'"}).ok);
}

TEST(Replay, CardsThatContradictEachOther) {
  expect_error(replay_one({"'d dh p1 AsAh', 'd dh p2 AsKh', 'p2 f'"}), "twice");
  expect_error(replay_one({"'d dh p1 AsAh', 'd dh p1 KsKh', 'p2 f'"}), "more than two");
  expect_error(replay_one({kDealt + "'p2 f', 'p1 sm AsAd'"}), "other cards");
  expect_error(replay_one({kDealt + "'p2 f', 'p1 sm As'"}), "two cards");
  expect_error(replay_one({kDealt + "'p2 cbr 100', 'p1 cc', 'd db 2c7d9hJc3d4d'"}), "five cards");
  expect_error(replay_one({"'d dh p1 AsA', 'p2 f'"}), "cannot read");
}

TEST(Replay, DecimalsAreScaledExactly) {
  Written hand{kDealt + "'p2 cbr 0.3', 'p1 cc', 'd db 2c7d9h', 'p1 cbr 1.25', 'p2 f'",
               "[10.10, 20]",
               "[0.1, 0.05]",
               "[0, 0]",
               "0.10",
               "finishing_stacks = [10.4, 19.70]"};
  const Replayed played = replay_one(hand);
  expect_stacks(played, {1040, 1970});
  EXPECT_EQ(played.places, 2);
  EXPECT_EQ(played.matches, true);
  EXPECT_NE(to_line(played).find(R"("finishingStacks":[10.4,19.7],"expected":[10.4,19.7],"matches":true)"),
            std::string::npos);
  // An odd chip is one of the smallest units that the file needs.
  hand = {
      "'d dh p1 2s2h', 'd dh p2 3s3h', 'p2 cc', 'p1 cc', 'd db QcJdTh', 'p1 cc', 'p2 cc', 'd db 9c', 'p1 "
      "cc', "
      "'p2 cc', 'd db 8d', 'p1 cc', 'p2 cc'",
      "[1, 1]", "[0.5, 0.25]", "[0.05, 0]", "0.5"};
  expect_stacks(replay_one(hand), {98, 102});
}

TEST(Replay, Straddles) {
  // Seat 3 straddles: action starts behind it, and it has the option.
  Written hand{
      "'d dh p1 2c2d', 'd dh p2 3c3d', 'd dh p3 4c4d', 'd dh p4 5c5d', 'p4 cbr 6', 'p1 f', 'p2 f', 'p3 f'",
      "[100, 100, 100, 100]", "[1, 2, 4, 0]", "[0, 0, 0, 0]", "2"};
  expect_stacks(replay_one(hand), {99, 98, 96, 107});
  hand.actions = "'p3 cc'";
  expect_error(replay_one(hand), "NOT_YOUR_TURN");
  hand.actions = "'p4 cbr 5'";
  expect_error(replay_one(hand), "AMOUNT_TOO_SMALL");
  hand.actions = "'p4 cc', 'p1 f', 'p2 f', 'p3 cbr 20', 'p4 f'";
  expect_stacks(replay_one(hand), {99, 98, 107, 96});
}

TEST(Replay, BlindsAnywhere) {
  // A button blind alone, as the last player's; and no blind at all.
  expect_stacks(
      replay_one({"'p1 cc', 'p2 f', 'p3 cbr 12', 'p1 f'", "[50, 50, 50]", "[0, 0, 5]", "[0, 0, 0]", "5"}),
      {45, 50, 55});
  expect_stacks(replay_one({"'p1 cbr 5', 'p2 f', 'p3 f'", "[50, 50, 50]", "[0, 0, 0]", "[1, 1, 1]", "5"}),
                {52, 49, 49});
  // A post to play (negative) is live and moves nobody's turn.
  expect_stacks(replay_one({"'p3 f', 'p4 cc', 'p1 f', 'p2 cc', 'd db 2c3d4h', 'p2 f'", "[50, 50, 50, 50]",
                            "[1, 2, 0, -2]", "[0, 0, 0, 0]", "2"}),
                {49, 48, 50, 53});
}

TEST(Replay, OneAnteForEverybody) {
  // The big blind pays the ante for all: whoever wins has it.
  expect_stacks(replay_one({"'p3 cbr 20', 'p1 f', 'p2 f'", "[50, 50, 50]", "[5, 10, 0]", "[0, 10, 0]", "10"}),
                {45, 30, 75});
}

TEST(Replay, ManyHandsInTheOrderOfTheFile) {
  std::string text;
  for (int n : {1, 2, 10, 11, 3}) {
    text += "[" + std::to_string(n) + "]\n" + Written{kDealt + (n == 10 ? "'p1 f'" : "'p2 f'")}.text();
  }
  const auto hands = replay_text("many.phhs", text);
  ASSERT_EQ(hands.size(), 5u);
  EXPECT_EQ(hands[2].hand, "10");
  EXPECT_FALSE(hands[2].ok);
  EXPECT_EQ(hands[4].hand, "3");
  EXPECT_TRUE(hands[4].ok);
}

TEST(Replay, MalformedFiles) {
  expect_error(replay_one_text("variant = "), "line 1");
  expect_error(replay_one_text(""), "variant is missing");
  expect_error(replay_one_text("variant = 'FT'"), "FT");
  expect_error(replay_one_text("variant = 7"), "variant");
  expect_error(replay_one({"", "[100]", "[1]", "[0]"}), "2 to 10");
  expect_error(replay_one({"", "[1,1,1,1,1,1,1,1,1,1,1]"}), "2 to 10");
  expect_error(replay_one({"", "[100, 100, 100]"}), "differ");
  expect_error(replay_one({"", "[100, 0]"}), "starting_stacks");
  expect_error(replay_one({"", "[100, -5]"}), "starting_stacks");
  expect_error(replay_one({"", "[100, inf]"}), "starting_stacks");
  expect_error(replay_one({"", "[100, nan]"}), "starting_stacks");
  expect_error(replay_one({"", "[100, 1e300]"}), "starting_stacks");
  expect_error(replay_one({"", "[100, 9223372036854775807]"}), "starting_stacks");
  expect_error(replay_one({"", "[100, 'x']"}), "starting_stacks");
  expect_error(replay_one({"", "[100, 100]", "[2, 1]", "[-1, 0]"}), "antes");
  expect_error(replay_one({"", "[100, 100]", "[2, 1]", "[0, 0]", "0"}), "min_bet");
  expect_error(replay_one({"7"}), "strings");
  for (const char* action :
       {"p2", "p2 x", "p2 f f", "p0 f", "p3 f", "p f", "p2 cbr", "p2 cbr x", "p2 cbr 1.2.3", "d", "d dh",
        "d dh p1", "d db", "d xx p1 AsAh", "p99999999999999999999 f", "p2 cbr ."})
    expect_error(replay_one({"'" + std::string(action) + "'"}), "cannot read");
  expect_error(replay_one({"", "[100, 100]", "[2, 1]", "[0, 0]", "2", "finishing_stacks = 'x'"}),
               "finishing_stacks");
}

TEST(Decimal, Reading) {
  const auto is = [](std::string_view text, std::int64_t digits, int places) {
    return parse_decimal(text) == Decimal{digits, places};
  };
  EXPECT_TRUE(is("0", 0, 0) && is("12", 12, 0) && is("-3", -3, 0) && is("0.25", 25, 2) && is("1.500", 15, 1));
  EXPECT_TRUE(is("100", 100, 0) && is("7.", 7, 0) && is(".5", 5, 1) && is("2.00", 2, 0));
  for (const char* bad : {"", "-", ".", "1e3", "x", "1 2", "99999999999999999999", "0.0000000001", "--1"})
    EXPECT_FALSE(parse_decimal(bad)) << bad;
  EXPECT_EQ(scaled({25, 2}, 3), Chips{250});
  EXPECT_FALSE(scaled({1'000'000'000'000'000, 0}, 1));
  EXPECT_EQ(unscaled({1040}, 2), "10.4");
  EXPECT_EQ(unscaled({1000}, 2), "10");
  EXPECT_EQ(unscaled({-5}, 2), "-0.05");
  EXPECT_EQ(unscaled({0}, 2), "0");
}

}  // namespace
}  // namespace cardroom::engine_io
