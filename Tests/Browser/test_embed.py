"""A room in a frame of another page (`--embed-in`). Frames of another site have a storage of their own. Frames of the
server's own site, whatever its port, share the storage of its other pages."""

import itertools
import json
import shutil
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import expect

from chromium import launch
from handmade import Handmade
from other_browsers import Firefox
from people import Person
from scope import full
from server import Server
from waiting import until

# Names of this machine. The server is at 127.0.0.1, and does not let the last one embed rooms.
SCHOOL, SAME_SITE, STRANGER = "localhost", "127.0.0.1", "127.0.0.2"
LINK = "the-secret-of-a-link-for-a-host"
_rooms = itertools.count(1)

# A browser that forbids storage to frames of other sites.
NO_STORAGE = """
if (window !== top) {
    for (const [owner, name] of [
        [window, "localStorage"], [window, "sessionStorage"], [window, "indexedDB"], [window, "caches"],
        [Navigator.prototype, "serviceWorker"], [Document.prototype, "cookie"],
    ]) Object.defineProperty(owner, name, { get() { throw new DOMException("denied", "SecurityError"); } });
}"""


class Page(BaseHTTPRequestHandler):
    """The page around a room, which is in the address."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>School</title>{unquote(self.path[1:])}".encode())

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def port():
    """Where this machine serves the pages around rooms."""
    pages = ThreadingHTTPServer(("", 0), Page)
    threading.Thread(target=pages.serve_forever, daemon=True).start()
    yield pages.server_port
    pages.shutdown()
    pages.server_close()


@pytest.fixture(scope="module")
def embedding(port):
    allowed = [word for host in (SCHOOL, SAME_SITE) for word in ("--embed-in", f"http://{host}:{port}")]
    server = Server(":memory:", "--limits", "none", *allowed)
    yield server
    assert server.stop() == 0


class Around:
    """A person's page of another server, with a room in it."""

    def __init__(self, person, server, origin):
        self.person, self.server, self.origin = person, server, origin
        self.page = person.context.new_page()
        self.page.on("pageerror", lambda error: person._note(str(error)))

    def shows(self, html):
        self.page.goto(f"{self.origin}/{quote(html)}")
        return self

    def frames(self, path):
        return self.shows(f'<iframe src="{self.server.address}{path}" width="360" height="640"></iframe>')

    def embeds(self, room, fragment=""):
        return self.frames(f"/rooms/{room}?view=embed{fragment}")

    def inside(self, place):
        return self.page.frame_locator("iframe").locator(place)

    @property
    def frame(self):
        return self.page.frames[1]

    def is_connected(self):
        expect(self.inside("#room")).to_have_attribute("data-current", "true")
        return self

    def enters(self):
        """Touches the room, and skips the name."""
        button = self.inside("#hand")
        button.click() if button.is_visible() else self.inside("#stage").click(position={"x": 20, "y": 20})
        self.inside("#naming-skip").click()
        expect(self.inside("#me .face")).to_have_count(1)
        return self


@pytest.fixture
def around(person, embedding, port):
    def make(host=SCHOOL, one=None):
        return Around(one or person("", embedding.address), embedding, f"http://{host}:{port}")

    return make


@pytest.fixture
def host(embedding):
    hosts = []

    def make(**more):
        hosts.append(Handmade(embedding.address, f"embed-{next(_rooms)}", "host"))
        return hosts[-1].join(make={"keypad": "standard", **more})

    yield make
    for one in hosts:
        one.close()


def room_of(client):
    return client.socket.request.path.rpartition("/")[2]


def events(server, room):
    log = urllib.request.urlopen(f"{server.address}/rooms/{room}/log").read().decode()
    return [json.loads(line) for line in log.splitlines()]


