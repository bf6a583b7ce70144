#include "daemon/gateway/origin.hpp"

#include <algorithm>
#include <cctype>

namespace cardroom::gateway {
namespace {

bool same_text(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string_view without_suffix(std::string_view text, std::string_view suffix) {
  return text.ends_with(suffix) ? text.substr(0, text.size() - suffix.size()) : text;
}

// Browsers leave the scheme's own port out, proxies may put it in.
bool same_host(std::string_view origin, std::string_view host, std::string_view scheme,
               std::string_view port) {
  if (origin.size() <= scheme.size() || !same_text(origin.substr(0, scheme.size()), scheme)) return false;
  return same_text(without_suffix(origin.substr(scheme.size()), port), without_suffix(host, port));
}

}  // namespace

bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& allowed) {
  if (origin.empty()) return true;
  if (same_host(origin, host, "http://", ":80") || same_host(origin, host, "https://", ":443")) return true;
  return std::any_of(allowed.begin(), allowed.end(),
                     [&](const std::string& one) { return one == "*" || same_text(one, origin); });
}

}  // namespace cardroom::gateway
