-- Lists the commands that the user may not run.
--
-- KEYS: a key of the store, which is also a channel
-- ARGV: the commands
local missing = {}
for _, command in ipairs(ARGV) do
    if not redis.acl_check_cmd(command, KEYS[1]) then
        missing[#missing + 1] = command
    end
end
return missing
