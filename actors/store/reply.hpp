#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

#include "actors/store/store_error.hpp"

struct redisReply;

namespace cardroom {

/// An answer of Redis, or one element of it; shares the memory of the whole, so copies are cheap.
class Reply {
 public:
  /// A nil.
  Reply() = default;
  /// Takes a reply of hiredis and frees it in the end.
  explicit Reply(redisReply* owned);

  bool is_nil() const;
  bool is_error() const;
  bool is_array() const;
  bool is_integer() const;
  /// A string or a status.
  bool is_text() const;

  /// The text of a string, status or error; else empty. Valid as long as any copy of the reply.
  std::string_view text() const;
  /// The number of an integer reply, or of a text that is a whole decimal number; else 0.
  std::int64_t integer() const;
  /// The number of elements of an array; else 0.
  std::size_t size() const;
  /// An element; nil beyond the end.
  Reply operator[](std::size_t index) const;

 private:
  explicit Reply(std::shared_ptr<redisReply> part) : data_(std::move(part)) {}
  std::shared_ptr<redisReply> data_;
};

/// The reply itself, or its error as a failure: LOADING is UNAVAILABLE, everything else REFUSED.
Result<Reply> checked(Reply reply);

}  // namespace cardroom
