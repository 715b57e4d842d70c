"""Takes pictures of people's windows, with links that can be cut."""

from link import Link
from people import Person
from server import ROOT

FOLDER = ROOT / ".build/screenshots"
WINDOWS = {
    "phone-portrait": (390, 844), "phone-landscape": (844, 390),
    "desktop-portrait": (800, 1280), "desktop-landscape": (1280, 800),
}


class Photographer:
    def __init__(self, browser, server, words):
        self.browser, self.server, self.words = browser, server, words
        self.people, self.links = [], []

    def wants(self, name):
        return not self.words or any(word in name for word in self.words)

    def person(self, name="Ada", window="phone-portrait", scheme="light", address=None, **options):
        width, height = WINDOWS.get(window, window)
        options |= {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
        self.people.append(
            Person(self.browser, address or self.server.address, name, options))
        return self.people[-1]

    def link(self):
        self.links.append(Link(self.server.port))
        return self.links[-1]

    def take(self, person, name, whole=False):
        person.page.mouse.move(0, 0)
        person.page.screenshot(path=FOLDER / f"{name}.png", full_page=whole)
        print(name)

    def leave(self):
        for person in self.people:
            person.leave()
        for link in self.links:
            link.close()
        self.people, self.links = [], []
