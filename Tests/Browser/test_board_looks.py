"""The look of a board: sizes for readers far away, and the pressed keys."""

import itertools

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible, assert_contrast
from boards import board_and_host, board_of
from handmade import Handmade
from layout import GEOMETRY, resize
from scope import FULL, sample
from waiting import come_to_rest
from windows import KEYPADS

# Projectors, and phones that are mirrored on a large screen.
PICTURES = [(1280, 720), (1920, 1080), (3840, 2160), (1024, 768), (1080, 1920), (844, 390), (390, 844), (320, 568)]
# The windows of this run.
USUAL = PICTURES if FULL else [(1280, 720), (1024, 768), (844, 390), (390, 844), (320, 568)]
# The least size of a letter, in percent of the shorter side of the picture (docs/contributing.md).
LEAST = 3.3

# Every text that is seen on a board, and the size of its letters.
LETTERS = """() => [...document.querySelectorAll("#stage *")]
    .filter((place) => place.checkVisibility({ visibilityProperty: true }) && !place.closest("svg")
        && [...place.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((place) => [place.textContent, parseFloat(getComputedStyle(place).fontSize)])"""

# Parts of a board that are missing, outside the window, cut, or over others.
FAULTS = "() => {" + GEOMETRY + """
    const faults = [];
    const short = Math.min(innerWidth, innerHeight);
    const check = (...ids) => {
        const places = ids.map((id) => document.getElementById(id));
        for (const place of places)
            if (!place.checkVisibility({ visibilityProperty: true }) || !box(place).width || !box(place).height)
                faults.push(`${place.id} is not shown`);
        faults.push(...outside(places), ...overlaps(places));
    };
    check("screen", "tools", "tape", "board-way", "board-keys");
    const hints = document.getElementById("percent").hidden ? ["example"] : ["example", "percent"];
    check("connection", ...hints, "board-picture", "board-place", "board-room", "board-people");
    const clock = document.getElementById("screen").dataset.clock === "true";
    for (const [id, frame] of [[clock ? "figures" : "display", "screen"], ["board-way", "board-way"]]) {
        const around = box(document.getElementById(frame));
        const words = document.createRange();
        words.selectNodeContents(document.getElementById(id));
        // Fonts ask for a little more above and below than letters have.
        for (const word of words.getClientRects())
            if (!holds(around, word, 1, short / 100)) faults.push(`${id} leaves ${frame}`);
    }
    // A key is shown whole, with its face in it and the name below, or not at all.
    const row = box(document.getElementById("board-keys"));
    const keys = [...document.querySelectorAll("#board-keys li")]
        .filter((key) => box(key).right > row.left + 1);
    const caps = keys.map((key) => box(key.firstChild));
    keys.forEach((key, index) => {
        const [name, cap] = [box(key.lastChild), caps[index]];
        const face = document.createRange();
        face.selectNodeContents(key.querySelector(".cap"));
        const says = `key ${key.textContent}`;
        if (Math.min(cap.width, cap.height) < short * 0.08) faults.push(`${says} is small`);
        if (!holds(cap, box(face), 0)) faults.push(`${says} is wider than its cap`);
        if (name.top < cap.bottom - 0.5 || !name.width) faults.push(`${says} has no name below it`);
        for (const part of [cap, name]) if (!holds(row, part)) faults.push(`${says} is cut`);
        if (index > 0 && caps[index - 1].right > cap.left) faults.push(`${says} covers the one before`);
    });
    // A line of the tape is whole or hidden.
    const tape = box(document.getElementById("tape"));
    for (const line of document.querySelectorAll("#tape li")) {
        if (!box(line).height || box(line).left > tape.right - 1) continue;
        for (const part of [line, ...line.querySelectorAll("b, small")])
            if (!holds(tape, box(part), 1) || !holds(box(line), box(part), 1)) faults.push(`${part.textContent} is cut`);
    }
    return faults;
}"""

# Shown parts of a board that cover each other or leave the window. A row of names hides those that do not fit.
OVERLAPS = "() => {" + GEOMETRY + """
    const groups = [["screen", "tools", "tape", "board-way", "board-names", "board-keys"],
        ["connection", "board-picture", "board-place", "board-room", "board-people", "board-names"]];
    return groups.flatMap((ids) => {
        const shown = ids.map((id) => document.getElementById(id))
            .filter((one) => one.checkVisibility({ visibilityProperty: true }));
        return [...outside(shown), ...overlaps(shown)];
    });
}"""

# The same with the way in large and small. The page ends as it was.
OVERLAPS_OF_BOTH_WAYS = f"""() => ["large", "small"].flatMap((way) => {{
    document.getElementById("board-way").click();
    if (room.dataset.way !== way) return [`the way is not ${{way}}`];
    return ({OVERLAPS})().map((fault) => `${{way}}: ${{fault}}`);
}})"""

