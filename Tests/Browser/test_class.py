"""A host with a class: few clicks, and harmless double clicks."""

import re

import pytest
from playwright.sync_api import expect

from boards import board_of
from handmade import Handmade
from layout import faults, resize
from lessons import class_of, line_of, lock
from scope import sample
from waiting import come_to_rest
from windows import LOW_PHONES, PHONE, SCREENS

LAPTOP = {"width": 1280, "height": 800}
NAMES = ["Maximilian Alexander Hohenzoll"] + [f"Pupil {number}" for number in range(2, 31)]


def clicks(host, *places):
    """Clicks buttons one after the other."""
    for place in places:
        host.takes_clicks(place).page.locator(place).click()


def actions(host, room):
    """The names of all actions in the room's log that had an effect."""
    log = host.page.request.get(f"{host.address}/rooms/{room}/log")
    assert log.ok, log.text()
    lines = log.text().splitlines()
    names = "lock|grant|revoke|clearTape|restoreTape|close|open|startOver|remove|delete|door|spectators|names"
    found = (re.search(rf'"({names})":', line) for line in lines if '"void"' not in line)
    return [match[1] for match in found if match]


@pytest.mark.parametrize("window", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_host_needs_few_clicks(person, window):
    ada = person("Ada", viewport=window)
    room = ada.make()
    ben, cleo, dora = (ada.is_joined_by(name) for name in ("Ben", "Cleo", "Dora"))
    expect(ada.page.locator("#people li")).to_have_count(4)

    def click(*places):
        """Begins and ends without a dialog and, on a phone, without the list of people."""
        assert ada.page.locator("#side").get_attribute("data-open") != "true"
        expect(ada.page.locator("dialog[open]")).to_have_count(0)
        clicks(ada, *places)
        if ada.page.locator("dialog[open]").count():
            ada.page.keyboard.press("Escape")
        ada.is_settled()

    lock, lesson = ("#bar-lock", "#bar-lesson") if window is PHONE else ("#lock", "#lesson-open")
    click(lock)
    for pupil in (cleo, ben, dora):
        pupil.act({"hand": True})
    expect(ada.page.locator("#hands-text")).to_have_text("Hand raised: Cleo, Ben, Dora")
    expect(ada.page.locator("#hands-count")).to_have_text("3")
    click("#hands-give")
    expect(ada.page.locator("#hands-text")).to_have_text("Keypad: Cleo · Hand raised: Ben, Dora")
    click("#hands-give")
    expect(ada.page.locator("#hands-text")).to_have_text("Keypad: Ben · Hand raised: Dora")
    click("#hands-take")
    expect(ada.page.locator("#hands-text")).to_have_text("Hand raised: Dora")
    click(lesson, "#lesson-clear")
    click(lesson, "#lesson-close")
    click("#open-again")
    ada.is_told("locked").is_settled()
    if window is PHONE:
        # The list of people is a sheet. It must be open to see the person to remove, as it always is on a laptop.
        clicks(ada, "#people-open")
    clicks(ada, "#people li:nth-child(2) .more")
    expect(ada.page.locator("#ask-person")).to_contain_text("Removing happens at once and cannot be undone.")
    clicks(ada, """#ask-person [value='[{"remove":"asked"}]']""")
    # While the list is in use, nobody moves.
    expect(ada.page.locator("#people li:not(.gone)")).to_have_count(3)
    if window is PHONE:
        ada.page.locator("#side-close").press("Enter")
    click("#share", "#board-open")
    click(lesson, "#lesson-over", "#ask-over .main")
    expect(ada.page.locator("#people li")).to_have_count(1)
    assert actions(ada, room) == ["lock", "grant", "revoke", "grant", "revoke", "clearTape", "close", "open",
                                  "remove", "startOver"]


def test_a_host_removes_everyone_who_came_since_a_person(person):
    ada = person("Ada", viewport=LAPTOP)
    ada.make()
    for name in ("Ben", "Cleo", "Dora", "Emil"):
        ada.is_joined_by(name)
    expect(ada.page.locator("#people li")).to_have_count(5)
    clicks(ada, "#people li:has-text('Cleo') .more")
    expect(ada.page.locator("#ask-since")).to_have_text("Remove with everyone who came later, and shut door: 3")
    clicks(ada, "#ask-since")
    expect(ada.page.locator("#people li:not(.gone)")).to_have_count(2)
    expect(ada.page.locator("#people")).to_contain_text("Ben")
    clicks(ada, "#lesson-open")
    expect(ada.page.locator("#lesson-door")).not_to_be_checked()


STATES = {
    "open": [],
    "locked": [("Head", {"lock": True})],
    "hands raised": [("Head", {"lock": True}), ("Cleo", {"hand": True}), ("Ben", {"hand": True})],
    "keypad given": [("Head", {"lock": True}), ("Cleo", {"hand": True}), ("Head", {"grant": "Ben"})],
    "door shut": [("Head", {"door": False})],
    "spectators excluded": [("Head", {"spectators": False})],
    "closed": [("Head", {"close": True})],
}
# Ends every state.
PLAIN = [{"open": True}, {"door": True}, {"lock": False}, {"spectators": True}, {"names": False}, {"hostLink": None}]
LAST_PERSON = "#people li:last-child .more"
# The places with tools of a class, and the buttons that lead there.
ON_LAPTOP = {
    "page": [], "lesson": ["#lesson-open"], "person": [LAST_PERSON],
    "link": ["#lesson-open", "#lesson-link"], "delete": ["#lesson-open", "[data-ask=ask-delete]"],
    "over": ["#lesson-open", "#lesson-over"],
}
ON_PHONE = {
    "page": [], "list": ["#people-open"], "lesson": ["#bar-lesson"], "person": ["#people-open", LAST_PERSON],
    "link": ["#bar-lesson", "#lesson-link"], "delete": ["#bar-lesson", "[data-ask=ask-delete]"],
    "over": ["#bar-lesson", "#lesson-over"],
}
# The buttons that can be clicked there, except those that save a file.
BUTTONS = """() => {
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    const parts = dialog ? "button:not([data-save]), input[type=checkbox]" : ":is(#bar, #side, #asleep) button";
    return [...(dialog ?? document).querySelectorAll(parts)].filter((one) =>
        !one.disabled && one.checkVisibility({ visibilityProperty: true }) && !one.closest("#side-tape")
        && getComputedStyle(one).pointerEvents !== "none"
        && (dialog || !document.querySelector("#side[data-open=true]") || one.closest("#side")));
}"""
NAMES_OF_BUTTONS = f"""() => ({BUTTONS})().map((one) =>
    (one.ariaLabel || one.textContent || one.id).replace(/\\d+/g, "#") + (one.checked ? " (on)" : ""))"""
# The elements that cover the calculator.
SHEETS = """() => [...document.querySelectorAll("dialog[open], #side[data-open=true], #alone")]
    .filter((one) => one.checkVisibility()).map((one) => one.id)"""
LEAVE = """() => {
    for (const dialog of [...document.querySelectorAll("dialog[open]")].reverse()) dialog.close();
    for (const back of document.querySelectorAll("#alone-back, #side[data-open=true] #side-close"))
        if (back.checkVisibility()) back.click();
}"""
# Two taps are two first clicks for a browser. The second one is where the first one was, even if another element is there now.
TAP = """async (button, count) => {
    button.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = button.getBoundingClientRect();
    const [clientX, clientY] = [x + width / 2, y + height / 2];
    const timeStamp = performance.now();
    for (let tap = 0; tap < count; tap++) {
        const click = new MouseEvent("click",
            { clientX, clientY, detail: 1, bubbles: true, cancelable: true, composed: true });
        // The time of the finger, however long the first tap takes.
        Object.defineProperty(click, "timeStamp", { value: timeStamp + 100 * tap });
        document.elementFromPoint(clientX, clientY).dispatchEvent(click);
        await new Promise((done) => setTimeout(done));
    }
}"""
# Notes the sequence number of the last event that the page received.
NOTE_EVENTS = """window.WebSocket = class extends WebSocket {
    constructor(...given) {
        super(...given);
        this.addEventListener("message", ({ data }) => {
            const { seq, events } = JSON.parse(data);
            if (events) window.lastEvent = seq + events.length - 1;
        });
    }
};"""
# Head came before the page.
PAGE_NUMBER = 2
PUPILS = ("Ben", "Cleo", "Dora")


class Lesson:
    """A room in one of the states, with a host without a page, a second host's page, and three pupils without one.
    After each click, they bring the state back."""

    count = 0

    def __init__(self, ada, state):
        self.ada, self.page, self.state = ada, ada.page, state
        ada.context.add_init_script(NOTE_EVENTS)
        self.people = {}
        self.begin()

    def begin(self):
        """Makes a room, and lets the page load everything that its buttons open."""
        self.end()
        Lesson.count += 1
        self.room, secret = f"double-clicks-{Lesson.count}", "a-host-link-with-a-secret"
        self.join("Head", make={"keypad": "standard"}).act({"hostLink": secret})
        self.ada.go(f"/rooms/{self.room}#host={secret}").is_connected()
        expect(self.page.locator("#people .own")).to_contain_text("host")
        for opener in ("#ask-open", "#lesson-open", "#share", "#menu .try"):
            self.page.locator(opener).evaluate("button => button.click()")
            self.waits_for_sheets(1).evaluate(LEAVE)
        self.numbers = {}
        self.restore()

    def join(self, name, **more):
        self.people[name] = Handmade(self.ada.address, self.room, name).join(**more)
        return self.people[name]

    def restore(self, done=()):
        """Brings everybody back, and the state."""
        names = {name for event in done for name in event}
        if "host" in names:
            self.people["Dora"].act({"host": PAGE_NUMBER})
        for name in PUPILS if "startOver" in names else ["Dora"] if "remove" in names else []:
            del self.numbers[name]
        for action in PLAIN:
            self.act("Head", action)
        for name in PUPILS:
            if name not in self.numbers:
                self.numbers[name] = self.join(name).you
        # Something to clear, and something to take back.
        self.people["Dora"].write("C 1 + 1 =")
        for name, action in STATES[self.state]:
            assert self.act(name, action) == "taken"
        self.is_up_to_date()
        # The list of people is not part of the event log.
        expect(self.page.locator("#people > li:not(.away, .gone)")).to_have_count(len(self.people) + 1)

    def act(self, name, action):
        [(key, value)] = action.items()
        return self.people[name].act({key: self.numbers[value] if value in PUPILS else value})

    def is_up_to_date(self):
        """Waits until the page has every event, and Head every event of the page."""
        self.ada.is_settled()
        head = self.people["Head"]
        # A closed room refuses that, which is an event, too.
        head.act({"name": "Head"})
        self.page.wait_for_function("(number) => window.lastEvent >= number", arg=head.number)

    def waits_for_sheets(self, count):
        self.page.wait_for_function(f"(count) => ({SHEETS})().length === count", arg=count)
        return self.page

    def open(self, path):
        """Opens a place, and returns the names of its buttons. They are none if the state has no such place."""
        self.page.evaluate(LEAVE)
        self.page.mouse.move(1, 1)
        for number, button in enumerate(map(self.page.locator, path), 1):
            if not button.is_visible() or button.is_disabled():
                return []
            button.evaluate("button => button.click()")
            self.waits_for_sheets(number)
        come_to_rest(self.page)
        if "#lesson-link" in path:
            # A new link is an event.
            self.is_up_to_date()
        return self.page.evaluate(NAMES_OF_BUTTONS)

    def click(self, index, count, is_tap):
        """Clicks the button with this index, and returns the events and the sheets that result. The state is back
        after that."""
        head = self.people["Head"]
        before = len(head.heard)
        button = self.page.evaluate_handle(f"(index) => ({BUTTONS})()[index]", index).as_element()
        is_end = "delete" in (button.get_attribute("value") or "")
        self.ada.takes_clicks()
        if is_tap:
            button.evaluate(TAP, count)
        else:
            button.click(click_count=count)
        if is_end:
            expect(self.page.locator("#ended")).to_be_visible()
            self.begin()
            return ["delete"]
        self.is_up_to_date()
        sheets = self.page.evaluate(SHEETS)
        events = [event for frame in head.heard[before:] for event in frame.get("events", [])
                  if event.get("by") == PAGE_NUMBER]
        assert [event for event in events if "void" in event] == []
        done = [self.named(event) for event in events]
        if done:
            self.restore(done)
        return done, sheets

    def named(self, event):
        """An event with the names of pupils, who have another number after they returned."""
        names = {number: name for name, number in self.numbers.items()}
        done = {}
        for key, value in event.items():
            if key == "removeAndRewind":
                done |= {"remove": names[value["who"]], "rewind": True}
            elif key == "hostLink":
                done[key] = value is not None
            elif key not in ("at", "by", "n", "pen"):
                done[key] = value if isinstance(value, bool) else names.get(value, value)
        return done

    def end(self):
        for one in self.people.values():
            one.close()
        self.people = {}


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
@pytest.mark.parametrize("window", WINDOWS)
def test_a_double_click_does_what_one_click_does(person, free_server, window, state):
    size, places = WINDOWS[window]
    lesson = Lesson(person("Ada", free_server.address, viewport=size), state)
    clicked, wrong = 0, []
    for place, path in places.items():
        names = lesson.open(path)
        for index, name in enumerate(names):
            results = []
            for count in (1, 2):
                assert lesson.open(path) == names, (place, name)
                results.append(lesson.click(index, count, window == "phone"))
            clicked += 1
            if results[0] != results[1]:
                wrong.append((place, name, *results))
    lesson.end()
    assert wrong == [] and clicked > 10


def test_a_removed_jokers_steps_go_with_one_click(person):
    ada = person("Ada", viewport=PHONE)
    ada.make()
    ben, cleo = (ada.is_joined_by(name) for name in ("Ben", "Cleo"))
    ada.press("4 2").is_settled()
    ben.write("9 9 9")
    cleo.write("5")
    ada.sees("429995").page.locator("#people-open").click()
    ada.page.get_by_role("button", name="More options for Ben").click()
    rewind = ada.takes_clicks("#ask-person").page.locator("#ask-rewind")
    expect(rewind).to_have_text("Remove and undo steps: Ben ×3, Cleo ×1")
    expect(ada.page.locator("#ask-person")).to_contain_text("including later steps by others")
    rewind.click()
    assert ben.closed() == 4008
    ada.sees("42").page.locator("#undo").evaluate("button => button.click()")
    ada.is_settled().sees("429995")
    # Nobody who pressed nothing has steps to undo.
    ada.takes_clicks().page.get_by_role("button", name="More options for Cleo").click()
    expect(rewind).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.is_joined_by("Dora")
    ada.takes_clicks().page.get_by_role("button", name="More options for Dora").click()
    expect(ada.page.locator("#ask-person [value*=remove]").first).to_be_visible()
    expect(rewind).to_be_hidden()


# The opacity of a button while its dialog ignores clicks, and after that.
LOOKS_DISABLED_AT_FIRST = """(dialog) => {
    dialog.showModal();
    const button = dialog.querySelector("button[value]");
    const opacities = [getComputedStyle(button).opacity];
    for (const animation of dialog.getAnimations()) animation.finish();
    opacities.push(getComputedStyle(button).opacity);
    dialog.close();
    return opacities;
}"""


def test_no_button_that_acts_appears_where_the_first_click_was(person, subtests):
    ada = person("Ada", viewport=LAPTOP)
    ada.make()
    for name in NAMES:
        ada.is_joined_by(name).write("1")
    expect(ada.page.locator("#people li")).to_have_count(31)

    def open_by(button, dialog):
        """Returns whatever is wrong."""
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        button.click()
        expect(ada.page.locator(dialog)).to_be_visible()
        under = ada.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('button[value]')?.textContent",
            [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
        where = ada.page.locator(dialog).bounding_box()
        is_inside = where["y"] >= 0 and where["y"] + where["height"] <= window["height"]
        ada.takes_clicks().page.keyboard.press("Escape")
        return [(box, wrong) for wrong in (under, not is_inside and "is out of the window") if wrong]

    for window in (LAPTOP, PHONE, {"width": 844, "height": 390}):
        with subtests.test(window=window):
            resize(ada, window.values())
            if window is not LAPTOP:
                ada.page.locator("#people-open").click()
            # At the top, in the middle and at the bottom of the window.
            more = ada.page.locator("#people .more")
            covered = [wrong for number in (0, 14, 29) for wrong in open_by(more.nth(number), "#ask-person")]
            if window is not LAPTOP:
                ada.page.locator("#side-close").press("Enter")
            lesson = "#lesson-open" if window is LAPTOP else "#bar-lesson"
            covered += open_by(ada.page.locator(lesson), "#lesson")
            for button, dialog in (("[data-ask=ask-delete]", "#ask-delete"), ("#lesson-link", "#host-link")):
                # Enter means = on a button that was clicked, until Tab is pressed.
                ada.page.keyboard.press("Tab")
                ada.page.locator(lesson).press("Enter")
                covered += open_by(ada.takes_clicks("#lesson").page.locator(button), dialog)
                assert ada.page.locator(dialog).evaluate(LOOKS_DISABLED_AT_FIRST) == ["0.35", "1"]
                ada.page.keyboard.press("Escape")
            assert covered == []


def test_a_pupil_sees_that_the_keypad_is_theirs_and_gives_it_back_or_loses_it_by_leaving(person):
    ada, ben = class_of(person, names=["Ben"])
    board = board_of(person, ada.room).is_connected()
    shown, hands = board.page.locator("#board-people"), ada.page.locator("#hands-text")
    lock(ada)
    ben.page.get_by_role("button", name="Raise hand").click()
    expect(ada.page.locator("#notices")).to_have_text("Hand raised: Ben")
    expect(ada.page.locator("#spoken")).to_contain_text("Hand raised: Ben")
    expect(ada.page.locator("#hands-count")).to_have_text("1")
    ada.page.locator("#hands-give").click()
    expect(ben.page.locator("#hands-text")).to_have_text("You have the keypad.")
    expect(shown).to_contain_text("Keypad: Ben")
    ben.press("7").is_settled()
    ben.page.locator("#hands").get_by_role("button", name="Done").click()
    expect(ben.page.locator("#asleep")).to_be_visible()
    expect(ben.page.locator("#hands")).to_be_hidden()
    expect(ada.page.locator("#hands")).to_be_hidden()
    expect(shown).to_contain_text("keypad locked")
    # Somebody who leaves with the keypad does not share it with the next one.
    cleo, dora = (ada.is_joined_by(name) for name in ("Cleo", "Dora"))
    cleo.act({"hand": True})
    line_of(ada, "Dora").get_by_role("button", name="Give").click()
    expect(shown).to_contain_text("Dora")
    dora.close()
    expect(shown).to_have_text("3 here · keypad locked")
    expect(hands).to_have_text("Hand raised: Cleo")
    ada.takes_clicks().page.locator("#hands-give").click()
    expect(shown).to_contain_text("Cleo")
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


def test_thirty_pupils_have_one_line_each(person):
    ada = person("Ada", viewport=LAPTOP)
    ada.make()
    rows, search = ada.page.locator("#people li"), ada.page.locator("#people-search")
    ada.is_joined_by(NAMES[0])
    expect(rows).to_have_count(2)
    # With few people there is nothing to search.
    expect(search).to_be_hidden()
    for name in NAMES[1:]:
        ada.is_joined_by(name)
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
def test_the_bar_has_room_for_hands_in_every_window(person, layouts, locale):
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
