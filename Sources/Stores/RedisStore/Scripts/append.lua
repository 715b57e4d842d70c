-- Appends events to a room, all or none. Publishes them, or leaves that to the script `confirm`.
--
-- KEYS: the room, its events, the node, the store
-- ARGV: the room's epoch, the node's connection, the node's clock, the rules of the events,
--       milliseconds until an unvisited room expires, the number of this append, 1 to publish the events; the events
-- Returns the sequence number of the first event, the time, and the last event in the snapshot;
-- or nothing if the room has another epoch.
if redis.call('GET', KEYS[3]) ~= ARGV[2] then
    return redis.error_reply('FENCED this connection is not the last one of its node')
end
local room = redis.call('HMGET', KEYS[1], 'epoch', 'time', 'compacted')
if room[1] and room[1] ~= ARGV[1] then
    return {}
end
local time = ARGV[3]
if room[2] and tonumber(room[2]) > tonumber(time) then
    time = room[2]
end
local first, last
for place = 8, #ARGV do
    local id
    if place == 8 then
        id = redis.call('XADD', KEYS[2], '0-*', 'at', time, 'event', ARGV[place], 'append', ARGV[6])
    else
        id = redis.call('XADD', KEYS[2], '0-*', 'at', time, 'event', ARGV[place])
    end
    last = string.sub(id, 3)
    first = first or last
end
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'time', time, 'rules', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
if ARGV[7] == '1' then
    redis.call('HSET', KEYS[1], 'head', last)
    local lines = {'events', ARGV[1], redis.call('HGET', KEYS[4], 'epoch') or '', first, last, time}
    for place = 8, #ARGV do
        lines[#lines + 1] = ARGV[place]
    end
    redis.call('SPUBLISH', KEYS[1], table.concat(lines, '\n'))
end
return {first, time, room[3] or '0'}
