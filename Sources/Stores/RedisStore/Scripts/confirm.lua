-- Publishes the events up to one that enough replicas have.
--
-- KEYS: the room, its events, the node, the store
-- ARGV: the room's epoch, the node's connection, the sequence number of the event
-- Returns 0 if the room has another epoch.
if redis.call('GET', KEYS[3]) ~= ARGV[2] then
    return redis.error_reply('FENCED this connection is not the last one of its node')
end
local room = redis.call('HMGET', KEYS[1], 'epoch', 'head')
if room[1] ~= ARGV[1] then
    return 0
end
local head = room[2] or '0'
if tonumber(ARGV[3]) <= tonumber(head) then
    return 1
end
redis.call('HSET', KEYS[1], 'head', ARGV[3])
local store = redis.call('HGET', KEYS[4], 'epoch') or ''
local lines
-- A message has events of one time.
local function publish()
    if lines then
        redis.call('SPUBLISH', KEYS[1], table.concat(lines, '\n'))
    end
end
for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '(0-' .. head, '0-' .. ARGV[3])) do
    local sequence, time = string.sub(entry[1], 3), entry[2][2]
    if not lines or lines[6] ~= time then
        publish()
        lines = {'events', ARGV[1], store, sequence, sequence, time}
    end
    lines[5] = sequence
    lines[#lines + 1] = entry[2][4]
end
publish()
return 1
