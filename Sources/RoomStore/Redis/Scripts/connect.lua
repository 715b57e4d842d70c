-- Starts a connection of a node. From now on, nothing that it sent over another connection is accepted.
--
-- KEYS: the life of all rooms, the last number of a node, the prefix of the keys of nodes
-- ARGV: the run of this Redis, 1 if it syncs every write, a random number, the number of the node or 0, the greatest
--       number of a node, milliseconds until the node counts as dead, the life that has lost events
-- Returns the life, the number of the node, and the number of the connection.
local life = redis.call('HMGET', KEYS[1], 'number', 'run', 'keeps')
local number = life[1]
local last = tonumber(redis.call('GET', KEYS[2]) or '0')
if not number or number == ARGV[7] or (life[2] ~= ARGV[1] and life[3] ~= '1') then
    number = ARGV[3]
    -- The next numbers may have been used, because Redis may have lost the last ones.
    last = tonumber(string.sub(number, 1, 8), 16)
    redis.call('HSET', KEYS[1], 'connections', string.format('%.0f', last * 65536))
end
local node = tonumber(ARGV[4])
if node == 0 then
    last = last % tonumber(ARGV[5]) + 1
    node = last
end
redis.call('SET', KEYS[2], string.format('%.0f', last))
redis.call('HSET', KEYS[1], 'number', number, 'run', ARGV[1], 'keeps', ARGV[2])
local connection = redis.call('HINCRBY', KEYS[1], 'connections', 1)
redis.call('SET', KEYS[3] .. string.format('%.0f', node), connection, 'PX', ARGV[6])
return {number, node, connection}
