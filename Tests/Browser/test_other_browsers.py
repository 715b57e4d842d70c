"""The main path in every browser: make a room, join it, press, see, and come back."""

import os
import shutil

import pytest

from other_browsers import BROWSERS
from scope import full
from server import Server
from waiting import until

# As for Scripts/test: `chromium`, `all`, or `possible`.
WANTED = os.environ.get("TESTED_BROWSERS", "possible")


@pytest.fixture(params=BROWSERS)
def people(request):
    """Gives browsers of one kind, each with a storage of its own."""
    kind = BROWSERS[request.param]
    missing = [name for program, name in kind.packages.items() if not shutil.which(program)]
    if WANTED == "chromium" or missing and WANTED == "possible":
        pytest.skip(f"{request.param} ({' '.join(missing) or 'not asked for'})")
    open_ones = []

    def person():
        open_ones.append(kind())
        return open_ones[-1]

    person.kind = request.param
    yield person
    for one in open_ones:
        one.close()


@pytest.fixture
def server(tmp_path):
    server = Server(data=tmp_path / "rooms.db")
    yield server
    server.stop()


@full
def test_people_make_join_and_resume_a_room(people, server, screenshots):
    ada, ben = people(), people()
    ada.open(server.address)
    ada.type("#new-name", "smoke")
    ada.click("#make button.main")
    ada.is_connected()
    ada.press("1 2")
    ada.sees("12")
    # Browsers differ in how they align the contents of buttons.
    assert ada.evaluate("""[...document.querySelectorAll("#keypad .key")].every(
        (key) => key.querySelector(".cap").offsetHeight > 0.7 * key.offsetHeight)""")

    ben.open(server.address)
    ben.type("#code", "smoke")
    ben.click("#join button.main")
    ben.type("#own-name", "Ben")
    ben.click("#naming-take")
    ben.is_connected()
    ben.sees("12")
    ben.press("+ 3 0")
    ada.sees("30")
    for name, one in (("ada", ada), ("ben", ben)):
        one.picture(screenshots / f"{people.kind}-{name}.png")

    until(lambda: ben.evaluate("caches.keys().then((names) => names.length)"))
    ben.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.kill()
    until(lambda: ada.evaluate("document.getElementById('room').dataset.current") == "false")
    ben.open(f"{server.address}/rooms/smoke")
    ben.sees("30")
    ada.press("=")
    ada.sees("42")
    server.start()
    for one in (ada, ben):
        one.evaluate("dispatchEvent(new Event('online'))")
        one.is_connected()
        one.sees("42")
