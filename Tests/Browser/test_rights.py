"""A client that sends frames of its own achieves no more than the page's buttons.

Tests/SharedRoomTests/PermissionTests.swift has every actor, action and state. These rows show that a real
server asks the same rules.
"""

import itertools
import json
import urllib.request

import pytest

from handmade import Handmade

_rooms = itertools.count(1)
LINK = "the-secret-of-a-link-for-a-host"


class Room:
    """A locked room with a host, a pupil and a pupil who has been given the keypad."""

    def __init__(self, server):
        self.server, self.name = server, f"rights-{next(_rooms)}"
        self.host = self.knocks("host").join(make={"keypad": "standard"})
        self.member, self.granted = self.knocks("member").join(), self.knocks("granted").join()
        for action in ({"press": "5"}, {"lock": True}, {"grant": self.granted.you}, {"hostLink": LINK}):
            assert self.host.act(action) == "taken"

    def knocks(self, name):
        return Handmade(self.server.address, self.name, name)

    def state(self):
        address = f"{self.server.address}/rooms/{self.name}/state?read={self.host.welcome['read']}"
        state = json.load(urllib.request.urlopen(address))
        return {name: value for name, value in state.items() if name not in ("seq", "at")}


@pytest.fixture
def room(free_server):
    return Room(free_server)


@pytest.mark.parametrize("who, action, verdict", [
    ("member", {"press": "7"}, "locked"), ("member", {"keypad": "chain"}, "locked"),
    ("member", {"bill": {"amount": "9.00"}}, "locked"), ("member", {"lock": False}, "host"),
    ("member", {"grant": 2}, "host"), ("member", {"host": 2}, "host"), ("member", {"remove": 3}, "host"),
    ("member", {"delete": True}, "host"), ("member", {"useLink": "another-secret-than-the-link-has"}, "link"),
    ("granted", {"revoke": 1}, "host"), ("granted", {"door": False}, "host"),
])
def test_a_forbidden_action_is_void_and_changes_nothing(room, who, action, verdict):
    before = room.state()
    assert getattr(room, who).act(action) == verdict
    assert room.state() == before


def test_an_allowed_action_is_applied(room):
    assert room.granted.act({"press": "7"}) == "taken"
    assert room.state()["display"] == "57"
    assert room.member.act({"hand": True}) == "taken"
    assert room.member.act({"useLink": LINK}) == "taken"
    assert room.member.act({"lock": False}) == "taken"


def test_a_forged_frame_ends_the_connection(room):
    before = room.state()
    for forged in ({"by": 1, "pen": 0, "lock": False}, {"n": 1, "make": {"keypad": "tip"}},
                   {"n": 1, "enter": {"identity": "0" * 32, "pen": "0" * 16}}):
        member = room.knocks("member").join()
        member.forge(forged)
        assert member.closed() == 4000
    assert room.state() == before


def test_a_client_that_has_not_joined_or_only_watches_cannot_act(room):
    before = room.state()
    watcher = room.knocks("watcher").join(watch=True, read=room.host.welcome["read"])
    for one in (watcher, room.knocks("stranger")):
        one.send({"n": 1, "press": "7"})
        assert one.closed() == 4001
    assert room.state() == before


def test_a_removed_participant_is_cut_off_and_kept_out_by_a_shut_door(room):
    assert room.host.act({"remove": room.granted.you}) == "taken"
    removed = room.host.number
    assert room.host.act({"press": "8"}) == "taken"
    assert room.granted.closed() == 4008
    # The removal itself is the last event that is sent there.
    heard = [frame["seq"] + len(frame["events"]) - 1 for frame in room.granted.heard if "events" in frame]
    assert max(heard, default=0) <= removed
    assert room.host.act({"door": False}) == "taken"
    again = room.knocks("granted")
    again.ask_in()
    assert again.closed() == 4006


def test_nobody_is_left_in_a_deleted_room(room):
    room.host.send({"n": next(room.host.counts), "delete": True})
    for one in (room.host, room.member, room.granted):
        assert one.closed() == 4009
    again = room.knocks("member")
    again.ask_in()
    assert again.closed() == 4004
