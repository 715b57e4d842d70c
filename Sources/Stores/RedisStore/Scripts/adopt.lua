-- Gives a copied room its name. A room that has the name gets another one, unless it is empty. If nodes may have it
-- open, a new store epoch begins, so they read the copy.
--
-- KEYS: the room, its events, its tape, its milestones, its participants; the same four keys of the copy, and those of
--       the other name; the store
-- ARGV: 1 if a room that has the name is replaced, the new store epoch, milliseconds until an unvisited room expires
-- Returns 1, 2 if the earlier room has got the other name, 0 if it may not be replaced, -1 if the other name is used, or
-- -2 if the copy has expired.
if not redis.call('HGET', KEYS[6], 'head') then
    return -2
end
-- Keeps the old room even if it is damaged.
local isReplaced = redis.call('HGET', KEYS[1], 'head') or redis.call('EXISTS', KEYS[2]) == 1
if isReplaced and ARGV[1] ~= '1' then
    return 0
end
if isReplaced and redis.call('EXISTS', KEYS[10]) == 1 then
    return -1
end
local beginsEpoch = redis.call('HGET', KEYS[1], 'epoch') or not redis.call('HGET', KEYS[14], 'epoch')
for place = 1, 4 do
    if isReplaced and redis.call('EXISTS', KEYS[place]) == 1 then
        redis.call('RENAME', KEYS[place], KEYS[9 + place])
    end
    redis.call('DEL', KEYS[place])
    if redis.call('EXISTS', KEYS[5 + place]) == 1 then
        redis.call('RENAME', KEYS[5 + place], KEYS[place])
        redis.call('PEXPIRE', KEYS[place], ARGV[3])
    end
end
redis.call('DEL', KEYS[5])
-- Last, since a Redis that refuses a command above must keep its epoch.
if beginsEpoch then
    redis.call('HSET', KEYS[14], 'epoch', ARGV[2])
end
return isReplaced and 2 or 1
