"""Pictures to look at: Scripts/screenshots"""

import itertools
import sys

from playwright.sync_api import expect, sync_playwright

from chromium import launch
from pictured_states import STATES
from pictures import FOLDER, WINDOWS, Photographer
from server import Server
import shown_pictures
from shown_pictures import TYPED


def keypads(photographer):
    for keypad, window, scheme in itertools.product(TYPED, WINDOWS, ["light", "dark"]):
        name = f"{keypad.lower()}-{window}-{scheme}"
        if not photographer.wants(name):
            continue
        ada = photographer.person(window=window, scheme=scheme)
        ada.make(keypad)
        ada.press(TYPED[keypad]).is_settled()
        photographer.take(ada, name)
        photographer.leave()


def homes(photographer):
    for window, scheme in itertools.product(WINDOWS, ["light", "dark"]):
        name = f"home-{window}-{scheme}"
        if photographer.wants(name):
            ada = photographer.person(window=window, scheme=scheme)
            ada.make("Tip", f"bill-{window}-{scheme}")
            ada.go("/")
            expect(ada.page.locator("#visited")).to_be_visible()
            photographer.take(ada, name, whole=True)
            photographer.leave()


def states(photographer):
    for name, state in STATES.items():
        if photographer.wants(f"state-{name}"):
            photographer.take(state(photographer), f"state-{name}", whole=name == "zoomed")
            photographer.leave()


def main():
    if sys.argv[1:] == ["--readme"]:
        with sync_playwright() as playwright:
            shown_pictures.renew(playwright.chromium)
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    server = Server()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright.chromium)
            photographer = Photographer(browser, server, sys.argv[1:])
            keypads(photographer)
            homes(photographer)
            states(photographer)
            browser.close()
    finally:
        server.stop()


main()