@pytest.fixture
def partitioned(browser, embedding):
    """Ada with a browser that partitions storage by sites, as browsers do that no test drives."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    main = next(process["id"] for process in processes if process["type"] == "browser")
    arguments = Path(f"/proc/{main}/cmdline").read_text().split("\0")
    disabling = [text for text in arguments if "ThirdPartyStoragePartitioning" in text]
    own = launch(browser.browser_type, *(text.replace("ThirdPartyStoragePartitioning", "None") for text in disabling),
                 ignore_default_args=disabling)
    ada = Person(own, embedding.address, "Ada", {})
    yield ada
    ada.leave()
    own.close()
    assert ada.complaints == []


def test_an_embed_in_a_hosts_browser_is_not_the_host(person, embedding, around):
    is_not_the_host(person("Ada", embedding.address), embedding, around, SAME_SITE)


def test_an_embed_with_a_storage_of_its_own_is_not_the_host(partitioned, embedding, around):
    is_not_the_host(partitioned, embedding, around, SCHOOL)


def is_not_the_host(ada, embedding, around, outside):
    room = ada.make(room=f"embed-{next(_rooms)}")
    ada.page.get_by_role("button", name="Lock keypad").click()
    ada.is_settled()
    secret = ada.page.evaluate("localStorage['calcroom secret']")
    page = around(outside, ada).embeds(room).is_connected()
    # The frame has the host's secret if it shares the storage, and does not use it.
    shared = secret if outside == SAME_SITE else None
    assert page.frame.evaluate("localStorage['calcroom secret'] ?? null") == shared
    expect(page.inside("#asleep")).to_be_visible()
    page.enters()
    for place in ("#bar", "#side", "#control", "#lock", "#ask-open", "#lesson-open", "#menu", "#open-again"):
        expect(page.inside(place)).to_be_hidden()
    page.page.keyboard.press("7")
    page.inside("#hand").click()
    expect(ada.page.locator("#hands-text")).to_be_visible()
    log = events(embedding, room)
    assert [event["enter"].get("name") for event in log if "enter" in event] == ["Ada", None]
    assert [event for event in log if event.get("by") == 2 and "press" in event and "void" not in event] == []


def test_an_embed_ignores_the_link_for_a_host(embedding, around, host):
    ada = host()
    assert ada.act({"hostLink": LINK}) == "taken"
    page = around(SAME_SITE).embeds(room_of(ada), f"#host={LINK}").is_connected().enters()
    page.frame.evaluate(f"location.hash = '#host={LINK}&again'; location.hash = '#host={LINK}'")
    page.page.keyboard.press("7")
    ada.until(lambda frame: any("press" in event for event in frame.get("events", [])))
    log = events(embedding, room_of(ada))
    assert [event for event in log if "useLink" in event or "host" in event] == []


def test_an_embed_that_is_made_host_enters_again_as_somebody_else(embedding, around, host):
    ada = host()
    around().embeds(room_of(ada)).is_connected().enters()
    assert ada.act({"host": 2}) == "taken"
    ada.until(lambda frame: any("enter" in event for event in frame.get("events", [])))
    names = [event["enter"].get("name") for event in events(embedding, room_of(ada)) if "enter" in event]
    assert names == ["host", None, None]


def test_an_unknown_room_in_an_embed_explains_itself_and_makes_nothing(embedding, around):
    page = around()
    for fragment in ("", "#host=" + LINK):
        page.embeds("nobody-made-this", fragment)
        expect(page.inside("#ended-why")).to_have_text("There is no room nobody-made-this.")
        expect(page.inside("#ended-next")).to_have_text("Nobody has created this room yet. Try again when it exists.")
        expect(page.inside("#ended :is(a, form)").filter(visible=True)).to_have_count(0)
        page.inside("#try-again").click()
        expect(page.inside("#ended-why")).to_be_visible()
    with pytest.raises(urllib.error.HTTPError) as error:
        events(embedding, "nobody-made-this")
    assert error.value.code == 404


def test_nothing_else_can_be_framed(around, host):
    room = room_of(host())
    allowed, stranger = around(), around(STRANGER)
    allowed.person.expected += ("Refused to frame", "Framing")
    for page, path in [
        (allowed, "/"), (allowed, f"/rooms/{room}"), (allowed, f"/rooms/{room}?view=board"),
        (allowed, f"/rooms/{room}?view=embed&make=standard"), (allowed, "/rooms/new?make=standard&view=embed"),
        (stranger, f"/rooms/{room}?view=embed"),
    ]:
        page.frames(path)
        assert page.frame.url == "chrome-error://chromewebdata/", path
    # The page inside cannot leave for one of those either.
    allowed.embeds(room).is_connected()
    with allowed.page.expect_event("framenavigated"):
        allowed.frame.evaluate("location.assign('/')")
    assert allowed.frame.url == "chrome-error://chromewebdata/"


def test_the_element_shows_a_room_without_any_storage(embedding, around, host):
    ada = host()
    page = around()
    page.person.context.add_init_script(NO_STORAGE)
    page.person.context.new_cdp_session(page.page).send("Network.setCookieControls", {
        "enableThirdPartyCookieRestriction": True, "disableThirdPartyCookieMetadata": True,
        "disableThirdPartyCookieHeuristics": True})
    page.shows(f"""<script type="module" src="{embedding.address}/api/calcroom.js"></script>
        <calc-room src="{embedding.address}/rooms/{room_of(ada)}?make=tip#host={LINK}"></calc-room>""")
    page.is_connected()
    assert page.frame.url == f"{embedding.address}/rooms/{room_of(ada)}?view=embed"
    with pytest.raises(Exception, match="denied"):
        page.frame.evaluate("localStorage")
    # Readers who only look do not enter the room.
    assert len([event for event in events(embedding, room_of(ada)) if "enter" in event]) == 1
    # A finger that scrolls the page presses no key.
    nine = page.inside('[data-key="9"]')
    nine.dispatch_event("pointerdown", {"button": 0, "pointerType": "touch"})
    nine.dispatch_event("pointercancel")
    for key in "7", "8":
        page.inside(f'[data-key="{key}"]').click()
        if key == "7":
            page.inside("#own-name").fill("Ben")
            page.inside("#naming-take").click()
    expect(page.inside("#display")).to_have_text("78")
    # Otherwise the host's key could come first.
    expect(page.inside("#display")).to_have_attribute("data-pending", "0")
    assert ada.act({"press": "9"}) == "taken"
    expect(page.inside("#display")).to_have_text("789")
    log = events(embedding, room_of(ada))
    assert [event["enter"].get("name") for event in log if "enter" in event] == ["host", "Ben"]
    # Another address shows another room, and one that is not a room's shows nothing.
    set_address = "(address) => document.querySelector('calc-room').setAttribute('src', address)"
    other = host()
    page.page.evaluate(set_address, f"{embedding.address}/rooms/{room_of(other)}")
    expect(page.inside("#room-name")).to_have_text(room_of(other))
    for address in ("javascript:alert(1)", f"{embedding.address}/", "http://", ""):
        page.page.evaluate(set_address, address)
        expect(page.page.locator("calc-room iframe")).to_have_count(0)


# Firefox's rules for cookies and storage: frames of other sites have none, frames of sites that were never visited
# have none, or they have a storage for each site around them.
@full
@pytest.mark.parametrize("cookies", [1, 2, 5])
def test_a_room_works_in_a_frame_in_firefox(embedding, port, host, cookies):
    if not shutil.which("firefox-esr"):
        pytest.skip("firefox-esr is not installed")
    ada = host().write("1 2")
    firefox = Firefox(**{"network.cookie.cookieBehavior": cookies})
    try:
        frame = f'<iframe src="{embedding.address}/rooms/{room_of(ada)}?view=embed" width="360" height="640"></iframe>'
        firefox.open(f"http://{SCHOOL}:{port}/{quote(frame)}")
        firefox.enter_frame()
        firefox.is_connected()
        firefox.sees("12")
        firefox.click("#connection")
        firefox.click("#naming-skip")
        until(lambda: firefox.evaluate("document.querySelector('#me .face') !== null"))
        firefox.press("+ 3 0 =")
        firefox.sees("42")
        # The number is there before the server has the last key.
        until(lambda: [event["press"] for event in events(embedding, room_of(ada)) if "press" in event]
              == "1 2 + 3 0 =".split())
    finally:
        firefox.close()
