"""A client without a page or a replica."""

import hashlib
import itertools
import json

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import traffic

LIMIT = 20


class Handmade:
    """One connection. `heard` has every received frame as a dictionary."""

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
        """Joins, waits for the welcome, and returns this client."""
        self.ask_in(**more)
        self.welcome = self.until(lambda frame: frame.get("welcome"))
        self.you = self.welcome.get("you")
        return self

    def send(self, message):
        """Sends a frame, which must be valid."""
        traffic.check(json.dumps(message), "client")
        self.socket.send(json.dumps(message))

    def act(self, action):
        """Sends an action, and returns `taken` or the reason why it is void. `number` is the event's sequence
        number, and `step` names it for undo."""
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
        text = self.socket.recv(timeout=LIMIT)
        traffic.check(text, "server")
        frame = json.loads(text)
        self.heard.append(frame)
        return frame

    def closed(self):
        """Waits for the end of the connection, and returns its code."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else None

    def close(self):
        self.socket.close()
