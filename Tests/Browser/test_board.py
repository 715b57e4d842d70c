"""The board: a room on a projector, for those who sit far away."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible
from lessons import line_of, lock, open_lesson
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
    const seen = (place) => place.checkVisibility({ visibilityProperty: true });
    const box = (place) => place.getBoundingClientRect();
    const overlap = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5
        && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
    const parts = ["#screen", "#tools", "#tape", "#board-way", "#board-keys"]
        .map((id) => document.querySelector(id));
    const faults = parts.filter((part) => !seen(part)).map(({ id }) => `${id} is not there`);
    for (const part of parts) {
        const { left, top, right, bottom } = box(part);
        if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
            faults.push(`${part.id} is out of the window`);
        for (const other of parts) {
            if (other !== part && overlap(box(part), box(other)))
                faults.push(`${part.id} lies over ${other.id}`);
        }
    }
    const clock = document.getElementById("screen").dataset.clock === "true";
    for (const [id, frame] of [[clock ? "figures" : "display", "screen"], ["board-way", "board-way"]]) {
        const around = box(document.getElementById(frame));
        const words = document.createRange();
        words.selectNodeContents(document.getElementById(id));
        for (const { left, top, right, bottom } of words.getClientRects()) {
            // Fonts ask for a little more above and below than letters have.
            const air = Math.min(innerWidth, innerHeight) / 100;
            if (left < around.left - 1 || right > around.right + 1 || top < around.top - air
                || bottom > around.bottom + air) faults.push(`${id} leaves ${frame}`);
        }
    }
    const lines = ["connection", "example", "percent", "board-picture", "board-place", "board-room",
        "board-people"].map((id) => document.getElementById(id));
    for (const line of lines) {
        const { id } = line;
        const { left, top, right, bottom, width, height } = box(line);
        if (!seen(line) || !width || !height) faults.push(`${id} is not there`);
        if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
            faults.push(`${id} is out of the window`);
        for (const other of lines) if (id < other.id && overlap(box(line), box(other)))
            faults.push(`${id} lies over ${other.id}`);
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
        const letters = box(face);
        const says = `key ${key.textContent}`;
        if (Math.min(cap.width, cap.height) < Math.min(innerWidth, innerHeight) * 0.08)
            faults.push(`${says} is small`);
        if (letters.left < cap.left || letters.right > cap.right || letters.top < cap.top
            || letters.bottom > cap.bottom) faults.push(`${says} is wider than its cap`);
        if (name.top < cap.bottom - 0.5 || !name.width) faults.push(`${says} has no name below it`);
        for (const { left, top, right, bottom } of [cap, name])
            if (left < row.left - 0.5 || top < row.top - 0.5 || right > row.right + 0.5
                || bottom > row.bottom + 0.5) faults.push(`${says} is cut`);
        if (index > 0 && caps[index - 1].right > cap.left) faults.push(`${says} lies over another`);
    });
    return faults;
}"""


def board_of(person, room, width=1280, height=720, **options):
    board = person(viewport={"width": width, "height": height}, **options)
    board.go(f"/rooms/{room}?view=board")
    return board


def number_height(board, keypad):
    """In pixels, of letters or of a clock's figures."""
    if keypad == "Simple":
        return board.page.locator("#figures > i").first.bounding_box()["height"]
    return board.page.locator("#display").evaluate("line => parseFloat(getComputedStyle(line).fontSize)")


def pressed(board):
    """The keys that are shown, the oldest first, with whose they are."""
    keys = board.page.locator("#board-keys li")
    return keys.evaluate_all("all => all.map((key) => [...key.children].map(c => c.textContent))")


def come_to_rest(board):
    board.page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))")


def test_U120_a_board_shows_the_room_and_how_to_get_in(person):
    ada, ben = person("Ada"), person("Ben")
    room = ada.make("Standard")
    ada.press("1 2 + 3 =").is_settled()
    board = board_of(person, room).is_connected().sees("15", "12 + 3")
    ben.join(room).is_connected()
    way = board.page.locator("#board-way")
    expect(way).to_contain_text(room)
    drawn = ada.page.request.get(f"{ada.address}/rooms/{room}/qr.svg").text()
    expect(way).to_contain_text(re.search("<title>http://(.*)/rooms/", drawn)[1])
    expect(way).to_contain_text("2 here · keypad open")
    expect(board.page.locator("#tape li")).to_contain_text(["12 + 3 = 15"])
    for id, text in (("example", "2 + 3 × 4 = 20"), ("percent", "200 + 10% = 220")):
        expect(board.page.locator(f"#{id}")).to_have_text(text)
    board.is_told("Connected")
    # Fails unless it becomes a picture.
    board.page.locator("#board-picture").evaluate("picture => picture.decode()")
    lock(ada)
    expect(way).to_contain_text("keypad locked")
    board.is_told("Connected")
    ben.page.locator('[data-key="7"]').click()
    board.sees("15")


