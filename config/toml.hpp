#pragma once
/// toml++ without exceptions, compiled in config/toml.cpp only.
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_HEADER_ONLY 0
#include <toml++/toml.h>
