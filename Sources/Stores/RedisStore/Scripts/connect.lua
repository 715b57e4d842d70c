-- Starts a connection of a node. From now on, nothing that it sent over another connection is accepted.
--
-- KEYS: the store, the last number of a node, the prefix of the keys of nodes
-- ARGV: the run of this Redis as a primary, 1 if the next run has all its writes (it syncs each, and has no replica
--       that could be promoted), a random number, the number of the node or 0, the greatest number of a node, milliseconds until the
--       node counts as dead, the store epoch that has lost events, 1 if this Redis was a replica, which may lack writes
-- Returns the store epoch, the number of the node, and the number of the connection.
local store = redis.call('HMGET', KEYS[1], 'epoch', 'run', 'keepsWrites')
local epoch = store[1]
local last = tonumber(redis.call('GET', KEYS[2]) or '0')
if not epoch or epoch == ARGV[7]
    or (store[2] ~= ARGV[1] and (store[3] ~= '1' or ARGV[8] == '1')) then
    epoch = ARGV[3]
    -- The next numbers may have been used, because Redis may have lost the last ones.
    last = tonumber(string.sub(epoch, 1, 8), 16)
    redis.call('HSET', KEYS[1], 'connections', string.format('%.0f', last * 65536))
end
local node = tonumber(ARGV[4])
if node == 0 then
    last = last % tonumber(ARGV[5]) + 1
    node = last
end
redis.call('SET', KEYS[2], string.format('%.0f', last))
redis.call('HSET', KEYS[1], 'epoch', epoch, 'run', ARGV[1], 'keepsWrites', ARGV[2])
local connection = redis.call('HINCRBY', KEYS[1], 'connections', 1)
redis.call('SET', KEYS[3] .. string.format('%.0f', node), connection, 'PX', ARGV[6])
return {epoch, node, connection}
