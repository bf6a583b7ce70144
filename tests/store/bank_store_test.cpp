#include "actors/store/bank_store.hpp"

#include "tests/store/bank_fixture.hpp"

namespace cardroom::testing {
namespace {

using enum BankResult;
constexpr std::int64_t kMost = (std::int64_t{1} << 53) - 1;

class BankStoreTest : public ::testing::Test {
 protected:
  // Ends with the books in order, whatever the test did.
  void TearDown() override {
    const auto books = bank_.accounts();
    ASSERT_TRUE(books) << books.error().text;
    EXPECT_TRUE(books->verify());
  }

  // Changes with anything in accounts, numbers, reservations and ledger.
  std::string everything() {
    constexpr Script kDump{R"lua(
local out = {}
for i, key in ipairs({'accounts', 'tables', 'reservations', 'ledger'}) do
  out[i] = redis.call('DUMP', '{bank}:' .. key) or ''
end
return redis.sha1hex(table.concat(out))
)lua"};
    return std::string(admin_.eval(kDump, {}, {})->text());
  }
  std::vector<std::string> last_entry() {
    const auto entry = (*admin_.command({"XREVRANGE", "{bank}:ledger", "+", "-", "COUNT", "1"}))[0][1];
    std::vector<std::string> out;
    for (std::size_t i = 0; i < entry.size(); ++i) out.emplace_back(entry[i].text());
    return out;
  }
  std::int64_t entries() { return admin_.command({"XLEN", "{bank}:ledger"})->integer(); }
  // Chips inside a table.
  void fill(const std::string& table, std::int64_t chips) {
    ASSERT_EQ(*bank_.credit("fill-" + table, "filler", chips), DONE);
    ASSERT_EQ(bank_.draw(table, 1, DrawFrom::player("filler"), chips)->result, DONE);
  }

