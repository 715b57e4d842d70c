-- Stores a snapshot, from which nodes open the room, unless another node did. The events before it become history,
-- which begins with event 1 or after a milestone, a snapshot that is kept in it.
--
-- KEYS: the room, its events, its tape, its milestones
-- ARGV: the epoch, the last event in the earlier snapshot, the last event in the new one, the new snapshot, 1 if the tape
--       was cleared, the maximum number of tape lines, milliseconds until an unvisited room expires, the size of the new
--       history, the events between two milestones, the maximum number of events in the history, its maximum size; the
--       sequence number and the text of each line
-- Returns 1 if the snapshot was stored.
local room = redis.call(
    'HMGET', KEYS[1], 'epoch', 'compacted', 'oldest', 'milestone', 'historyBytes', 'deletedBytes')
if room[1] ~= ARGV[1] or (room[2] or '0') ~= ARGV[2] then
    return 0
end
local last = tonumber(ARGV[3])
-- The last event before the history, and the last one before its last milestone.
local oldest, milestone = tonumber(room[3] or '0'), tonumber(room[4] or '0')
-- The size of everything that was or is in the history, and of the part that was deleted.
local bytes, deleted = tonumber(room[5] or '0') + tonumber(ARGV[8]), tonumber(room[6] or '0')
local function integer(number) return string.format('%.0f', number) end
if last - milestone >= tonumber(ARGV[9]) then
    redis.call('XADD', KEYS[4], '0-' .. ARGV[3], 'snapshot', ARGV[4], 'bytes', integer(bytes))
    milestone = last
    bytes = bytes + #ARGV[4]
end
while last - oldest > tonumber(ARGV[10]) or bytes - deleted > tonumber(ARGV[11]) do
    local next = redis.call('XRANGE', KEYS[4], '(0-' .. integer(oldest), '+', 'COUNT', 1)[1]
    if not next then
        break
    end
    oldest, deleted = tonumber(string.sub(next[1], 3)), tonumber(next[2][4])
    redis.call('XTRIM', KEYS[2], 'MINID', '0-' .. integer(oldest + 1))
    redis.call('XTRIM', KEYS[4], 'MINID', '0-' .. integer(oldest))
end
redis.call(
    'HSET', KEYS[1], 'compacted', ARGV[3], 'snapshot', ARGV[4], 'oldest', integer(oldest),
    'milestone', integer(milestone), 'historyBytes', integer(bytes), 'deletedBytes', integer(deleted))
if ARGV[5] == '1' then
    redis.call('DEL', KEYS[3])
end
for place = 12, #ARGV, 2 do
    redis.call('XADD', KEYS[3], 'MAXLEN', ARGV[6], '0-' .. ARGV[place], 'line', ARGV[place + 1])
end
redis.call('PEXPIRE', KEYS[3], ARGV[7])
redis.call('PEXPIRE', KEYS[4], ARGV[7])
return 1
