#pragma once
#include <caf/allowed_unsafe_message_type.hpp>

/// Marks `cardroom::name` as a message between actors of one process; it is never serialized.
#define CARDROOM_MESSAGE(name) CAF_ALLOW_UNSAFE_MESSAGE_TYPE(cardroom::name)
