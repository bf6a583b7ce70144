#pragma once
#include <span>
#include <string_view>

/// Which representation of a file a browser gets, and whether it has it already (RFC 9110).
namespace cardroom::gateway {

/// The one of `offered` codings, best first, that an Accept-Encoding header likes most; "identity" when it is
/// the plain one, which is always offered.
std::string_view choose_coding(std::string_view accept_encoding, std::span<const std::string_view> offered);

/// Whether an If-None-Match header names this entity tag.
bool names_tag(std::string_view if_none_match, std::string_view tag);

}  // namespace cardroom::gateway
