#pragma once
#include "actors/store/node_scripts.hpp"

/// The Lua scripts of the claim. They get the keys of those of nodes, for a daemon and a cluster exclude each
/// other.
namespace cardroom::scripts {

/// Takes the claim where there is none or the holder is `seen`, renews it where it is mine. One that expired
/// is still mine while the term is: nobody took it meanwhile. It is not taken from nodes that live, unless
/// their beats are those that were seen to be silent: then they are dead. ARGV mine, seen, term ('' = take a
/// new one), expiry in ms, silent beats, then field, value...
/// -> MINE term | HELD, ms that are left of it, {field, value...} | CLUSTER, beats, names
inline constexpr std::string_view kClaimBody = R"lua(
local owner = redis.call('HGET', KEYS[7], 'token')
if owner and owner ~= ARGV[1] and owner ~= ARGV[2] then
  return {'HELD', redis.call('PTTL', KEYS[7]), redis.call('HGETALL', KEYS[7])}
end
local mine = ARGV[3]
if owner ~= ARGV[1] then
  local nodes, beats, names = redis.call('HKEYS', KEYS[2]), {}, {}
  table.sort(nodes)
  for _, node in ipairs(nodes) do
    beats[#beats + 1] = node .. ' ' .. redis.call('HGET', KEYS[2], node)
    names[#names + 1] = named(node)
  end
  beats = table.concat(beats, ' ')
  if beats ~= ARGV[5] then
    probe()
    return {'CLUSTER', beats, table.concat(names, ', ')}
  end
  if mine == '' then
    mine = redis.call('INCR', KEYS[8])
  elseif tonumber(redis.call('GET', KEYS[8]) or 0) > tonumber(mine) then
    return {'HELD', 0, {}}
  end
  for _, node in ipairs(nodes) do bury(node) end
  redis.call('DEL', KEYS[7])
  redis.call('HSET', KEYS[7], unpack(ARGV, 6))
end
redis.call('PEXPIRE', KEYS[7], ARGV[4])
return {'MINE', mine}
)lua";
inline constexpr const Script& kClaim = JoinedScript<kNodeTools, kClaimBody>::kScript;

/// ARGV mine
inline constexpr Script kReleaseClaim{R"lua(
if redis.call('HGET', KEYS[7], 'token') == ARGV[1] then redis.call('DEL', KEYS[7]) end
return {'DONE'}
)lua"};

}  // namespace cardroom::scripts
