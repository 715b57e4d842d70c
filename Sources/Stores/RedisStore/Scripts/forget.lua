-- Deletes a room, and informs every node. For a while its name has the epoch of an empty room, so that no message or
-- append on its way reaches the next room of that name.
--
-- KEYS: the room, its events, its tape, its milestones, its participants, the node unless a command forgets the room
-- ARGV: the room's epoch, or nothing if it has none; the epoch of the next room of that name, milliseconds, the node's
--       connection
-- Returns 0 if the room has another epoch.
if KEYS[6] and redis.call('GET', KEYS[6]) ~= ARGV[4] then
    return redis.error_reply('FENCED this connection is not the last one of its node')
end
if (redis.call('HGET', KEYS[1], 'epoch') or '') ~= ARGV[1] then
    return 0
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
redis.call('HSET', KEYS[1], 'epoch', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('SPUBLISH', KEYS[1], 'forgotten\n' .. ARGV[1])
return 1
