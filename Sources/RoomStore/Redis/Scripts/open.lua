-- Reads a room as it is now.
--
-- KEYS: the room, its events, who is present, what keys of nodes begin with
-- ARGV: the epoch that a room has which is not there (none: it is left so), milliseconds until such a
--       room is gone, milliseconds until a room is gone that nobody visits, the event after which the
--       reader wants to know, edges of a node
-- Gives epoch, head, rules, the event up to which there is a snapshot, the snapshot if events before it
-- are wanted, the events after it, and who is present by edges.
local room = redis.call('HMGET', KEYS[1], 'epoch', 'head', 'rules', 'folded')
if ARGV[1] ~= '' then
    -- A Redis that takes nothing can still be read.
    if not room[1] then
        room[1] = ARGV[1]
        redis.pcall('HSET', KEYS[1], 'epoch', ARGV[1])
    end
    if room[2] then
        for _, key in ipairs({KEYS[1], KEYS[2], KEYS[1] .. ':tape'}) do
            redis.pcall('PEXPIRE', key, ARGV[3])
        end
    else
        redis.pcall('PEXPIRE', KEYS[1], ARGV[2])
    end
end
local folded = room[4] or '0'
local after, form = ARGV[4], false
if tonumber(after) < tonumber(folded) then
    after = folded
    form = redis.call('HGET', KEYS[1], 'form')
end
local events = redis.call('XRANGE', KEYS[2], '(0-' .. after, '+')
local present = {}
local fields = redis.call('HGETALL', KEYS[3])
for place = 1, #fields, 2 do
    local node = math.floor(tonumber(fields[place]) / tonumber(ARGV[5]))
    local connection = redis.call('GET', KEYS[4] .. string.format('%.0f', node))
    local said, people = string.match(fields[place + 1], '^(%d+):(.*)$')
    if said == connection then
        present[#present + 1] = fields[place]
        present[#present + 1] = people
    end
end
return {room[1] or '', room[2] or '0', room[3] or '0', folded, form, events, present}
