"""The clients of docs/examples, which know only the protocol, together with the page's own."""

import ast
import itertools
import json
import re
import sys
import time
import urllib.request

import pytest

from examples import FOLDER, Folder, OwnPage, Terminal
from handmade import Handmade
from link import Link
from server import Server
from waiting import until

MANY = 60
# A welcome with the missed events instead of a snapshot.
RESUMED = rb'{"welcome":{[^{}]*"events":'
_rooms = itertools.count(1)


class Stage:
    """A server, a link to it that can be cut, and the clients of this link."""

    def __init__(self, browser, data):
        self.browser, self.folder = browser, Folder()
        self.server = Server(data, "--origin", self.folder.address)
        self.link = Link(self.server.port)
        self.passed, self.clients = [], []
        self.link.change = lambda data: self.passed.append((time.monotonic(), data)) or data

    def room(self):
        return f"examples-{next(_rooms)}"

    def address(self, room):
        return f"{self.link.address}/rooms/{room}"

    def terminal(self, room, name, *keys, make=None):
        address = self.address(room) + (f"?make={make}" if make else "")
        self.clients.append(Terminal(address, name, *keys))
        return self.clients[-1]

    def own_page(self, room, name, make=None, has_clock=False):
        one = OwnPage(self.browser, self.folder.address, name, {})
        self.clients.append(one)
        one.expected += ("Failed to load resource",)
        if has_clock:
            one.page.clock.install()
        return one.open(self.address(room), make)

    def presses(self, room):
        """The presses in the event log: author, key, and the reason if it is void."""
        log = urllib.request.urlopen(f"{self.server.address}/rooms/{room}/log").read().decode()
        events = [json.loads(line) for line in log.splitlines()]
        return [(event["by"], event["press"], event.get("void")) for event in events if "press" in event]

    def found(self, pattern):
        """The times and texts of matches in the bytes that passed the link."""
        return [(at, what) for at, data in self.passed for what in re.findall(pattern, data)]

    def complaints(self):
        return [words for one in self.clients for words in getattr(one, "complaints", [])]

    def end(self):
        for one in self.clients:
            one.leave()
        self.link.close()
        self.folder.close()
        self.server.stop()


@pytest.fixture
def stage(browser, tmp_path):
    stage = Stage(browser, tmp_path / "rooms.db")
    yield stage
    stage.end()
    assert stage.complaints() == []


def test_U190_the_examples_are_short_and_need_no_more_than_they_say():
    for name in ("client.py", "client.js"):
        assert len((FOLDER / name).read_text().splitlines()) < 100, name
    tree = ast.walk(ast.parse((FOLDER / "client.py").read_text()))
    imported = {
        name.partition(".")[0] for node in tree if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names])}
    assert imported - sys.stdlib_module_names == {"websockets"}
    assert "import " not in (FOLDER / "client.js").read_text()


def test_U191_they_make_a_room_join_it_press_and_show_the_display(stage, person):
    room = stage.room()
    terminal = stage.terminal(room, "Ada", *"5+7", make="standard").prints("5 +\t7")
    ben = stage.own_page(room, "Ben").sees("7", "5 +")
    cleo = person("Cleo", stage.server.address).join(room).is_connected().sees("7", "5 +")
    ben.press("* 2 =").sees("24", "(5 + 7) × 2")
    terminal.prints("(5 + 7) × 2\t24")
    cleo.sees("24", "(5 + 7) × 2")
    other = stage.room()
    stage.own_page(other, "Dora", make="tip").sees("0").press("8 5").sees("85")
    stage.terminal(other, "Emil", "tip20").prints("85.00 × 20%\t17.00")


def test_U191_they_report_void_keys(stage):
    room = stage.room()
    host = Handmade(stage.server.address, room, "host").join(make={"keypad": "standard", "lock": True})
    stage.terminal(room, "Ada", "7").says("7 had no effect: locked")
    ben = stage.own_page(room, "Ben").sees("0")
    ben.press("8").is_told("8 had no effect: locked")
    host.close()


