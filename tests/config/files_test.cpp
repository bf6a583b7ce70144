#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "config/config.hpp"

// The configuration files of the repository.
namespace cardroom::config {
namespace {

const std::string kFolder = CARDROOM_SOURCE_DIR "/config/";

std::string text_of(const std::string& name) {
  std::ifstream in(kFolder + name);
  return {std::istreambuf_iterator<char>(in), {}};
}

Config read(std::string_view text) {
  auto result = parse_config(text, "reference.toml");
  if (const auto* errors = std::get_if<1>(&result))
    for (const auto& e : *errors) ADD_FAILURE() << to_string(e);
  return std::holds_alternative<Config>(result) ? std::get<Config>(std::move(result)) : Config{};
}

/// The text with its examples ("#key = 1", "#[[game]]") made settings.
std::string with_examples(const std::string& text) {
  std::istringstream in(text);
  std::string out;
  for (std::string line; std::getline(in, line);)
    out += (line.size() > 1 && line[0] == '#' && line[1] != ' ' ? line.substr(1) : line) + '\n';
  return out;
}

TEST(ConfigFiles, ReferenceHasTheDefaults) {
  const std::string text = text_of("reference.toml");
  EXPECT_TRUE(same(read(text), Config{}));

  const Config examples = read(with_examples(text));
  Config expected;
  GameConfig& game = expected.game.emplace_back();
  game.game_id = GameId("example");
  game.name = "example";
  game.small_blind = {5};
  game.big_blind = {10};
  static_cast<Settings&>(game) = with_defaults(game);
  expected.bots.emplace_back().game = GameId("example");
  for_each_member<GameConfig>(
      [&]<class D>(D) { EXPECT_TRUE(same(examples.game.at(0).*D::pointer, game.*D::pointer)) << D::name; });
  EXPECT_TRUE(same(examples, expected));
}

/// The names of all settings, section by section: "[server]", "address", ...
template <class T>
void names(std::vector<std::string>& out, const std::string& path = "") {
  for_each_member<T>([&]<class D>(D) {
    using M = std::remove_cvref_t<decltype(std::declval<T>().*D::pointer)>;
    if constexpr (std::is_same_v<T, Config> && requires { typename M::value_type; }) {
      out.push_back("[[" + std::string(D::name) + "]]");
      names<typename M::value_type>(out);
    } else if constexpr (Described<M>) {
      out.push_back("[" + path + D::name + "]");
      names<M>(out, path + D::name + ".");
    } else {
      out.emplace_back(std::string(D::name) + " = ");
    }
  });
}

TEST(ConfigFiles, ReferenceNamesEverySetting) {
  std::vector<std::string> all;
  names<Config>(all);
  EXPECT_GT(all.size(), 60u);
  const std::string text = text_of("reference.toml");
  std::size_t section = 0;
  for (const auto& name : all) {
    if (name[0] == '[') {
      section = text.find(name);
      ASSERT_NE(section, std::string::npos) << name;
    }
    const auto at = text.find(name, section);
    ASSERT_NE(at, std::string::npos) << name;
    EXPECT_THAT("\n# ", testing::HasSubstr(std::string(1, text[at - 1]))) << name;
  }
}

TEST(ConfigFiles, DemoIsAnOpenGameOfBots) {
  const auto result = load_config(kFolder + "demo.toml");
  ASSERT_TRUE(std::holds_alternative<Config>(result)) << to_string(std::get<1>(result).at(0));
  const Config& demo = std::get<Config>(result);
  EXPECT_EQ(demo.store.mode, StoreMode::EMBEDDED);
  EXPECT_TRUE(demo.players.guests);
  ASSERT_EQ(demo.game.size(), 1u);
  EXPECT_EQ(demo.game[0].game_id, GameId("demo"));
  EXPECT_EQ(demo.game[0].start, StartMode::AUTO);
  ASSERT_EQ(demo.bots.size(), 1u);
  EXPECT_EQ(demo.bots[0].game, GameId("demo"));
  // Three tables, and seats left over for guests.
  const std::int64_t seats = demo.game[0].number_of_seats;
  EXPECT_GT(demo.bots[0].players, 2 * seats);
  EXPECT_LT(demo.bots[0].players, 3 * seats);
}

}  // namespace
}  // namespace cardroom::config
