#include "daemon/gateway/web_pages.hpp"

#include <algorithm>
#include <array>

#include "daemon/gateway/negotiation.hpp"

namespace cardroom::gateway {
namespace {

constexpr std::string_view kNowhere =
    "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Not found</title>\n"
    "<h1>There is nothing at this address.</h1>\n<p><a href=\"/\">To the cardroom</a></p>\n";

// The client's own addresses, which it tells apart itself.
bool client_route(std::string_view path) {
  if (path == "/" || path == "/admin") return true;
  for (const std::string_view folder : {"/game/", "/table/"})
    if (path.starts_with(folder))
      return path.size() > folder.size() && path.find('/', folder.size()) == std::string_view::npos;
  return false;
}

// A header goes into another one only if it can end neither it nor its part.
bool plain_host(std::string_view host) {
  return !host.empty() && std::all_of(host.begin(), host.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '.' || c == '-' || c == ':' || c == '[' || c == ']';
  });
}

// Not every browser takes the WebSockets of the page's own host for 'self'.
std::string content_policy(std::string_view host) {
  std::string sockets;
  if (plain_host(host)) sockets = " ws://" + std::string(host) + " wss://" + std::string(host);
  return "default-src 'self'; connect-src 'self'" + sockets +
         "; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
         "frame-ancestors 'none'; require-trusted-types-for 'script'";
}

HttpResponse page(unsigned status, std::string_view type, std::string_view host) {
  HttpResponse response{status, std::string(type), {}, {}};
  response.headers = {{"Content-Security-Policy", content_policy(host)},
                      {"Referrer-Policy", "no-referrer"},
                      {"Permissions-Policy",
                       "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"},
                      {"Cross-Origin-Resource-Policy", "same-origin"}};
  return response;
}

std::string_view bytes(const WebFile& file, std::string_view coding) {
  return coding == "br" ? file.brotli : coding == "gzip" ? file.gzip : file.plain;
}

std::string_view choose(const WebFile& file, std::string_view accept_encoding) {
  std::array<std::string_view, 2> offered;
  std::size_t count = 0;
  if (!file.brotli.empty()) offered[count++] = "br";
  if (!file.gzip.empty()) offered[count++] = "gzip";
  return choose_coding(accept_encoding, std::span(offered).first(count));
}

HttpResponse serve(const WebFile& file, const HttpRequest& request) {
  auto response = page(200, file.content_type, request.headers.host);
  const auto coding = choose(file, request.headers.accept_encoding);
  // Another coding is another representation, so it needs a tag of its own.
  std::string tag = '"' + std::string(file.digest);
  if (coding != "identity") tag += '-' + std::string(coding);
  tag += '"';
  const bool hashed = file.path.starts_with("/assets/");
  response.headers.emplace_back("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
  response.headers.emplace_back("Vary", "Accept-Encoding");
  response.headers.emplace_back("ETag", tag);
  if (names_tag(request.headers.if_none_match, tag)) {
    response.status = 304;
    response.content_type.clear();
    return response;
  }
  if (coding != "identity") response.headers.emplace_back("Content-Encoding", coding);
  response.fixed = bytes(file, coding);
  return response;
}

const WebFile* find(std::span<const WebFile> files, std::string_view path) {
  const auto found = std::find_if(files.begin(), files.end(), [&](const auto& f) { return f.path == path; });
  return found == files.end() ? nullptr : &*found;
}

}  // namespace

HttpHandler web_pages(std::span<const WebFile> files) {
  return [files](const HttpRequest& request) {
    const auto path = client_route(request.path) ? std::string_view("/index.html") : request.path;
    if (const auto* file = find(files, path)) return serve(*file, request);
    auto response = page(404, "text/html; charset=utf-8", request.headers.host);
    response.headers.emplace_back("Cache-Control", "no-cache");
    response.fixed = kNowhere;
    return response;
  };
}

}  // namespace cardroom::gateway