# The sizes of parts in pixels, and the faults. The number is made of letters or of a clock's figures.
MEASURES = f"""async (keypad) => {{
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const sizeOf = (part) => parseFloat(getComputedStyle(document.querySelector(part)).fontSize);
    const boxOf = (part) => document.querySelector(part).getBoundingClientRect();
    const picture = boxOf("#board-picture");
    return {{
        faults: ({FAULTS})(), letters: ({LETTERS})(), key: sizeOf("#board-keys b"), room: sizeOf("#board-way h1"),
        expression: sizeOf("#expression"), picture: Math.min(picture.width, picture.height),
        number: keypad === "Simple" ? boxOf("#figures i").height : sizeOf("#display"),
    }};
}}"""


def pressed(board):
    """The shown keys with their authors, the oldest first."""
    keys = board.page.locator("#board-keys li")
    return keys.evaluate_all("all => all.map((key) => [...key.children].map(c => c.textContent))")


def test_keys_are_shown_with_names(person):
    board, ada = board_and_host(person)
    ben, nobody = board.is_joined_by("Ben"), board.is_joined_by("")
    keys = board.page.locator("#board-keys li")
    for one, key in ((ada, "7"), (ben, "/"), (nobody, "2"), (ada, "=")):
        one.press(key)
        expect(keys.last).to_contain_text({"/": "÷"}.get(key, key))
    board.sees("3.5")
    ben.write("C")
    board.sees("0")
    assert pressed(board) == [["7", "Ada"], ["÷", "Ben"], ["2", "Person 3"], ["=", "Ada"], ["C", "Ben"]]
    hues = keys.evaluate_all("all => all.map((key) => key.style.getPropertyValue('--hue'))")
    assert hues[0] == hues[3] and len(set(hues)) == 3
    # The newest on the right, and in the window as many as fit.
    ben.write("1 2 3 4 5 6 7 8 9")
    board.sees("123456789")
    expect(keys).to_have_count(8)
    come_to_rest(board.page)
    places = keys.evaluate_all(
        "all => all.map((key) => [key.getBoundingClientRect().left, key.textContent])")
    assert [text for left, text in places if left >= 0] == [f"{digit}Ben" for digit in "23456789"]
    assert [left for left, _ in places] == sorted(left for left, _ in places)
    # Nothing slides with reduced motion.
    styles = keys.evaluate_all(
        "all => all.map((key) => getComputedStyle(key)).map("
        "({ animationName, transitionDuration }) => `${animationName} ${transitionDuration}`)")
    assert set(styles) == {"none 0s"}


def test_a_key_looks_as_on_the_keypad_in_the_colour_of_its_person(person):
    board, ada = board_and_host(person)
    ben = board.is_joined_by("Ben")
    eve = person("Eve").join(board.room).is_connected()
    looks = """all => all.map((key) => {
        const { color, backgroundColor, backgroundImage } = getComputedStyle(key.firstChild);
        return [key.innerHTML, color, backgroundColor, backgroundImage];
    })"""
    expect(eve.page.locator("#people .face")).to_have_count(3)
    colours = eve.page.locator("#people .face").evaluate_all(
        "all => all.map((face) => getComputedStyle(face).backgroundColor)")
    assert len(set(colours)) == 3
    for keypad in KEYPADS:
        ben.act({"keypad": keypad.lower()})
        eve.has_keypad(keypad)
        # One of each kind of key that the keypad has.
        kinds = eve.page.locator("#keypad .key[data-key]:visible").evaluate_all(
            "all => [...new Map(all.map((key) => [key.className, key.dataset.key])).values()]")
        assert len(kinds) > 3
        # Before any key is pressed, as some keys redraw the keypad.
        looked = dict(zip(kinds, eve.page.evaluate(
            f"(keys) => ({looks})(keys.map((key) => document.querySelector(`#keypad [data-key='${{key}}']`)))",
            kinds)))
        expected = []
        for key, (who, colour) in zip(kinds, itertools.cycle(zip((ada, ben), colours))):
            who.act({"press": key})
            expected.append([*looked[key], colour, who.name])
        keys = board.page.locator("#board-keys li")
        # The last key of the keypad before may look the same.
        expect(keys.last).to_have_attribute("data-step", f"{who.step['by']} 0 {who.step['n']}")
        names = keys.locator("> span").evaluate_all(
            "all => all.map((name) => [getComputedStyle(name).backgroundColor, name.textContent])")
        shown = [look + name for look, name in zip(keys.locator("b").evaluate_all(looks), names)]
        # The board has room for eight.
        assert shown[-len(expected):] == expected[-8:], keypad


def test_a_key_appears_in_its_place_and_none_is_between_two(person):
    board, ada = board_and_host(person, reduced_motion="no-preference")
    board.page.evaluate(
        """() => {
            window.moves = [];
            const note = ({ target, animationName, propertyName }) =>
                moves.push(`${target.firstChild.textContent} ${animationName ?? propertyName}`);
            for (const kind of ["animationstart", "transitionrun"])
                document.getElementById("board-keys").addEventListener(kind, note);
        }""")
    for key in "7 8 9".split():
        ada.write(key)
        expect(board.page.locator("#board-keys li").last).to_have_text(f"{key}Ada")
        come_to_rest(board.page)
    assert board.page.evaluate("moves.sort()") == ["7 come", "8 come", "9 come"]
    row, *keys = (place.bounding_box() for place in board.page.locator("#board-keys, #board-keys li").all())
    width = row["width"] / 8
    assert [key["x"] + key["width"] for key in keys] == pytest.approx(
        [row["x"] + row["width"] - place * width for place in (2, 1, 0)], abs=1)


