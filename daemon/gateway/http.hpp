#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What an HTTP handler is given and gives back.
namespace cardroom::gateway {

struct HttpRequest {
  std::string_view target;  ///< as it came, "/metrics?x=1"
  std::string_view path;    ///< the target up to "?"
  std::string_view query;   ///< the target after "?"
};

struct HttpResponse {
  unsigned status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;  ///< further ones
};

/// Answers a GET or HEAD on one of the gateway's threads, so it must not block. An exception becomes a 500.
using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

/// Handlers by path.
class HttpRoutes {
 public:
  /// A path that ends in "/" serves everything below it that has no handler of its own.
  void add(std::string path, HttpHandler handler);

  /// The handler's answer, or 404 or 500 with a sentence.
  HttpResponse answer(std::string_view target) const;

 private:
  const HttpHandler* find(std::string_view path) const;

  std::map<std::string, HttpHandler, std::less<>> handlers_;
};

}  // namespace cardroom::gateway
