"""A server is replaced by one with other files or other rules, while pages are open."""

import re
import shutil
from copy import copy

import pytest
from playwright.sync_api import expect

from link import Link
from server import PAGE, ROOT, Server
from test_offline import UNANSWERED, is_kept
from waiting import until

# Tests with a second rules version would need a second module. Instead only the number changes: on the way from
# a newer server, and in a newer page, whose script restores the number that its module knows.
ROOM = ROOT / "Sources/Core/SharedRoom/Room/Room.swift"
RULES = int(re.search(r"static let rules: UInt32 = (\d+)", ROOM.read_text())[1])
OLD, NEW = (f'"rules":{number},' for number in (RULES, RULES + 1))
NEWER_PAGE = ("app", r'("received", ?\w+\.data)', rf"\1.replace('{NEW}', '{OLD}')")

SCRIPT = 'script[src$="/app.js"]'


def another_page(folder, name, pattern, new):
    """A copy of the page with another text in one of its scripts."""
    shutil.copytree(PAGE, folder)
    path = folder / f"{name}.js"
    text, count = re.subn(pattern, new, path.read_text())
    assert count == 1, f"{name} has {pattern} {count} times"
    path.write_text(text)
    return folder


@pytest.fixture
def update(person, tmp_path):
    """A server that is replaced, people who reach it by one address, and the number of their page loads."""

    class Update:
        def __init__(self):
            self.server = Server(data=tmp_path / "rooms.db")
            self.link = Link(self.server.port)

        def person(self, name, **options):
            one = person(name, self.link.address, **{"service_workers": "allow"} | options)
            one.expected += (
                *UNANSWERED, "Service Worker registration blocked",
                "Failed to load resource: the server responded with a status of 404",
                "Failed to fetch dynamically imported module")
            return self.count(one)

        def second_page(self, one):
            """Another tab of the same person."""
            tab = copy(one)
            tab.page = one.context.new_page()
            tab.page.goto(one.page.url)
            return self.count(tab)

        @staticmethod
        def count(one):
            one.begun = 0

            def note(_):
                one.begun += 1

            one.page.on("domcontentloaded", note)
            return one

        def exchange(self, *, has_newer_page=True, has_newer_rules=True):
            """Ends the server, and returns the function that starts the next one."""
            self.server.kill()
            if has_newer_page and not (tmp_path / "page").exists():
                self.server.page = another_page(tmp_path / "page", *NEWER_PAGE)
            if has_newer_rules:
                self.link.change = lambda data: data.replace(OLD.encode(), NEW.encode())
            return self.server.start

    update = Update()
    yield update
    update.server.stop()
    update.link.close()


def version(one):
    source = one.page.locator(SCRIPT).get_attribute("src")
    return re.fullmatch("/([0-9a-f]{16})/app.js", source)[1]


def has_newest_page(one):
    source = re.search('src="/([0-9a-f]{16})/app.js"', one.page.request.get(one.address).text())[1]
    expect(one.page.locator(SCRIPT)).to_have_attribute("src", f"/{source}/app.js")
    return one


def test_every_page_ends_on_the_newer_version_and_no_key_is_lost(update):
    ada, plain = update.person("Ada"), update.person("Ben", service_workers="block")
    plain.join(ada.make("Standard")).is_connected()
    tab = update.second_page(ada)
    everybody = [ada, tab, plain]
    is_kept(ada).page.keyboard.type("12+")
    ada.is_settled()
    before = {version(one) for one in everybody}
    assert len(before) == 1
    start = update.exchange()
    # Each has keys that wait while the server is replaced.
    for one, key in zip(everybody, "345"):
        one.is_away().press(key).sees(key)
        one.begun = 0
    start()
    for one in everybody:
        one.hears_of_the_network()
    for one in everybody:
        has_newest_page(one).is_connected().is_settled()
        assert version(one) not in before and one.begun == 1
    number = ada.page.locator("#display").get_attribute("data-number")
    # The key that came first changed the calculator, so the others are offered.
    offered = [key for one in everybody for key in one.page.locator("#offer:not([hidden]) kbd").all_inner_texts()]
    assert sorted([*number, *offered]) == list("345")
    for one in everybody:
        one.sees(number, "12 +")
        assert one.begun == 1


