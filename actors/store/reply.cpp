#include "actors/store/reply.hpp"

#include <hiredis/hiredis.h>

#include <charconv>

namespace cardroom {
namespace {

// How a server that takes no writes begins its answers, and what that means.
struct Refusal {
  std::string_view word;
  StoreError code;
  const char* text;
};
constexpr Refusal kRefusals[] = {
    {"OOM ", StoreError::NO_MEMORY, "Redis is out of memory: raise its maxmemory"},
    {"READONLY ", StoreError::READ_ONLY, "Redis is read-only, a replica: make it a master again"},
    {"MASTERDOWN ", StoreError::READ_ONLY, "Redis is a replica that has lost its master"},
    {"MISCONF ", StoreError::DISK, "Redis cannot write to its disk: make room there, see its log"},
    {"NOREPLICAS ", StoreError::FEW_REPLICAS, "Redis has fewer replicas than its min-replicas-to-write"}};

}  // namespace

Reply::Reply(redisReply* owned) : data_(owned, [](redisReply* r) { freeReplyObject(r); }) {}

bool Reply::is_nil() const { return !data_ || data_->type == REDIS_REPLY_NIL; }
bool Reply::is_error() const { return data_ && data_->type == REDIS_REPLY_ERROR; }
bool Reply::is_array() const { return data_ && data_->type == REDIS_REPLY_ARRAY; }
bool Reply::is_integer() const { return data_ && data_->type == REDIS_REPLY_INTEGER; }
bool Reply::is_text() const {
  return data_ && (data_->type == REDIS_REPLY_STRING || data_->type == REDIS_REPLY_STATUS);
}

std::string_view Reply::text() const {
  if (is_text() || is_error()) return {data_->str, data_->len};
  return {};
}

std::int64_t Reply::integer() const {
  if (is_integer()) return data_->integer;
  std::int64_t value = 0;
  const auto digits = text();
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc{} && end == digits.data() + digits.size() ? value : 0;
}

std::size_t Reply::size() const { return is_array() ? data_->elements : 0; }

Reply Reply::operator[](std::size_t index) const {
  if (index >= size()) return {};
  return Reply(std::shared_ptr<redisReply>(data_, data_->element[index]));
}

Result<Reply> checked(Reply reply) {
  if (!reply.is_error()) return reply;
  auto text = reply.text();
  for (const Refusal& refusal : kRefusals)
    if (text.starts_with(refusal.word)) return Failure{refusal.code, refusal.text};
  const bool loading = text.starts_with("LOADING");
  // The server repeats the arguments of a command that it does not know, and those may be secret.
  text = text.substr(0, text.find(", with args"));
  return Failure{loading ? StoreError::UNAVAILABLE : StoreError::REFUSED, std::string(text)};
}

}  // namespace cardroom
