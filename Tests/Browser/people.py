"""What people do with the page."""

import itertools
import re

from playwright.sync_api import Error, expect

# For whatever comes by the network. A page that was cut off waits up to 30 seconds between two
# attempts to come back (C54).
LIMIT = 45_000
expect.set_options(timeout=LIMIT)

# What nothing can keep a browser from telling: every connection that did not come about.
UNAVOIDABLE = "WebSocket connection to"

_rooms = itertools.count(1)

PASTE = """(text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    document.body.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""
COPY = """() => {
    const clipboardData = new DataTransfer();
    const event = new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    return [event.defaultPrevented, clipboardData.getData("text/plain")];
}"""


# There is a network until the test takes it away: this machine may have none.
NETWORK = """
    let isOnline = true;
    Object.defineProperty(Navigator.prototype, "onLine", { get: () => isOnline });
    addEventListener("online", () => (isOnline = true));
    addEventListener("offline", () => (isOnline = false));
"""


class Person:
    """One browser context with one page: its storage is nobody else's."""

    def __init__(self, browser, address, name, options):
        self.address = address
        self.name = name
        self.complaints = []
        # How those begin that are no surprise in this test.
        self.expected = (UNAVOIDABLE,)
        self.context = browser.new_context(**options)
        self.context.add_init_script(NETWORK)
        self.page = self.context.new_page()
        self.page.set_default_timeout(LIMIT)
        self.page.on("pageerror", lambda error: self._note(str(error)))
        self.page.on("console", self._listen)

    def _listen(self, message):
        if message.type in ("error", "warning"):
            self._note(message.text)

    def _note(self, complaint):
        if not complaint.startswith(self.expected):
            self.complaints.append(complaint)

    def leave(self):
        self.context.close()

    def go(self, path):
        self.page.goto(self.address + path)
        return self

    def make(self, keypad="Standard", room=None):
        """Makes a room on the page for it, and gives its name."""
        self.go("/")
        self.page.locator("#own-name").fill(self.name)
        self.page.locator(f"#make [value={keypad.lower()}]").check()
        self.page.locator("#new-name").fill(room or f"test-{next(_rooms)}")
        self.page.locator("#make .main").click()
        self.is_connected()
        return self.page.locator("#room-name").text_content()

    def join(self, room):
        self.go("/")
        self.page.locator("#own-name").fill(self.name)
        self.page.locator("#code").fill(room)
        self.page.locator("#join .main").click()
        return self

    def press(self, keys):
        for key in keys.split():
            self.page.locator(f'[data-key="{key}"]').click()
        return self

    def paste(self, text):
        self.page.evaluate(PASTE, text)
        return self

    def copy(self):
        """Whether the page did it, and what is in the clipboard then."""
        return self.page.evaluate(COPY)

    def sees(self, display, expression=None):
        """A number as programs read it, or the words of an error."""
        main = expect(self.page.locator("#display"))
        if re.fullmatch(r"-?[\d.]+(e[+-]\d+)?", display):
            main.to_have_attribute("data-number", display)
        else:
            main.to_have_text(display)
        if expression is not None:
            expect(self.page.locator("#expression")).to_have_text(expression)
        return self

    def shows(self, display):
        """The main line, letter by letter."""
        expect(self.page.locator("#display")).to_have_text(display)
        return self

    def choose(self, keypad):
        """Changes the keypad for everybody."""
        self.page.locator("#menu-open").click()
        self.page.locator(f"#menu [value={keypad.lower()}]").check()
        self.page.locator("#menu .main").click()
        return self

    def in_lesson(self, name):
        """Opens the host's place for a lesson, and presses one of its buttons."""
        self.page.get_by_role("button", name="Lesson", exact=True).click()
        self.page.locator("#lesson").get_by_role("button", name=name).click()
        return self

    def holds_names(self, are_held):
        self.page.get_by_role("button", name="Lesson", exact=True).click()
        self.page.get_by_label("Hold new names back from the board").set_checked(are_held)
        self.page.locator("#lesson .main").click()
        return self

    def deletes_the_room(self):
        self.in_lesson("Delete the room")
        self.page.locator("#ask-delete .main").click()
        return self

    def is_connected(self):
        expect(self.page.locator("#room")).to_have_attribute("data-current", "true")
        return self

    def is_away(self):
        away = re.compile("^(away|offline|restart|gone|connecting)$")
        expect(self.page.locator("#connection")).to_have_attribute("data-state", away)
        return self

    def is_told(self, line):
        """The one line about the room and the way to it."""
        expect(self.page.locator("#connection")).to_have_text(re.compile(line))
        return self

    def is_settled(self):
        """Everything that this page did is decided."""
        expect(self.page.locator("#display")).to_have_attribute("data-pending", "0")
        return self

    def loses_the_network(self):
        self.context.set_offline(True)
        self.page.evaluate("dispatchEvent(new Event('offline'))")
        return self

    def has_the_network_again(self):
        self.context.set_offline(False)
        return self.hears_of_the_network()

    def hears_of_the_network(self):
        """What a browser tells a page when the device is online again. One that loads itself anew at
        this very moment need not hear it."""
        try:
            self.page.evaluate("dispatchEvent(new Event('online'))")
        except Error as error:
            assert "context was destroyed" in error.message, error
        return self
