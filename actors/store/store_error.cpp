#include "actors/store/store_error.hpp"

#include <boost/describe/enum_to_string.hpp>

namespace cardroom {

const char* to_string(StoreError error) { return boost::describe::enum_to_string(error, "?"); }

bool refuses(StoreError error) {
  return error == StoreError::NO_MEMORY || error == StoreError::READ_ONLY || error == StoreError::DISK ||
         error == StoreError::FEW_REPLICAS;
}

}  // namespace cardroom
