"""The client library in a page of another server, together with the page of this one."""

import functools
import itertools
import json
import threading
import urllib.request
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from handmade import Handmade
from link import Link
from people import Person
from server import ROOT, Server

FOLDER = ROOT / "docs/examples"
_rooms = itertools.count(1)


class OwnPage(Person):
    def open(self, room):
        return self.go(f"/page.html?{urlencode({'room': room})}")

    def press(self, keys):
        for key in keys.split():
            self.page.get_by_role("button", name=key, exact=True).click()
        return self

    def is_told(self, words):
        expect(self.page.locator("#message")).to_have_text(words)
        return self


class Folder:
    """A file server."""

    def __init__(self):
        class Handler(SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=str(FOLDER)))
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Stage:
    """A server, a link to it that can be cut, and pages that use this link."""

    def __init__(self, browser, data):
        self.browser, self.folder = browser, Folder()
        self.server = Server(data, "--origin", self.folder.address)
        self.link = Link(self.server.port)
        self.pages = []

    def room(self):
        return f"examples-{next(_rooms)}"

    def page(self, room, has_clock=False):
        one = OwnPage(self.browser, self.folder.address, "Ben", {})
        self.pages.append(one)
        one.expected += ("Failed to load resource",)
        if has_clock:
            one.page.clock.install()
        return one.open(f"{self.link.address}/rooms/{room}")

    def presses(self, room):
        """The presses in the event log: author, key, and the reason if it is void."""
        log = urllib.request.urlopen(f"{self.server.address}/rooms/{room}/log").read().decode()
        events = [json.loads(line) for line in log.splitlines()]
        return [(event["by"], event["press"], event.get("void")) for event in events if "press" in event]

    def end(self):
        for one in self.pages:
            one.leave()
        self.link.close()
        self.folder.close()
        self.server.stop()


@pytest.fixture
def stage(browser, tmp_path):
    stage = Stage(browser, tmp_path / "rooms.db")
    yield stage
    stage.end()
    assert [words for one in stage.pages for words in one.complaints] == []


def test_a_page_of_another_server_makes_a_room_presses_and_shows_the_display(stage, person):
    room = stage.room()
    ben = stage.page(room).shows("0").press("5 + 7")
    cleo = person("Cleo", stage.server.address).join(room).is_connected().sees("7", "5 +")
    ben.press("* 2 =").shows("24")
    expect(ben.page.locator("#expression")).to_have_text("(5 + 7) × 2")
    cleo.sees("24", "(5 + 7) × 2")


def test_it_reports_void_keys_and_stays_away_after_a_final_close(stage):
    room = stage.room()
    host = Handmade(stage.server.address, room, "host").join(make={"keypad": "standard", "lock": True})
    ben = stage.page(room, has_clock=True).shows("0").press("8").is_told("8 had no effect: locked")
    connections = len(stage.link.writers)
    assert host.act({"remove": 2}) == "taken"
    ben.is_told("removed from the room").page.clock.fast_forward(600_000)
    # A client that returned would have joined by now.
    ben.press("8").is_told("8 had no effect: unsent")
    assert len(stage.link.writers) == connections
    assert stage.presses(room) == [(2, "8", "locked")]
    host.close()


def test_a_device_that_is_online_again_finds_a_dead_link(stage):
    room = stage.room()
    ben = stage.page(room).shows("0")
    stage.link.swallow()
    ben.press("7").hears_of_the_network().is_told("the connection ended: network")
    assert stage.presses(room) == []
    stage.link.heal()
    ben.shows("7")
    assert stage.presses(room) == [(1, "7", None)]
