-- Stores the participants at an edge of a node, and informs every node.
--
-- KEYS: the room, its participants, the node
-- ARGV: the node's connection, the edge, its participants, milliseconds until they are deleted, the message, the
--       room's epoch
-- Returns 0 if the room has another epoch.
if redis.call('GET', KEYS[3]) ~= ARGV[1] then
    return redis.error_reply('FENCED this connection is not the last one of its node')
end
local epoch = redis.call('HGET', KEYS[1], 'epoch')
if epoch and epoch ~= ARGV[6] then
    return 0
end
if ARGV[3] == '' then
    redis.call('HDEL', KEYS[2], ARGV[2])
else
    redis.call('HSET', KEYS[2], ARGV[2], ARGV[1] .. ':' .. ARGV[3])
    redis.call('PEXPIRE', KEYS[2], ARGV[4])
end
redis.call('PUBLISH', KEYS[1], ARGV[5])
return 1
