"""A client made by hand: no page, no replica, says whatever it likes."""

import hashlib
import itertools
import json

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

LIMIT = 20


class Handmade:
    """One socket. What it heard stays, each frame as a dictionary."""

    def __init__(self, address, room, name):
        # Frames are kept, so that a client that reads none of them still receives the close code.
        self.socket = connect(
            f"{address.replace('http', 'ws')}/rooms/{room}", subprotocols=["calcroom.v1"], proxy=None, max_queue=None)
        self.name = name
        self.counts = itertools.count(1)
        self.heard = []

    def ask_in(self, **more):
        # The same name is the same person, also on another connection.
        secret = hashlib.sha256(self.name.encode()).hexdigest()
        self.send({"join": {"secret": secret, "name": self.name, **more}})

    def join(self, **more):
        """Gives itself when it is welcome."""
        self.ask_in(**more)
        self.welcome = self.until(lambda frame: frame.get("welcome"))
        self.you = self.welcome.get("you")
        return self

    def send(self, message):
        self.socket.send(json.dumps(message))

    def act(self, action):
        """Does something as the room's next action of this person: `taken`, or why not. What names an
        event later is in `number`, that of the room, and in `step`, that of the person."""
        n = next(self.counts)
        self.send({"n": n, **action})

        def find(frame):
            for place, event in enumerate(frame.get("events", [])):
                if event.get("by") == self.you and event.get("n") == n:
                    self.number, self.step = frame["seq"] + place, {"by": self.you, "n": n}
                    return event.get("void", "taken")

        return self.until(find)

    def press(self, keys):
        """Sends all keys in one frame, and returns the number of the last one without waiting for it."""
        keys = keys.split()
        numbers = [next(self.counts) for _ in keys]
        self.send({"n": numbers[0], "press": keys})
        return numbers[-1]

    def write(self, keys, times=1):
        """Presses any number of keys, and waits until all of them are confirmed."""
        keys = keys.split() * times
        for start in range(0, len(keys), 64):
            last = self.press(" ".join(keys[start:start + 64]))
            self.until(lambda frame: any(
                event.get("by") == self.you and event.get("n") == last for event in frame.get("events", [])))
        return self

    def until(self, find):
        while not (found := find(self.hear())):
            pass
        return found

    def hear(self):
        frame = json.loads(self.socket.recv(timeout=LIMIT))
        self.heard.append(frame)
        return frame

    def closed(self):
        """The code with which the server ends it."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else None

    def close(self):
        self.socket.close()