def test_U120_a_board_has_every_part_of_the_room(person):
    ada, ben = person("Ada"), person("Ben")
    room = ada.make("Standard")
    board = board_of(person, room).is_connected()
    way, people = board.page.locator("#board-way"), board.page.locator("#board-people")
    expect(people).to_have_text("1 here · keypad open")
    ben.join(room).is_connected()
    for one, keys in ((ada, "1 + 1 ="), (ben, "2 + 2 ="), (ada, "3 + 3 ="), (ben, "4 + 4 =")):
        one.press(keys).is_settled()
    board.sees("8", "4 + 4")
    for part in ("#connection", "#expression", "#display", "#example", "#percent"):
        expect(board.page.locator(part)).to_be_visible()
    # The last lines of the tape, the newest on top, each with its author and in the author's colour.
    lines = board.page.locator("#tape li:visible")
    expect(lines).to_contain_text(["4 + 4 = 8", "3 + 3 = 6", "2 + 2 = 4"])
    expect(lines.locator("small")).to_contain_text(["Ben", "Ada", "Ben"])
    tops = [line.bounding_box()["y"] for line in lines.all()]
    assert tops == sorted(tops) and len(set(tops)) == 3
    colours = lines.evaluate_all("all => all.map((line) => getComputedStyle(line).borderLeftColor)")
    assert colours[0] == colours[2] != colours[1]
    # The picture is the server's, of the address that stands beside it with the name.
    drawn = ada.page.request.get(f"{ada.address}/rooms/{room}/qr.svg").text()
    shown = board.page.locator("#board-picture").evaluate(
        "picture => decodeURIComponent(picture.src.split(',').slice(1).join(','))")
    assert shown == drawn
    place = re.search("<title>http://(.*)/rooms/", drawn)[1]
    for part, text in (("#board-place", place), ("#board-room", room)):
        expect(board.page.locator(part)).to_have_text(text)
    for part in ("#board-picture", "#board-place", "#board-room", "#board-people"):
        expect(way.locator(part)).to_be_visible()
    # What can only be pressed is not there.
    expect(board.page.locator("#stage :is(button, input, select):visible:not(#tape button)")).to_have_count(0)
    # How many are here, what is locked, and what is shut.
    expect(people).to_have_text("2 here · keypad open")
    lock(ada)
    expect(people).to_have_text("2 here · keypad locked")
    board.is_told("^Connected$")
    expect(board.page.locator("#connection")).to_be_visible()
    open_lesson(ada)
    ada.page.get_by_label("The door is open").uncheck()
    expect(people).to_have_text("2 here · keypad locked · door shut")
    ben.leave()
    expect(people).to_have_text("1 here · keypad locked · door shut")
    # Two boards count no more than one.
    expect(ada.page.locator("#people-count")).to_have_text("1")


def test_U120_a_board_is_nobody_and_says_nothing(person):
    ada = person("Ada")
    room = ada.make()
    board = person(viewport={"width": 1280, "height": 720})
    said = []
    board.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: said.append(frame)))
    board.go(f"/rooms/{room}?view=board").is_connected()
    board.page.keyboard.press("7")
    ada.press("5").is_settled()
    board.sees("5")
    assert len(said) == 1 and '"watch":true' in said[0], said
    expect(ada.page.locator("#people li")).to_have_count(1)
    for _ in range(6):
        board.page.keyboard.press("Tab")
        assert board.page.evaluate("document.activeElement.matches('a, button, input')") is False


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
    come_to_rest(board)
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
    board = board_of(person, ada.make()).is_connected()
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
        come_to_rest(board)
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
    come_to_rest(board)
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
    come_to_rest(board)
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
        come_to_rest(board)
        assert_accessible(board.page, keypad)


def test_U123_a_board_waits_for_its_room(person):
    board = board_of(person, "not-there-yet")
    waiting = board.page.locator("#board-waiting")
    expect(waiting).to_contain_text("There is no room not-there-yet.")
    expect(waiting).to_contain_text("make a room of this name")
    expect(board.page.locator("#screen")).to_be_hidden()
    assert_accessible(board.page)
    ada = person("Ada")
    ada.make(room="not-there-yet")
    ada.press("4 2").is_settled()
    board.sees("42")
    expect(board.page.locator("#screen")).to_be_visible()
    expect(waiting).to_be_hidden()
    # And once more when it was deleted.
    ada.deletes_the_room()
    expect(waiting).to_contain_text(re.compile("deleted not-there-yet|no room not-there-yet"))
    ben = person("Ben")
    ben.make(room="not-there-yet")
    ben.press("7").is_settled()
    board.sees("7")
    expect(waiting).to_be_hidden()


