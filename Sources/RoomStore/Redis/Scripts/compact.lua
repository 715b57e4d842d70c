-- Replaces a room's oldest events with a snapshot, unless another node did.
--
-- KEYS: the room, its events, its tape
-- ARGV: the epoch, the last event in the earlier snapshot, the last event in the new one, the new snapshot, its rules,
--       the new epoch, 1 if the tape was cleared, the maximum number of tape lines, milliseconds until an unvisited
--       room expires; the sequence number and the text of each line
-- Returns 1 if the snapshot was stored.
local room = redis.call('HMGET', KEYS[1], 'epoch', 'compacted')
if room[1] ~= ARGV[1] or (room[2] or '0') ~= ARGV[2] then
    return 0
end
redis.call('HSET', KEYS[1], 'epoch', ARGV[6], 'compacted', ARGV[3], 'snapshot', ARGV[4], 'rules', ARGV[5])
redis.call('XTRIM', KEYS[2], 'MINID', '0-' .. string.format('%.0f', tonumber(ARGV[3]) + 1))
if ARGV[7] == '1' then
    redis.call('DEL', KEYS[3])
end
for place = 10, #ARGV, 2 do
    redis.call('XADD', KEYS[3], 'MAXLEN', ARGV[8], '0-' .. ARGV[place], 'line', ARGV[place + 1])
end
redis.call('PEXPIRE', KEYS[3], ARGV[9])
return 1
