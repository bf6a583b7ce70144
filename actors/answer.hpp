#pragma once
#include <boost/describe.hpp>
#include <optional>
#include <string>

#include "actors/message.hpp"
#include "actors/protocol/errors.hpp"

namespace cardroom {

/// How a command ended: done, refused by the engine, or refused before it.
struct Outcome {
  Error error = Error::NONE;
  std::optional<protocol::Code> code;
  std::string detail;  ///< replaces the code's sentence when not empty; of what is done, what to say of it
  std::optional<Version> version;  ///< of the table, when a table did it

  Outcome() = default;
  Outcome(Error e) : error(e) {}          // NOLINT(google-explicit-constructor)
  Outcome(protocol::Code c) : code(c) {}  // NOLINT(google-explicit-constructor)
  Outcome(protocol::Code c, std::string text) : code(c), detail(std::move(text)) {}
  Outcome(Error e, std::string text) : error(e), detail(std::move(text)) {}
  explicit Outcome(Version v) : version(v) {}
  bool done() const { return error == Error::NONE && !code; }
};

BOOST_DESCRIBE_STRUCT(Outcome, (), (error, code, detail, version))

/// A command of `client`'s number has ended.
struct Answered {
  ClientId client;
  Outcome outcome;
};

}  // namespace cardroom
CARDROOM_MESSAGE(Answered)
