-- Stores the participants at an edge of a node, and informs every node.
--
-- KEYS: the room, its participants, the node
-- ARGV: the node's connection, the room's epoch, the edge, its participants, milliseconds until they are deleted
-- Returns 0 if the room has another epoch or none.
if redis.call('GET', KEYS[3]) ~= ARGV[1] then
    return redis.error_reply('FENCED this connection is not the last one of its node')
end
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[2] then
    return 0
end
local number = redis.call('HINCRBY', KEYS[1], 'announced', 1)
local presence = ARGV[1] .. ':' .. ARGV[4]
if ARGV[4] == '' then
    redis.call('HDEL', KEYS[2], ARGV[3])
else
    redis.call('HSET', KEYS[2], ARGV[3], presence)
    redis.call('PEXPIRE', KEYS[2], ARGV[5])
end
local message = {'present', ARGV[2], string.format('%.0f', number), ARGV[3], presence}
redis.call('SPUBLISH', KEYS[1], table.concat(message, '\n'))
return 1