def test_a_page_that_cannot_be_renewed_goes_on_by_views(update):
    ada = update.person("Ada")
    ada.make("Standard")
    is_kept(ada)
    start = update.exchange(has_newer_page=False)
    ada.is_away().press("4 2").sees("42").begun = 0
    start()
    ada.hears_of_the_network().is_connected().sees("0")
    assert ada.begun == 1
    # The right page comes later, and with it the keys that were typed.
    start = update.exchange()
    ada.is_away().begun = 0
    start()
    ada.hears_of_the_network().is_connected()
    assert ada.begun == 0
    ada.page.reload()
    has_newest_page(ada).is_connected().is_settled().sees("42")


def test_an_update_is_whole_or_not_at_all(update):
    ada = is_kept(update.person("Ada").go("/"))
    ada.make("Standard")
    ada.page.keyboard.type("12")
    before = version(ada.is_settled())
    plain = update.person("Ben", service_workers="block").go("/")
    expect(plain.page.locator("#home")).to_be_visible()
    update.exchange(has_newer_rules=False)()
    # A page that is open finds parts of its own version, or none.
    fetched = "(version) => fetch(`/${version}/calcroom.wasm`).then(({ status }) => status)"
    assert [one.page.evaluate(fetched, before) for one in (ada, plain)] == [200, 404]
    ada.page.evaluate("(version) => import(`/${version}/documents.js`)", before)
    plain.page.evaluate("(version) => { import(`/${version}/documents.js`); }", before)
    expect(plain.page.get_by_role("alert")).to_have_text(re.compile("Please reload the page"))
    newer = re.search('src="/([0-9a-f]{16})/', ada.page.request.get(ada.address).text())[1]
    # One file of the newer version never arrives.
    update.link.change = lambda data: None if f"/{newer}/tape.js".encode() in data else data
    ended = ada.page.evaluate("""async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration.update();
        const worker = registration.installing;
        if (worker.state === "installing") {
            await new Promise((changed) => (worker.onstatechange = changed));
        }
        return [worker.state, await caches.keys()];
    }""")
    assert ended == ["redundant", [before]]
    update.link.cut()
    ada.page.reload()
    assert version(ada) == before
    ada.is_away().sees("12")
    update.link.heal()
    update.link.change = lambda data: data
    ada.page.reload()
    has_newest_page(ada).is_connected().sees("12")
    assert version(ada) == newer
    # The browser keeps the newer version now.
    until(lambda: ada.page.evaluate("""async (version) => {
        const registration = await navigator.serviceWorker.getRegistration();
        const isBusy = registration.installing || registration.waiting;
        return !isBusy && (await caches.match(`/${version}/index.html`)) !== undefined;
    }""", newer))
    update.link.cut()
    ada.page.reload()
    assert version(ada) == newer
    ada.is_away().press("3").sees("123")


PARTS = [
    ("#bill-open", "#bill", ["bill.html", "bill.css", "bill.wasm", "bill.en.json"]),
    ("#lesson-open", "#lesson", ["lesson.html", "lesson.css", "lesson.en.json"]),
    ("#keyboard-open", "#shortcuts", ["shortcuts.html", "shortcuts.css"]),
    ("#asleep .try", "#alone", ["calcroom.wasm", "alone.html"]),
]


def test_a_part_that_cannot_be_loaded_is_reported_and_requested_again(person):
    ada = person("Ada", viewport={"width": 1280, "height": 800}, service_workers="block")
    ada.expected += ("Service Worker registration blocked", "Failed to load resource", "no import of",
                     "Failed to fetch")
    ada.make()
    for opens, shown, missing in PARTS:
        button = ada.page.locator(opens)
        for name in missing:
            ada.is_connected()
            for answer in (lambda route: route.fulfill(status=404, body="nothing"), lambda route: route.abort()):
                ada.page.locator("#trouble").evaluate("place => (place.textContent = '')")
                ada.page.route(f"**/{name}", answer)
                button.evaluate("button => button.click()")
                expect(ada.page.get_by_role("alert")).to_have_text(re.compile("could not be loaded"))
                ada.page.unroute(f"**/{name}")
            button.evaluate("button => button.click()")
            expect(ada.page.locator(shown)).to_be_visible()
            ada.page.reload()
    # It is reported in the open dialog.
    ada.is_connected().page.route("**/keypad-choices.js", lambda route: route.abort())
    ada.page.locator("#menu-open").click()
    expect(ada.page.get_by_role("dialog").get_by_role("alert")).to_be_in_viewport(ratio=1)