def test_U123_a_board_comes_back_by_itself(person, link):
    ada = person("Ada")
    room = ada.make()
    board = person(address=link.address).go(f"/rooms/{room}?view=board").is_connected()
    ada.press("5").is_settled()
    board.sees("5")
    link.cut()
    board.is_away()
    expect(board.page.locator("#connection")).not_to_contain_text("keys")
    ada.press("6").is_settled()
    link.heal()
    board.is_connected().sees("56")


def test_U124_names_are_held_back_until_the_host_has_seen_them(person):
    ada, ben = person("Ada"), person("Ben")
    room = ada.make()
    ben.join(room).is_connected()
    board = board_of(person, room).is_connected()
    last = board.page.locator("#board-keys li span").last
    ada.holds_names(True)
    cleo = person("Something rude").join(room).is_connected()
    # Whoever was there before has a name; who came since has none, on keys and on the tape.
    ben.press("7").is_settled()
    expect(last).to_have_text("Ben")
    cleo.press("+ 5 =").is_settled()
    board.sees("12")
    expect(last).to_have_text("Person 3")
    expect(board.page.locator("#tape li")).to_contain_text(["Person 3"])
    # Not on a board either that is opened after that, and has the keys from before.
    later = board_of(person, room).is_connected()
    expect(later.page.locator("#board-keys li span")).to_have_text(["Ben"] + 3 * ["Person 3"])
    expect(later.page.locator("#tape li")).to_contain_text(["Person 3"])
    for one in (board, later):
        assert "Something" not in one.page.locator("body").inner_text()
    # Everybody else sees the name, and the host that it waits.
    expect(ben.page.locator("#tape li small")).to_contain_text("Something rude")
    expect(line_of(ben, "Something rude")).not_to_contain_text("held")
    expect(line_of(cleo, "Something rude")).to_contain_text("name held back")
    line = line_of(ada, "Something rude")
    expect(line).to_contain_text("name held back")
    expect(ada.page.locator("#lesson-show")).to_be_hidden()
    # It is shown as soon as the host says so, also where it stands already.
    line.get_by_role("button", name="Show name").click()
    expect(last).to_have_text("Something rude")
    expect(line.get_by_role("button", name="Show name")).to_have_count(0)
    # Another name is another one to look at.
    name = cleo.page.get_by_label("You", exact=True)
    name.fill("Worse")
    name.blur()
    expect(line_of(ada, "Worse")).to_contain_text("name held back")
    expect(last).to_have_text("Person 3")
    assert "Worse" not in board.page.locator("body").inner_text()


def test_U124_all_names_that_were_seen_are_shown_at_once(person):
    ada = person("Ada")
    room = ada.make()
    board = board_of(person, room).is_connected()
    ada.holds_names(True)
    for name in ("Ben", "Cleo"):
        pupil = person(name).join(room).is_connected()
        pupil.press("7").is_settled()
    names = board.page.locator("#board-keys li span")
    expect(names).to_have_text(["Person 2", "Person 3"])
    ada.in_lesson("Show all names")
    ada.page.locator("#lesson .main").click()
    expect(names).to_have_text(["Ben", "Cleo"])
    expect(ada.page.get_by_role("button", name="Show name")).to_have_count(0)
    # Names are held back on, until they are not.
    person("Dora").join(room).is_connected().press("8").is_settled()
    expect(names.last).to_have_text("Person 4")
    ada.holds_names(False)
    expect(names.last).to_have_text("Dora")


def test_U125_the_screen_stays_on_where_a_page_may_keep_it(person):
    ada = person("Ada")
    room = ada.make()
    board = person()
    board.page.add_init_script(
        """window.asked = [];
        Object.defineProperty(navigator, "wakeLock", {
            value: { request: async (kind) => window.asked.push(kind) },
        });"""
    )
    board.go(f"/rooms/{room}?view=board").is_connected()
    assert board.page.evaluate("asked") == ["screen"]
    # It ends with every look away.
    board.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert board.page.evaluate("asked") == ["screen", "screen"]
    without = person()
    without.page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    without.go(f"/rooms/{room}?view=board").is_connected()


def test_U126_a_board_opens_in_a_tab_of_its_own(person):
    ada = person("Ada")
    room = ada.make()
    ada.press("4 2").is_settled()
    ada.page.get_by_role("button", name="Share").click()
    with ada.context.expect_page() as opened:
        ada.page.get_by_role("link", name="Board for the projector").click()
    board = opened.value
    expect(board.locator("#display")).to_have_text("42")
    expect(board.locator("#board-way")).to_contain_text(room)
    # Ada is one person, and her own tab goes on.
    ada.page.get_by_role("button", name="Done").click()
    ada.press("0").is_settled()
    expect(board.locator("#display")).to_have_text("420")
    expect(ada.page.locator("#people li")).to_have_count(1)
