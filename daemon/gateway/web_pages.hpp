#pragma once
#include <span>

#include "daemon/gateway/http.hpp"
#include "daemon/gateway/web_file.hpp"

/// The browser client over HTTP.
namespace cardroom::gateway {

/// Serves these files, which must outlive the handler, and "/index.html" at every address of the client
/// ("/", "/game/ID", "/table/ID", "/admin"); a page with status 404 elsewhere. What has a hash in its name is
/// kept by browsers for good, the rest is asked for anew each time. For the route "/".
HttpHandler web_pages(std::span<const WebFile> files);

}  // namespace cardroom::gateway
