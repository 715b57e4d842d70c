"""The replay of a room."""

import json
import random
import re
from datetime import datetime, timedelta

from playwright.sync_api import expect

from accessibility import assert_accessible, assert_contrast
from handmade import Handmade
from layout import resize
from scope import FULL, benchmark
from windows import KEYPADS, LOW_PHONES, SCREENS


KEYS = "0 1 2 3 4 5 6 7 8 9 . + - * / = C AC neg % back ( ) sqrt M+ MR".split()


def replay(person, room, query=""):
    person.go(f"/rooms/{room}?view=replay{query}")
    expect(person.page.locator("#replay-event")).not_to_be_empty()
    return person


def go_to(person, place):
    person.page.locator("#replay-place").evaluate(
        "(slider, place) => { slider.value = place; slider.dispatchEvent(new Event('input')); }", place)
    is_at(person, place)


def is_at(person, place):
    """Waits for the event with this sequence number. The count of a replay begins at the first key."""
    person.page.wait_for_function(
        """(place) => {
            const { min, value } = document.getElementById("replay-place") ?? {};
            if (!value) return false;
            const [count] = document.getElementById("replay-count").textContent.split(" ");
            return Number(value) === place && Number(count) === place - min;
        }""", arg=place)


def shows(person, view):
    shown = view["display"]
    if not shown.startswith("error:"):
        person.sees(shown)
    else:
        expect(person.page.locator("#display")).to_have_class(re.compile("error"))
    # As it is shown to readers.
    expression = re.sub(r"(?<![\d.])\d{4,}", lambda number: f"{int(number[0]):,}", view["expression"])
    expect(person.page.locator("#expression")).to_have_text(
        re.sub(r"(?<=\d)e\+?(?=-?\d)", "×10^", expression).replace("-", "−"))
    expect(person.page.locator("html")).to_have_attribute("data-keypad", view["keypad"])