def test_U192_after_lost_frames_they_resume_and_each_key_counts_once(stage):
    room = stage.room()
    ben = stage.own_page(room, "Ben", make="standard").sees("0")
    record, lost = stage.link.change, []

    def lose(data):
        """Ends the connections of the first two frames that carry presses, instead of passing them on."""
        if b'"press"' in data and len(lost) < 2:
            lost.append(data)
            return None
        return record(data)

    stage.link.change = lose
    # More keys than may be pending at once.
    keys = [*["+", "1"] * MANY, "="]
    ada = stage.terminal(room, "Ada", *keys)
    until(lambda: len(stage.presses(room)) == len(keys))
    assert stage.presses(room) == [(2, key, None) for key in keys]
    ben.sees(str(MANY)).press("AC").sees("0")
    ada.prints("\t0")
    assert len(lost) == 2 and len(stage.found(RESUMED)) >= 2


def test_U192_a_dead_link_is_found(stage):
    room = stage.room()
    ben = stage.own_page(room, "Ben", make="standard").sees("0")
    stage.link.swallow()
    ben.press("7").hears_of_the_network().is_told("closed: 1006")
    assert stage.presses(room) == []
    stage.link.heal()
    ben.sees("7")
    assert stage.presses(room) == [(1, "7", None)]


def test_U193_they_come_back_to_a_server_that_starts_again(stage):
    room = stage.room()
    ben = stage.own_page(room, "Ben", make="standard").sees("0")
    ada = stage.terminal(room, "Ada", "4").prints("\t4")
    ben.press("2").sees("42")
    assert stage.server.stop() == 0
    ben.is_told("closed: the server is restarting")
    told, stopped = stage.found(rb'"why":"restart","retry":(\d+)'), time.monotonic()
    stage.server.start()
    until(lambda: ben.press("+") and len(stage.presses(room)) > 2)
    ada.prints("42 +\t42")
    came = [at for at, _ in stage.found(rb"^(GET) /rooms/") if at > stopped]
    due = sorted(at + int(retry) / 1000 for at, retry in told)
    assert len(came) == len(due) == 2
    assert all(one >= other for one, other in zip(came, due))


def test_U193_a_refusal_or_a_closed_room_takes_no_key(stage):
    room = stage.room()
    host = Handmade(stage.server.address, room, "host").join(make={"keypad": "standard"})
    words = 'closed: "press" must be a known key or a list of 1 to 64 of them'
    assert stage.terminal(room, "Ada", "7", "sine").says(words).ends() == 1
    words = "refused: server rejected WebSocket connection: HTTP 404"
    assert stage.terminal("no/room", "Ada", "7").says(words).ends() == 1
    assert host.act({"close": True}) == "taken"
    assert stage.terminal(room, "Ada", "7").says("These keys may not have been applied: 7").ends() == 1
    ben = stage.own_page(room, "Ben").sees("0").is_told("the room is closed and accepts no more keys")
    ben.press("7").sees("0")
    assert stage.presses(room) == []
    host.close()


def test_U193_they_stay_away_after_a_final_close(stage):
    room = stage.room()
    assert stage.terminal(room, "Ada").says("closed: no such room").ends() == 1
    stage.own_page(room, "Ben").is_told("closed: no such room")
    host = Handmade(stage.server.address, room, "host").join(make={"keypad": "standard"})
    ada = stage.terminal(room, "Ada", "7").prints("\t7")
    ben = stage.own_page(room, "Ben", has_clock=True).sees("7")
    connections = len(stage.link.writers)
    for number in (2, 3):
        assert host.act({"remove": number}) == "taken"
    assert ada.says("closed: removed from the room").ends() == 1
    ben.is_told("closed: removed from the room").page.clock.fast_forward(600_000)
    # A client that returned would have joined by now.
    ben.press("8").is_told("closed: removed from the room")
    assert len(stage.link.writers) == connections
    host.close()
