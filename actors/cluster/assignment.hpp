#pragma once
#include <string>

#include "actors/cluster/node.hpp"

namespace cardroom::cluster {

/// That somebody is to have a subject ("game:ID" or "table:ID") who is not the one that was seen to be
/// wanted.
struct Assignment {
  std::string subject;
  Incarnation seen;  ///< not set: nobody was
  Incarnation to;
  friend bool operator==(const Assignment&, const Assignment&) = default;
};

}  // namespace cardroom::cluster
