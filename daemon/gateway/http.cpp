#include "daemon/gateway/http.hpp"

#include <spdlog/spdlog.h>

#include <exception>

namespace cardroom::gateway {

void HttpRoutes::add(std::string path, HttpHandler handler) {
  handlers_.insert_or_assign(std::move(path), std::move(handler));
}

const HttpHandler* HttpRoutes::find(std::string_view path) const {
  if (auto exact = handlers_.find(path); exact != handlers_.end()) return &exact->second;
  for (auto slash = path.rfind('/'); slash != std::string_view::npos;) {
    if (auto above = handlers_.find(path.substr(0, slash + 1)); above != handlers_.end())
      return &above->second;
    slash = slash == 0 ? std::string_view::npos : path.rfind('/', slash - 1);
  }
  return nullptr;
}

HttpResponse HttpRoutes::answer(std::string_view target, const HttpRequestHeaders& headers) const {
  const auto question = target.find('?');
  HttpRequest request{target, target.substr(0, question), {}, headers};
  if (question != std::string_view::npos) request.query = target.substr(question + 1);
  const auto* handler = find(request.path);
  if (handler == nullptr)
    return {404, "text/plain; charset=utf-8", "There is nothing at this address.\n", {}};
  try {
    return (*handler)(request);
  } catch (const std::exception& failure) {
    spdlog::error("HTTP handler of {} failed: {}", request.path, failure.what());
    return {500, "text/plain; charset=utf-8", "The server failed to answer this request.\n", {}};
  }
}

}  // namespace cardroom::gateway
