#pragma once
#include <boost/describe.hpp>
#include <string>

namespace cardroom {

/// A part of a document that is passed on as it is: the text of any JSON value. Never empty where it is
/// written.
struct JsonText {
  std::string text = "null";
};
BOOST_DESCRIBE_STRUCT(JsonText, (), (text))

}  // namespace cardroom
