#pragma once
#include "actors/store/script.hpp"

/// The Lua scripts of the store. Each begins with a word that says how it ended; all checks come before the
/// first write.
namespace cardroom::scripts {

/// KEYS game owner, snapshot, cardroom:games · ARGV token, node, incarnation, id, version, digest, json
/// -> OPEN epoch | EXISTS
inline constexpr Script kCreateGame{R"lua(
local owner = redis.call('HMGET', KEYS[1], 'token', 'epoch')
if owner[1] == ARGV[1] then return {'OPEN', owner[2]} end -- a repeat of the same creation
if owner[1] then return {'EXISTS'} end
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'epoch', 1, 'state', 'open',
           'node', ARGV[2], 'incarnation', ARGV[3])
redis.call('HSET', KEYS[2], 'version', ARGV[5], 'digest', ARGV[6], 'json', ARGV[7])
redis.call('SADD', KEYS[3], ARGV[4])
return {'OPEN', 1}
)lua"};

/// KEYS game owner · ARGV token seen ('' = whatever is there), my token, node, incarnation
/// -> OPEN epoch | MISSING | LOST | CLOSED
inline constexpr Script kOpenGame{R"lua(
local owner = redis.call('HMGET', KEYS[1], 'token', 'epoch', 'state')
if not owner[1] then return {'MISSING'} end
if owner[1] == ARGV[2] then return {'OPEN', owner[2]} end -- a repeat of the same opening
if ARGV[1] ~= '' and owner[1] ~= ARGV[1] then return {'LOST'} end
if owner[3] ~= 'open' then return {'CLOSED'} end
redis.call('HSET', KEYS[1], 'token', ARGV[2], 'epoch', owner[2] + 1,
           'node', ARGV[3], 'incarnation', ARGV[4])
return {'OPEN', owner[2] + 1}
)lua"};

/// Writes a game and its changed tables, and closes tables that are gone. A snapshot that is stored already
/// with the same version and digest is left alone, so a repeat after an unknown outcome is safe. KEYS game
/// owner, snapshot, previous, tables; then owner, snapshot, previous of each changed and each gone table ARGV
/// token, game id, number of changed tables, game version, digest, json; then id, version, digest, json of
/// each changed table; then the id of each gone table
/// -> SAVED | FENCED | OLD id | EXISTS id | CLOSED id
inline constexpr Script kSaveGame{R"lua(
local token, game, changed = ARGV[1], ARGV[2], tonumber(ARGV[3])
local owner = redis.call('HMGET', KEYS[1], 'token', 'state')
if owner[1] ~= token or owner[2] ~= 'open' then return {'FENCED'} end

local function age(key, version, digest)
  local stored = redis.call('HMGET', key, 'version', 'digest')
  local have, new = tonumber(stored[1] or -1), tonumber(version)
  if new > have then return 'newer' end
  return new == have and stored[2] == digest and 'same' or 'older'
end
local function write(snapshot, previous, arg)
  if redis.call('EXISTS', snapshot) == 1 then redis.call('RENAME', snapshot, previous) end
  redis.call('HSET', snapshot, 'version', ARGV[arg], 'digest', ARGV[arg + 1], 'json', ARGV[arg + 2])
end

local game_age = age(KEYS[2], ARGV[4], ARGV[5])
if game_age == 'older' then return {'OLD', game} end
local owners, ages = {}, {}
for i = 1, (#KEYS - 4) / 3 do
  local arg = i <= changed and 3 + 4 * i or 6 + 3 * changed + i
  local table_owner = redis.call('HMGET', KEYS[2 + 3 * i], 'game', 'token', 'epoch', 'state')
  if table_owner[1] and table_owner[1] ~= game then return {'EXISTS', ARGV[arg]} end
  owners[i] = table_owner
  if i <= changed then
    if table_owner[4] == 'closed' then return {'CLOSED', ARGV[arg]} end
    ages[i] = age(KEYS[3 + 3 * i], ARGV[arg + 1], ARGV[arg + 2])
    if ages[i] == 'older' then return {'OLD', ARGV[arg]} end
  end
end

if game_age == 'newer' then write(KEYS[2], KEYS[3], 4) end
for i = 1, #owners do
  local owner_key, snapshot, previous = KEYS[2 + 3 * i], KEYS[3 + 3 * i], KEYS[4 + 3 * i]
  local state = i <= changed and 'open' or 'closed'
  if owners[i][2] ~= token or owners[i][4] ~= state then
    redis.call('HSET', owner_key, 'game', game, 'token', token, 'state', state,
               'epoch', (owners[i][3] or 0) + (owners[i][2] == token and 0 or 1))
  end
  if i > changed then
    redis.call('DEL', snapshot, previous)
    redis.call('SREM', KEYS[4], ARGV[6 + 3 * changed + i])
  else
    redis.call('SADD', KEYS[4], ARGV[3 + 4 * i])
    if ages[i] == 'newer' then write(snapshot, previous, 4 + 4 * i) end
  end
end
return {'SAVED'}
)lua"};

/// Reads a game and all its tables at one moment. Table keys are made here from the ids in the set: one Redis
/// only. KEYS game owner, snapshot, tables
/// -> MISSING | LOADED, version, digest, json, then {id, version, digest, json} of each table
inline constexpr Script kLoadGame{R"lua(
if redis.call('EXISTS', KEYS[1]) == 0 then return {'MISSING'} end
local state = redis.call('HMGET', KEYS[2], 'version', 'digest', 'json')
local out = {'LOADED', state[1], state[2], state[3]}
for i, id in ipairs(redis.call('SMEMBERS', KEYS[3])) do
  local t = redis.call('HMGET', '{table:' .. id .. '}:snapshot', 'version', 'digest', 'json')
  out[4 + i] = {id, t[1], t[2], t[3]}
end
return out
)lua"};

}  // namespace cardroom::scripts
