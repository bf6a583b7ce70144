#include "daemon/cardroomctl/times.hpp"

#include <gtest/gtest.h>

#include "actors/admin_rows.hpp"
#include "actors/cluster/node_messages.hpp"
#include "actors/codec/json_names.hpp"
#include "actors/protocol/frame.hpp"
#include "engine/hand_record.hpp"

// Whatever cardroomctl is told as a moment or a span, it prints as one.
namespace cardroom::ctl {
namespace {

/// Goes through a type and all that it is made of; `key` is what JSON calls the member.
template <class T>
void expect_times(const std::string& key) {
  if constexpr (std::is_same_v<T, Instant>) {
    EXPECT_EQ(time_text(key, 1'800'000'000'000), "2027-01-15T08:00:00.000Z") << key << " is a moment";
  } else if constexpr (std::is_same_v<T, Duration>) {
    EXPECT_EQ(time_text(key, 90'000), "1m 30s") << key << " is a span";
  } else if constexpr (cardroom::detail::Optional<T>) {
    expect_times<typename T::value_type>(key);
  } else if constexpr (cardroom::detail::Variant<T>) {
    [&]<class... A>(std::variant<A...>*) { (expect_times<A>(key), ...); }(static_cast<T*>(nullptr));
  } else if constexpr (Described<T>) {
    for_each_member<T>([]<class D>(D) {
      expect_times<std::remove_cvref_t<decltype(std::declval<T&>().*D::pointer)>>(
          std::string(cardroom::detail::kKey<D, Keys::CAMEL>));
    });
  } else if constexpr (cardroom::detail::Sequence<T>) {
    expect_times<typename T::value_type>(key);
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, std::int64_t>) {
    EXPECT_EQ(time_text(key, 1), std::nullopt) << key << " is a number";
  }
}

template <class... Answers>
void expect_times_in() {
  (expect_times<Answers>(std::string(type_name<Answers>())), ...);
}

TEST(Times, WhateverAnAnswerHasAsAMomentOrASpanIsPrintedSo) {
  expect_times_in<Status, GameRow, GameDetails, TableRow, PlayerShown, NodeRow, ClusterRow,
                  protocol::server::TableState, HandRecord>();
}

}  // namespace
}  // namespace cardroom::ctl
