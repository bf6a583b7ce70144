#include <boost/json.hpp>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "daemon/cardroom-engine/session.hpp"
#include "engine/shuffle.hpp"

// Any bytes as lines for cardroom-engine: each is answered by one JSON object on one line, and afterwards the
// session still works.
namespace {

boost::json::object answer(cardroom::engine_io::Session& session, std::string_view line) {
  const std::string reply = session.answer(line);
  if (reply.find('\n') != std::string::npos) std::abort();
  const boost::json::value value = boost::json::parse(reply);
  const auto& object = value.as_object();
  if (!object.at("ok").as_bool() && object.at("error").at("code").as_string().empty()) std::abort();
  return object;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::uint64_t draws = 0;
  cardroom::engine_io::Session session([&] { return cardroom::derive(cardroom::Seed{}, ++draws); });
  std::string_view rest{reinterpret_cast<const char*>(data), size};
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    answer(session, rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  const auto last =
      answer(session, R"({"op":"init","config":{"tableId":"t","maxPlayers":2,"smallBlind":1,"bigBlind":2}})");
  if (!last.at("ok").as_bool()) std::abort();
  return 0;
}
