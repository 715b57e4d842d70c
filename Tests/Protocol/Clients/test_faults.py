"""Both libraries through a proxy with faults: the room's log has each key that was pressed, once and in order. A key
whose pen was forgotten may be missing if the library says so.

`CALCROOM_FULL=1` selects 1,000 faults for each library."""

import itertools
import json
import os
import random
import secrets
import urllib.request

import pytest

from proxy import FAULTS, Proxy
from server import Server

IS_FULL = os.environ.get("CALCROOM_FULL") == "1"
ROUNDS = 25 if IS_FULL else 1
# The server refuses keys beyond this rate. Other rates are no part of the test.
LIMITS = {
    "keysPerSecond": 300, "keysAtOnceMax": 40,
    "trafficPerSecond": 10 ** 9, "trafficAtOnceMax": 10 ** 9, "joinsPerMinute": 10 ** 9,
}
SEED = 7
# Pressed in this order, again and again, so that the place of a key is known.
KEYS = """0 1 2 3 4 5 6 7 8 9 . + - * / = % neg back C CE AC ( ) sqrt sq cube inv e pi deg rad MC MR M+ M- MS
    tip10 tip15 tip18 tip20 ans form EE mod""".split()
# Keys of a writer without an outcome: some are sent, and some wait, since at most 64 are undecided.
WAITING_MAX = 80
# More reports show that something never ends, such as connections or withdrawn keys.
REPORTS_MAX = 100_000


class Writer:
    """A participant who presses keys, and another one for each that was never sent."""

    def __init__(self, puppets, proxy, name, seed):
        self.puppets, self.proxy, self.name = puppets, proxy, name
        self.secret = secrets.token_urlsafe(16)
        self.random, self.numbers = random.Random(seed), itertools.count()
        self.pressed, self.outcomes = {}, {}
        self.doubts, self.last = 0, None

    def press(self, count):
        for number in itertools.islice(self.numbers, count):
            self.pressed[number] = KEYS[number % len(KEYS)]
            self.puppets.call("press", self.name, key=self.pressed[number], id=number)

    def press_more(self):
        if self.waiting < WAITING_MAX:
            self.press(self.random.randint(1, 9))

    @property
    def waiting(self):
        return len(self.pressed) - len(self.outcomes)

    def hear(self, report):
        assert report["id"] not in self.outcomes, "an outcome comes once"
        self.outcomes[report["id"]] = report
        why, last = report.get("why"), self.last
        self.last = why
        if why == "unsent":
            self.press(1)
        elif why == "unsure":
            # All keys of a forgotten pen are unsure together.
            self.doubts += last != "unsure"
            assert self.doubts <= self.proxy.forgettings
        else:
            assert why is None, report

    def confirmed(self):
        """The keys that the room has certainly applied."""
        return [key for number, key in self.pressed.items() if "why" not in self.outcomes[number]]

    def explains(self, applied):
        """True if these keys are those that were pressed, in their order, perhaps without unsure ones."""
        lengths = {0}
        for number, key in self.pressed.items():
            why = self.outcomes[number].get("why")
            if why != "unsent":
                longer = {length + 1 for length in lengths if applied[length:length + 1] == [key]}
                lengths = longer | (lengths if why else set())
        return len(applied) in lengths


@pytest.fixture
def durable_server(page, tmp_path):
    limits = tmp_path / "limits"
    limits.write_text("".join(f"{name} {value}\n" for name, value in LIMITS.items()))
    server = Server(tmp_path / "rooms.db", "--limits", limits, page=page)
    yield server
    server.stop()


@pytest.mark.parametrize("round", range(ROUNDS))
def test_no_fault_loses_doubles_or_reorders_a_key(puppets, durable_server, round):
    proxy = Proxy(durable_server, SEED + round)
    try:
        play(puppets, durable_server, proxy, round)
    finally:
        proxy.close()
    assert proxy.counts == FAULTS


def play(puppets, server, proxy, seed):
    writers = [Writer(puppets, proxy, name, seed) for name in ("ada", "ben")]
    for writer in writers:
        puppets.join(proxy.room, writer.name, name=writer.name, secret=writer.secret, make="standard")
        writer.you = puppets.until("joined", writer.name)["you"]
    puppets.join(proxy.room, "eve", watch=True)
    first = puppets.until("joined", "eve")["seq"] + 1
    proxy.begin([writer.secret for writer in writers])
    by_name = {writer.name: writer for writer in writers}
    while proxy.faults or any(writer.waiting for writer in writers):
        if proxy.faults:
            for writer in writers:
                writer.press_more()
        hear(puppets, by_name)
    # More than the server accepts at once, and no connection breaks anymore.
    for writer in writers:
        writer.press(WAITING_MAX)
    while any(writer.waiting for writer in writers):
        hear(puppets, by_name)
    heard = follow(puppets, writers[0])
    log = events(server)
    # Copies of actions and actions of forgotten pens reach the log, too, and the room ignores them.
    assert {event.get("void") for event in log} <= {None, "again", "pen", "gap"}
    for writer in writers:
        own = [event for event in log if event.get("by") == writer.you]
        assert writer.explains([event["press"] for event in own if "void" not in event])
        for number, outcome in writer.outcomes.items():
            if seq := outcome.get("seq"):
                assert log[seq - 1] in own and log[seq - 1]["press"] == writer.pressed[number]
    numbers = [event["seq"] for event in heard]
    assert numbers == sorted(set(numbers)) and numbers[0] >= first
    assert all(event == log[event["seq"] - 1] for event in heard)


def hear(puppets, writers):
    report = puppets.hear()
    assert "closed" not in report and len(puppets.heard) < REPORTS_MAX, report
    if "id" in report:
        writers[report["client"]].hear(report)


def follow(puppets, writer):
    """The events that the spectator has received. Snapshots replace others, so a writer presses keys until one
    of their events reaches the spectator."""
    first = None
    while True:
        if not writer.waiting:
            writer.press(1)
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
