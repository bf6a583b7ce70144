#pragma once
#include <memory>

#include "tests/store/bank_fixture.hpp"

namespace cardroom::testing {

/// A bank in a Redis of its own, and what can be seen of it there.
class BankBooks {
 public:
  // As a bank of tests/engine/bank_rules.hpp.
  std::string credit(const std::string& op, const std::string& user, std::int64_t amount) {
    return told(client_.credit(op, user, amount));
  }
  std::string reserve(const std::string& id, const std::string& user, std::int64_t amount) {
    return told(client_.reserve(id, user, amount));
  }
  std::string release(const std::string& id) { return told(client_.release(id)); }
  std::string exchange(const std::string& game, std::uint64_t seq, const std::vector<Movement>& movements) {
    return told(client_.exchange(game, seq, movements));
  }
  BankContents contents() {
    const auto contents = client_.accounts();
    EXPECT_TRUE(contents) << contents.error().text;
    return contents ? *contents : BankContents{};
  }

  /// Changes with anything that is stored.
  std::string everything() {
    constexpr Script kDump{R"lua(
local out = redis.call('KEYS', '*')
table.sort(out)
for i, key in ipairs(out) do out[i] = key .. redis.call('DUMP', key) end
return redis.sha1hex(table.concat(out))
)lua"};
    return std::string(admin_.eval(kDump, {}, {})->text());
  }
  std::int64_t entries() { return admin_.command({"XLEN", "{bank}:ledger"})->integer(); }
  /// The last `count` entries of the ledger, oldest first: their fields and values.
  std::vector<std::string> last_entries(int count) {
    const auto found =
        *admin_.command({"XREVRANGE", "{bank}:ledger", "+", "-", "COUNT", std::to_string(count)});
    std::vector<std::string> out(found.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      std::string& entry = out[out.size() - 1 - i];
      for (std::size_t word = 0; word < found[i][1].size(); ++word)
        entry += (word == 0 ? "" : " ") + std::string(found[i][1][word].text());
    }
    return out;
  }
  /// Another client of the same Redis, which remembers and keeps otherwise.
  std::unique_ptr<BankClient> client_with(BankOptions options) {
    return std::make_unique<BankClient>(redis_.address(), options);
  }
  BankClient& client() { return client_; }
  RedisClient& admin() { return admin_; }

 private:
  TestRedis redis_;
  RedisClient admin_ = redis_.client();
  BankClient client_{redis_.address()};
};

}  // namespace cardroom::testing
