-- A node begins, or comes back. Afterwards nothing that it sent before over another connection counts.
--
-- KEYS: the life of all rooms, the last number given to a node, the node's own key if it has one
-- ARGV: the run of this Redis, 1 if it keeps what it confirms, a random number,
--       the node's number or 0, how many nodes there may be, milliseconds until it is taken for dead
-- Gives the life, the node's number and which connection of it this is.
local life = redis.call('HMGET', KEYS[1], 'number', 'run', 'keeps')
local number = life[1]
-- After another start it may have lost what it had confirmed, unless it keeps that.
if not number or (life[2] ~= ARGV[1] and life[3] ~= '1') then
    number = ARGV[3]
end
redis.call('HSET', KEYS[1], 'number', number, 'run', ARGV[1], 'keeps', ARGV[2])
local node = tonumber(ARGV[4])
local last = tonumber(redis.call('GET', KEYS[2]) or '0')
if node == 0 then
    node = last % tonumber(ARGV[5]) + 1
    last = last + 1
elseif last < node then
    last = node
end
redis.call('SET', KEYS[2], string.format('%.0f', last))
local connection = redis.call('HINCRBY', KEYS[1], 'connections', 1)
redis.call('SET', KEYS[3] .. string.format('%.0f', node), connection, 'PX', ARGV[6])
return {number, node, connection}
