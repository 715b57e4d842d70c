"""Who may do what, as the tables say: that of the room's own tests, and one of those who are nobody in it."""

import itertools
import json
import re
import urllib.request

from handmade import Handmade
from server import ROOT

SOURCE = (ROOT / "Tests/SharedRoomTests/PermissionTests.swift").read_text()
# `make` and `enter` are no client's.
SERVERS = ("make", "enter")


def table(text):
    """`table["locked"]["press"]["member"]` is `locked`."""
    parts = [[line.split() for line in part.splitlines()] for part in text.strip().split("\n\n")]
    return {
        state: {row: dict(zip(columns, cells, strict=True)) for row, *cells in rows if row not in SERVERS}
        for (state, *columns), *rows in parts}


PERMISSIONS = table(re.search(r'let permissions = """\n(.*?)\n    """', SOURCE, re.DOTALL)[1])

# A stranger says things without having joined, a newcomer comes in first, and who was removed comes back
# with the secret of before. `member`: they come in, as anybody may, and are a pupil from then on, with the
# rights of one. Else they are closed with this code, whatever they say.
OUTSIDERS = table("""
who      stranger  watcher  newcomer  removed
open     4001      4001     member    member
locked   4001      4001     member    member
shut     4001      4001     4006      4006
closed   4001      4001     4001      4001
""")["who"]

LINK = "the-secret-of-a-link-for-a-host"
NAMES = ["host", "member", "granted", "former", "removed", "bystander"]
_rooms = itertools.count(1)


class Room:
    """A room in which everything that an action could mean is there."""

    def __init__(self, server, state):
        self.server, self.name = server, f"rights-{next(_rooms)}"
        first = Handmade(server, self.name, "host").join(make={"keypad": "standard"})
        self.people = {"host": first} | {
            name: Handmade(server, self.name, name).join() for name in NAMES[1:]}
        self.done("host", {"host": 4})
        self.done("former", {"host": 1})
        for action in [{"remove": 5}, {"hostLink": LINK}, *[{"press": key} for key in "1+1"]]:
            self.done("host", action)
        line, _ = self.done("host", {"press": "="})
        _, step = self.done("host", {"press": "5"})
        _, undone = self.done("host", {"press": "6"})
        self.done("host", {"undo": undone})
        self.done("host", {"names": True})
        held, _ = self.done("bystander", {"name": "Another"})
        self.done("host", {"lock": state != "open" and state != "shut"})
        self.done("host", {"grant": 3})
        if state == "shut":
            self.done("host", {"door": False})
        if state == "closed":
            self.done("host", {"close": True})
        self.read = first.welcome["read"]
        self.actions = {
            "press": {"press": "7"}, "undo": {"undo": step}, "redo": {"redo": undone},
            "keypad": {"keypad": "chain"}, "recall": {"recall": line},
            "bill": {"bill": {"amount": "9.00"}}, "name": {"name": "Third"}, "hand": {"hand": True},
            "useLink": {"useLink": LINK}, "revoke": {"revoke": 6}, "grant": {"grant": 6},
            "lock": {"lock": False}, "door": {"door": True}, "names": {"names": False},
            "show": {"show": held}, "host": {"host": 6}, "hostLink": {"hostLink": None},
            "remove": {"remove": 6}, "clearTape": {"clearTape": True},
            "startOver": {"startOver": True}, "close": {"close": True}, "delete": {"delete": True},
        }

    def done(self, by, action):
        """The number that the action has in the room, and as a step of this person."""
        one = self.people[by]
        assert one.act(action) == "taken", action
        return one.number, one.step

    def action(self, name, one):
        return {"revoke": one.you} if name == "revokeOwn" else self.actions[name]

    def shown(self):
        """All that a newcomer would be told, but for how far the pens are."""
        state = self.document("state")
        told = {name: state[name] for name in state if name not in ("seq", "at")}
        return told, self.document("tape"), self.document("bill.csv")

    def last(self):
        return self.document("state")["seq"]

    def document(self, name):
        address = f"{self.server.address}/rooms/{self.name}/{name}?read={self.read}"
        text = urllib.request.urlopen(address).read().decode()
        return json.loads(text) if name == "state" else text

    def knocks(self, name):
        return Handmade(self.server, self.name, name)

    def close(self):
        for one in self.people.values():
            one.close()
