#include "actors/store/lane.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace cardroom {

void finish(Command& command, Result<Reply> result) {
  if (!command.done) return;
  try {
    command.done(std::move(result));
  } catch (const std::exception& e) {
    spdlog::error("store: a callback threw: {}", e.what());
  }
}

std::optional<Failure> Lane::connect(const RedisAddress& address, Time now) {
  auto connection = RedisConnection::open(address);
  if (!connection) return connection.error();
  connection_.emplace(*std::move(connection));
  loaded_.clear();  // a server that was started again knows none, and what is sent again changes its place
  pulse_.restart(now);
  for (auto& args : greeting(address)) dispatch({std::move(args), nullptr, {}}, Purpose::GREETING, now);
  dispatch({{"PING"}, nullptr, {}}, Purpose::HELLO, now);
  return std::nullopt;
}

void Lane::close(StoreError waiting_end) {
  connection_.reset();
  ready_ = false;
  hello_again_.reset();
  users_in_flight_ = 0;
  waits_ = false;
  auto answered = std::exchange(done_, {});
  auto in_flight = std::exchange(in_flight_, {});
  auto waiting = std::exchange(waiting_, {});
  const Failure lost{StoreError::UNKNOWN, "the connection to Redis was lost before its answer"};
  for (auto& one : answered) finish(one.command, lost);
  for (auto& one : in_flight) finish(one.command, lost);
  for (auto& one : waiting) finish(one, Failure{waiting_end, "not sent to Redis"});
}

void Lane::refuse_waiting(const Failure& why) {
  for (auto& one : std::exchange(waiting_, {})) {
    if (one.claim)
      waiting_.push_back(std::move(one));
    else
      finish(one, why);
  }
}

void Lane::submit(Command command) {
  if (waiting_.size() >= limits_.waiting)
    return finish(command, Failure{StoreError::BUSY, "too many commands wait for Redis"});
  waiting_.push_back(std::move(command));
}

void Lane::dispatch(Command command, Purpose purpose, Time now) {
  connection_->send(command.args);
  pulse_.sent(now);
  if (purpose == Purpose::USER) ++users_in_flight_;
  in_flight_.push_back({std::move(command), purpose});
}

void Lane::dispatch_user(Command command, Time now) {
  if (command.script) {
    const auto known = loaded_.find(command.script);
    const std::string body(command.script->body);
    command.args[0] = known == loaded_.end() ? "EVAL" : "EVALSHA";
    command.args[1] = known == loaded_.end() ? body : known->second;
    if (known == loaded_.end())
      dispatch({{"SCRIPT", "LOAD", body}, command.script, {}}, Purpose::LOAD_SCRIPT, now);
  }
  dispatch(std::move(command), Purpose::USER, now);
}

std::optional<Failure> Lane::pump(Time now) {
  if (!connection_) return std::nullopt;
  bool sent = false;
  while (!waits_ && !waiting_.empty() && users_in_flight_ < limits_.in_flight) {
    auto command = std::move(waiting_.front());
    waiting_.pop_front();
    dispatch_user(std::move(command), now);
    sent = true;
  }
  if (sent && limits_.replicas > 0) {
    waits_ = true;
    dispatch({{"WAIT", std::to_string(limits_.replicas), std::to_string(limits_.replica_timeout.count())},
              nullptr,
              {}},
             Purpose::WAIT, now);
  }
  return connection_->connecting() ? std::nullopt : connection_->write();
}

std::optional<Failure> Lane::on_event(bool readable, bool writable, Time now) {
  if (!connection_) return std::nullopt;
  if (writable)
    if (auto failure = connection_->write()) return failure;
  if (!readable) return std::nullopt;
  if (auto failure = connection_->read()) return failure;
  for (;;) {
    auto reply = connection_->next();
    if (!reply) return reply.error();
    if (!*reply) return std::nullopt;
    if (auto failure = on_reply(**std::move(reply), now)) return failure;
  }
}

std::optional<Failure> Lane::on_reply(Reply reply, Time now) {
  if (in_flight_.empty()) return Failure{StoreError::CORRUPT, "an answer to nothing"};
  auto [command, purpose] = std::move(in_flight_.front());
  in_flight_.pop_front();
  pulse_.answered(now);
  if (purpose == Purpose::USER) return on_user_reply(std::move(command), std::move(reply));
  if (purpose == Purpose::WAIT) return on_replicas(checked(std::move(reply))), std::nullopt;
  if (purpose == Purpose::LOAD_SCRIPT) {
    if (reply.is_text()) loaded_[command.script] = reply.text();
    return std::nullopt;
  }
  return on_pong(purpose, std::move(reply), now);
}

std::optional<Failure> Lane::on_pong(Purpose purpose, Reply reply, Time now) {
  if (purpose == Purpose::HELLO && reply.text().starts_with("LOADING")) {
    hello_again_ = now + limits_.loading_poll;
    return std::nullopt;
  }
  // A server that cannot write to its disk says so even to a PING.
  if (auto result = checked(std::move(reply)); !result) {
    if (!refuses(result.error().code)) return result.error();
    refusal_ = result.error();
  }
  if (purpose == Purpose::HELLO) ready_ = true;
  return std::nullopt;
}

std::optional<Failure> Lane::on_user_reply(Command command, Reply reply) {
  if (command.script && reply.is_error() && reply.text().starts_with("NOSCRIPT")) {
    loaded_.erase(command.script);
    --users_in_flight_;
    waiting_.push_front(std::move(command));
    return std::nullopt;
  }
  auto result = checked(std::move(reply));
  const bool loading = !result && result.error().code == StoreError::UNAVAILABLE;
  if (!result && refuses(result.error().code)) refusal_ = result.error();
  if (limits_.replicas > 0) {
    done_.push_back({std::move(command), std::move(result)});
  } else {
    --users_in_flight_;
    finish(command, std::move(result));
  }
  if (loading) return Failure{StoreError::UNAVAILABLE, "Redis is loading its data again"};
  return std::nullopt;
}

void Lane::on_replicas(const Result<Reply>& reply) {
  waits_ = false;
  const auto have = reply ? static_cast<std::size_t>(reply->integer()) : 0;
  const bool enough = have >= limits_.replicas;
  const Failure few{StoreError::FEW_REPLICAS, "only " + std::to_string(have) + " of the " +
                                                  std::to_string(limits_.replicas) +
                                                  " replicas that must have it have what is stored"};
  if (!enough && !refusal_) refusal_ = few;
  auto done = std::exchange(done_, {});
  users_in_flight_ -= done.size();
  for (auto& [command, result] : done) {
    if (result && !enough) result = Failure{StoreError::UNKNOWN, few.text};
    finish(command, std::move(result));
  }
}

std::optional<Failure> Lane::on_time(Time now) {
  if (!connection_) return std::nullopt;
  // What has arrived and waits only for this process is no sign of a hung server.
  if (pulse_.hung(now) && !connection_->has_input())
    return Failure{StoreError::TIMEOUT, "Redis does not answer"};
  if (hello_again_ && now >= *hello_again_) {
    hello_again_.reset();
    dispatch({{"PING"}, nullptr, {}}, Purpose::HELLO, now);
  } else if (!hello_again_ && pulse_.ping_due(now)) {
    dispatch({{"PING"}, nullptr, {}}, Purpose::PING, now);
  }
  return std::nullopt;
}

Lane::Time Lane::next() const {
  if (!connection_) return Time::max();
  return hello_again_ ? *hello_again_ : pulse_.next();
}

}  // namespace cardroom
