"""A host with a class: few clicks, and harmless double clicks."""

import re

import pytest
from playwright.sync_api import expect

from boards import board_of
from handmade import Handmade
from layout import faults, resize
from lessons import class_of, lock
from scope import sample
from waiting import come_to_rest, until
from windows import LOW_PHONES, PHONE, SCREENS

LAPTOP = {"width": 1280, "height": 800}
NAMES = ["Maximilian Alexander Hohenzoll"] + [f"Pupil {number}" for number in range(2, 31)]

# Keeps count of the clicks of a host, and of the pixels that rows moved.
COUNT = """() => {
    window.clickCount = 0;
    addEventListener("click", ({ detail }) => (window.clickCount += detail > 0 ? 1 : 0), true);
}"""


def clicks(host, *places):
    """Clicks buttons one after the other, and returns how many real clicks it took."""
    before = host.page.evaluate("window.clickCount ?? 0")
    if not before:
        host.page.evaluate(COUNT)
    for place in places:
        host.takes_clicks(place).page.locator(place).click()
    return host.page.evaluate("window.clickCount") - before


def calm(host):
    """Clicks elsewhere, so that the next click does not belong to a double click."""
    host.page.locator("#rules").click(position={"x": 1, "y": 1})
    return host


def actions(host, room):
    """The names of all actions in the room's log that had an effect."""
    log = host.page.request.get(f"{host.address}/rooms/{room}/log")
    assert log.ok, log.text()
    lines = log.text().splitlines()
    names = "lock|grant|revoke|clearTape|restoreTape|close|open|startOver|remove|delete|door|spectators|names"
    found = (re.search(rf'"({names})":', line) for line in lines if '"void"' not in line)
    return [match[1] for match in found if match]


