-- Lists the commands of the other scripts and of readers that the user may not run. Changes nothing.
--
-- KEYS: a key that does not exist, which is also a channel
-- Each command lacks its key here. The arguments of the last three are invalid, because they would create the key.
local commands = {
    {'DEL'}, {'GET'}, {'HDEL', 'a'}, {'HGET', 'a'}, {'HGETALL'}, {'HMGET', 'a'}, {'MGET'},
    {'PEXPIRE', '1'}, {'SPUBLISH', ''}, {'XADD', 'NOMKSTREAM', '*', 'a', 'b'}, {'XRANGE', '-', '+'},
    {'XREVRANGE', '+', '-'}, {'XTRIM', 'MINID', '0'},
    {'HINCRBY', 'a', 'b'}, {'HSET', 'a', 'b', 'c'}, {'SET', 'a', 'b'},
}
local missing = {}
for _, command in ipairs(commands) do
    local name = table.remove(command, 1)
    local reply = redis.pcall(name, KEYS[1], unpack(command))
    local problem = type(reply) == 'table' and reply.err or ''
    -- Redis 7.0, and later versions.
    if string.find(problem, "executing the script can't", 1, true)
        or string.find(problem, 'ACL failure', 1, true) then
        missing[#missing + 1] = string.lower(name)
    end
end
return missing
