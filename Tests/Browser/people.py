"""People with a page, and their actions on it."""

import itertools
import json
import re

from playwright.sync_api import Error, TimeoutError, expect

import traffic
from handmade import Handmade

# Limits a wait for something that comes by the network. A page that was cut off waits up to 30 seconds between two
# attempts to come back.
LIMIT = 45_000
expect.set_options(timeout=LIMIT)

# Messages that a page cannot prevent: failed connections, and the service worker that most tests do without.
UNAVOIDABLE = ("WebSocket connection to", "Failed to load resource: net::ERR_",
               "Service Worker registration blocked by Playwright")
# A test that is about animations or about the page without a network overrides these.
DEFAULTS = {"service_workers": "block", "reduced_motion": "reduce"}

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

# The name that a person has given before. Pages without storage, such as about:blank, have none.
NAME = """(name) => {
    try {
        localStorage["calcroom name"] ??= name;
    } catch {}
}"""


class Person:
    """One browser context with one page: its storage is nobody else's."""

    def __init__(self, browser, address, name, options):
        self.address = address
        self.name = name
        self.complaints = []
        # Prefixes of the complaints that this test expects.
        self.expected = UNAVOIDABLE
        self.room = None
        # Participants without a page, who leave with this person.
        self.others = []
        self.context = browser.new_context(**DEFAULTS | options)
        self.context.add_init_script(NETWORK)
        if name:
            self.context.add_init_script(f"({NAME})({json.dumps(name)})")
        self.context.on("page", traffic.listen)
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
        for one in self.others:
            one.close()
        self.context.close()

    def go(self, path):
        self.page.goto(self.address + path)
        return self

    def make(self, keypad="Standard", room=None):
        """Makes a room by its address, and returns its name."""
        self.room = room or f"test-{next(_rooms)}"
        self.go(f"/rooms/{self.room}?make={keypad.lower()}").is_connected()
        return self.room

    def is_hosted_by(self, name="Ada", keypad="Standard", address=None, room=None):
        """Lets somebody make a room without a page, for this person to visit, and returns their connection."""
        self.room = room or f"test-{next(_rooms)}"
        self.others.append(Handmade(address or self.address, self.room, name).join(make={"keypad": keypad.lower()}))
        return self.others[-1]

    def visits(self, name="Ada", keypad="Standard", address=None):
        """Enters the room of somebody without a page, and returns their connection."""
        host = self.is_hosted_by(name, keypad, address)
        self.join(self.room).is_connected()
        return host

    def join(self, room):
        """Enters a room by its address. A person without a name skips the name step."""
        self.room = room
        self.go(f"/rooms/{room}")
        return self if self.name else self.skips_the_name()

    def skips_the_name(self):
        """Waits until the page asks for a name, if it does, and gives none."""
        is_through = "window.ended || !home.hidden || me.childElementCount > 0"
        self.page.wait_for_function(f"() => naming.open || {is_through}")
        skip = self.page.locator("#naming-skip")
        if skip.is_visible():
            skip.click()
            self.page.wait_for_function(f"() => {is_through}")
        return self

    def is_joined_by(self, name, address=None):
        """Lets somebody join this person's room without a page, and returns their connection."""
        self.others.append(Handmade(address or self.address, self.room, name).join())
        return self.others[-1]

    def join_at_home(self, room):
        self.go("/")
        self.page.locator("#code").fill(room)
        self.page.locator("#join .main").click()
        return self

    def renames(self, name):
        """Changes the name by a click on the own picture."""
        self.page.locator("#me").click()
        self.page.locator("#own-name").fill(name)
        self.page.locator("#naming-take").click()
        return self

    def press(self, keys):
        for key in keys.split():
            self.page.locator(f'[data-key="{key}"]').click()
        return self

    def paste(self, text):
        self.page.evaluate(PASTE, text)
        return self

    def copy(self):
        """Returns whether the page handled the event, and the text in the clipboard."""
        return self.page.evaluate(COPY)

    def _waits(self, condition, argument, report):
        """Waits for a condition. It looks at every frame, and `expect` only after 100 milliseconds or more. `report`
        fails with the page's own content."""
        try:
            self.page.wait_for_function(condition, arg=argument)
        except TimeoutError:
            report()
        return self

    def _has(self, place, name, value):
        return self._waits(
            "([place, name, value]) => document.querySelector(place)?.getAttribute(name) === value",
            [place, name, value], lambda: expect(self.page.locator(place)).to_have_attribute(name, value, timeout=1))

    def has_keypad(self, keypad):
        return self._has("#stage", "data-keypad", keypad.lower())

    def sees(self, display, expression=None):
        """A number as programs read it, or the words of an error."""
        main = expect(self.page.locator("#display"))
        if re.fullmatch(r"-?[\d.]+(e[+-]\d+)?", display):
            self._has("#display", "data-number", display)
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

    def receives_keypad(self, keypad):
        """Waits for the keypad that another participant chooses. It is a tenth of the work of the menu."""
        other = self.others[0] if self.others else self.is_joined_by("Ben")
        self.is_settled()
        other.act({"keypad": keypad.lower()})
        return self.has_keypad(keypad)

    def in_lesson(self, name):
        """Opens the host's place for a lesson, and presses one of its buttons."""
        self.page.get_by_role("button", name="Lesson", exact=True).click()
        self.takes_clicks("#lesson").page.locator("#lesson").get_by_role("button", name=name).click()
        return self

    def takes_clicks(self, place="body"):
        """Makes an open dialog accept clicks at once. It ignores the first ones, which may belong to a double click.
        The next click is the first one anywhere."""
        self.page.locator(place).wait_for()
        self.page.evaluate("""() => {
            for (const dialog of document.querySelectorAll("dialog.class[open]"))
                for (const animation of dialog.getAnimations()) animation.finish();
            document.dispatchEvent(new KeyboardEvent("keydown"));
        }""")
        return self

    def is_past_a_double_click(self):
        """Waits until the page counts the next click as a new one."""
        self.page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 510))")
        return self

    def prints(self, button):
        """Prints a sheet by a button, asserts that nothing else is on the paper, and returns the sheet."""
        self.page.evaluate("() => { window.print = () => (window.hasPrinted = true); }")
        self.page.emulate_media(media="print")
        self.page.locator(button).evaluate("button => button.click()")
        self.page.wait_for_function("() => window.hasPrinted")
        assert self.page.locator("body > *:visible").evaluate_all("all => all.map(one => one.id)") == ["sheet"]
        return self.page.locator("#sheet")

    def holds_names(self, are_held):
        self.page.get_by_role("button", name="Lesson", exact=True).click()
        self.takes_clicks("#lesson").page.get_by_label("Hide new names on the board").set_checked(are_held)
        self.page.locator("#lesson .main").click()
        return self.is_settled()

    def deletes_the_room(self):
        self.in_lesson("Delete room").takes_clicks("#ask-delete")
        self.page.locator("#ask-delete .main").click()
        return self

    def is_connected(self):
        return self._has("#room", "data-current", "true")

    def is_away(self):
        away = re.compile("^(away|offline|restart|gone|connecting)$")
        expect(self.page.locator("#connection")).to_have_attribute("data-state", away)
        return self

    def is_told(self, line):
        """The one line about the room and the way to it matches this pattern."""
        return self._waits(
            "(line) => new RegExp(line).test(document.getElementById('connection')?.textContent ?? '')", line,
            lambda: expect(self.page.locator("#connection")).to_have_text(re.compile(line), timeout=1))

    def is_settled(self):
        """Everything that this page did is decided. A page may act in the frame after a click, such as when its dialog
        has closed."""
        self.page.evaluate("() => new Promise(requestAnimationFrame)")
        return self._has("#display", "data-pending", "0")

    def loses_the_network(self):
        self.context.set_offline(True)
        self.page.evaluate("dispatchEvent(new Event('offline'))")
        return self

    def has_the_network_again(self):
        self.context.set_offline(False)
        return self.hears_of_the_network()

    def hears_of_the_network(self):
        """Sends the event by which a browser reports that the device is online. A reloading page
        may miss it."""
        try:
            self.page.evaluate("dispatchEvent(new Event('online'))")
        except Error as error:
            assert "context was destroyed" in error.message, error
        return self
