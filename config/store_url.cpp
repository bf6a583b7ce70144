#include "config/store_url.hpp"

#include <charconv>
#include <optional>

namespace cardroom::config {
namespace {

template <class Int>
bool read_number(std::string_view text, Int& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

std::optional<std::string> unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    unsigned byte = 0;
    const auto digits = text.substr(i + 1, 2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || error != std::errc{} || end != digits.data() + 2) return std::nullopt;
    out += static_cast<char>(byte);
    i += 2;
  }
  return out;
}

bool read_login(std::string_view login, StoreUrl& out) {
  const auto colon = login.find(':');
  if (colon == std::string_view::npos) return false;
  auto user = unescape(login.substr(0, colon));
  auto password = unescape(login.substr(colon + 1));
  if (!user || !password || password->empty()) return false;
  out.user = std::move(*user);
  out.password = std::move(*password);
  return true;
}

bool read_host(std::string_view text, StoreUrl& out) {
  auto host_end = text.starts_with('[') ? text.find(']') : text.find(':');
  if (text.starts_with('[')) {
    if (host_end == std::string_view::npos) return false;
    out.host = text.substr(1, host_end - 1);
    ++host_end;
  } else {
    out.host = text.substr(0, host_end);
    if (host_end == std::string_view::npos) host_end = text.size();
  }
  text.remove_prefix(host_end);
  if (out.host.empty()) return false;
  if (text.empty()) return true;
  return text[0] == ':' && read_number(text.substr(1), out.port) && out.port != 0;
}

// What comes after unix:
std::variant<StoreUrl, std::string> parse_socket(std::string_view url) {
  StoreUrl out;
  if (url.starts_with("//")) {
    url.remove_prefix(2);
    if (const auto at = url.find("@/"); !url.starts_with('/') && at != std::string_view::npos) {
      if (!read_login(url.substr(0, at), out)) return "user and password before @ cannot be read";
      url.remove_prefix(at + 1);
    }
  }
  if (const auto question = url.find('?'); question != std::string_view::npos) {
    const auto query = url.substr(question + 1);
    if (!query.starts_with("db=") || !read_number(query.substr(3), out.database))
      return "after ? comes something else than db= and a number";
    url = url.substr(0, question);
  }
  if (!url.starts_with('/') || url.ends_with('/')) return "after unix: comes no absolute path of a socket";
  out.socket_path = url;
  return out;
}

}  // namespace

std::variant<StoreUrl, std::string> parse_store_url(std::string_view url) {
  StoreUrl out;
  if (url.starts_with("unix:")) return parse_socket(url.substr(5));
  if (url.starts_with("rediss:"))
    return "there is no TLS to Redis (use a Unix socket, a private network or a tunnel)";
  if (!url.starts_with("redis://")) return "its scheme is unknown";
  url.remove_prefix(8);
  if (const auto at = url.rfind('@'); at != std::string_view::npos) {
    if (!read_login(url.substr(0, at), out)) return "user and password before @ cannot be read";
    url.remove_prefix(at + 1);
  }
  if (const auto slash = url.find('/'); slash != std::string_view::npos) {
    const auto database = url.substr(slash + 1);
    if (!database.empty() && !read_number(database, out.database)) return "after the last / comes no number";
    url = url.substr(0, slash);
  }
  if (!read_host(url, out)) return "host or port cannot be read";
  return out;
}

}  // namespace cardroom::config
