#pragma once
#include <span>
#include <string_view>

/// What the build made of daemon/web.
namespace cardroom::gateway {

/// A file of the browser client as it lies in the program, also compressed where that makes it smaller.
struct WebFile {
  std::string_view path;  ///< "/index.html"; those under "/assets/" have a hash of their content in the name
  std::string_view content_type;
  std::string_view digest;  ///< of the content, for its ETag
  std::string_view plain;
  std::string_view gzip;    ///< empty if it would not be smaller
  std::string_view brotli;  ///< as above
};

/// All files of the client, ascending by path; embedded for ever.
std::span<const WebFile> web_files();

}  // namespace cardroom::gateway
