"""The replay of a room."""

import json
import random
import re
from datetime import datetime, timedelta

from playwright.sync_api import expect

from accessibility import assert_accessible, assert_contrast
from handmade import Handmade
from lessons import open_lesson
from scope import benchmark
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


def test_U116_every_tenth_event_and_the_last_show_the_rooms_display(person):
    ada = person("Ada")
    room = ada.make("Formula")
    ben = ada.is_joined_by("Ben")
    watcher = Handmade(ada.address, room, "Watcher").join(watch=True, views=True)
    luck = random.Random(7)
    for number in range(110):
        # One at a time, so that each event has a view of its own.
        if number in (40, 80):
            ada.choose(["Scientific", "Standard"][number // 80]).is_settled()
        elif luck.random() < 0.15:
            ada.page.keyboard.press("Control+z" if luck.random() < 0.7 else "Control+y")
            ada.is_settled()
        else:
            keys = ada.page.locator("#keypad [data-key]").evaluate_all("all => all.map(one => one.dataset.key)")
            key = luck.choice([key for key in keys if key in KEYS])
            if luck.random() < 0.5:
                ben.write(key)
            else:
                ada.page.locator(f'[data-key="{key}"]').first.dispatch_event("click", {"detail": 0})
                ada.is_settled()
    state = ada.page.request.get(f"{ada.address}/rooms/{room}/state").json()
    last, views = state["seq"], {}
    while last not in views:
        frame = watcher.hear()
        if "view" in frame:
            views[frame["seq"] + len(frame["events"]) - 1] = frame["view"]
    watcher.close()
    assert last > 100
    eve = replay(person("Eve"), room)
    # It starts at the first key, after both have joined.
    is_at(eve, 4)
    places = [place for place in range(10, last, 10) if place in views] + [last]
    assert len(places) > 8
    # Onwards, back, and anywhere.
    for place in places + places[::-3] + luck.sample(places, 4):
        go_to(eve, place)
        shows(eve, views[place])
    go_to(eve, last)
    assert eve.page.locator("#display").text_content() == ada.page.locator("#display").text_content()
    tapes = [one.page.locator("#tape li button").all_text_contents() for one in (eve, ada)]
    assert tapes[0] == tapes[1] and len(tapes[0]) > 0
    assert state["seq"] == ada.page.request.get(f"{ada.address}/rooms/{room}/state").json()["seq"]


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
        page.get_by_role("link", name="Back to the room").click()
    ada.press("8").is_settled().sees("78")


def test_U108_a_replay_breaks_no_rule_of_accessibility(person):
    ada = person("Ada")
    room = ada.make()
    ada.press("4 2 + 1 =").is_settled()
    eve = person("Eve")
    go_to(replay(eve, room), 5)
    for width, height in [(844, 390), (1280, 800), (390, 844)]:
        eve.page.set_viewport_size({"width": width, "height": height})
        assert_accessible(eve.page, width)
    eve.page.emulate_media(color_scheme="dark")
    assert_contrast(eve.page, "dark")


def test_U72_the_controls_of_a_replay_cover_no_key(person):
    ada = person("Ada")
    ben = Handmade(ada.address, "all-keypads", "Ben").join(make={"keypad": "formula"})
    places = {"Formula": 2}
    for keypad in KEYPADS[1:]:
        assert ben.act({"keypad": keypad.lower()}) == "taken"
        places[keypad] = ben.number
    ben.close()
    replay(ada, "all-keypads")
    faults = []
    for width, height in LOW_PHONES + SCREENS:
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


def test_U116_one_event_at_a_time_by_the_arrow_keys(person):
    ada = person("Ada")
    room = ada.make()
    ada.press("4 2 + 1 =").is_settled()
    eve = replay(person("Eve"), room)
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
    eve.page.get_by_role("link", name="Back to the room").click()
    eve.is_connected().sees("43")


@benchmark
def test_U116_a_long_life_is_moved_through_smoothly(person, free_server, writer):
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
            const place = Math.round(1 + (last - 1) * (1 - Math.abs(step - 30) / 30));
            const begin = performance.now();
            slider.value = place;
            slider.dispatchEvent(new Event("input"));
            while (!count.textContent.startsWith(`${place} /`)) await new Promise(requestAnimationFrame);
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


def test_U117_it_plays_at_the_original_speed_and_faster_with_shorter_pauses(person):
    ada = person("Ada")
    room = ada.make()
    ada.press("1 2").is_settled()
    eve = replay_with_pauses(person("Eve"), room, 3_500)
    expect(eve.page.get_by_text("Pauses are shortened to 1 second.")).to_be_visible()
    for speed, time in (("1×", 1_000), ("4×", 250)):
        go_to(eve, 3)
        eve.page.get_by_label(speed, exact=True).check()
        eve.page.get_by_role("button", name="Play").click()
        eve.page.clock.run_for(time - 100)
        eve.shows("1").page.clock.run_for(200)
        eve.shows("12")
        expect(eve.page.locator('[data-key="2"]')).to_have_attribute("data-by", "Ada")
        expect(eve.page.get_by_role("button", name="Play")).to_be_visible()


def test_U117_all_of_it_takes_half_a_minute(person, free_server, writer):
    writer("half-a-minute").write("1 + 2 = C 7", times=50)
    eve = replay_with_pauses(person("Eve", free_server.address), "half-a-minute", 100)
    eve.page.get_by_label("All in 30 s").check()
    eve.page.get_by_role("button", name="Play").click()
    eve.page.clock.run_for(15_000)
    eve.page.get_by_role("button", name="Pause").click()
    expect(eve.page.locator("#replay-count")).to_have_text(re.compile("^1[45][0-9] / 300$"))
    expect(eve.page.get_by_role("button", name="Play")).to_be_visible()


def test_U117_an_event_without_effect_says_why(person):
    ada, ben = person("Ada"), person("Ben")
    room = ada.make()
    ben.join(room).is_connected()
    ada.page.locator("#lock").click()
    expect(ben.page.locator("#connection")).to_have_attribute("data-state", "locked")
    ben.press("7").is_settled()
    eve = replay(person("Eve"), room)
    go_to(eve, int(eve.page.locator("#replay-place").get_attribute("max")))
    expect(eve.page.locator("#replay-event")).to_have_text("Ben: 7 (the keypad is locked)")
    go_to(eve, 3)
    expect(eve.page.locator("#replay-event")).to_have_text("Ben: join")


def test_U117_a_failed_read_is_reported_and_repeated(person):
    ada = person("Ada")
    room = ada.make()
    ada.press("4 2").is_settled()
    eve = person("Eve")
    eve.expected += ("Failed to load resource", "Failed to fetch")
    replay(eve, room)
    # Nothing is kept of the log, so that every look at it is a request.
    for way in ("Next event", "Play"):
        eve.page.reload()
        is_at(eve, 3)
        ada.press("7").is_settled()
        expect(eve.page.locator("#replay-place")).to_have_attribute("max", re.compile("[4-9]"))
        eve.page.route("**/log?*", lambda route: route.abort())
        go_to_end = "slider => { slider.value = slider.max; slider.dispatchEvent(new Event('input')); }"
        if way == "Play":
            eve.page.get_by_label("16×", exact=True).check()
            eve.page.get_by_role("button", name=way).click()
        else:
            eve.page.locator("#replay-place").evaluate(go_to_end)
        expect(eve.page.locator("#replay-event")).to_have_text(re.compile("cannot be loaded right now"))
        expect(eve.page.get_by_role("button", name="Play")).to_be_visible()
        eve.page.unroute("**/log?*")
        eve.page.get_by_role("button", name=way).click()
        if way == "Play":
            eve.sees("4277")
        else:
            is_at(eve, 4)


def test_U117_pause_and_play_again_play_once(person):
    ada = person("Ada")
    room = ada.make()
    ada.press("1 2 3").is_settled()
    eve = replay_with_pauses(person("Eve"), room, 1_000)
    go_to(eve, 3)
    # Within one frame, so that a player that was stopped had no moment to notice it.
    eve.page.evaluate("for (let press = 0; press < 9; press++) document.getElementById('replay-play').click()")
    eve.page.clock.run_for(1_900)
    eve.shows("12").page.clock.run_for(200)
    eve.shows("123")
    expect(eve.page.get_by_role("button", name="Play")).to_be_visible()


def test_U118_it_begins_where_the_log_does_and_says_so(person, free_server, writer):
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


def test_U119_through_a_shut_door_while_the_room_goes_on(person):
    ada = person("Ada")
    room = ada.make()
    ada.press("4 2").is_settled()
    open_lesson(ada)
    ada.page.get_by_label("The door is open").uncheck()
    ada.page.get_by_role("button", name="Done").click()
    ada.is_settled()
    assert ada.page.request.get(f"{ada.address}/rooms/{room}/state").status == 403
    page = ada.context.new_page()
    page.goto(f"{ada.address}/rooms/{room}?view=replay")
    count = page.locator("#replay-count")
    expect(count).to_have_text(re.compile(r"^1 / "))
    before = int(count.text_content().split("/ ")[1])
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"2 / {before}")
    ada.press("7 8").is_settled()
    expect(count).to_have_text(f"2 / {before + 2}")
    page.locator("#replay-place").evaluate(
        "slider => { slider.value = slider.max; slider.dispatchEvent(new Event('input')); }")
    expect(page.locator("#display")).to_have_attribute("data-number", "4278")
    # It changed nothing, and nobody came in.
    page.locator('[data-key="9"]').dispatch_event("pointerdown", {"button": 0})
    page.keyboard.press("9")
    expect(count).to_have_text(f"{before + 2} / {before + 2}")
    ada.sees("4278")
    page.close()
    # A stranger does not receive the log.
    eve = person("Eve")
    eve.go(f"/rooms/{room}?view=replay")
    expect(eve.page.locator("#ended-why")).to_have_text(f"The door to {room} is shut.")
    eve.complaints.clear()
