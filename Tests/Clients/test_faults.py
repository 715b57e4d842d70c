"""Both libraries through a proxy with faults: the room's log has each key that was pressed, once and in order.

`CALCROOM_FULL=1` selects 1,000 faults for each library."""

import itertools
import json
import os
import random
import urllib.request

import pytest

from proxy import FAULTS, Proxy
from server import Server

IS_FULL = os.environ.get("CALCROOM_FULL") == "1"
ROUNDS, FAULTS_IN_ROUND = (20, 50) if IS_FULL else (1, 40)
SEED = 7
KEYS = "0123456789+-=C"
# Keys of a writer without an outcome: some are sent, and some wait, since at most 64 are undecided.
WAITING_MAX = 80


class Writer:
    """A participant who presses keys, and presses those again that were never sent."""

    def __init__(self, puppets, name, seed):
        self.puppets, self.name = puppets, name
        self.random, self.numbers = random.Random(seed), itertools.count()
        self.pressed, self.outcomes = {}, {}
        self.unsent = 0

    def press(self, *keys):
        for key in keys:
            number = next(self.numbers)
            self.pressed[number] = key
            self.puppets.call("press", self.name, key=key, id=number)

    def press_more(self):
        if self.waiting < WAITING_MAX:
            self.press(*self.random.choices(KEYS, k=self.random.randint(1, 9)))

    @property
    def waiting(self):
        return len(self.pressed) - len(self.outcomes)

    def hear(self, report):
        assert report["id"] not in self.outcomes, "an outcome comes once"
        self.outcomes[report["id"]] = report
        if report.get("why") == "unsent":
            self.unsent += 1
            self.press(self.pressed[report["id"]])
        else:
            assert "why" not in report, report

    def confirmed(self):
        """The keys that the room has applied, in their order."""
        return [key for number, key in self.pressed.items() if "why" not in self.outcomes[number]]


@pytest.fixture
def durable_server(page, tmp_path):
    server = Server(tmp_path / "rooms.db", "--limits", "none", page=page)
    yield server
    server.stop()


@pytest.mark.parametrize("round", range(ROUNDS))
def test_no_fault_loses_doubles_or_reorders_a_key(puppets, durable_server, round):
    proxy = Proxy(durable_server, SEED + round)
    try:
        counts = play(puppets, durable_server, proxy, round)
    finally:
        proxy.close()
    print(dict(proxy.counts), counts)
    assert proxy.counts.total() == FAULTS_IN_ROUND


def play(puppets, server, proxy, seed):
    room = f"{proxy.address}/rooms/faults"
    writers = [Writer(puppets, name, seed) for name in ("ada", "ben")]
    for writer in writers:
        puppets.join(room, writer.name, name=writer.name, make="standard")
        writer.you = puppets.until("joined", writer.name)["you"]
    puppets.join(room, "eve", watch=True)
    first = puppets.until("joined", "eve")["seq"] + 1
    proxy.begin(FAULTS_IN_ROUND)
    by_name = {writer.name: writer for writer in writers}
    while proxy.left or any(writer.waiting for writer in writers):
        if proxy.left:
            for writer in writers:
                writer.press_more()
        report = puppets.hear()
        if "id" in report:
            by_name[report["client"]].hear(report)
    heard = follow(puppets, writers[0])
    log = events(server)
    # Copies of actions reach the log, too, and the room ignores them.
    applied = [event for event in log if event.get("void") != "again"]
    for writer in writers:
        assert [event["press"] for event in applied if event.get("by") == writer.you] == writer.confirmed()
        for number, outcome in writer.outcomes.items():
            if seq := outcome.get("seq"):
                assert log[seq - 1]["press"] == writer.pressed[number]
    numbers = [event["seq"] for event in heard]
    assert numbers == sorted(set(numbers)) and numbers[0] >= first
    assert all(event == log[event["seq"] - 1] for event in heard)
    return {"keys": sum(len(writer.confirmed()) for writer in writers), "unsent": sum(w.unsent for w in writers)}


def follow(puppets, writer):
    """The events that the spectator has received. Snapshots replace others, so a writer presses keys until one
    of their events reaches the spectator."""
    first = None
    while True:
        if not writer.waiting:
            writer.press("C")
        report = puppets.hear()
        if "id" in report:
            writer.hear(report)
            first = first or report.get("seq")
        heard = [report["event"] for report in puppets.heard if report["client"] == "eve" and "event" in report]
        if first and heard and heard[-1]["seq"] >= first and not writer.waiting:
            return heard


def events(server):
    """The room's log."""
    found = []
    while True:
        url = f"{server.address}/rooms/faults/log?from={len(found) + 1}&count=10000"
        with urllib.request.urlopen(url) as response:
            lines = response.read().decode().splitlines()
        found += map(json.loads, lines)
        if not lines:
            assert [event["seq"] for event in found] == list(range(1, len(found) + 1))
            return found
