#pragma once
#include "actors/store/script.hpp"

/// The Lua scripts of nodes. Each makes all its checks before its first write and is repeated without harm.
/// All get the same keys, those of `kNodeKeys`. Times are judged by whoever calls.
namespace cardroom::scripts {

/// The nodes are a hash of names -> "INCARNATION DRAINING JSON" (draining: 0, or one more than
/// the deadline in seconds), only those who live have beats, the dead are
/// a hash of incarnations -> "NAME\nJSON". The past is a list of the incarnations that joined last, so that a
/// join that arrives late brings nobody back.
inline constexpr std::array<const char*, 9> kNodeKeys{
    "{cluster}:nodes",  "{cluster}:beats", "{cluster}:dead",        "{cluster}:term", "{cluster}:want",
    "{cluster}:change", "cardroom:daemon", "cardroom:daemon:terms", "{cluster}:past"};

/// What the scripts share.
inline constexpr std::string_view kNodeTools = R"lua(
local function living(incarnation) return redis.call('HEXISTS', KEYS[2], incarnation) == 1 end
local function parts(record) return string.match(record, '^(%S+) (%d+) (.*)$') end
local function changed() redis.call('INCR', KEYS[6]) end
local function named(incarnation) -- its name and what is stored under that
  local all = redis.call('HGETALL', KEYS[1])
  for i = 1, #all, 2 do
    if parts(all[i + 1]) == incarnation then return all[i], all[i + 1] end
  end
end
local function bury(incarnation) -- one who lives
  local name, record = named(incarnation)
  local _, _, json = parts(record)
  redis.call('HDEL', KEYS[2], incarnation)
  redis.call('HSET', KEYS[3], incarnation, name .. '\n' .. json)
  changed()
end
local function placed() -- the set of all who are wanted anywhere
  local set = {}
  for _, incarnation in ipairs(redis.call('HVALS', KEYS[5])) do set[incarnation] = true end
  return set
end
local function forget() -- the dead whose name is theirs no more and who are wanted nowhere
  local dead = redis.call('HGETALL', KEYS[3])
  if #dead == 0 then return end
  local wanted = placed()
  for i = 1, #dead, 2 do
    local record = redis.call('HGET', KEYS[1], string.match(dead[i + 1], '^[^\n]*'))
    if not wanted[dead[i]] and not (record and parts(record) == dead[i]) then
      redis.call('HDEL', KEYS[3], dead[i])
      changed()
    end
  end
end
local function probe() -- fails while the server takes no writes, and leaves nothing: it has expired already
  redis.call('SET', '{cluster}:probe', '1', 'PXAT', 1)
end
local function term()
  local stored = redis.call('HMGET', KEYS[4], 'term', 'coordinator')
  return stored[1] or '0', stored[2] or ''
end
local function leads(claimed)
  local now, coordinator = term()
  return claimed == now and living(coordinator)
end
local function now(word, first)
  return {word, first, redis.call('GET', KEYS[6]) or '0', term()}
end
)lua";

/// ARGV incarnation, name, draining, json, the incarnation before
/// -> JOINED | HELD record | DEAD | DAEMON {field, value...}
inline constexpr std::string_view kJoinBody = R"lua(
local record = redis.call('HGET', KEYS[1], ARGV[2])
local holder = record and parts(record)
if holder == ARGV[1] then return {living(holder) and 'JOINED' or 'DEAD'} end -- my own repeat
if redis.call('LPOS', KEYS[9], ARGV[1]) then return {'DEAD'} end
if redis.call('EXISTS', KEYS[7]) == 1 then return {'DAEMON', redis.call('HGETALL', KEYS[7])} end
if holder and living(holder) then
  if holder ~= ARGV[5] then return {'HELD', record} end
  bury(holder)
end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[1] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
redis.call('HSET', KEYS[2], ARGV[1], 0)
redis.call('LPUSH', KEYS[9], ARGV[1])
redis.call('LTRIM', KEYS[9], 0, 999)
changed()
forget()
return {'JOINED'}
)lua";
inline constexpr const Script& kJoin = JoinedScript<kNodeTools, kJoinBody>::kScript;

/// ARGV incarnation -> BEAT beat, change, term, coordinator | REFUSED
inline constexpr std::string_view kBeatBody = R"lua(
if not living(ARGV[1]) then return {'REFUSED'} end
return now('BEAT', redis.call('HINCRBY', KEYS[2], ARGV[1], 1))
)lua";
inline constexpr const Script& kBeat = JoinedScript<kNodeTools, kBeatBody>::kScript;

/// While the server takes no writes no beat moves either, and a poll has to fail as they do.
/// -> POLL {incarnation, beat...}, change, term, coordinator
inline constexpr std::string_view kPollBody = R"lua(
probe()
return now('POLL', redis.call('HGETALL', KEYS[2]))
)lua";
inline constexpr const Script& kPoll = JoinedScript<kNodeTools, kPollBody>::kScript;

/// -> READ {incarnation, beat...}, change, term, coordinator, {name, record...}, {incarnation, dead...},
/// {subject, incarnation...}
inline constexpr std::string_view kReadBody = R"lua(
local out = now('READ', redis.call('HGETALL', KEYS[2]))
for _, key in ipairs({1, 3, 5}) do out[#out + 1] = redis.call('HGETALL', KEYS[key]) end
return out
)lua";
inline constexpr const Script& kRead = JoinedScript<kNodeTools, kReadBody>::kScript;

