#pragma once
#include <optional>
#include <string>

#include "daemon/cardroom-engine/request.hpp"
#include "engine/contract.hpp"

/// The operations on one table: the engine's contract over JSON.
namespace cardroom::engine_io {

class TableOps {
 public:
  using Fields = boost::json::object;

  Refusal init(const Fields& fields, std::string& reply);
  Refusal seat(const Fields& fields, std::string& reply);
  Refusal unseat(const Fields& fields, std::string& reply);
  /// `seed` fills up the deck and decides the first button.
  Refusal start(const Fields& fields, const Seed& seed, std::string& reply);
  Refusal act(const Fields& fields, std::string& reply);
  Refusal view(const Fields& fields, std::string& reply) const;
  Refusal state(std::string& reply) const;

 private:
  /// Adopts a result, plays on until somebody is to act, and tells it.
  Refusal adopt(contract::EngineResult&& result, std::string& reply);

  std::optional<contract::Table> table_;
};

}  // namespace cardroom::engine_io
