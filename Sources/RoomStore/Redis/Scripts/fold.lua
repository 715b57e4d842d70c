-- Puts a room's oldest events behind a snapshot, unless somebody else did.
--
-- KEYS: the room, its events, its tape
-- ARGV: the epoch, the event up to which there was a snapshot, the same now, the snapshot, its rules,
--       the epoch from now on, 1 if the tape was cleared, lines of the tape that are kept, milliseconds
--       until a room that nobody visits is gone; the number and the text of each line
-- Gives 1 if it did.
local room = redis.call('HMGET', KEYS[1], 'epoch', 'folded')
if room[1] ~= ARGV[1] or (room[2] or '0') ~= ARGV[2] then
    return 0
end
redis.call('HSET', KEYS[1], 'epoch', ARGV[6], 'folded', ARGV[3], 'form', ARGV[4], 'rules', ARGV[5])
redis.call('XTRIM', KEYS[2], 'MINID', '0-' .. string.format('%.0f', tonumber(ARGV[3]) + 1))
if ARGV[7] == '1' then
    redis.call('DEL', KEYS[3])
end
for place = 10, #ARGV, 2 do
    redis.call('XADD', KEYS[3], 'MAXLEN', ARGV[8], '0-' .. ARGV[place], 'line', ARGV[place + 1])
end
redis.call('PEXPIRE', KEYS[3], ARGV[9])
return 1
