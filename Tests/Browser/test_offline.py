"""The page without a network, from the browser's cache."""

import json
import struct

import pytest
from playwright.sync_api import expect

from handmade import Handmade
from server import Server
from waiting import until

# A browser reports unanswered requests itself.
UNANSWERED = ("Failed to load resource: net::ERR_", "An unknown error occurred when fetching the script")


@pytest.fixture
def own(person, tmp_path):
    """People of a server that stores its rooms. Their browsers keep the page."""
    server = Server(data=tmp_path / "rooms.db")

    def make(name):
        one = person(name, server.address, service_workers="allow")
        one.expected += UNANSWERED
        return one

    make.server = server
    yield make
    server.stop()


def is_kept(one):
    """The browser has the page."""
    one.page.evaluate("navigator.serviceWorker.ready")
    until(lambda: one.page.evaluate("caches.keys().then((names) => names.length)"))
    return one


def test_browsers_offer_to_install_the_page(person):
    ada = is_kept(person("Ada", service_workers="allow").go("/"))
    devtools = ada.context.new_cdp_session(ada.page)
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's window is private, which prevents the installation. The headless shell reports no reasons.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}
    found = devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["start_url"], manifest["scope"]) == ("/", "/")
    sizes = {}
    links = [link.get_attribute("href") for link in ada.page.query_selector_all("link[rel=apple-touch-icon]")]
    assert len(links) == 1
    for path in [icon["src"] for icon in manifest["icons"]] + links:
        answer = ada.page.request.get(ada.address + path)
        assert answer.ok, path
        if path.endswith(".png"):
            sizes[path] = struct.unpack(">II", answer.body()[16:24])
    assert sizes == {"/icon-192.png": (192, 192), "/icon-512.png": (512, 512),
                     "/icon-whole-180.png": (180, 180), "/icon-whole-512.png": (512, 512)}
    # The server answers names that no room can have.
    ada.go("/rooms/no%20name")
    expect(ada.page.locator("#not-a-name")).to_contain_text("A room cannot be called “no name”.")
    ada.complaints.clear()


def rooms_at_home(one):
    """The name of each listed room, and the text next to it."""
    links = one.go("/").page.locator("#visited-rooms a")
    links.first.wait_for()
    return [line.split("\n") for line in links.all_inner_texts()]


def keys_in_log(one, room):
    log = one.page.request.get(f"{one.address}/rooms/{room}/log").text()
    events = (json.loads(line) for line in log.splitlines())
    return " ".join(event["press"] for event in events if "press" in event and "void" not in event)


def new_tab(one):
    """Closes the tab, and opens another one."""
    one.page.close()
    one.page = one.context.new_page()
    return one


def test_a_room_made_without_a_network_is_listed_and_made_later_with_all_keys_once(own):
    ada = is_kept(own("Ada").go("/"))
    own.server.stop()
    # It is listed also without a key.
    ada.go("/rooms/without-a-key?make=chain").page.locator("#calculator[data-known=true]").wait_for()
    ada.go("/rooms/made-offline?make=standard").press("1 2 +").sees("12", "12 +")
    assert rooms_at_home(ada) == [["made-offline", "Not sent yet"], ["without-a-key", "Not sent yet"]]
    # The page is left twice, and its tab is closed.
    ada.page.get_by_role("link", name="made-offline").click()
    ada.press("3 0 =").sees("42")
    new_tab(ada).go("/rooms/made-offline").press("*").sees("42", "42 ×").page.reload()
    ada.press("2 =").sees("84")
    assert rooms_at_home(new_tab(ada))[0] == ["made-offline", "Not sent yet"]
    own.server.start()
    ada.page.get_by_role("link", name="made-offline").click()
    ada.is_connected().is_settled().sees("84")
    expect(ada.page.locator("#offer")).to_be_hidden()
    assert keys_in_log(ada, "made-offline") == "1 2 + 3 0 = * 2 ="
    assert rooms_at_home(ada) == [["made-offline", "Standard"], ["without-a-key", "Not sent yet"]]
    # A later page has nothing to send.
    new_tab(ada).go("/rooms/made-offline").is_connected().is_settled()
    assert keys_in_log(ada, "made-offline") == "1 2 + 3 0 = * 2 ="
    ada.go("/rooms/without-a-key").is_connected().has_keypad("Chain")


def test_a_room_that_somebody_else_made_meanwhile_is_joined_and_the_result_is_offered(own):
    ada = is_kept(own("Ada").go("/"))
    own.server.stop()
    ada.go("/rooms/a-common-name?make=standard").press("6 * 7 =").sees("42")
    new_tab(ada)
    own.server.start()
    ben = Handmade(own.server.address, "a-common-name", "Ben").join(make={"keypad": "standard"})
    ben.write("5")
    ada.go("/rooms/a-common-name").is_connected().sees("5")
    expect(ada.page.locator("#offer-text")).to_contain_text("42")
    expect(ada.page.locator("#people li")).to_have_count(2)
    ada.page.get_by_role("button", name="Use 42").click()
    ada.is_settled().sees("42")
    ben.close()


def test_keys_of_a_room_that_was_joined_without_a_network_wait_for_the_next_page(own):
    ada = is_kept(own("Ada").go("/"))
    ben = Handmade(own.server.address, "of-ben", "Ben").join(make={"keypad": "formula"})
    ben.close()
    own.server.stop()
    for room in ("of-ben", "nobodys"):
        ada.go(f"/rooms/{room}").press("2 + 3 =").sees("5")
    # In two tabs, one after the other.
    new_tab(ada).go("/")
    own.server.start()
    assert rooms_at_home(ada) == [["nobodys", "Not sent yet"], ["of-ben", "Not sent yet"]]
    ada.page.get_by_role("link", name="of-ben").click()
    ada.is_connected().is_settled().sees("5")
    assert keys_in_log(ada, "of-ben") == "2 + 3 ="
    ada.go("/rooms/nobodys")
    expect(ada.page.locator("#ended")).to_be_visible()
    assert rooms_at_home(ada) == [["of-ben", "Formula"]]


def test_without_a_network_page_and_room_are_there_and_keys_arrive_later(own):
    ada = own("Ada")
    room = ada.make("Standard")
    ada.is_joined_by("Ben")
    is_kept(ada).page.keyboard.type("12+")
    ada.is_settled()
    own.server.stop()
    ada.page.reload()
    ada.sees("12", "12 +").is_told("^(Reconnecting|Offline)").press("3 0").sees("30")
    # The room is shared by the page's own address.
    ada.page.get_by_role("button", name="Share").click()
    expect(ada.page.locator("#share-link")).to_have_value(f"{ada.address}/rooms/{room}")
    # The home shows where one was, and leads there.
    ada.go("/").page.get_by_role("link", name=room).click()
    ada.sees("30", "12 +").press("=").sees("42")
    # A room that nobody knows yet calculates, too.
    tab = ada.context.new_page()
    for path, keys, display in (("/rooms/new-one?make=tip", "8 5 tip20", "17.00"), ("/rooms/unknown-one", "2 + 3", "3")):
        tab.goto(ada.address + path)
        tab.locator("#calculator[data-known=true]").wait_for()
        for key in keys.split():
            tab.locator(f'[data-key="{key}"]').click()
        expect(tab.locator("#display")).to_have_text(display)
    tab.close()
    own.server.start()
    ada.hears_of_the_network().is_connected()
    ada.is_settled().sees("42")
    assert ada.page.request.get(f"{ada.address}/rooms/{room}/state").json()["display"] == "42"