/// ARGV incarnation, draining -> DONE | REFUSED | LONE
inline constexpr std::string_view kDrainingBody = R"lua(
local function stays(but) -- whether another lives and is not being drained
  for _, record in ipairs(redis.call('HVALS', KEYS[1])) do
    local incarnation, draining = parts(record)
    if incarnation ~= but and draining == '0' and living(incarnation) then return true end
  end
  return false
end
if not living(ARGV[1]) then return {'REFUSED'} end
local name, record = named(ARGV[1])
local incarnation, before, json = parts(record)
if before == '0' and ARGV[2] ~= '0' and not stays(ARGV[1]) then return {'LONE'} end
if before ~= ARGV[2] then
  redis.call('HSET', KEYS[1], name, incarnation .. ' ' .. ARGV[2] .. ' ' .. json)
  changed()
end
return {'DONE'}
)lua";
inline constexpr const Script& kDraining = JoinedScript<kNodeTools, kDrainingBody>::kScript;

/// ARGV incarnation, '1' to force it -> LEFT | PLACED
inline constexpr std::string_view kLeaveBody = R"lua(
if ARGV[2] ~= '1' and placed()[ARGV[1]] then return {'PLACED'} end
if living(ARGV[1]) then bury(ARGV[1]) end
local name = named(ARGV[1])
if name then
  redis.call('HDEL', KEYS[1], name)
  changed()
end
forget()
return {'LEFT'}
)lua";
inline constexpr const Script& kLeave = JoinedScript<kNodeTools, kLeaveBody>::kScript;

/// ARGV the term that was seen, incarnation -> TERM term | LOST
inline constexpr std::string_view kLeadBody = R"lua(
if not living(ARGV[2]) then return {'LOST'} end
local now, coordinator = term()
if coordinator == ARGV[2] and tonumber(now) == ARGV[1] + 1 then return {'TERM', now} end -- my own repeat
if now ~= ARGV[1] then return {'LOST'} end
redis.call('HSET', KEYS[4], 'coordinator', ARGV[2])
return {'TERM', redis.call('HINCRBY', KEYS[4], 'term', 1)}
)lua";
inline constexpr const Script& kLead = JoinedScript<kNodeTools, kLeadBody>::kScript;

/// ARGV term, incarnation, the beat that was seen -> DEAD | BEATS | OLD_TERM
inline constexpr std::string_view kDeclareBody = R"lua(
local beat = redis.call('HGET', KEYS[2], ARGV[2])
if not beat then return {'DEAD'} end -- my own repeat, or somebody else's
if not leads(ARGV[1]) then return {'OLD_TERM'} end
if beat ~= ARGV[3] then return {'BEATS'} end
bury(ARGV[2])
return {'DEAD'}
)lua";
inline constexpr const Script& kDeclare = JoinedScript<kNodeTools, kDeclareBody>::kScript;

/// ARGV term, then subject, incarnation that was seen ('' = none), to... -> ASSIGNED word... | OLD_TERM
inline constexpr std::string_view kAssignBody = R"lua(
if not leads(ARGV[1]) then return {'OLD_TERM'} end
local out, moved = {'ASSIGNED'}, false
for i = 2, #ARGV, 3 do
  local wanted, word = redis.call('HGET', KEYS[5], ARGV[i]) or '', 'DONE'
  if wanted ~= ARGV[i + 2] then -- else my own repeat
    if wanted ~= ARGV[i + 1] then
      word = 'MOVED'
    elseif not living(ARGV[i + 2]) then
      word = 'DEAD'
    else
      redis.call('HSET', KEYS[5], ARGV[i], ARGV[i + 2])
      moved = true
    end
  end
  out[#out + 1] = word
end
if moved then
  changed()
  forget()
end
return out
)lua";
inline constexpr const Script& kAssign = JoinedScript<kNodeTools, kAssignBody>::kScript;

/// ARGV my incarnation, subject, to -> WANTED incarnation | DEAD
inline constexpr std::string_view kPlaceBody = R"lua(
local wanted = redis.call('HGET', KEYS[5], ARGV[2])
if wanted then return {'WANTED', wanted} end
if not living(ARGV[1]) or not living(ARGV[3]) then return {'DEAD'} end
redis.call('HSET', KEYS[5], ARGV[2], ARGV[3])
changed()
return {'WANTED', ARGV[3]}
)lua";
inline constexpr const Script& kPlace = JoinedScript<kNodeTools, kPlaceBody>::kScript;

/// ARGV subject, incarnation -> DONE | MOVED
inline constexpr std::string_view kRemoveBody = R"lua(
local wanted = redis.call('HGET', KEYS[5], ARGV[1])
if wanted and wanted ~= ARGV[2] then return {'MOVED'} end
if wanted then
  redis.call('HDEL', KEYS[5], ARGV[1])
  changed()
end
return {'DONE'}
)lua";
inline constexpr const Script& kRemove = JoinedScript<kNodeTools, kRemoveBody>::kScript;

}  // namespace cardroom::scripts
