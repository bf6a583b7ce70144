#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What an HTTP handler is given and gives back.
namespace cardroom::gateway {

/// Header fields that a handler may look at; empty where the request has none.
struct HttpRequestHeaders {
  std::string_view host;
  std::string_view accept_encoding;
  std::string_view if_none_match;
};

struct HttpRequest {
  std::string_view target;  ///< as it came, "/metrics?x=1"
  std::string_view path;    ///< the target up to "?"
  std::string_view query;   ///< the target after "?"
  HttpRequestHeaders headers;
};

struct HttpResponse {
  unsigned status = 200;
  std::string content_type = "text/plain; charset=utf-8";  ///< empty: none is sent
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;  ///< further ones
  /// Instead of `body`: bytes that outlive the server, so that slow readers cost no copies of them.
  std::string_view fixed = {};
};

/// Answers a GET or HEAD on one of the gateway's threads, so it must not block. An exception becomes a 500.
using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

/// Handlers by path.
class HttpRoutes {
 public:
  /// A path that ends in "/" serves everything below it that has no handler of its own.
  void add(std::string path, HttpHandler handler);

  /// The handler's answer, or 404 or 500 with a sentence.
  HttpResponse answer(std::string_view target, const HttpRequestHeaders& headers = {}) const;

 private:
  const HttpHandler* find(std::string_view path) const;

  std::map<std::string, HttpHandler, std::less<>> handlers_;
};

}  // namespace cardroom::gateway
