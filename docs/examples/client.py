"""Presses keys in a room and prints every change of the display, until Ctrl-C. See docs/protocol.md.

    python3 -m pip install 'websockets>=14'
    python3 client.py 'http://127.0.0.1:8080/rooms/party?make=standard' Ada 5 + 7 =
"""

import asyncio
import contextlib
import json
import random
import secrets
import sys

if len(sys.argv) < 3:  # Before the import, so that the usage appears even if the package is missing.
    sys.exit(__doc__)

from websockets import InvalidStatus, WebSocketException, connect

FOR_GOOD = {4000, 1009, 4001, 4004, 4005, 4006, 4008, 4009, 4010}  # Close codes without a reconnection.


class Client:
    def __init__(self, address, name, *keys):
        address, _, keypad = address.partition("?make=")
        self.address = "ws" + address.removeprefix("http")
        self.join = {"secret": secrets.token_urlsafe(16), "pen": secrets.token_urlsafe(9),
                     "name": name, "views": True} | ({"make": {"keypad": keypad}} if keypad else {})
        # Keys are numbered from 1. A key is pending until the server has decided it.
        self.pending, self.decided, self.sent = list(keys), 0, 0
        self.me, self.shown, self.failures = None, None, 0

    async def run(self):
        while True:
            self.socket, self.bye = None, {}
            try:
                pings = {"ping_interval": 25, "ping_timeout": 3}  # Instead of the message `alive`.
                async with connect(self.address, subprotocols=["calcroom.v1"], **pings) as self.socket:
                    await self.socket.send(json.dumps({"join": self.join}))
                    async for frame in self.socket:
                        await self.receive(json.loads(frame))
            except InvalidStatus as refusal:
                if refusal.response.status_code in (403, 404):
                    sys.exit(f"refused: {refusal}")
            except (OSError, WebSocketException):
                pass
            code = self.socket and self.socket.close_code
            is_gone = code == 4004 and self.me is not None  # A host may create the room again.
            if code in FOR_GOOD and not is_gone:
                sys.exit(f"closed: {self.socket.close_reason}")
            wait = (60 if is_gone else min(30, 2 ** self.failures)) * random.uniform(0.5, 1)
            self.failures += 1
            await asyncio.sleep(max(wait, min(300, self.bye.get("retry", 0) / 1000)))

    async def receive(self, frame):
        self.bye = frame.get("bye", self.bye)
        if "welcome" in frame:
            self.begin(frame["welcome"])
        elif "events" in frame:
            self.follow(frame["seq"], frame["events"])
        elif "refused" in frame:  # Resend later. The client also stops reading until then.
            self.sent = frame["refused"]["n"] - 1
            await asyncio.sleep(min(300, frame["refused"].get("retry", 0) / 1000))
        if (view := frame.get("welcome", frame).get("view", self.shown)) != self.shown:
            self.shown = view
            print(f"{view['expression']}\t{view['display']}", flush=True)
        if not self.bye and (keys := self.pending[self.sent - self.decided:64]):  # At most 64 may be pending.
            await self.socket.send(json.dumps({"n": self.sent + 1, "press": keys}))
            self.sent += len(keys)

    def begin(self, welcome):
        events, last = welcome.get("events", []), welcome.get("last")
        first = welcome["seq"] - len(events) + 1
        self.join["since"] = {"epoch": welcome["epoch"], "seq": first - 1}
        self.follow(first, events)
        me = (welcome.get("you"), welcome.get("pen"))
        possible = range(self.decided, self.decided + len(self.pending) + 1)
        if self.pending and (me[0] is None or self.me and (me != self.me or last not in possible)):
            sys.exit(f"These keys may not have been applied: {' '.join(self.pending)}")
        self.me, self.pending = me, self.pending[(last or 0) - self.decided:]
        self.decided, self.sent, self.failures = last or 0, last or 0, 0
        self.join.pop("make", None)

    def follow(self, first, events):
        since = self.join["since"]
        if first > since["seq"] + 1:
            raise ConnectionResetError("events are missing")
        for event in events:
            since["seq"] += 1
            signature = (event.get("by"), event.get("pen", 0), event.get("n"))
            if self.pending and signature == (*self.me, self.decided + 1):
                self.decided += 1
                key = self.pending.pop(0)
                if "void" in event:
                    print(f"{key} had no effect: {event['void']}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(Client(*sys.argv[1:]).run())
