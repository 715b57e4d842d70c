"""How a board looks: what is read from far away, and the keys as they go down."""

import itertools

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible
from boards import board_of
from lessons import lock
from waiting import come_to_rest
from windows import KEYPADS

# Projectors, and phones whose picture one sees on a large screen.
PICTURES = [(1280, 720), (1920, 1080), (3840, 2160), (1024, 768), (1080, 1920), (844, 390), (390, 844)]
# What a letter must have of the picture's shorter side, in percent (docs/STYLE.md, Y8).
LEAST = 3.3

# Every text that is seen on a board, and the size of its letters.
LETTERS = """() => [...document.querySelectorAll("#stage *")]
    .filter((place) => place.checkVisibility({ visibilityProperty: true }) && !place.closest("svg")
        && [...place.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((place) => [place.textContent, parseFloat(getComputedStyle(place).fontSize)])"""

# What of a board is not there, does not stand in the window, is cut, or lies over something else.
FAULTS = """() => {
    const faults = [];
    const box = (place) => place.getBoundingClientRect();
    const overlap = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5
        && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
    const holds = (around, { left, top, right, bottom }, sides = 0.5, ends = sides) =>
        left >= around.left - sides && right <= around.right + sides
        && top >= around.top - ends && bottom <= around.bottom + ends;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const short = Math.min(innerWidth, innerHeight);
    const stand = (...ids) => {
        const places = ids.map((id) => document.getElementById(id));
        for (const place of places) {
            const { id } = place;
            if (!place.checkVisibility({ visibilityProperty: true }) || !box(place).width || !box(place).height)
                faults.push(`${id} is not there`);
            if (!holds(screen, box(place))) faults.push(`${id} is out of the window`);
            for (const other of places) if (id < other.id && overlap(box(place), box(other)))
                faults.push(`${id} lies over ${other.id}`);
        }
    };
    stand("screen", "tools", "tape", "board-way", "board-keys");
    stand("connection", "example", "percent", "board-picture", "board-place", "board-room", "board-people");
    const clock = document.getElementById("screen").dataset.clock === "true";
    for (const [id, frame] of [[clock ? "figures" : "display", "screen"], ["board-way", "board-way"]]) {
        const around = box(document.getElementById(frame));
        const words = document.createRange();
        words.selectNodeContents(document.getElementById(id));
        // Fonts ask for a little more above and below than letters have.
        for (const word of words.getClientRects())
            if (!holds(around, word, 1, short / 100)) faults.push(`${id} leaves ${frame}`);
    }
    // A key stands there whole, with its face in it and the name below, or not at all.
    const row = box(document.getElementById("board-keys"));
    const keys = [...document.querySelectorAll("#board-keys li")]
        .filter((key) => box(key).right > row.left + 1);
    const caps = keys.map((key) => box(key.firstChild));
    keys.forEach((key, index) => {
        const [name, cap] = [box(key.lastChild), caps[index]];
        const face = document.createRange();
        face.selectNodeContents(key.firstChild);
        const says = `key ${key.textContent}`;
        if (Math.min(cap.width, cap.height) < short * 0.08) faults.push(`${says} is small`);
        if (!holds(cap, box(face), 0)) faults.push(`${says} is wider than its cap`);
        if (name.top < cap.bottom - 0.5 || !name.width) faults.push(`${says} has no name below it`);
        for (const part of [cap, name]) if (!holds(row, part)) faults.push(`${says} is cut`);
        if (index > 0 && caps[index - 1].right > cap.left) faults.push(`${says} lies over another`);
    });
    return faults;
}"""


def number_height(board, keypad):
    """In pixels, of letters or of a clock's figures."""
    if keypad == "Simple":
        return board.page.locator("#figures > i").first.bounding_box()["height"]
    return board.page.locator("#display").evaluate("line => parseFloat(getComputedStyle(line).fontSize)")


def pressed(board):
    """The keys that are shown, the oldest first, with whose they are."""
    keys = board.page.locator("#board-keys li")
    return keys.evaluate_all("all => all.map((key) => [...key.children].map(c => c.textContent))")


