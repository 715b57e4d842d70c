-- Reads a room.
--
-- KEYS: the room, its events, its participants, the prefix of the keys of nodes, the store
-- ARGV: the epoch of a room that has none (empty: it stays without one), milliseconds until an empty room expires,
--       milliseconds until a room expires, the event after which events are read, the number of edges of a node
-- Returns the epoch, the head, the rules, the last event in the snapshot, the snapshot if it is later than the event,
-- the events, the number of announcements, the presence at each edge whose node still has the connection, the store
-- epoch, and the last event, which may be later than the head.
local room = redis.call('HMGET', KEYS[1], 'epoch', 'head', 'rules', 'compacted', 'announced')
local head = room[2] or '0'
local newest = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
local last = newest and string.sub(newest[1], 3) or head
local isReplica = false
-- A Redis that refuses writes can still be read. A replica may lag behind.
local function write(...)
    local reply = redis.pcall(...)
    if type(reply) == 'table' and string.find(reply.err or '', 'READONLY', 1, true) then
        isReplica = true
    end
end
if ARGV[1] ~= '' then
    if not room[1] then
        room[1] = ARGV[1]
        write('HSET', KEYS[1], 'epoch', ARGV[1])
    end
    if last ~= '0' then
        for _, key in ipairs({KEYS[1], KEYS[2], KEYS[1] .. ':tape', KEYS[1] .. ':milestones'}) do
            write('PEXPIRE', key, ARGV[3])
        end
    else
        write('PEXPIRE', KEYS[1], ARGV[2])
    end
end
local compacted = room[4] or '0'
local after, snapshot = ARGV[4], false
if tonumber(after) < tonumber(compacted) then
    after = compacted
    snapshot = redis.call('HGET', KEYS[1], 'snapshot')
end
local events = redis.pcall('XRANGE', KEYS[2], '(0-' .. after, '0-' .. head)
if events.err then
    -- The head is damaged, which the reader notices.
    events = {}
end
local present = {}
local fields = redis.call('HGETALL', KEYS[3])
for place = 1, #fields, 2 do
    local node = math.floor(tonumber(fields[place]) / tonumber(ARGV[5]))
    local current = redis.call('GET', KEYS[4] .. string.format('%.0f', node))
    if current and string.match(fields[place + 1], '^%d+') == current then
        present[#present + 1] = fields[place]
        present[#present + 1] = fields[place + 1]
    elseif ARGV[1] ~= '' then
        write('HDEL', KEYS[3], fields[place])
    end
end
if isReplica then
    return redis.error_reply('READONLY this Redis is a replica')
end
return {
    room[1] or '', head, room[3] or '0', compacted, snapshot, events, room[5] or '0', present,
    redis.call('HGET', KEYS[5], 'epoch'), last,
}
