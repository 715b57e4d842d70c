-- Gives a copied room its name. If nodes may have a room of that name open, also an empty one, a new store epoch begins,
-- so they read the copy.
--
-- KEYS: the room, its events, its tape, its milestones, its participants; the first four keys of the copy; the store
-- ARGV: 1 if a room that has the name is replaced, the new store epoch, milliseconds until an unvisited room expires
-- Returns 0 if the room exists and may not be replaced.
if redis.call('EXISTS', KEYS[6]) == 0 then
    return redis.error_reply('ERR a copied room has expired; copy again')
end
local room = redis.call('HMGET', KEYS[1], 'epoch', 'head')
-- A damaged room may have lost its head.
if ARGV[1] ~= '1' and (room[2] or redis.call('EXISTS', KEYS[2]) == 1) then
    return 0
end
local beginsEpoch = room[1] or not redis.call('HGET', KEYS[10], 'epoch')
for place = 1, 4 do
    if redis.call('EXISTS', KEYS[5 + place]) == 1 then
        redis.call('RENAME', KEYS[5 + place], KEYS[place])
        redis.call('PEXPIRE', KEYS[place], ARGV[3])
    else
        redis.call('DEL', KEYS[place])
    end
end
redis.call('DEL', KEYS[5])
-- Last, since a Redis that refuses a command above must keep its epoch.
if beginsEpoch then
    redis.call('HSET', KEYS[10], 'epoch', ARGV[2])
end
return 1
