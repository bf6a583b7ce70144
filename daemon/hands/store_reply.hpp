#pragma once
#include <string>
#include <string_view>

#include "actors/store/store_error.hpp"

/// Refusals of what administrators ask of the store, as replies of the control socket.
namespace cardroom::daemon {

std::string refusal(std::string_view code, const std::string& message);

/// The store does not answer, and why: nothing is known, and the same may be asked again.
std::string store_silent(const std::string& why);

/// What was asked could not be read.
std::string unread(const Failure& failure);

/// Nobody knows a name: what it was to be the name of ("player"), and the command that lists those.
std::string unknown(std::string_view code, const std::string& what, const std::string& name,
                    const std::string& listed_by);

}  // namespace cardroom::daemon