  TestRedis redis_;
  RedisClient admin_ = redis_.client();
  BankClient bank_{redis_.address()};
};

using Entry = std::vector<std::string>;

TEST_F(BankStoreTest, CreditsAndDebits) {
  EXPECT_EQ(bank_.balance("ann"), 0);
  EXPECT_EQ(*bank_.credit("o1", "ann", 500), DONE);
  EXPECT_EQ(last_entry(), (Entry{"k", "credit", "i", "o1", "house", "-500", "player:ann", "500"}));
  EXPECT_EQ(*bank_.debit("o2", "ann", 120), DONE);
  EXPECT_EQ(last_entry(), (Entry{"k", "debit", "i", "o2", "player:ann", "-120", "house", "120"}));
  EXPECT_EQ(bank_.balance("ann"), 380);
  EXPECT_EQ(bank_.accounts()->accounts,
            (std::map<std::string, Chips>{{"house", {-380}}, {"player:ann", {380}}}));
  EXPECT_EQ(*bank_.debit("o3", "ann", 380), DONE);
  EXPECT_EQ(*bank_.accounts(), BankContents{}) << "an account at zero is gone";
  EXPECT_EQ(entries(), 3);
}

TEST_F(BankStoreTest, ARepeatedOperationIsBookedOnce) {
  ASSERT_EQ(*bank_.credit("o1", "ann", 500), DONE);
  ASSERT_EQ(*bank_.debit("o2", "ann", 200), DONE);
  const auto before = everything();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(*bank_.credit("o1", "ann", 500), DONE);
    EXPECT_EQ(*bank_.debit("o2", "ann", 200), DONE);
  }
  EXPECT_EQ(everything(), before);
}

TEST_F(BankStoreTest, ARefusedOperationStaysRefused) {
  ASSERT_EQ(*bank_.debit("o1", "ann", 200), NO_FUNDS);
  ASSERT_EQ(*bank_.reserve("r1", "ann", 200), NO_FUNDS);
  ASSERT_EQ(*bank_.credit("o2", "ann", 500), DONE);
  const auto before = everything();
  EXPECT_EQ(*bank_.debit("o1", "ann", 200), NO_FUNDS) << "a copy that arrives late must not do it";
  EXPECT_EQ(*bank_.reserve("r1", "ann", 200), NO_FUNDS);
  EXPECT_EQ(*bank_.release("r1"), Released{NOTHING_THERE});
  EXPECT_EQ(everything(), before);
}

TEST_F(BankStoreTest, AnIdStandsForOneRequest) {
  ASSERT_EQ(*bank_.credit("o1", "ann", 500), DONE);
  ASSERT_EQ(*bank_.reserve("r1", "ann", 100), DONE);
  const auto before = everything();
  EXPECT_EQ(*bank_.credit("o1", "ann", 501), CONFLICT);
  EXPECT_EQ(*bank_.credit("o1", "bob", 500), CONFLICT);
  EXPECT_EQ(*bank_.debit("o1", "ann", 500), CONFLICT);
  EXPECT_EQ(*bank_.reserve("r1", "ann", 101), CONFLICT);
  EXPECT_EQ(*bank_.reserve("r1", "bob", 100), CONFLICT);
  EXPECT_EQ(everything(), before);
  ASSERT_EQ(bank_.release("r1")->result, DONE);
  EXPECT_EQ(*bank_.reserve("r1", "ann", 101), CONFLICT);
}

TEST_F(BankStoreTest, RefusalsOfOperationsChangeNothing) {
  ASSERT_EQ(*bank_.credit("o1", "ann", 500), DONE);
  ASSERT_EQ(*bank_.reserve("r1", "ann", 400), DONE);
  const auto before = everything();
  EXPECT_EQ(*bank_.debit("o2", "ann", 101), NO_FUNDS) << "what is reserved is not in the balance";
  EXPECT_EQ(*bank_.reserve("r2", "ann", 101), NO_FUNDS);
  EXPECT_EQ(*bank_.move_rake("o3", 1), NO_FUNDS);
  EXPECT_EQ(*bank_.settle_transit("o4", "m", "ann"), TransitSettled{NOTHING_THERE});
  EXPECT_EQ(*bank_.release("r3"), Released{NOTHING_THERE});
  for (const std::int64_t amount : {0l, -1l, std::numeric_limits<std::int64_t>::min()}) {
    const auto op = "bad" + std::to_string(amount);
    EXPECT_EQ(*bank_.credit(op + "c", "ann", amount), BAD_AMOUNT);
    EXPECT_EQ(*bank_.debit(op + "d", "ann", amount), BAD_AMOUNT);
    EXPECT_EQ(*bank_.move_rake(op + "r", amount), BAD_AMOUNT);
    EXPECT_EQ(*bank_.reserve(op, "ann", amount), BAD_AMOUNT);
  }
  EXPECT_EQ(everything(), before);
}

TEST_F(BankStoreTest, BalancesStayExact) {
  ASSERT_EQ(*bank_.credit("o1", "ann", kMost), DONE);
  EXPECT_EQ(bank_.balance("ann"), kMost);
  const auto before = everything();
  EXPECT_EQ(*bank_.credit("o2", "bob", 1), TOO_MUCH) << "so would be all chips there are";
  for (const auto amount : {kMost + 1, kMost + 2, std::numeric_limits<std::int64_t>::max()}) {
    const auto op = "much" + std::to_string(amount);
    EXPECT_EQ(*bank_.credit(op + "c", "bob", amount), TOO_MUCH);
    EXPECT_EQ(*bank_.debit(op + "d", "ann", amount), TOO_MUCH);
    EXPECT_EQ(*bank_.reserve(op, "ann", amount), TOO_MUCH);
  }
  EXPECT_EQ(everything(), before);
  ASSERT_EQ(*bank_.reserve("r1", "ann", kMost), DONE);
  ASSERT_EQ(*bank_.draw("t", 1, DrawFrom::reserved("r1"), kMost - 1), (Drawn{DONE, {1}}));
  ASSERT_EQ(*bank_.pay("t", 2, PayTo::player("bob"), kMost - 2), DONE);
  EXPECT_EQ(bank_.balance("bob"), kMost - 2);
  EXPECT_EQ(bank_.escrow("t"), (Escrow{2, {1}}));
}

TEST_F(BankStoreTest, ReservesAndReleases) {
  ASSERT_EQ(*bank_.credit("o1", "ann", 500), DONE);
  EXPECT_EQ(*bank_.reserve("r1", "ann", 300), DONE);
  EXPECT_EQ(last_entry(), (Entry{"k", "reserve", "i", "r1", "player:ann", "-300", "reserved:r1", "300"}));
  EXPECT_EQ(*bank_.reserve("r1", "ann", 300), DONE);
  EXPECT_EQ(bank_.balance("ann"), 200);
  EXPECT_EQ(*bank_.reservations(), (Reservations{{"r1", {"ann", {300}}}}));
  EXPECT_EQ(*bank_.release("r1"), (Released{DONE, {0}, {300}}));
  EXPECT_EQ(last_entry(), (Entry{"k", "release", "i", "r1", "reserved:r1", "-300", "player:ann", "300"}));
  const auto before = everything();
  EXPECT_EQ(*bank_.release("r1"), (Released{DONE, {0}, {300}}));
  EXPECT_EQ(*bank_.reserve("r1", "ann", 300), DONE) << "it was, once";
  EXPECT_EQ(everything(), before);
  EXPECT_TRUE(bank_.reservations()->empty());
  EXPECT_EQ(bank_.balance("ann"), 500);
}

TEST_F(BankStoreTest, AReservationThatWasLookedForInVainNeverComes) {
  ASSERT_EQ(*bank_.credit("o1", "ann", 500), DONE);
  ASSERT_EQ(*bank_.release("r1"), Released{NOTHING_THERE});
  ASSERT_EQ(*bank_.draw("t", 1, DrawFrom::reserved("r2"), 100), Drawn{NOTHING_THERE});
  const auto before = everything();
  for (const auto* id : {"r1", "r2"}) {
    EXPECT_EQ(*bank_.reserve(id, "ann", 100), NOTHING_THERE);
    EXPECT_EQ(*bank_.release(id), Released{NOTHING_THERE});
  }
  EXPECT_EQ(everything(), before);
}

TEST_F(BankStoreTest, RakeGoesOutToTheHouse) {
  fill("t", 100);
  ASSERT_EQ(*bank_.pay("t", 2, PayTo::rake(), 30), DONE);
  EXPECT_EQ(*bank_.move_rake("o1", 20), DONE);
  EXPECT_EQ(last_entry(), (Entry{"k", "rake", "i", "o1", "rake", "-20", "house", "20"}));
  EXPECT_EQ(*bank_.move_rake("o1", 20), DONE);
  EXPECT_EQ(*bank_.move_rake("o2", 11), NO_FUNDS);
  const auto accounts = bank_.accounts()->accounts;
  EXPECT_EQ(accounts.at("rake"), Chips{10});
  EXPECT_EQ(accounts.at("house"), Chips{-80});
}

TEST_F(BankStoreTest, ATransitIsSettledWhole) {
  fill("t", 100);
  ASSERT_EQ(*bank_.pay("t", 2, PayTo::transit("m"), 60), DONE);
  EXPECT_EQ(*bank_.settle_transit("o1", "m", "ann"), (TransitSettled{DONE, {60}}));
  EXPECT_EQ(last_entry(), (Entry{"k", "settle", "i", "o1", "transit:m", "-60", "player:ann", "60"}));
  EXPECT_EQ(*bank_.settle_transit("o1", "m", "ann"), (TransitSettled{DONE, {60}}));
  EXPECT_EQ(*bank_.settle_transit("o1", "m", "bob"), TransitSettled{CONFLICT});
  EXPECT_EQ(*bank_.settle_transit("o2", "m", "ann"), TransitSettled{NOTHING_THERE});
  EXPECT_EQ(bank_.balance("ann"), 60);
}

TEST_F(BankStoreTest, AnswersAreRememberedForAWhileOnly) {
  BankClient brief(redis_.address(), {.remember = std::chrono::seconds(100)});
  ASSERT_EQ(*brief.credit("o1", "ann", 500), DONE);
  ASSERT_EQ(*brief.reserve("r1", "ann", 300), DONE);
  ASSERT_EQ(*brief.reserve("r2", "ann", 100), DONE);
  EXPECT_EQ(admin_.command({"EXISTS", "{bank}:settled:r1"})->integer(), 0) << "an open one never expires";
  ASSERT_EQ(brief.release("r1")->result, DONE);
  ASSERT_EQ(brief.draw("t", 1, DrawFrom::reserved("r2"), 100)->result, DONE);
  ASSERT_EQ(brief.release("r3")->result, NOTHING_THERE);
  for (const std::string key : {"op:o1", "settled:r1", "settled:r2", "settled:r3"}) {
    const auto seconds = admin_.command({"TTL", "{bank}:" + key})->integer();
    EXPECT_GT(seconds, 80) << key;
    EXPECT_LE(seconds, 100) << key;
  }
  ASSERT_TRUE(admin_.command({"DEL", "{bank}:settled:r1"}));
  EXPECT_EQ(*brief.release("r1"), Released{NOTHING_THERE}) << "forgotten, and nothing moves";
  EXPECT_EQ(brief.balance("ann"), 400);
}

TEST_F(BankStoreTest, TheLedgerIsBounded) {
  BankClient small(redis_.address(), {.trim_ledger = 100});
  for (int i = 0; i < 1'000; ++i) ASSERT_EQ(*small.credit("o" + std::to_string(i), "ann", 1), DONE);
  EXPECT_GE(entries(), 100);
  EXPECT_LE(entries(), 300) << "a node of the stream holds 100 entries";
  EXPECT_EQ(last_entry()[3], "o999");
}

TEST_F(BankStoreTest, NamesAreOpaque) {
  const std::string odd = "a {b} 'c': 7 k i";
  ASSERT_EQ(*bank_.credit(odd, odd, 500), DONE);
  ASSERT_EQ(*bank_.credit(odd, odd, 500), DONE);
  ASSERT_EQ(*bank_.reserve(odd, odd, 300), DONE);
  EXPECT_EQ(bank_.reservations()->at(odd), (Reservation{odd, {300}}));
  ASSERT_EQ(*bank_.draw(odd, 1, DrawFrom::reserved(odd), 200), (Drawn{DONE, {100}}));
  ASSERT_EQ(*bank_.pay(odd, 2, PayTo::transit(odd), 150, odd), DONE);
  EXPECT_EQ(bank_.balance(odd), 300);
  EXPECT_EQ(bank_.escrow(odd), (Escrow{2, {50}}));
  ASSERT_EQ(*bank_.draw(odd, 3, DrawFrom::transit(odd), 150), Drawn{DONE});
}

TEST_F(BankStoreTest, OnlyKeysOfTheBankAreMade) {
  fill("t", 100);
  ASSERT_EQ(*bank_.reserve("r1", "ann", 1), NO_FUNDS);
  ASSERT_EQ(*bank_.pay("t", 2, PayTo::rake(), 30), DONE);
  const auto keys = *admin_.command({"KEYS", "*"});
  EXPECT_EQ(keys.size(), 5u);
  for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_TRUE(keys[i].text().starts_with("{bank}:"));
}

}  // namespace
}  // namespace cardroom::testing
