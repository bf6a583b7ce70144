#pragma once
#include "actors/store/script.hpp"

/// The Lua scripts of the bank. Each touches `{bank}` keys alone, runs with nothing in between and is logged
/// as one transaction. All checks, and the one write that could fail, come before any other write: a script
/// does everything or nothing. Answers are {word, number, number}; a missing number is 0.
namespace cardroom::scripts {

/// What moves chips. KEYS accounts, ledger · ARGV length of the ledger
inline constexpr std::string_view kMoving{R"lua(
local function text(number) return string.format('%.0f', number) end

-- Why it is no amount, if it is none.
local function unfit(amount)
  if amount <= 0 then return 'BAD_AMOUNT' end
  if amount >= 2^53 then return 'TOO_MUCH' end -- above it doubles are no longer exact
end

-- Books a transaction: postings are account, number, account, number; each account once, those that give
-- first. DONE, or why not.
local function move(kind, id, postings, attributes)
  local entry, names, sum = {'k', kind, 'i', id}, {}, 0
  if attributes and attributes ~= '' then entry = {'k', kind, 'i', id, 'a', attributes} end
  for i = 1, #postings, 2 do
    names[#names + 1] = postings[i]
    sum = sum + postings[i + 1]
    entry[#entry + 1] = postings[i]
    entry[#entry + 1] = text(postings[i + 1])
  end
  assert(sum == 0, 'the postings do not sum to zero')
  local set, gone = {}, {}
  for i, had in ipairs(redis.call('HMGET', KEYS[1], unpack(names))) do
    local balance = tonumber(had or 0) + postings[2 * i]
    if balance < 0 and names[i] ~= 'house' then return 'NO_FUNDS' end
    if math.abs(balance) >= 2^53 then return 'TOO_MUCH' end
    if balance == 0 then
      gone[#gone + 1] = names[i]
    else
      set[#set + 1] = names[i]
      set[#set + 1] = text(balance)
    end
  end
  redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[1], '*', unpack(entry)) -- the one that could fail: first
  if set[1] then redis.call('HSET', KEYS[1], unpack(set)) end
  if gone[1] then redis.call('HDEL', KEYS[1], unpack(gone)) end
  return 'DONE'
end
)lua"};

/// What remembers an answer for some time: <word> <number> <number> <request>. ARGV -, seconds
inline constexpr std::string_view kRemembering{R"lua(
local function recall(key)
  local kept = redis.call('GET', key)
  if kept then return assert(string.match(kept, '^(%S+) (%d+) (%d+) (.*)$')) end
end
local function remember(key, word, first, second, request)
  redis.call('SET', key, table.concat({word, first, second, request}, ' '), 'EX', ARGV[2], 'NX')
  return {word, first, second}
end
)lua"};

/// What counts the entries of a table's outbox and remembers the answer of the last: <seq> <word> <number>
/// <request>. KEYS -, -, tables · ARGV -, -, table, seq
inline constexpr std::string_view kNumbering{R"lua(
-- The answer where there is no new one to give; nil: it is the table's next entry.
local function answered(request)
  local kept = redis.call('HGET', KEYS[3], ARGV[3])
  if not kept then return ARGV[4] ~= '1' and {'OUT_OF_ORDER'} or nil end
  local last, word, number, asked = assert(string.match(kept, '^(%d+) (%S+) (%d+) (.*)$'))
  if ARGV[4] == last then return asked == request and {word, number} or {'CONFLICT'} end
  if tonumber(ARGV[4]) ~= last + 1 then return {'OUT_OF_ORDER'} end
end
local function answer(word, number, request)
  redis.call('HSET', KEYS[3], ARGV[3], table.concat({ARGV[4], word, number, request}, ' '))
  return {word, number}
end
)lua"};

/// KEYS accounts, ledger, op · ARGV length, seconds, op id, kind, from, to, amount ('' = all there is)
/// -> DONE amount | NO_FUNDS | TOO_MUCH | BAD_AMOUNT | NOTHING_THERE | CONFLICT
inline constexpr std::string_view kTransferBody{R"lua(
local id, kind, from, to = ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local request = table.concat({kind, from, to, ARGV[7]}, '\t')
local word, moved, _, asked = recall(KEYS[3])
if word then return asked == request and {word, moved} or {'CONFLICT'} end
local amount = tonumber(ARGV[7] == '' and redis.call('HGET', KEYS[1], from) or ARGV[7])
word = not amount and 'NOTHING_THERE' or unfit(amount) or move(kind, id, {from, -amount, to, amount})
return remember(KEYS[3], word, word == 'DONE' and text(amount) or '0', '0', request)
)lua"};

/// A reservation is open while it is among the reservations: <amount> <user>. Once settled, or refused, it is
/// remembered for some time under `settled`.
/// KEYS accounts, ledger, reservations, settled · ARGV length, seconds, reservation, user, amount
/// -> DONE | NO_FUNDS | TOO_MUCH | BAD_AMOUNT | NOTHING_THERE | CONFLICT
inline constexpr std::string_view kReserveBody{R"lua(
local id, user, amount = ARGV[3], ARGV[4], tonumber(ARGV[5])
local request = ARGV[5] .. ' ' .. user
local open = redis.call('HGET', KEYS[3], id)
if open then return {open == request and 'DONE' or 'CONFLICT'} end
local word, _, _, asked = recall(KEYS[4])
if asked == '' then return {word} end -- somebody looked for it before it came
if word then return {asked == request and word or 'CONFLICT'} end
word = unfit(amount) or move('reserve', id, {'player:' .. user, -amount, 'reserved:' .. id, amount})
if word ~= 'DONE' then return remember(KEYS[4], word, '0', '0', request) end
redis.call('HSET', KEYS[3], id, request)
return {word}
)lua"};

/// KEYS accounts, ledger, reservations, settled · ARGV length, seconds, reservation
/// -> DONE drawn returned | NOTHING_THERE
inline constexpr std::string_view kReleaseBody{R"lua(
local id = ARGV[3]
local open = redis.call('HGET', KEYS[3], id)
if open then
  local amount, user = assert(string.match(open, '^(%d+) (.*)$'))
  assert(move('release', id, {'reserved:' .. id, -amount, 'player:' .. user, tonumber(amount)}) == 'DONE')
  redis.call('HDEL', KEYS[3], id)
  return remember(KEYS[4], 'DONE', '0', amount, open)
end
local word, drawn, returned = recall(KEYS[4])
if not word then return remember(KEYS[4], 'NOTHING_THERE', '0', '0', '') end -- it must not come any more
return word == 'DONE' and {word, drawn, returned} or {'NOTHING_THERE'}
)lua"};

/// KEYS accounts, ledger, tables · ARGV length, -, table, seq, to, amount, attributes
/// -> DONE | NO_FUNDS | TOO_MUCH | BAD_AMOUNT | OUT_OF_ORDER | CONFLICT
inline constexpr std::string_view kPayBody{R"lua(
local to, amount = ARGV[5], tonumber(ARGV[6])
local request = table.concat({'pay', to, ARGV[6]}, '\t')
local known = answered(request)
if known then return known end
local word = unfit(amount) or move('pay', ARGV[3] .. '/' .. ARGV[4],
                                   {'table:' .. ARGV[3], -amount, to, amount}, ARGV[7])
return answer(word, '0', request)
)lua"};

/// KEYS accounts, ledger, tables; then, from a reservation, reservations, settled
/// ARGV length, seconds, table, seq, from, amount, reservation
/// -> DONE returned | NO_FUNDS | TOO_MUCH | BAD_AMOUNT | NOTHING_THERE | OUT_OF_ORDER | CONFLICT
inline constexpr std::string_view kDrawBody{R"lua(
local id, from, to, amount = ARGV[3] .. '/' .. ARGV[4], ARGV[5], 'table:' .. ARGV[3], tonumber(ARGV[6])
local request = table.concat({'draw', from, ARGV[6]}, '\t')
local known = answered(request)
if known then return known end

local function draw()
  if string.find(from, '^transit:') and redis.call('HEXISTS', KEYS[1], from) == 0 then
    return 'NOTHING_THERE'
  end
  return move('draw', id, {from, -amount, to, amount})
end

-- All of a reservation leaves it, the rest to its owner.
local function draw_reserved()
  local open = redis.call('HGET', KEYS[4], ARGV[7])
  if not open then
    remember(KEYS[5], 'NOTHING_THERE', '0', '0', '') -- unless it is settled, it must not come any more
    return 'NOTHING_THERE'
  end
  local reserved, user = assert(string.match(open, '^(%d+) (.*)$'))
  local rest = reserved - amount
  if rest < 0 then return 'NO_FUNDS' end
  local postings = {from, -reserved, to, amount}
  if rest > 0 then postings = {from, -reserved, to, amount, 'player:' .. user, rest} end
  assert(move('draw', id, postings) == 'DONE')
  redis.call('HDEL', KEYS[4], ARGV[7])
  remember(KEYS[5], 'DONE', ARGV[6], text(rest), open)
  return 'DONE', text(rest)
end

local word, returned = unfit(amount)
if not word then word, returned = (KEYS[4] and draw_reserved or draw)() end
return answer(word, returned or '0', request)
)lua"};

/// KEYS accounts, tables, reservations -> READ, and the three, each as they are at one moment
inline constexpr Script kReadBank{R"lua(
return {'READ', redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2]), redis.call('HGETALL', KEYS[3])}
)lua"};

/// KEYS accounts, tables · ARGV table -> READ, chips or nil, last entry or nil
inline constexpr Script kReadEscrow{R"lua(
return {'READ', redis.call('HGET', KEYS[1], 'table:' .. ARGV[1]), redis.call('HGET', KEYS[2], ARGV[1])}
)lua"};

inline constexpr auto& kTransfer = JoinedScript<kMoving, kRemembering, kTransferBody>::kScript;
inline constexpr auto& kReserve = JoinedScript<kMoving, kRemembering, kReserveBody>::kScript;
inline constexpr auto& kRelease = JoinedScript<kMoving, kRemembering, kReleaseBody>::kScript;
inline constexpr auto& kPay = JoinedScript<kMoving, kNumbering, kPayBody>::kScript;
inline constexpr auto& kDraw = JoinedScript<kMoving, kRemembering, kNumbering, kDrawBody>::kScript;

}  // namespace cardroom::scripts
