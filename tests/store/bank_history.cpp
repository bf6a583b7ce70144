#include "tests/store/bank_history.hpp"

#include <set>

#include "engine/describe.hpp"

namespace cardroom::testing {

BankHistory::BankHistory(BankClient& client, std::function<void()> trouble, std::uint64_t seed)
    : client_(client), trouble_(std::move(trouble)), random_(seed) {
  for (const auto* user : {"u0", "u1", "u2", "u3"})
    late_.push_back({BankCall::CREDIT, new_id(), UserId(user), {1'000}});
}

Chips BankHistory::amount(std::uint64_t most) {
  if (chance(2)) return Chips{} - Chips{static_cast<std::int64_t>(below(3))};
  if (chance(1)) return {(std::int64_t{1} << 53) - 3 + static_cast<std::int64_t>(below(6))};
  return {1 + static_cast<std::int64_t>(below(most))};
}

// One that was asked for, or not yet, or never.
BankRequest BankHistory::some_reservation() {
  if (reservations_.empty() || chance(10)) return {BankCall::RESERVE, new_id(), some_user(), amount(60)};
  const std::size_t recent = std::min<std::size_t>(reservations_.size(), 8);
  return reservations_[reservations_.size() - 1 - below(recent)];
}

Movement BankHistory::some_draw() {
  const BankRequest reservation = some_reservation();
  Movement out{MovementKind::DRAW, reservation.user, reservation.amount, reservation.id};
  if (chance(5)) out.amount += Chips{1};
  if (chance(5)) out.user = some_user();
  return out;
}

Movement BankHistory::some_movement() {
  const std::uint64_t what = below(100);
  if (what < 30) return some_draw();
  if (what < 70) return {MovementKind::PAY, some_user(), amount(40), {}};
  if (what < 80) return {MovementKind::RAKE, {}, amount(10), {}};
  if (what < 85) return {MovementKind::FUND, {}, amount(50), {}};
  return {MovementKind::GRANT, some_user(), chance(20) ? Chips{} : amount(50), {}};
}

BankRequest BankHistory::exchange() {
  BankRequest out{.call = BankCall::EXCHANGE, .id = "g" + std::to_string(below(3))};
  out.seq = model_.contents().desks[out.id].seq.next();
  if (chance(8)) out.seq.v = out.seq.v + below(4) - 2;
  const std::size_t count = chance(5) ? below(128) : below(7);
  while (out.movements.size() < count) out.movements.push_back(some_movement());
  return out;
}

BankRequest BankHistory::fresh_request() {
  const std::uint64_t what = below(100);
  if (what < 50) return exchange();
  if (what < 65) {
    BankRequest out{BankCall::CREDIT, new_id(), some_user(), amount(600)};
    if (chance(40)) out.amount = out.amount * -1;
    return out;
  }
  if (what < 90)
    return reservations_.emplace_back(BankRequest{BankCall::RESERVE, new_id(), some_user(), amount(120)});
  return {.call = BankCall::RELEASE, .id = some_reservation().id};
}

BankRequest BankHistory::request() {
  if (!late_.empty() && (past_.size() < 3 || chance(10))) {
    auto out = std::move(late_.back());
    late_.pop_back();
    return out;
  }
  if (!past_.empty() && chance(20)) {
    auto out = past_[past_.size() - 1 - below(std::min<std::size_t>(past_.size(), 20))];
    if (chance(10)) {  // another request in its name
      out.amount += Chips{1};
      if (out.call == BankCall::EXCHANGE) out.movements.push_back(some_movement());
    }
    return out;
  }
  auto out = fresh_request();
  if (chance(10)) {
    late_.push_back(out);
    out = fresh_request();
  }
  return out;
}

// What the model answers, counting what it booked.
BankReply BankHistory::model(const BankRequest& request) {
  const BankContents before = model_.contents();
  BankReply out = apply(model_, request);
  const BankContents after = model_.contents();
  ++counts_[std::string(enum_name(request.call)) + " " + testing::text_of(out.result)];
  if (request.call != BankCall::EXCHANGE) {
    booked_ += before.accounts != after.accounts ? 1 : 0;
  } else if (before.desks != after.desks) {
    for (std::size_t i = 0; i < out.answers.size(); ++i) {
      const Movement& movement = request.movements[i];
      const BankResult result = out.answers[i].result;
      ++counts_[std::string(enum_name(movement.kind)) + " " + testing::text_of(result)];
      booked_ += result == BankResult::DONE && movement.amount != Chips{} ? 1 : 0;
    }
  }
  return out;
}

// As a game has one exchange under way at a time, a batch that must be repeated has one of each at most.
std::vector<BankHistory::Sent> BankHistory::plan(std::size_t size, bool one_a_game) {
  std::vector<Sent> out;
  std::set<std::string> games;
  while (out.size() < size) {
    auto next = request();
    if (one_a_game && next.call == BankCall::EXCHANGE && !games.insert(next.id).second) continue;
    auto expected = model(next);
    past_.push_back(next);
    out.push_back({std::move(next), std::move(expected)});
  }
  return out;
}

void BankHistory::post(Sent& sent, Counter& ended) {
  send(client_.bank(), sent.request, [&](Result<BankReply> answer) {
    sent.answer = std::move(answer);
    ended.add();
  });
}

void BankHistory::settle(std::vector<Sent>& batch) {
  for (auto& sent : batch) {
    ASSERT_TRUE(sent.answer) << sent.answer.error().text;
    EXPECT_EQ(text_of(*sent.answer), text_of(sent.expected)) << text_of(sent.request);
  }
  const auto contents = client_.accounts();
  ASSERT_TRUE(contents) << contents.error().text;
  EXPECT_EQ(*contents, model_.contents());
  EXPECT_EQ(contents->check(), "");
}

void BankHistory::turn() {
  auto batch = plan(1 + below(4), false);
  Counter ended;
  for (auto& sent : batch) post(sent, ended);
  ASSERT_TRUE(ended.wait_for(static_cast<int>(batch.size())));
  settle(batch);
}

void BankHistory::troubled_turn() {
  auto batch = plan(1 + below(100), true);
  Counter ended;
  for (auto& sent : batch) post(sent, ended);
  if (chance(70)) ended.wait_for(1 + static_cast<int>(below(batch.size())));
  trouble_();
  ASSERT_TRUE(ended.wait_for(static_cast<int>(batch.size())));
  // The server dealt with some calls that it did not answer, and never heard of others.
  const auto found = client_.accounts();
  ASSERT_TRUE(found) << found.error().text;
  if (!batch.back().answer)
    ++counts_[*found == model_.contents() ? "UNHEARD YET DONE" : "UNHEARD AND NOT DONE"];
  for (auto& sent : batch) {
    if (sent.answer) continue;
    EXPECT_TRUE(sent.answer.error().code == StoreError::UNKNOWN ||
                sent.answer.error().code == StoreError::UNAVAILABLE)
        << sent.answer.error().text;
    Counter again;
    post(sent, again);
    ASSERT_TRUE(again.wait_for(1));
  }
  settle(batch);
}

}  // namespace cardroom::testing
