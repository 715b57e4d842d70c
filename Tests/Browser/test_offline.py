"""The page without a network, from the browser's cache."""

import json
import struct

import pytest
from playwright.sync_api import expect

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