def test_every_tenth_event_and_the_last_show_the_rooms_display(person):
    eve = person("Eve")
    ada = eve.is_hosted_by("Ada", "Formula")
    ben = eve.is_joined_by("Ben")
    watcher = Handmade(eve.address, eve.room, "Watcher").join(watch=True, views=True)
    luck = random.Random(7)
    steps, undone = [], []
    for number in range(110):
        # One at a time, so that each event has a view of its own.
        one = luck.choice([ada, ben])
        if number in (40, 80):
            action = {"keypad": ["scientific", "standard"][number // 80]}
        elif steps and luck.random() < 0.1:
            undone.append(steps.pop())
            action = {"undo": undone[-1]}
        elif undone and luck.random() < 0.3:
            steps.append(undone.pop())
            action = {"redo": steps[-1]}
        else:
            action = {"press": luck.choice(KEYS)}
        if one.act(action) == "taken" and not {"undo", "redo"} & action.keys():
            steps.append(one.step)
            undone.clear()
    last, views = one.number, {}
    while last not in views:
        frame = watcher.hear()
        if "view" in frame:
            views[frame["seq"] + len(frame["events"]) - 1] = frame["view"]
    watcher.close()
    assert last > 100
    replay(eve, eve.room)
    # It starts at the first key, after both have joined.
    is_at(eve, 4)
    places = [place for place in range(10, last, 10) if place in views] + [last]
    assert len(places) > 8
    # Onwards, back, and anywhere.
    for place in places + places[::-3] + luck.sample(places, 4):
        go_to(eve, place)
        shows(eve, views[place])
    go_to(eve, last)
    looks = """() => [display.textContent, ...[...document.querySelectorAll("#tape li button")].map(
        ({ textContent }) => textContent)]"""
    replayed = eve.page.evaluate(looks)
    assert len(replayed) > 1
    # It has changed nothing.
    state = eve.page.request.get(f"{eve.address}/rooms/{eve.room}/state").json()
    assert state["seq"] == last
    eve.page.get_by_role("link", name="Back to the room").click()
    eve.is_connected().page.wait_for_function(f"(words) => `${{({looks})()}}` === words", arg=",".join(replayed))


def test_a_replay_starts_at_the_first_key_and_leaves_its_reader_in_the_room(person):
    ada = person("Ada", viewport={"width": 1280, "height": 800})
    ada.make()
    ben, *_ = (ada.is_joined_by(f"Pupil {number}") for number in range(2, 10))
    for action in ({"hand": True}, {"hand": False}):
        ben.act(action)
    ben.write("4 2 + 1 =")
    expect(ada.page.locator("#tape li")).to_have_count(1)
    with ada.context.expect_page() as opened:
        ada.page.get_by_role("link", name="Replay").click()
    page = opened.value
    expect(page.locator("#replay-event")).to_have_text("Pupil 2: 4")
    expect(page.locator("#replay-count")).to_have_text("1 / 5")
    expect(page.locator("#display")).to_have_attribute("data-number", "4")
    page.get_by_role("button", name="Previous event").click()
    expect(page.locator("#replay-count")).to_have_text("0 / 5")
    expect(page.locator("#display")).to_have_attribute("data-number", "0")
    # The host is in the room as before, and the replay's tab closes.
    ben.write("C")
    ada.sees("0").press("7").is_settled()
    expect(ada.page.locator("#people-count")).to_have_text("9")
    expect(page.locator("#replay-count")).to_have_text("0 / 7")
    with page.expect_event("close"):
        # The click closes the page, which must not be before this call returns.
        page.get_by_role("link", name="Back to the room").evaluate("link => void setTimeout(() => link.click())")
    ada.press("8").is_settled().sees("78")


# The smallest phones, upright and turned, and a projector.
NARROW = [(320, 568), (568, 320), (844, 340), (932, 380), (1280, 720)]


def test_the_controls_of_a_replay_cover_no_key(person):
    ada = person("Ada")
    ben = ada.is_hosted_by("Ada", "Formula")
    places = {"Formula": 2}
    for keypad in KEYPADS[1:]:
        assert ben.act({"keypad": keypad.lower()}) == "taken"
        places[keypad] = ben.number
    replay(ada, ada.room)
    faults = []
    for width, height in LOW_PHONES + SCREENS if FULL else NARROW:
        ada.page.set_viewport_size({"width": width, "height": height})
        covered = ada.page.evaluate("""async (places) => {
            const slider = document.getElementById("replay-place");
            const covered = [];
            for (const [keypad, place] of Object.entries(places)) {
                slider.value = place;
                slider.dispatchEvent(new Event("input"));
                while (stage.dataset.keypad !== keypad.toLowerCase()) await new Promise(requestAnimationFrame);
                const lowest = Math.max(...[...document.querySelectorAll("#keypad button")]
                    .filter((key) => key.checkVisibility()).map((key) => key.getBoundingClientRect().bottom));
                if (document.getElementById("replay").getBoundingClientRect().top < lowest) covered.push(keypad);
            }
            return covered;
        }""", places)
        faults += [(width, height, keypad) for keypad in covered]
    assert faults == []


def test_one_event_at_a_time_by_the_arrow_keys_without_a_fault_of_accessibility(person):
    eve = person("Eve")
    ada = eve.is_hosted_by().write("4 2 + 1 =")
    replay(eve, eve.room)
    slider = eve.page.locator("#replay-place")
    # It starts at the first key, and nothing comes before it.
    is_at(eve, 3)
    for _ in range(2):
        eve.page.keyboard.press("ArrowLeft")
        is_at(eve, 2)
    for place, display in [(3, "4"), (4, "42"), (5, "42"), (6, "1"), (7, "43")]:
        eve.page.keyboard.press("ArrowRight")
        is_at(eve, place)
        eve.sees(display)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"\d\d?:\d\d.* Ada: ="))
    eve.page.keyboard.press("ArrowRight")
    is_at(eve, 7)
    slider.focus()
    slider.press("ArrowLeft")
    is_at(eve, 6)
    eve.page.get_by_role("button", name="Previous event").click()
    is_at(eve, 5)
    eve.page.get_by_role("button", name="Next event").click()
    is_at(eve, 6)
    for window in [(1280, 800), (390, 844)] + ([(844, 390)] if FULL else []):
        resize(eve, window)
        assert_accessible(eve.page, window)
    eve.page.emulate_media(color_scheme="dark")
    assert_contrast(eve.page, "dark")
    # An event without an effect says why.
    ben = eve.is_joined_by("Ben")
    ada.act({"lock": True})
    assert ben.act({"press": "7"}) == "locked"
    expect(slider).to_have_attribute("max", f"{ben.number}")
    for place, words in ((ben.number, "Ben: 7 (the keypad is locked)"), (8, "Ben: join")):
        go_to(eve, place)
        expect(eve.page.locator("#replay-event")).to_have_text(words)
    eve.page.get_by_role("link", name="Back to the room").click()
    eve.is_connected().sees("43")


