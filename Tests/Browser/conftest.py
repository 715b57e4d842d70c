"""A server and a browser for all tests, and for each the people that it asks for."""

import pytest
from playwright.sync_api import sync_playwright

from chromium import launch
from link import Link
from people import Person
from server import ROOT, Server


@pytest.fixture(scope="session")
def server():
    server = Server()
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="module")
def free_server():
    """One without limits, for who types faster than people."""
    server = Server(":memory:", "--limits", "none")
    yield server
    assert server.stop() == 0


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
def person(browser, server):
    """Somebody with a browser of their own: `person("Ada")`. Their pages must not complain."""
    people = []

    def make(name="", address=None, **options):
        people.append(Person(browser, address or server.address, name, options))
        return people[-1]

    yield make
    for one in people:
        one.leave()
    assert [complaint for one in people for complaint in one.complaints] == []


@pytest.fixture(scope="session")
def screenshots():
    folder = ROOT / ".build/screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
