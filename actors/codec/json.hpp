#pragma once
/// JSON of described types: `write_json`, `read_json`, `parse_json`. Whoever only writes includes
/// actors/codec/json_write.hpp, which needs no Boost.JSON.
#include "actors/codec/json_parse.hpp"
#include "actors/codec/json_read.hpp"
#include "actors/codec/json_write.hpp"
