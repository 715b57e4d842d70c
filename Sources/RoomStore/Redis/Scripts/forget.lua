-- Deletes a room, and tells every node. For a while its name stands for a room that is not made, so that
-- nothing that was on its way reaches whoever makes it again.
--
-- KEYS: the room, its events, its tape, who is present
-- ARGV: its epoch, the epoch of the next room of that name, milliseconds
-- Gives 0 if it is another room by now.
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then
    return 0
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4])
redis.call('HSET', KEYS[1], 'epoch', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', KEYS[1], 'forgotten\n' .. ARGV[1])
return 1
