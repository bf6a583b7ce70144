#pragma once
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "daemon/cardroom-engine/session.hpp"
#include "engine/shuffle.hpp"

/// A driver of cardroom-engine inside the test program.
namespace cardroom::engine_io {

class Driver : public ::testing::Test {
 protected:
  boost::json::value send(std::string_view line) {
    const std::string reply = session_.answer(line);
    EXPECT_EQ(reply.find('\n'), std::string::npos);
    return boost::json::parse(reply);
  }
  /// The reply to a request that must succeed.
  boost::json::value ok(std::string_view line) {
    boost::json::value reply = send(line);
    EXPECT_EQ(reply.at("ok"), true) << line << "\n" << reply;
    return reply;
  }
  /// The code of a request that must fail.
  std::string code(std::string_view line) {
    const boost::json::value reply = send(line);
    EXPECT_EQ(reply.at("ok"), false) << line;
    if (reply.at("ok") == true) return "";
    EXPECT_FALSE(reply.at("error").at("message").as_string().empty());
    return std::string(reply.at("error").at("code").as_string());
  }

  void init(std::string_view more = "") {
    ok(R"({"op":"init","config":{"tableId":"t1","maxPlayers":6,"smallBlind":5,"bigBlind":10)" +
       std::string(more) + "}}");
  }
  boost::json::value seat(int seat, std::int64_t buy_in) {
    const std::string i = std::to_string(seat);
    return ok(R"({"op":"seat","seatIndex":)" + i + R"(,"userId":"u)" + i + R"(","displayName":"P)" + i +
              R"(","buyIn":)" + std::to_string(buy_in) + "}");
  }
  static std::string act_line(int seat, std::string_view action, std::int64_t amount = -1) {
    std::string line = R"({"op":"act","userId":"u)" + std::to_string(seat) + R"(","action":")";
    line.append(action).append("\"");
    if (amount >= 0) line.append(R"(,"amount":)").append(std::to_string(amount));
    return line + "}";
  }
  boost::json::value act(int seat, std::string_view action, std::int64_t amount = -1) {
    return ok(act_line(seat, action, amount));
  }

  /// The events of a reply by this name.
  static std::vector<boost::json::value> events(const boost::json::value& reply, std::string_view type) {
    std::vector<boost::json::value> found;
    for (const auto& event : reply.at("events").as_array())
      if (event.at("type").as_string() == type) found.push_back(event);
    return found;
  }
  static boost::json::value json(std::string_view text) { return boost::json::parse(text); }

  std::uint64_t draws_ = 0;
  Session session_{[this] { return derive(Seed{}, ++draws_); }};
};

}  // namespace cardroom::engine_io