@pytest.mark.parametrize("count", sample([1, 8, 30], [30]))
def test_boxes_never_overlap_while_keys_come_fast(person, free_server, writer, count):
    """Measured in every frame while keys come as fast as the server takes them."""
    typist = writer(f"fast-{count}")
    pupils = [Handmade(free_server.address, f"fast-{count}", name).join()
              for name in ["Maximilian Alexander Hohenzoll", *(f"Pupil {one}" for one in range(2, 31))][:count]]
    board = person(viewport={"width": 1280, "height": 720}, reduced_motion="no-preference")
    board.page.goto(f"{free_server.address}/rooms/fast-{count}?view=board")
    board.is_connected()
    for width, height, scheme in ((1280, 720, "light"), (1920, 1080, "dark"), (3840, 2160, "light")):
        board.page.set_viewport_size({"width": width, "height": height})
        board.page.emulate_media(color_scheme=scheme)
        board.page.evaluate(f"""() => {{
            window.found = new Set();
            window.frames = 0;
            const look = {FAULTS};
            const step = () => {{
                for (const fault of look()) found.add(fault);
                frames++;
                window.watch = requestAnimationFrame(step);
            }};
            step();
        }}""")
        for one in range(20):
            pupils[one % count].write("1 + 2 =" if one % 4 == 3 else "7")
        typist.write("C")
        board.sees("0")
        board.page.wait_for_function("() => frames > 1")
        assert board.page.evaluate("(cancelAnimationFrame(watch), [...found])") == [], (width, height)
    # Every state of the room, with a long name of the one who has the keypad.
    people = board.page.locator("#board-people")
    for action, text in (({"lock": True}, "keypad locked"), ({"grant": 2}, "Keypad: Maximilian"),
                         ({"door": False}, "door shut"), ({"close": True}, "closed")):
        assert typist.act(action) == "taken"
        if "lock" in action:
            for one in pupils:
                assert one.act({"hand": True}) == "taken"
            expect(board.page.locator("#board-names .raised")).to_have_count(count)
        expect(people).to_contain_text(text)
        for window in USUAL:
            resize(board, window)
            assert board.page.evaluate(OVERLAPS_OF_BOTH_WAYS) == [], (text, window)
    for one in pupils:
        one.close()


def test_a_board_is_read_from_ten_metres(person, free_server, writer):
    host = writer("far-off")
    board = board_of(person, "far-off", address=free_server.address).is_connected()
    pupil = Handmade(free_server.address, "far-off", "Wilhelmina von Hohenstein").join()
    # The way in is small now.
    expect(board.page.locator("#room")).to_have_attribute("data-way", "small")

    def shows(number):
        state = board.page.request.get(f"{free_server.address}/rooms/far-off/state").json()
        assert state["display"].startswith(number), state
        board.sees(state["display"])

    for keypad in KEYPADS if FULL else ["Simple", "Scientific"]:
        host.act({"keypad": keypad.lower()})
        board.has_keypad(keypad)
        host.write(f"AC {' '.join('123456789*987654321*123456789')} = AC 1 2 + 3 =")
        pupil.write("4 5 * 6 7 = 8 + 9")
        shows("")
        # A key makes the way in large.
        board.page.keyboard.press("q")
        for window in USUAL:
            resize(board, window)
            percent = min(window) / 100
            found = board.page.evaluate(MEASURES, keypad)
            assert found["faults"] == [], (keypad, window)
            small = {text: size for text, size in found["letters"] if size < LEAST * percent - 0.1}
            assert small == {}, (keypad, window)
            assert found["number"] > 20 * percent
            assert found["key"] > 5 * percent and found["expression"] > 5 * percent
            assert found["room"] > 8 * percent
            assert found["picture"] > 30 * percent
        # The longest number is whole, too, and the display takes the space of the way in.
        board.page.keyboard.press("q")
        host.write(" ".join(["C", *"1234567.89012345678901234567890123456"]))
        shows("1234567")
        for window in reversed(USUAL):
            resize(board, window)
            found = board.page.evaluate(MEASURES, keypad)
            assert found["faults"] == [], (keypad, window)
            assert found["number"] > 7 * min(window) / 100
    pupil.close()


def test_contrast_is_enough_on_a_board(person):
    board, ada = board_and_host(person, "Formula")
    for keypad in KEYPADS if FULL else ["Simple", "Scientific", "Standard"]:
        ada.act({"keypad": keypad.lower()})
        board.has_keypad(keypad)
        ada.write("1 2 + 3 =")
        board.sees(board.page.request.get(f"{board.address}/rooms/{board.room}/state").json()["display"])
        for scheme in ("light", "dark"):
            board.page.emulate_media(color_scheme=scheme)
            assert_contrast(board.page, f"{keypad}, {scheme}")
    assert_accessible(board.page)
