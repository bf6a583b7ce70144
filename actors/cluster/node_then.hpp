#pragma once
#include <caf/send.hpp>

#include "actors/cluster/node_core.hpp"

namespace cardroom::cluster {

template <class T>
Registry::Done<T> NodeCore::then(std::function<void(std::optional<T>)> take) {
  return [self = NodeActor(self_), take = std::move(take)](std::optional<T> answer) {
    caf::anon_send(self, RegistryTold{[take, answer = std::move(answer)] { take(answer); }});
  };
}

}  // namespace cardroom::cluster
