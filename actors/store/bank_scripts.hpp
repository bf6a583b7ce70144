#pragma once
#include "actors/store/script.hpp"

/// The Lua scripts of the bank. Each touches `{bank}` keys alone, runs with nothing in between and is logged
/// as one transaction. Redis takes nothing back when a script fails in the midst: so each works out
/// everything first, reading all that it will write, and writes only when nothing can fail any more but the
/// first write (no memory, a ledger that is none). Answers are {word, text}.
namespace cardroom::scripts {

/// What moves chips: `move` works transactions out, `book` then writes them.
/// KEYS accounts, ledger · ARGV length of the ledger
inline constexpr std::string_view kMoving{R"lua(
local function text(number) return string.format('%.0f', number) end

-- Why it is no amount, if it is none.
local function unfit(amount)
  if amount <= 0 then return 'BAD_AMOUNT' end
  if amount >= 2^53 then return 'TOO_MUCH' end -- above it doubles are no longer exact
end

local balances, changed, entries = {}, {}, {}
local function balance_of(account)
  if not balances[account] then
    balances[account] = assert(tonumber(redis.call('HGET', KEYS[1], account) or '0'), 'a misshapen account')
  end
  return balances[account]
end
local function change(account, balance)
  if not changed[account] then changed[#changed + 1] = account end
  balances[account], changed[account] = balance, true
end

-- DONE, or why not.
local function move(kind, id, from, to, amount)
  local left, there = balance_of(from) - amount, balance_of(to) + amount
  if left < 0 and from ~= 'house' then return 'NO_FUNDS' end
  if left <= -2^53 or there >= 2^53 then return 'TOO_MUCH' end
  change(from, left)
  change(to, there)
  entries[#entries + 1] = {'k', kind, 'i', id, from, text(-amount), to, text(amount)}
  return 'DONE'
end

local function book()
  for _, entry in ipairs(entries) do
    redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[1], '*', unpack(entry))
  end
  for _, account in ipairs(changed) do
    if balances[account] == 0 then
      redis.call('HDEL', KEYS[1], account)
    else
      redis.call('HSET', KEYS[1], account, text(balances[account]))
    end
  end
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

/// KEYS accounts, ledger, op · ARGV length, seconds, op id, player, amount (negative: out)
/// -> DONE balance | NO_FUNDS balance | TOO_MUCH balance | BAD_AMOUNT balance | CONFLICT
inline constexpr std::string_view kCreditBody{R"lua(
local id, player, amount = ARGV[3], ARGV[4], tonumber(ARGV[5])
local request = player .. '\t' .. ARGV[5]
local word, balance, _, asked = recall(KEYS[3])
if word then return asked == request and {word, balance} or {'CONFLICT'} end
word = unfit(math.abs(amount))
if not word and amount > 0 then word = move('credit', id, 'house', player, amount) end
if not word then word = move('debit', id, player, 'house', -amount) end
balance = text(balance_of(player))
book()
return remember(KEYS[3], word, balance, '0', request)
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
word = unfit(amount) or move('reserve', id, 'player:' .. user, 'reserved:' .. id, amount)
if word ~= 'DONE' then return remember(KEYS[4], word, '0', '0', request) end
book()
redis.call('HSET', KEYS[3], id, request)
return {word}
)lua"};

/// KEYS accounts, ledger, reservations, settled · ARGV length, seconds, reservation
/// -> DONE | NOTHING_THERE
inline constexpr std::string_view kReleaseBody{R"lua(
local id = ARGV[3]
local open = redis.call('HGET', KEYS[3], id)
if open then
  local amount, user = assert(string.match(open, '^(%d+) (.*)$'))
  assert(move('release', id, 'reserved:' .. id, 'player:' .. user, tonumber(amount)) == 'DONE')
  book()
  redis.call('HDEL', KEYS[3], id)
  return {remember(KEYS[4], 'DONE', '0', '0', open)[1]}
end
local word, drawn = recall(KEYS[4])
if not word then remember(KEYS[4], 'NOTHING_THERE', '0', '0', '') end -- it must not come any more
return {word == 'DONE' and drawn == '0' and 'DONE' or 'NOTHING_THERE'}
)lua"};

/// A game's last exchange is kept under `desks`: <seq> <hash of the request> <answers>.
/// KEYS accounts, ledger, desks, reservations, settled of each draw in order
/// ARGV length, seconds, game, seq, then of each movement: kind, user, amount, reservation
/// -> DONE answers (word balance word balance ...) | OUT_OF_ORDER | CONFLICT
inline constexpr std::string_view kExchangeBody{R"lua(
local game, seq, place = ARGV[3], ARGV[4], 'game:' .. ARGV[3]
local request = redis.sha1hex(table.concat(ARGV, '\t', 5))
local last, asked, kept = 0
local desk = redis.call('HGET', KEYS[3], game)
if desk then last, asked, kept = assert(string.match(desk, '^(%d+) (%x+) ?(.*)$')) end
if seq == last then return asked == request and {'DONE', kept} or {'CONFLICT'} end
if tonumber(seq) ~= last + 1 then return {'OUT_OF_ORDER'} end

local id, draws, settled, drawn = game .. '/' .. seq, 0, {}, {}
local function draw(reservation, user, amount)
  draws = draws + 1
  local open = not drawn[reservation] and redis.call('HGET', KEYS[4], reservation)
  if not open then
    -- Unless it is settled, it must not come any more.
    settled[#settled + 1] = {KEYS[4 + draws], 'NOTHING_THERE', '0', '0', ''}
    return 'NOTHING_THERE'
  end
  if open ~= amount .. ' ' .. user then return 'CONFLICT' end
  assert(move('draw', id, 'reserved:' .. reservation, place, tonumber(amount)) == 'DONE')
  drawn[reservation], drawn[#drawn + 1] = true, reservation
  settled[#settled + 1] = {KEYS[4 + draws], 'DONE', '1', '0', open}
  return 'DONE'
end
local function carry_out(kind, user, amount, reservation)
  local player, chips = 'player:' .. user, tonumber(amount)
  if kind == 'DRAW' then return draw(reservation, user, amount) end
  if kind == 'GRANT' and chips == 0 then return 'DONE' end
  local word = unfit(chips)
  if word then return word end
  if kind == 'GRANT' then return move('grant', id, 'house', player, chips) end
  if kind == 'FUND' then return move('fund', id, 'house', place, chips) end
  if kind == 'PAY' then return move('pay', id, place, player, chips) end
  assert(kind == 'RAKE', 'an unknown movement')
  return move('rake', id, place, 'rake', chips)
end

local answers = {}
for i = 5, #ARGV, 4 do
  answers[#answers + 1] = carry_out(ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3])
  answers[#answers + 1] = ARGV[i + 1] ~= '' and text(balance_of('player:' .. ARGV[i + 1])) or '0'
end
kept = table.concat(answers, ' ')
book()
for _, reservation in ipairs(drawn) do redis.call('HDEL', KEYS[4], reservation) end
for _, one in ipairs(settled) do remember(unpack(one)) end
redis.call('HSET', KEYS[3], game, table.concat({seq, request, kept}, ' '))
return {'DONE', kept}
)lua"};

/// KEYS accounts, desks, reservations -> READ, and the three, each as they are at one moment
inline constexpr Script kReadBank{R"lua(
return {'READ', redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2]), redis.call('HGETALL', KEYS[3])}
)lua"};

/// KEYS accounts, desks · ARGV game -> READ, chips inside or nil, last exchange or nil
inline constexpr Script kReadDesk{R"lua(
return {'READ', redis.call('HGET', KEYS[1], 'game:' .. ARGV[1]), redis.call('HGET', KEYS[2], ARGV[1])}
)lua"};

inline constexpr auto& kCredit = JoinedScript<kMoving, kRemembering, kCreditBody>::kScript;
inline constexpr auto& kReserve = JoinedScript<kMoving, kRemembering, kReserveBody>::kScript;
inline constexpr auto& kRelease = JoinedScript<kMoving, kRemembering, kReleaseBody>::kScript;
inline constexpr auto& kExchange = JoinedScript<kMoving, kRemembering, kExchangeBody>::kScript;

}  // namespace cardroom::scripts