@pytest.mark.parametrize("window", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_U180_a_host_needs_few_clicks(person, window):
    ada = person("Ada", viewport=window)
    room = ada.make()
    ben, cleo, dora = (ada.is_joined_by(name) for name in ("Ben", "Cleo", "Dora"))
    expect(ada.page.locator("#people li")).to_have_count(4)

    def count(*places):
        """Begins and ends without a dialog and, on a phone, without the list of people."""
        side = ada.page.locator("#side")
        assert side.get_attribute("data-open") != "true"
        expect(ada.page.locator("dialog[open]")).to_have_count(0)
        number = clicks(ada, *places)
        if ada.page.locator("dialog[open]").count():
            ada.page.keyboard.press("Escape")
        if side.get_attribute("data-open") == "true":
            ada.page.locator("#side-close").press("Enter")
        calm(ada).is_settled()
        return number

    if window is PHONE:
        lock, lesson = "#bar-lock", "#bar-lesson"
        remove = ["#people-open", "#people li:nth-child(2) .remove"]
    else:
        lock, lesson = "#lock", "#lesson-open"
        remove = ["#people li:nth-child(2) .more", "#ask-person button:nth-child(2)"]
    counts = {"lock": count(lock)}
    for pupil in (cleo, ben, dora):
        pupil.act({"hand": True})
    expect(ada.page.locator("#hands-text")).to_have_text("Hand raised: Cleo, Ben, Dora")
    expect(ada.page.locator("#hands-count")).to_have_text("3")
    counts["give"] = count("#hands-give")
    expect(ada.page.locator("#hands-text")).to_have_text("Keypad: Cleo · Hand raised: Ben, Dora")
    counts["give to the next"] = count("#hands-give")
    expect(ada.page.locator("#hands-text")).to_have_text("Keypad: Ben · Hand raised: Dora")
    counts["take back"] = count("#hands-take")
    expect(ada.page.locator("#hands-text")).to_have_text("Hand raised: Dora")
    counts["clear"] = count(lesson, "#lesson-clear")
    counts["close"] = count(lesson, "#lesson-close")
    counts["open again"] = count("#open-again")
    ada.is_told("locked").is_settled()
    counts["remove"] = count(*remove)
    expect(ada.page.locator("#people li")).to_have_count(3)
    counts["board"] = count("#share", "#board-open")
    counts["start over"] = count(lesson, "#lesson-over")
    expect(ada.page.locator("#people li")).to_have_count(1)
    assert counts == {"lock": 1, "give": 1, "give to the next": 1, "take back": 1, "clear": 2, "close": 2,
                      "open again": 1, "remove": 2, "board": 2, "start over": 2}
    assert actions(ada, room) == ["lock", "grant", "revoke", "grant", "revoke", "clearTape", "close", "open",
                                  "remove", "startOver"]


STATES = {
    "open": [],
    "locked": [("Head", {"lock": True})],
    "hands raised": [("Head", {"lock": True}), ("Cleo", {"hand": True}), ("Ben", {"hand": True})],
    "keypad given": [("Head", {"lock": True}), ("Cleo", {"hand": True}), ("Head", {"grant": 2})],
    "door shut": [("Head", {"door": False})],
    "spectators excluded": [("Head", {"spectators": False})],
    "closed": [("Head", {"close": True})],
}
# The places with tools of a class, and the buttons that lead there.
ON_LAPTOP = {
    "page": [], "lesson": ["#lesson-open"], "person": ["#people li:nth-child(2) .more"],
    "link": ["#lesson-open", "#lesson-link"], "delete": ["#lesson-open", "[data-ask=ask-delete]"],
}
ON_PHONE = {"page": [], "list": ["#people-open"], "lesson": ["#bar-lesson"]}
# The buttons that can be clicked there, except those that save a file.
BUTTONS = """() => {
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    const parts = dialog ? "button:not([data-save]), input[type=checkbox]" : ":is(#bar, #side, #asleep) button";
    return [...(dialog ?? document).querySelectorAll(parts)].filter((one) =>
        !one.disabled && one.checkVisibility({ visibilityProperty: true }) && !one.closest("#side-tape")
        && getComputedStyle(one).pointerEvents !== "none"
        && (dialog || !document.querySelector("#side[data-open=true]") || one.closest("#side")));
}"""
NAMES_OF_BUTTONS = f"() => ({BUTTONS})().map((one) => one.ariaLabel || one.textContent || one.id)"


class Lesson:
    """A room in one of the states: a host without a page, two pupils, and a second host's page. Their numbers are
    always the same. The place has the given buttons, if it is known."""

    count = 0

    def __init__(self, ada, state, path, buttons=None):
        Lesson.count += 1
        room, secret = f"double-clicks-{Lesson.count}", "a-host-link-with-a-secret"
        self.page, self.path = ada.page, path
        self.actions = [name for _, action in STATES[state] for name in action]
        self.head = Handmade(ada.address, room, "Head").join(make={"keypad": "standard"})
        people = {"Head": self.head} | {name: Handmade(ada.address, room, name).join() for name in ("Ben", "Cleo")}
        self.people = people.values()
        self.head.write("1 + 1 =").act({"hostLink": secret})
        ada.go(f"/rooms/{room}#host={secret}").is_connected()
        expect(self.page.locator("#people .own")).to_contain_text("host")
        self.head.act({"name": "Ready"})
        for name, action in STATES[state]:
            assert people[name].act(action) == "taken"
        expect(self.page.locator("#people")).to_contain_text("Ready")
        expect(self.page.locator("#open-again")).to_be_visible(visible=state == "closed")
        self.buttons = buttons
        self.buttons = self.open()

    def reload(self, ada):
        """Leaves dialogs, also those that are still loading, and opens the place again."""
        self.page.reload()
        ada.is_connected()
        self.open()

    def open(self):
        """Opens the place, and returns the names of its buttons."""
        before = len(self.head.heard)
        self.page.locator("#bar-lock").wait_for(state="attached")
        expect(self.page.locator("#people li")).to_have_count(4)
        expect(self.page.locator("#hands-give")).to_be_visible(visible="hand" in self.actions)
        expect(self.page.locator("#hands-take")).to_be_visible(visible="grant" in self.actions)
        for button in map(self.page.locator, self.path):
            if not button.is_visible() or button.is_disabled():
                return []
            button.press("Enter")
            self.page.locator("dialog.class[open], #side[data-open=true]").last.wait_for()
        if "#lesson-link" in self.path:
            until(lambda: self.events_since(before), "to make a link")
        come_to_rest(self.page)
        names = self.page.evaluate(NAMES_OF_BUTTONS)
        if self.buttons is not None:
            until(lambda: self.page.evaluate(NAMES_OF_BUTTONS) == self.buttons, f"to show {self.buttons}")
        return names

    def click(self, ada, index, count, least=0):
        """Clicks the button with this index, and returns the page's actions. Waits for at least so many."""
        self.head.act({"name": "Ready"})
        before = len(self.head.heard)
        button = self.page.evaluate_handle(f"(index) => ({BUTTONS})()[index]", index).as_element()
        is_end = "delete" in (button.get_attribute("value") or "")
        ada.takes_clicks()
        button.click(click_count=count)
        if is_end:
            expect(self.page.locator("#ended")).to_be_visible()
            return ["delete"]
        # A dialog acts when it has closed.
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        ada.is_settled()
        until(lambda: len(self.events_since(before)) >= least, f"to act after a click on {self.buttons[index]}")
        events = self.events_since(before)
        assert [event for event in events if "void" in event] == []
        return [{name: name == "hostLink" or value for name, value in event.items()
                 if name not in ("at", "by", "n", "pen")} for event in events]

    def events_since(self, start):
        """The page's events after this many frames."""
        self.head.act({"name": "Ready"})
        return [event for frame in self.head.heard[start:] for event in frame.get("events", [])
                if event.get("by") == PAGE_NUMBER]

    def end(self):
        for one in self.people:
            one.close()


# Head, Ben and Cleo came before the page.
PAGE_NUMBER = 4


def test_a_slow_double_click_locks_once(person):
    """The system decides which click is a second one. Some people set a longer time."""
    ada = person("Ada", viewport=LAPTOP)
    ada.make()
    ada.is_joined_by("Ben")
    expect(ada.page.locator("#hands")).to_have_count(1)
    ada.page.locator("#lock").hover()
    for count in (1, 2):
        ada.page.mouse.down(click_count=count)
        ada.page.mouse.up(click_count=count)
        ada.page.wait_for_timeout(600)
    ada.is_settled()
    expect(ada.page.locator("#lock")).to_have_text("Unlock keypad")


WINDOWS = {"laptop": (LAPTOP, ON_LAPTOP), "phone": (PHONE, ON_PHONE)}


@pytest.mark.parametrize("state", sample(STATES, ["hands raised"]))
@pytest.mark.parametrize("window", sample(WINDOWS, ["laptop"]))
def test_U181_a_double_click_does_what_one_click_does(person, window, state):
    """Double-clicks every button, each in a room of its own unless the clicks before did nothing."""
    size, places = WINDOWS[window]
    ada = person("Ada", viewport=size)
    clicked, wrong = 0, []
    for place, path in places.items():
        lesson, names = None, [None]
        index = 0
        while index < len(names):
            if lesson is None:
                lesson = Lesson(ada, state, path)
                names = lesson.buttons
                if not names:
                    break
            done = lesson.click(ada, index, 2)
            clicked += 1
            if done:
                lesson.end()
                lesson = Lesson(ada, state, path, names)
                once = lesson.click(ada, index, 1, 1)
                if done != once:
                    wrong.append((place, names[index], done, once))
                lesson.end()
                lesson = None
            else:
                lesson.reload(ada)
            index += 1
        if lesson:
            lesson.end()
    assert wrong == [] and clicked > 10


def test_U182_a_removed_jokers_steps_go_with_one_click(person):
    ada, ben = class_of(person, names=["Ben"])
    ada.press("4 2").is_settled()
    ben.press("9 9 9").is_settled()
    ada.sees("42999")
    ada.page.get_by_role("button", name="More options for Ben").click()
    rewind = ada.takes_clicks("#ask-person").page.locator("#ask-rewind")
    expect(rewind).to_have_text("Remove and undo steps: Ben 3")
    rewind.click()
    expect(ben.page.locator("#ended-why")).to_contain_text("removed you")
    ada.sees("42").page.locator("#undo").click()
    ada.sees("42999")


def test_U183_a_pupil_sees_that_the_keypad_is_theirs_and_gives_it_back(person):
    ada, ben = class_of(person, names=["Ben"])
    board = board_of(person, ada.room).is_connected()
    lock(ada)
    ben.page.get_by_role("button", name="Raise hand").click()
    expect(ada.page.locator("#notices")).to_have_text("Hand raised: Ben")
    expect(ada.page.locator("#spoken")).to_contain_text("Hand raised: Ben")
    expect(ada.page.locator("#hands-count")).to_have_text("1")
    ada.page.locator("#hands-give").click()
    expect(ben.page.locator("#hands-text")).to_have_text("You have the keypad.")
    expect(board.page.locator("#board-people")).to_contain_text("Keypad: Ben")
    ben.press("7").is_settled()
    ben.page.locator("#hands").get_by_role("button", name="Done").click()
    expect(ben.page.locator("#asleep")).to_be_visible()
    expect(ben.page.locator("#hands")).to_be_hidden()
    expect(ada.page.locator("#hands")).to_be_hidden()
    expect(board.page.locator("#board-people")).to_contain_text("keypad locked")


def test_a_pupil_who_has_left_no_longer_has_the_keypad(person):
    ada, ben, cleo = class_of(person, names=["Ben", "Cleo"])
    board = board_of(person, ada.room).is_connected()
    lock(ada)
    cleo.page.get_by_role("button", name="Raise hand").click()
    ada.page.locator("#people li", has_text="Ben").get_by_role("button", name="Give").click()
    expect(board.page.locator("#board-people")).to_contain_text("Ben")
    ben.leave()
    expect(board.page.locator("#board-people")).to_have_text("2 here · keypad locked")
    expect(ada.page.locator("#hands-text")).to_have_text("Hand raised: Cleo")
    # The next one does not share it with Ben.
    ada.takes_clicks().page.locator("#hands-give").click()
    expect(board.page.locator("#board-people")).to_contain_text("Cleo")
    assert actions(ada, ada.room)[-3:] == ["grant", "revoke", "grant"]


def test_a_host_with_a_phone_can_unlock_while_a_hand_is_raised(person):
    ada = person("Ada", viewport=PHONE)
    ada.make()
    ben = ada.is_joined_by("Ben")
    ada.page.locator("#bar-lock").click()
    ben.act({"hand": True})
    expect(ada.page.locator("#hands-text")).to_have_text("Hand raised: Ben")
    ada.page.locator("#people-open").click()
    ada.takes_clicks("#lock").page.locator("#lock").click()
    expect(ada.page.locator("#lock")).to_have_text("Lock keypad")


def test_U184_thirty_pupils_have_one_line_each(person):
    ada = person("Ada", viewport=LAPTOP)
    ada.make()
    for name in NAMES:
        ada.is_joined_by(name)
    rows = ada.page.locator("#people li")
    expect(rows).to_have_count(31)
    measure = "all => all.map((row) => row.getBoundingClientRect().height)"
    heights = rows.evaluate_all(measure)
    assert max(heights) <= 44.5
    lock(ada)
    expect(ada.page.get_by_role("button", name="Give keypad to")).to_have_count(30)
    assert rows.evaluate_all(measure) == heights
    outside = rows.evaluate_all("""all => all.filter((row) => [...row.querySelectorAll("*")].some((part) =>
        part.getBoundingClientRect().right > row.getBoundingClientRect().right + 0.5)).length""")
    assert outside == 0
    search = ada.page.locator("#people-search")
    search.fill("pupil 30")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Pupil 30")
    search.fill("")
    expect(rows).to_have_count(31)


# Letters that are cut at the side, in the texts of these places.
CUT = """all => all.filter((one) => one.checkVisibility()).filter((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const { left, right } = one.getBoundingClientRect();
    return [...words.getClientRects()].some((word) => word.left < left - 0.5 || word.right > right + 0.5);
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("locale", ["en-US", "ko-KR"])
def test_U199_the_bar_has_room_for_hands_in_every_window(person, layouts, locale):
    ada, ben = person("Ada", locale=locale), person(NAMES[0], locale=locale)
    ben.join(ada.make("Standard", f"hands-in-the-bar-{locale.lower()}")).is_connected()
    cleo = ada.is_joined_by("Cleo")
    ada.page.evaluate("lock.click()")
    ada.is_settled()

    def measure(who):
        found = {}
        for window in LOW_PHONES + SCREENS:
            resize(who, window)
            here = faults(who, layouts["standard"], is_low=True)
            here += who.page.locator("#hands button").evaluate_all(CUT)
            if here:
                found[window] = here
        return found

    found = {"locked": measure(ada)}
    cleo.act({"hand": True})
    expect(ada.page.locator("#hands-give")).to_be_visible()
    found["hand raised"] = measure(ada)
    ada.page.locator("#hands-give").press("Enter")
    ada.is_settled()
    expect(ada.page.locator("#hands-take")).to_be_visible()
    found["keypad given"] = measure(ada)
    # The next hand while somebody has the keypad.
    ben.page.locator("#hand").press("Enter")
    expect(ada.page.locator("#hands-give")).to_be_visible()
    found["both"] = measure(ada)
    ada.page.locator("#hands-give").press("Enter")
    expect(ben.page.locator("#hands-take")).to_be_visible()
    found["pupil"] = measure(ben)
    assert [state for state in found if found[state]] == [], found


def test_U185_with_few_people_there_is_nothing_to_search(person):
    ada, _ = class_of(person, names=["Ben"])
    expect(ada.page.locator("#people-search")).to_be_hidden()