@benchmark
def test_a_long_life_is_moved_through_smoothly(person, free_server, writer):
    writer("long-life").write("1 + 2 = C 7", times=1650)
    eve = replay(person("Eve", free_server.address), "long-life")
    last = int(eve.page.locator("#replay-place").get_attribute("max"))
    assert last > 9_900
    go_to(eve, last)
    eve.sees("7")
    # A move in each frame, as a finger does.
    times = eve.page.evaluate("""async (last) => {
        const slider = document.getElementById("replay-place");
        const count = document.getElementById("replay-count");
        const times = [];
        for (let step = 0; step < 60; step++) {
            const place = Math.round(+slider.min + (last - slider.min) * (1 - Math.abs(step - 30) / 30));
            const begin = performance.now();
            slider.value = place;
            slider.dispatchEvent(new Event("input"));
            const shown = `${place - slider.min} /`;
            while (!count.textContent.startsWith(shown)) await new Promise(requestAnimationFrame);
            times.push(performance.now() - begin);
        }
        return times.sort((one, other) => one - other);
    }""", last)
    print(f"a move among {last} events: half of them within {times[30]:.0f} ms, all within {times[-1]:.0f} ms")
    assert times[30] < 250


def replay_with_pauses(person, room, pause):
    """Opens a replay of a log whose events have this pause, in milliseconds, on a clock that the test moves."""
    def answer(route):
        snapshot, *lines = route.fetch().text().strip().split("\n")
        events = [json.loads(line) for line in lines]
        for number, event in enumerate(events):
            event["at"] = events[0]["at"] + number * pause
        route.fulfill(body="\n".join([snapshot, *map(json.dumps, events)]))

    person.page.route("**/log?*", answer)
    person.page.clock.install()
    replay(person, room)
    person.page.clock.pause_at(datetime.now() + timedelta(minutes=1))
    return person


def test_it_plays_at_the_original_speed_and_faster_with_shorter_pauses(person):
    eve = person("Eve")
    eve.is_hosted_by().write("1 2 3")
    replay_with_pauses(eve, eve.room, 3_500)
    expect(eve.page.get_by_text("Pauses are shortened to 1 second.")).to_be_visible()
    is_paused = expect(eve.page.get_by_role("button", name="Play"))
    for speed, time in (("4×", 250), ("1×", 1_000)):
        go_to(eve, 3)
        eve.page.get_by_label(speed, exact=True).check()
        eve.page.get_by_role("button", name="Play").click()
        eve.page.clock.run_for(time - 100)
        eve.shows("1").page.clock.run_for(200)
        eve.shows("12")
        expect(eve.page.locator('[data-key="2"]')).to_have_attribute("data-by", "Ada")
        eve.page.clock.run_for(time)
        eve.shows("123")
        is_paused.to_be_visible()
    # Pause and Play again play once, also within one frame, where a player that was stopped had no moment to notice it.
    go_to(eve, 3)
    eve.page.evaluate("for (let press = 0; press < 9; press++) document.getElementById('replay-play').click()")
    eve.page.clock.run_for(1_900)
    eve.shows("12").page.clock.run_for(200)
    eve.shows("123")
    is_paused.to_be_visible()


