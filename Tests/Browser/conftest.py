"""One server and one browser for each worker, and the people that a test asks for."""

import json
import re
from urllib.request import urlopen

import pytest
from playwright.sync_api import sync_playwright

import traffic
from chromium import launch
from handmade import Handmade
from link import Link
from people import Person
from server import ROOT, Server

SCREENSHOTS = ROOT / ".build/screenshots"


def pytest_xdist_make_scheduler(config, log):
    """Lets idle workers take over tests of busy ones, unless the command line names another way."""
    from xdist.scheduler import WorkStealingScheduling
    return WorkStealingScheduling(config, log) if config.option.dist == "load" else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.has_failed = getattr(item, "has_failed", False) or report.failed
    return report


@pytest.fixture(autouse=True)
def valid_frames():
    """Every frame that a page or a client sends or receives must match the schemas of the protocol."""
    yield
    assert traffic.take_mistakes() == []


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    # Each test makes a room, all from one address.
    limits = tmp_path_factory.mktemp("limits") / "limits"
    limits.write_text("roomsAtOnceMax 10000\n")
    server = Server(":memory:", "--limits", str(limits))
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="session")
def free_server():
    """A server without limits, for clients that type faster than people."""
    server = Server(":memory:", "--limits", "none")
    yield server
    assert server.stop() == 0


@pytest.fixture
def writer(free_server):
    """Makes rooms, and types in them faster than people: `writer("room").write("1 + 1 =", times=100)`."""
    writers = []

    def make(room, keypad="standard"):
        writers.append(Handmade(free_server.address, room, "Eve").join(make={"keypad": keypad}))
        return writers[-1]

    yield make
    for one in writers:
        one.close()


@pytest.fixture
def own_server():
    """For a test that stops it."""
    server = Server()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


@pytest.fixture
def link(server):
    link = Link(server.port)
    yield link
    link.close()


@pytest.fixture
def person(request, browser, server):
    """A person with a browser context of their own: `person("Ada")`. Their pages must not complain.

    If the test fails, the pages that are open then are in .build/screenshots.
    """
    people = []

    def make(name="", address=None, **options):
        people.append(Person(browser, address or server.address, name, options))
        return people[-1]

    yield make
    if getattr(request.node, "has_failed", False):
        take_pictures(request.node.name, people)
    for one in people:
        one.leave()
    assert [complaint for one in people for complaint in one.complaints] == []


@pytest.fixture(scope="session")
def layouts(server):
    """The entries of keypads.json by their names."""
    with urlopen(server.address + "/keypads.json") as file:
        return {layout["name"]: layout for layout in json.load(file)["keypads"]}


def take_pictures(test, people):
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    pages = [page for one in people for page in one.context.pages]
    for number, page in enumerate(pages, 1):
        name = re.sub(r"\W+", "-", test)
        page.screenshot(path=SCREENSHOTS / f"failed-{name}-{number}.png")


@pytest.fixture(scope="session")
def screenshots():
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    return SCREENSHOTS
