"""Clients of calcroom.py that a test controls. Each line of the standard input is a call, as JSON; each line of the
output is a report. puppet.mjs does the same."""

import asyncio
import json
import os
import random
import sys

import calcroom

rooms = {}


def say(client, **report):
    print(json.dumps({"client": client, **report}), flush=True)


async def join(client, address, options, hurries, **_):
    try:
        room = rooms[client] = await calcroom.join(address, **options)
    except calcroom.CloseError as error:
        why, code, message, will_retry = error.why, error.code, str(error), error.will_retry
        say(client, rejected={"why": why, "code": code, "message": message, "willRetry": will_retry})
        return
    say(client, joined={"you": room.you, "seq": room.seq, "view": room.view})
    room.on("event", lambda event: say(client, event=event))
    room.on("view", lambda view: say(client, view=view))
    room.on("people", lambda people: say(client, people=people, count=room.count, watching=room.watching))
    room.on("failed", lambda error: say(client, failed=error.action, why=error.why))
    room.on("state", lambda state, error: say(client, state=state, why=error and error.why))
    if hurries:
        room.on("state", lambda state, _: state == "waiting" and room.wake())
    end = await room.closed
    say(client, closed=end.why if end else "left")


async def press(client, key, id, **_):
    try:
        event, = await rooms[client].press(key)
        say(client, id=id, seq=event and event["seq"])
    except calcroom.ActionError as error:
        say(client, id=id, why=error.why)


async def keys(client, keys, **_):
    rooms[client].press(*keys)


async def act(client, action, **_):
    rooms[client].act(action)


async def echo(client, **_):
    say(client, echo=True)


async def wake(client, **_):
    rooms[client].wake()


async def leave(client, **_):
    await rooms[client].leave()


async def pass_time(seconds, **_):
    asyncio.get_running_loop().now += seconds
    for _ in range(20):
        await asyncio.sleep(0)


class StoppedTime(asyncio.SelectorEventLoop):
    """Lets time pass only with the call `pass`."""

    now = 0.0

    def time(self):
        return self.now


async def main():
    calls = {function.__name__: function for function in (join, press, keys, act, echo, wake, leave)}
    calls["pass"] = pass_time
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async with asyncio.TaskGroup() as tasks:
        while line := await lines.readline():
            call = json.loads(line)
            task = tasks.create_task(calls[call["call"]](**call))
            if call["call"] == "pass":
                await task
        sys.exit()

has_stopped_time = "PUPPETS_TIME" in os.environ
if has_stopped_time:
    # Each random part of a wait is as short as possible.
    random.random = lambda: 0.0
with asyncio.Runner(loop_factory=StoppedTime if has_stopped_time else None) as runner:
    runner.run(main())
