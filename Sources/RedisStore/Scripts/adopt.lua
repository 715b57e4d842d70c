-- Gives a copied room its name. A room that has the name gets another one, unless it is empty. Nodes that have it open
-- continue with the copy.
--
-- KEYS: the room, its events, its tape, its milestones, its participants; the same four keys of the copy, and those of
--       the other name; the store
-- ARGV: the numbers of events, tape lines and milestones in the copy, the epoch of a store that has none, 1 if a room
--       that has the name is replaced, milliseconds until an unvisited room expires
-- Returns 1, 2 if the earlier room has got the other name, 0 if it may not be replaced, -1 if the other name is used, or
-- -2 if the copy has expired.
local epoch = redis.call('HGET', KEYS[1], 'epoch')
-- Also damaged rooms are kept.
local isReplaced = redis.call('HGET', KEYS[1], 'head') or redis.call('EXISTS', KEYS[2]) == 1
if isReplaced and ARGV[5] ~= '1' then
    return 0
end
if isReplaced and redis.call('EXISTS', KEYS[10]) == 1 then
    return -1
end
for place = 1, 3 do
    if redis.call('XLEN', KEYS[6 + place]) ~= tonumber(ARGV[place]) then
        return -2
    end
end
if not redis.call('HGET', KEYS[6], 'head') then
    return -2
end
for place = 1, 4 do
    if redis.call('EXISTS', KEYS[place]) == 1 then
        if isReplaced then
            redis.call('RENAME', KEYS[place], KEYS[9 + place])
        else
            redis.call('DEL', KEYS[place])
        end
    end
    if redis.call('EXISTS', KEYS[5 + place]) == 1 then
        redis.call('RENAME', KEYS[5 + place], KEYS[place])
        redis.call('PEXPIRE', KEYS[place], ARGV[6])
    end
end
redis.call('DEL', KEYS[5])
if not redis.call('HGET', KEYS[14], 'epoch') then
    redis.call('HSET', KEYS[14], 'epoch', ARGV[4])
end
if epoch then
    redis.call('HSET', KEYS[1], 'replaces', epoch)
    redis.call('SPUBLISH', KEYS[1], 'replaced\n' .. epoch)
end
return isReplaced and 2 or 1