def test_U121_keys_stand_there_with_names(person):
    ada, ben, nobody = person("Ada"), person("Ben"), person()
    room = ada.make()
    for one in (ben, nobody):
        one.join(room).is_connected()
    board = board_of(person, room).is_connected()
    for one, key in ((ada, "7"), (ben, "/"), (nobody, "2"), (ada, "=")):
        one.press(key).is_settled()
        expect(board.page.locator("#board-keys li").last).to_contain_text(
            {"/": "÷"}.get(key, key))
    board.sees("3.5")
    assert pressed(board) == [["7", "Ada"], ["÷", "Ben"], ["2", "Person 3"], ["=", "Ada"]]
    keys = board.page.locator("#board-keys li")
    hues = keys.evaluate_all("all => all.map((key) => key.style.getPropertyValue('--hue'))")
    assert hues[0] == hues[3] and len(set(hues)) == 3
    # A key looks as it does on the keypad.
    assert "operator" in keys.nth(1).locator("b").get_attribute("class")
    # The newest on the right, and in the window as many as fit.
    for key in "1 2 3 4 5 6 7 8 9".split():
        ben.press(key)
    ben.is_settled()
    board.sees("123456789")
    expect(keys).to_have_count(9)
    come_to_rest(board.page)
    places = keys.evaluate_all(
        "all => all.map((key) => [key.getBoundingClientRect().left, key.textContent])")
    assert [text for left, text in places if left >= 0] == [f"{digit}Ben" for digit in "23456789"]
    assert [left for left, _ in places] == sorted(left for left, _ in places)


@pytest.mark.parametrize("keypad", KEYPADS)
def test_U121_a_key_looks_as_on_the_keypad_in_the_colour_of_its_person(person, keypad):
    ada, ben = person("Ada"), person("Ben")
    room = ada.make(keypad)
    ben.join(room).is_connected()
    board = board_of(person, room).is_connected()
    looks = """all => all.map((key) => {
        const { color, backgroundColor, backgroundImage } = getComputedStyle(key);
        return [key.innerHTML, color, backgroundColor, backgroundImage];
    })"""
    # One of each kind of key that the keypad has.
    kinds = ada.page.locator("#keypad .key[data-key]:visible").evaluate_all(
        "all => [...new Map(all.map((key) => [key.className, key.dataset.key])).values()]")
    assert len(kinds) > 3
    shown = []
    for one, key in zip(itertools.cycle([ada, ben]), kinds):
        # What is under a mouse, or was pressed by it, looks otherwise.
        button = one.page.locator(f'[data-key="{key}"]')
        looked = button.evaluate_all(looks)[0]
        button.dispatch_event("click", {"detail": 0})
        one.is_settled()
        expect(board.page.locator("#board-keys li")).to_have_count(len(shown) + 1)
        face = one.page.locator("#people li").filter(has_text=one.name).locator(".face")
        shown.append([*looked, face.evaluate("face => getComputedStyle(face).backgroundColor"), one.name])
    keys = board.page.locator("#board-keys li")
    names = keys.locator("span").evaluate_all(
        "all => all.map((name) => [getComputedStyle(name).backgroundColor, name.textContent])")
    assert [look + name for look, name in zip(keys.locator("b").evaluate_all(looks), names)] == shown
    assert len({colour for colour, _ in names}) == 2


def test_U121_a_key_without_effect_is_not_there(person):
    ada, ben = person("Ada"), person("Ben")
    room = ada.make()
    ben.join(room).is_connected()
    board = board_of(person, room).is_connected()
    ben.press("1").is_settled()
    lock(ada)
    ben.is_told("The keypad is locked.").page.keyboard.press("9")
    expect(ben.page.locator("#notices")).not_to_be_empty()
    ada.press("2").is_settled()
    board.sees("12")
    assert pressed(board) == [["1", "Ben"], ["2", "Ada"]]


