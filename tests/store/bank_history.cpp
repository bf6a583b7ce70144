#include "tests/store/bank_history.hpp"

#include <boost/describe/enum_to_string.hpp>
#include <set>

namespace cardroom::testing {
namespace {

std::string name_of(const BankRequest& request) {
  return std::string(boost::describe::enum_to_string(request.call, "?")) + " ";
}

std::string text_of(const BankReply& reply) {
  return std::string(to_string(reply.result)) + " " + std::to_string(reply.first.v) + " " +
         std::to_string(reply.second.v);
}

}  // namespace

BankHistory::BankHistory(BankClient& client, std::function<void()> trouble, std::uint64_t seed)
    : client_(client), trouble_(std::move(trouble)), random_(seed) {
  for (const auto* user : {"u0", "u1", "u2", "u3"})
    late_.push_back({.call = BankCall::CREDIT, .id = new_id(), .party = user, .amount = 1'000});
}

std::int64_t BankHistory::amount(std::int64_t most) {
  if (chance(2)) return -static_cast<std::int64_t>(random_() % 3);
  if (chance(1)) return (std::int64_t{1} << 53) - 3 + static_cast<std::int64_t>(random_() % 6);
  return 1 + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(most));
}

std::string BankHistory::new_id() { return "id" + std::to_string(ids_++); }

std::string BankHistory::some_id(const std::vector<std::string>& ids) {
  return ids.empty() || chance(10) ? new_id() : ids[random_() % ids.size()];
}

BankRequest BankHistory::numbered_request() {
  BankRequest out{
      .call = chance(40) ? BankCall::PAY : BankCall::DRAW, .id = one_of("t", 3), .amount = amount(120)};
  if (out.call == BankCall::PAY) out.amount = amount(20);
  out.seq = model_.seq(out.id) + 1;
  if (chance(8)) out.seq = out.seq + random_() % 4 - 2;
  const auto way = random_() % 6;
  if (way < 3)
    out.party = one_of("player:u", 4);
  else if (way < 4)
    out.party = one_of("transit:m", 3);
  else if (out.call == BankCall::PAY)
    out.party = "rake";
  else
    out.party = "reserved:" + (out.source = some_id(reservations_));
  return out;
}

BankRequest BankHistory::fresh_request() {
  const auto what = random_() % 100;
  if (what < 60) return numbered_request();
  BankRequest out{.id = new_id(), .party = one_of("u", 4), .amount = amount(60)};
  if (what < 72) {
    out.call = BankCall::CREDIT;
    out.amount = amount(600);
  } else if (what < 75) {
    out.call = BankCall::DEBIT;
  } else if (what < 78) {
    out.call = BankCall::RAKE;
    out.amount = amount(10);
    out.party.clear();
  } else if (what < 83) {
    out.call = BankCall::SETTLE;
    out.source = one_of("m", 3);
    out.amount = 0;
  } else if (what < 93) {
    out.call = BankCall::RESERVE;
    reservations_.push_back(out.id);
  } else {
    out = {.call = BankCall::RELEASE, .id = some_id(reservations_)};
  }
  return out;
}

BankRequest BankHistory::request() {
  if (!late_.empty() && (past_.size() < 3 || chance(10))) {
    auto out = std::move(late_.back());
    late_.pop_back();
    return out;
  }
  if (!past_.empty() && chance(20)) {
    auto out = past_[past_.size() - 1 - random_() % std::min<std::size_t>(past_.size(), 20)];
    if (chance(10)) {  // another request in its name
      if (out.call == BankCall::SETTLE)
        out.party += "x";
      else if (out.call != BankCall::RELEASE)
        out.amount += 1;
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

// As a table has one call under way at a time, a batch that must be repeated has one of each at most.
std::vector<BankHistory::Sent> BankHistory::plan(std::size_t size, bool one_a_table) {
  std::vector<Sent> out;
  std::set<std::string> tables;
  while (out.size() < size) {
    auto next = request();
    const bool numbered = next.call == BankCall::PAY || next.call == BankCall::DRAW;
    if (one_a_table && numbered && !tables.insert(next.id).second) continue;
    const auto expected = model_.apply(next);
    ++counts_[name_of(next) + to_string(expected.result)];
    past_.push_back(next);
    out.push_back({std::move(next), expected});
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
    EXPECT_EQ(text_of(*sent.answer), text_of(sent.expected)) << name_of(sent.request) << sent.request.id;
  }
  const auto contents = client_.accounts();
  ASSERT_TRUE(contents) << contents.error().text;
  EXPECT_EQ(*contents, model_.contents());
  EXPECT_TRUE(contents->verify());
}

void BankHistory::turn() {
  auto batch = plan(1 + random_() % 4, false);
  Counter ended;
  for (auto& sent : batch) post(sent, ended);
  ASSERT_TRUE(ended.wait_for(static_cast<int>(batch.size())));
  settle(batch);
}

void BankHistory::troubled_turn() {
  auto batch = plan(1 + random_() % 100, true);
  Counter ended;
  for (auto& sent : batch) post(sent, ended);
  if (chance(70)) ended.wait_for(1 + static_cast<int>(random_() % batch.size()));
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
