#pragma once
#include "actors/store/script.hpp"

/// The Lua scripts of journals. Each touches the keys of one table or game alone. Redis runs a script with
/// nothing in between and logs its writes as one transaction, so after a crash all of them are there or none;
/// each makes all its checks before its first write and so either refuses or does everything. Every script
/// begins its answer with a word that says how it ended.
namespace cardroom::scripts {

/// Makes the owner, the first snapshot and an empty journal, together, unless there is or was an owner. The
/// journal's last id becomes <version>-1: above version, below the next.
/// KEYS owner, snapshot, journal:<mine> · ARGV mine, node, incarnation, version, digest, json
/// -> OPEN epoch, last id | EXISTS
inline constexpr Script kCreateJournal{R"lua(
local owner = redis.call('HMGET', KEYS[1], 'token', 'epoch', 'state')
if owner[1] == ARGV[1] and owner[3] == 'open' then -- my own repeat
  local info = redis.call('XINFO', 'STREAM', KEYS[3])
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then return {'OPEN', owner[2], info[i + 1]} end
  end
end
if owner[1] then return {'EXISTS'} end
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'epoch', 1, 'state', 'open',
           'node', ARGV[2], 'incarnation', ARGV[3])
redis.call('HSET', KEYS[2], 'version', ARGV[4], 'digest', ARGV[5], 'json', ARGV[6])
redis.call('XADD', KEYS[3], ARGV[4] .. '-1', 'e', '')
redis.call('XTRIM', KEYS[3], 'MAXLEN', 0)
return {'OPEN', 1, ARGV[4] .. '-1'}
)lua"};

/// Takes a journal over: renaming it and writing the new owner are one, so whoever holds the old token finds
/// no journal from then on, and nobody can append between the two.
/// KEYS owner, journal:<seen>, journal:<mine> · ARGV seen, mine, node, incarnation
/// -> OPEN epoch, last id | MISSING | CLOSED | LOST | NOJOURNAL | COLLISION
inline constexpr Script kOpenJournal{R"lua(
local function last_id(journal)
  local info = redis.call('XINFO', 'STREAM', journal)
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then return info[i + 1] end
  end
end
local owner = redis.call('HMGET', KEYS[1], 'token', 'epoch', 'state')
if not owner[1] then return {'MISSING'} end
if owner[3] ~= 'open' then return {'CLOSED'} end
if owner[1] == ARGV[2] then return {'OPEN', owner[2], last_id(KEYS[3])} end -- my own repeat
if owner[1] ~= ARGV[1] then return {'LOST'} end
if redis.call('EXISTS', KEYS[2]) == 0 then return {'NOJOURNAL'} end
if redis.call('RENAMENX', KEYS[2], KEYS[3]) == 0 then return {'COLLISION'} end
redis.call('HSET', KEYS[1], 'token', ARGV[2], 'epoch', owner[2] + 1,
           'node', ARGV[3], 'incarnation', ARGV[4])
return {'OPEN', owner[2] + 1, last_id(KEYS[3])}
)lua"};

/// Replaces the snapshot, keeps the one before and trims the journal behind that one, together: from each of
/// the two, the entries behind it are there at any moment.
/// KEYS owner, snapshot, previous, journal:<mine> · ARGV mine, version, digest, json
/// -> SAVED | FENCED | OLD | AHEAD
inline constexpr Script kSaveSnapshot{R"lua(
local owner = redis.call('HMGET', KEYS[1], 'token', 'state')
if owner[1] ~= ARGV[1] or owner[2] ~= 'open' then return {'FENCED'} end
local stored, new = redis.call('HGET', KEYS[2], 'version'), tonumber(ARGV[2])
if stored and new <= tonumber(stored) then return {'OLD'} end
local last = redis.call('XREVRANGE', KEYS[4], '+', '-', 'COUNT', 1)[1]
if not last or new > tonumber(string.match(last[1], '^%d+')) then return {'AHEAD'} end
if stored then
  redis.call('RENAME', KEYS[2], KEYS[3])
  redis.call('XTRIM', KEYS[4], 'MINID', string.format('%.0f-0', tonumber(stored) + 1))
end
redis.call('HSET', KEYS[2], 'version', ARGV[2], 'digest', ARGV[3], 'json', ARGV[4])
return {'SAVED'}
)lua"};

/// Reads everything that a table comes back from, as it was at one moment. Writes nothing.
/// KEYS owner, snapshot, previous, journal:<mine> · ARGV mine
/// -> LOADED, {version, digest, json} of the snapshot, the same of the previous one, entries, last id |
/// FENCED
inline constexpr Script kReadJournal{R"lua(
local owner = redis.call('HMGET', KEYS[1], 'token', 'state')
if owner[1] ~= ARGV[1] or owner[2] ~= 'open' then return {'FENCED'} end
local info, last = redis.call('XINFO', 'STREAM', KEYS[4]), ''
for i = 1, #info, 2 do
  if info[i] == 'last-generated-id' then last = info[i + 1] end
end
return {'LOADED', redis.call('HMGET', KEYS[2], 'version', 'digest', 'json'),
        redis.call('HMGET', KEYS[3], 'version', 'digest', 'json'),
        redis.call('XRANGE', KEYS[4], '-', '+'), last}
)lua"};

/// Begins anew from a snapshot, whatever the journal holds: that, with both snapshots, is kept as evidence.
/// KEYS owner, snapshot, previous, journal:<mine>, evidence:<mine>:{snapshot, previous, journal}
/// ARGV mine, version, digest, json -> REPLACED | FENCED
inline constexpr Script kReplaceJournal{R"lua(
local owner = redis.call('HMGET', KEYS[1], 'token', 'state')
if owner[1] ~= ARGV[1] or owner[2] ~= 'open' then return {'FENCED'} end
for i = 2, 4 do
  if redis.call('EXISTS', KEYS[i]) == 1 then redis.call('RENAME', KEYS[i], KEYS[i + 3]) end
end
redis.call('HSET', KEYS[2], 'version', ARGV[2], 'digest', ARGV[3], 'json', ARGV[4])
redis.call('XADD', KEYS[4], ARGV[2] .. '-1', 'e', '')
redis.call('XTRIM', KEYS[4], 'MAXLEN', 0)
return {'REPLACED'}
)lua"};

/// Ends an id for good: the owner stays, closed, and everything else goes with the same stroke.
/// KEYS owner, snapshot, previous, journal:<mine> · ARGV mine
/// -> CLOSED | FENCED
inline constexpr Script kCloseJournal{R"lua(
local owner = redis.call('HMGET', KEYS[1], 'token', 'state')
if owner[1] ~= ARGV[1] or owner[2] ~= 'open' then return {'FENCED'} end
redis.call('HSET', KEYS[1], 'state', 'closed')
redis.call('UNLINK', KEYS[2], KEYS[3], KEYS[4])
return {'CLOSED'}
)lua"};

}  // namespace cardroom::scripts