def test_U121_keys_slide_one_place_on(person):
    ada = person("Ada")
    board = board_of(person, ada.make(), reduced_motion="no-preference").is_connected()
    board.page.evaluate(
        """() => {
            window.moves = [];
            const note = ({ target, animationName, propertyName }) =>
                moves.push(`${target.firstChild.textContent} ${animationName ?? propertyName}`);
            for (const kind of ["animationstart", "transitionrun"])
                document.getElementById("board-keys").addEventListener(kind, note);
        }""")
    for key in "7 8 9".split():
        ada.press(key).is_settled()
        expect(board.page.locator("#board-keys li").last).to_have_text(f"{key}Ada")
        come_to_rest(board.page)
    assert board.page.evaluate("moves.sort()") == [
        "7 come", "7 translate", "7 translate", "8 come", "8 translate", "9 come"]
    row, *keys = (place.bounding_box() for place in board.page.locator("#board-keys, #board-keys li").all())
    width = row["width"] / 8
    assert [key["x"] + key["width"] for key in keys] == pytest.approx(
        [row["x"] + row["width"] - place * width for place in (2, 1, 0)], abs=1)


def test_U121_nothing_slides_for_whom_motion_disturbs(person):
    ada = person("Ada")
    board = board_of(person, ada.make(), reduced_motion="reduce").is_connected()
    ada.press("7 8").is_settled()
    board.sees("78")
    styles = board.page.locator("#board-keys li").evaluate_all(
        "all => all.map((key) => getComputedStyle(key)).map("
        "({ animationName, transitionDuration }) => [animationName, transitionDuration])")
    assert styles == [["none", "0s"]] * 2


@pytest.mark.parametrize("keypad", KEYPADS)
def test_U122_Y8_a_board_is_read_from_ten_metres(person, keypad, screenshots):
    ada, ben = person("Ada"), person("Wilhelmina von Hohenstein")
    room = ada.make(keypad)
    ben.join(room).is_connected()
    board = board_of(person, room).is_connected()
    ada.press("1 2 + 3 =").is_settled()
    for key in "4 5 * 6 7 = 8 + 9".split():
        ben.press(key)
    ben.is_settled()
    board.sees(ben.page.locator("#display").text_content())
    come_to_rest(board.page)
    for width, height in PICTURES:
        board.page.set_viewport_size({"width": width, "height": height})
        percent = min(width, height) / 100
        small = {text: size for text, size in board.page.evaluate(LETTERS) if size < LEAST * percent - 0.1}
        assert small == {}, f"{width} × {height}"
        assert number_height(board, keypad) > 20 * percent
        sizes = {
            name: board.page.locator(name).first.evaluate("p => parseFloat(getComputedStyle(p).fontSize)")
            for name in ("#board-keys b", "#board-way h1", "#expression")
        }
        assert sizes["#board-keys b"] > 5 * percent and sizes["#expression"] > 5 * percent
        assert sizes["#board-way h1"] > 8 * percent
        picture = board.page.locator("#board-picture").bounding_box()
        assert min(picture["width"], picture["height"]) > 30 * percent
        assert board.page.evaluate(FAULTS) == [], f"{width} × {height}"
        board.page.screenshot(path=screenshots / f"board-{keypad}-{width}.png")


@pytest.mark.parametrize("keypad", KEYPADS)
def test_U122_the_longest_number_is_whole(person, keypad):
    ada = person("Ada")
    board = board_of(person, ada.make(keypad)).is_connected()
    ada.page.evaluate("document.body.focus()")
    for key in "1234567.89012345678901234567890123456":
        ada.page.keyboard.press(key)
    ada.is_settled()
    board.sees(ada.page.locator("#display").text_content())
    come_to_rest(board.page)
    for width, height in PICTURES:
        board.page.set_viewport_size({"width": width, "height": height})
        assert board.page.evaluate(FAULTS) == [], f"{width} × {height}"
        assert number_height(board, keypad) > 7 * min(width, height) / 100


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_U122_Y4_contrast_is_enough_on_a_board(person, scheme):
    ada = person("Ada")
    room = ada.make("Formula")
    board = board_of(person, room, color_scheme=scheme).is_connected()
    for keypad in KEYPADS:
        if keypad != "Formula":
            ada.choose(keypad)
        ada.press("1 2 + 3 =").is_settled()
        expect(board.page.locator("#stage")).to_have_attribute("data-keypad", keypad.lower())
        board.sees(ada.page.locator("#display").text_content())
        come_to_rest(board.page)
        assert_accessible(board.page, keypad)
