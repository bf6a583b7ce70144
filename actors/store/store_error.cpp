#include "actors/store/store_error.hpp"

#include <boost/describe/enum_to_string.hpp>

namespace cardroom {

const char* to_string(StoreError error) { return boost::describe::enum_to_string(error, "?"); }

}  // namespace cardroom
