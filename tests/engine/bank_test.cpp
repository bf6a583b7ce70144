#include "engine/bank.hpp"

#include "tests/engine/bank_rules.hpp"

namespace cardroom::testing {
namespace {

/// The bank as a value.
class PureBank {
 public:
  std::string credit(const std::string& op, const std::string& user, std::int64_t amount) {
    return text_of(bank_.credit(op, UserId(user), {amount}));
  }
  std::string reserve(const std::string& id, const std::string& user, std::int64_t amount) {
    return text_of(bank_.reserve(id, UserId(user), {amount}));
  }
  std::string release(const std::string& id) { return text_of(bank_.release(id)); }
  std::string exchange(const std::string& game, std::uint64_t seq, const std::vector<Movement>& movements) {
    return text_of(bank_.exchange(GameId(game), {seq}, movements));
  }
  BankContents contents() { return bank_.contents(); }

 private:
  Bank bank_;
};
INSTANTIATE_TYPED_TEST_SUITE_P(Pure, BankRules, PureBank);

TEST(Bank, ABalanceIsWhatIsNeitherReservedNorInAGame) {
  Bank bank;
  const UserId ann("ann");
  EXPECT_EQ(bank.balance(ann), Chips{});
  bank.credit("o", ann, {500});
  bank.reserve("r", ann, {100});
  EXPECT_EQ(bank.balance(ann), Chips{400});
  bank.exchange(GameId("g"), {1}, {draw("r", "ann", 100), pay("ann", 30)});
  EXPECT_EQ(bank.balance(ann), Chips{430});
}

TEST(Bank, BooksOutOfBalanceAreTold) {
  const BankContents right{
      {{"house", {-10}}, {"player:ann", {7}}, {"reserved:r", {3}}}, {}, {{"r", {UserId("ann"), {3}}}}};
  EXPECT_EQ(right.check(), "");
  EXPECT_EQ(BankContents{}.check(), "");
  const auto wrong = [&](const std::string& why, auto change) {
    BankContents books = right;
    change(books);
    EXPECT_EQ(books.check(), why);
  };
  const std::string sum = "the accounts do not sum to zero";
  wrong(sum, [](auto& books) { books.accounts["player:ann"] = {8}; });
  wrong(sum, [](auto& books) { books.accounts["player:ann"] = {6}; });
  wrong(sum, [](auto& books) { books.accounts.erase("house"); });
  wrong(sum, [](auto& books) { books.accounts["house"] = {10}; });
  wrong("account player:bob is below zero",
        [](auto& books) { books.accounts["player:bob"] = {-1}, books.accounts["player:ann"] = {8}; });
  wrong("chips are reserved without a reservation", [](auto& books) { books.reservations.clear(); });
  wrong("reservation r is not what its account has",
        [](auto& books) { books.reservations["r"].amount = {4}; });
  wrong("reservation s is not what its account has", [](auto& books) {
    books.reservations["s"] = {UserId("ann"), {3}};
  });
  wrong(sum, [](auto& books) {  // more than 64 bits hold
    for (int i = 0; i < 3'000; ++i) books.accounts["player:" + std::to_string(i)] = {(1ll << 53) - 1};
  });
}

}  // namespace
}  // namespace cardroom::testing