def test_all_of_it_takes_half_a_minute(person, free_server, writer):
    writer("half-a-minute").write("1 + 2 = C 7", times=50)
    eve = replay_with_pauses(person("Eve", free_server.address), "half-a-minute", 100)
    eve.page.get_by_label("All in 30 s").check()
    eve.page.get_by_role("button", name="Play").click()
    eve.page.clock.run_for(15_000)
    eve.page.get_by_role("button", name="Pause").click()
    expect(eve.page.locator("#replay-count")).to_have_text(re.compile("^1[45][0-9] / 300$"))
    expect(eve.page.get_by_role("button", name="Play")).to_be_visible()


def test_a_failed_read_is_reported_and_repeated(person):
    eve = person("Eve")
    eve.expected += ("Failed to load resource", "Failed to fetch")
    ada = eve.is_hosted_by().write("4 2")
    replay(eve, eve.room)
    # Nothing is kept of the log, so that every look at it is a request.
    for way in ("Next event", "Play"):
        eve.page.reload()
        is_at(eve, 3)
        place = eve.page.locator("#replay-place")
        last = int(place.get_attribute("max"))
        ada.write("7")
        expect(place).to_have_attribute("max", f"{last + 1}")
        eve.page.route("**/log?*", lambda route: route.abort())
        go_to_end = "slider => { slider.value = slider.max; slider.dispatchEvent(new Event('input')); }"
        if way == "Play":
            eve.page.get_by_label("16×", exact=True).check()
            eve.page.get_by_role("button", name=way).click()
        else:
            place.evaluate(go_to_end)
        expect(eve.page.locator("#replay-event")).to_have_text(re.compile("cannot be loaded right now"))
        expect(eve.page.get_by_role("button", name="Play")).to_be_visible()
        eve.page.unroute("**/log?*")
        eve.page.get_by_role("button", name=way).click()
        if way == "Play":
            eve.sees("4277")
        else:
            is_at(eve, 4)


def test_it_begins_where_the_log_does_and_says_so(person, free_server, writer):
    eve = person("Eve", free_server.address)
    # A store in memory keeps 10,000 events, then half of them.
    writer("trimmed").write("1 + 2 = C 7", times=1750)
    replay(eve, "trimmed")
    beginning = eve.page.locator("#replay-event")
    expect(beginning).to_have_text(re.compile(r"Starts at event \d{4}\. Earlier events are no longer stored\."))
    first = int(re.search(r"\d{4}", beginning.text_content())[0])
    assert int(eve.page.locator("#replay-place").get_attribute("min")) == first - 1
    eve.page.keyboard.press("ArrowRight")
    is_at(eve, first)
    last = int(eve.page.locator("#replay-place").get_attribute("max"))
    assert last - first > 4_000
    go_to(eve, last)
    eve.sees("7")


def test_a_replay_goes_through_a_shut_door_while_the_room_goes_on(person):
    eve = person("Eve")
    ada = eve.is_hosted_by().write("4 2")
    room = eve.room
    eve.join(room).is_connected()
    ada.act({"door": False})
    assert eve.page.request.get(f"{eve.address}/rooms/{room}/state").status == 403
    page = eve.context.new_page()
    page.goto(f"{eve.address}/rooms/{room}?view=replay")
    count = page.locator("#replay-count")
    expect(count).to_have_text(re.compile(r"^1 / "))
    before = int(count.text_content().split("/ ")[1])
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"2 / {before}")
    ada.write("7 8")
    expect(count).to_have_text(f"2 / {before + 2}")
    page.locator("#replay-place").evaluate(
        "slider => { slider.value = slider.max; slider.dispatchEvent(new Event('input')); }")
    expect(page.locator("#display")).to_have_attribute("data-number", "4278")
    # It changed nothing, and nobody came in.
    page.locator('[data-key="9"]').dispatch_event("pointerdown", {"button": 0})
    page.keyboard.press("9")
    expect(count).to_have_text(f"{before + 2} / {before + 2}")
    eve.sees("4278")
    page.close()
    # A stranger does not receive the log.
    eve.page.evaluate("localStorage.clear()")
    eve.go(f"/rooms/{room}?view=replay")
    expect(eve.page.locator("#ended-why")).to_have_text(f"The door to {room} is shut.")
    eve.complaints.clear()
