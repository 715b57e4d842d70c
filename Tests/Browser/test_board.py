"""The board: a room on a projector."""

import re

from playwright.sync_api import expect

from accessibility import assert_accessible
from boards import board_of
from lessons import line_of, lock, open_lesson


def test_U120_a_board_has_every_part_of_the_room(person):
    ada, ben = person("Ada"), person("Ben")
    room = ada.make("Standard")
    board = board_of(person, room).is_connected()
    way, people = board.page.locator("#board-way"), board.page.locator("#board-people")
    expect(people).to_have_text("1 here · keypad unlocked")
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
    # The picture is the server's, of the address next to it.
    drawn = ada.page.request.get(f"{ada.address}/rooms/{room}/qr.svg").text()
    shown = board.page.locator("#board-picture").evaluate(
        "picture => decodeURIComponent(picture.src.split(',').slice(1).join(','))")
    assert shown == drawn
    place = re.search("<title>http://(.*)/rooms/", drawn)[1]
    for part, text in (("#board-place", place), ("#board-room", room)):
        expect(board.page.locator(part)).to_have_text(text)
    for part in ("#board-picture", "#board-place", "#board-room", "#board-people"):
        expect(way.locator(part)).to_be_visible()
    # There is nothing to press but the replay.
    expect(board.page.locator("#stage :is(a, button, input, select):visible:not(#tape button)")).to_have_count(1)
    # The number of people, the lock and the door.
    expect(people).to_have_text("2 here · keypad unlocked")
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


def test_a_board_does_not_promise_other_forms_of_its_number(person):
    ada = person("Ada")
    board = board_of(person, ada.make("Scientific")).is_connected()
    for keys, number in (("1 / 4 =", "0.25"), ("1 / 3 =", f"0.{'3' * 32}")):
        ada.press(keys).is_settled()
        display = board.sees(number).page.locator("#display")
        # A projector has nobody who taps, and a tooltip would cover the number.
        expect(display).not_to_have_attribute("title", re.compile("."))
        display.click()
    expect(board.page.locator("#forms")).to_have_count(0)


def test_a_board_strikes_out_keys_that_were_undone(person):
    ada = person("Ada")
    room = ada.make("Standard")
    boards = [board_of(person, room).is_connected()]
    ada.press("1 2 * 8 7").is_settled()
    # A new digit ends the steps that can be redone.
    for steps, keys in ((("undo", "undo", "redo"), "12×8"), (("undo",), "12×"), ((), "12×3=")):
        for step in steps:
            ada.page.locator(f"#{step}").click()
        if not steps:
            ada.press("3 =")
        ada.is_settled()
        # Another board opens later, and reads the keys from the log.
        boards.append(board_of(person, room).is_connected())
        for board in boards:
            expect(board.page.locator("#board-keys li:not(.undone) b")).to_have_text([*keys])
    expect(boards[0].page.locator("#board-keys .undone b")).to_have_text(["8", "7"])


def test_a_board_shows_raised_hands_in_their_order(person):
    ada = person("Ada")
    room = ada.make("Standard")
    board = board_of(person, room).is_connected()
    ben, cleo, dora = (ada.is_joined_by(name) for name in ("Ben", "Cleo", "Dora"))
    names, raised = board.page.locator("#board-names li"), board.page.locator("#board-names .raised")
    expect(names).to_have_text(["Dora", "Cleo", "Ben", "Ada"])
    lock(ada)
    for one in (cleo, ben):
        one.act({"hand": True})
    expect(names).to_have_text(["Cleo", "Ben", "Dora", "Ada"])
    expect(raised).to_have_text(["Cleo", "Ben"])
    expect(raised.first).to_have_attribute("aria-label", "Cleo · hand raised")
    expect(board.page.locator("#board-names svg:visible")).to_have_count(2)
    ada.page.locator("#hands-give").press("Enter")
    expect(names).to_have_text(["Ben", "Dora", "Cleo", "Ada"])
    expect(raised).to_have_text(["Ben"])
    expect(names.last).not_to_have_attribute("aria-label", re.compile("."))
    expect(board.page.locator("#board-people")).to_contain_text("Keypad: Cleo")
    ada.page.get_by_role("button", name="Unlock keypad").press("Enter")
    expect(raised).to_have_count(0)
    dora.close()


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
        assert board.page.evaluate("document.activeElement.matches('a:not(#board-replay), button, input')") is False


def test_U186_the_way_in_is_small_once_people_have_joined(person):
    ada = person("Ada")
    room = ada.make()
    board = board_of(person, room).is_connected()
    view, picture = board.page.locator("#room"), board.page.locator("#board-picture")
    expect(view).to_have_attribute("data-way", "large")
    ben = person("Ben").join(room).is_connected()
    expect(view).to_have_attribute("data-way", "small")
    expect(picture).to_be_visible()
    board.page.keyboard.press("q")
    expect(view).to_have_attribute("data-way", "large")
    board.page.locator("#board-way").click()
    expect(view).to_have_attribute("data-way", "small")
    ben.leave()
    expect(board.page.locator("#board-people")).to_contain_text("1 here")
    expect(view).to_have_attribute("data-way", "small")


def test_U187_a_shut_or_closed_room_does_not_invite(person):
    ada = person("Ada")
    room = ada.make()
    board = board_of(person, room).is_connected()
    ada.press("1 + 1 =").is_settled()
    expect(board.page.locator("#board-keys li")).to_have_count(4)
    invitation = [board.page.locator(f"#board-{part}") for part in ("picture", "scan", "place")]
    people = board.page.locator("#board-people")
    for one in invitation:
        expect(one).to_be_visible()
    open_lesson(ada)
    ada.page.get_by_label("The door is open").uncheck()
    for one in invitation:
        expect(one).to_be_hidden()
    expect(people).to_contain_text("door shut")
    ada.page.get_by_label("The door is open").press("Space")
    expect(invitation[0]).to_be_visible()
    ada.page.locator("#lesson-close").press("Enter")
    expect(people).to_have_text("The room is closed.")
    for one in invitation:
        expect(one).to_be_hidden()
    # The next class does not see the keys of this one.
    ada.page.locator("#lesson-over").press("Enter")
    expect(people).to_have_text("1 here · keypad unlocked")
    expect(board.page.locator("#board-keys li")).to_have_count(0)
    later = board_of(person, room).is_connected()
    ada.press("5").is_settled()
    later.sees("5")
    expect(later.page.locator("#board-keys li")).to_have_count(1)


def test_U188_the_replay_starts_at_the_board_and_leads_back(person):
    ada = person("Ada")
    room = ada.make()
    ada.press("4 2").is_settled()
    board = board_of(person, room).is_connected()
    board.page.locator("#board-replay").click()
    expect(board.page.locator("#replay")).to_be_visible()
    board.page.locator("#replay-leave").click()
    expect(board.page.locator("#room")).to_have_attribute("data-view", "board")
    board.sees("42")


def test_U123_a_board_waits_for_its_room(person):
    board = person(viewport={"width": 1280, "height": 720})
    board.page.clock.install()
    board.go("/rooms/not-there-yet?view=board")
    waiting = board.page.locator("#board-waiting")
    expect(waiting).to_contain_text("There is no room not-there-yet.")
    expect(waiting).to_contain_text("create a room with this name")
    expect(board.page.locator("#screen")).to_be_hidden()
    assert_accessible(board.page)
    ada = person("Ada")
    ada.make(room="not-there-yet")
    ada.press("4 2").is_settled()
    board.page.clock.fast_forward(60_000)
    board.sees("42")
    expect(board.page.locator("#screen")).to_be_visible()
    expect(waiting).to_be_hidden()
    # The same after the room was deleted.
    ada.deletes_the_room()
    expect(waiting).to_contain_text(re.compile("deleted not-there-yet|no room not-there-yet"))
    ben = person("Ben")
    ben.make(room="not-there-yet")
    ben.press("7").is_settled()
    board.page.clock.fast_forward(60_000)
    board.sees("7")
    expect(waiting).to_be_hidden()


def test_U123_a_board_comes_back_by_itself(person, link):
    ada = person("Ada")
    room = ada.make()
    board = board_of(person, room, address=link.address).is_connected()
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
    # People who were there before have a name; newcomers have none, on keys and on the tape.
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
    expect(line_of(ben, "Something rude")).not_to_contain_text("hidden")
    expect(line_of(cleo, "Something rude")).to_contain_text("name hidden")
    line = line_of(ada, "Something rude")
    expect(line).to_contain_text("name hidden")
    expect(ada.page.locator("#lesson-show")).to_be_hidden()
    # Once the host allows it, it also replaces the number on earlier keys.
    line.get_by_role("button", name="Show name").click()
    expect(last).to_have_text("Something rude")
    expect(line.get_by_role("button", name="Show name")).to_have_count(0)
    # The teacher has to look at another name again.
    cleo.renames("Worse")
    expect(line_of(ada, "Worse")).to_contain_text("name hidden")
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
        ada.page.get_by_role("link", name="Projector board").click()
    board = opened.value
    expect(board.locator("#display")).to_have_text("42")
    expect(board.locator("#board-way")).to_contain_text(room)
    # Ada is one person, and her own tab goes on.
    ada.page.get_by_role("button", name="Done").click()
    ada.press("0").is_settled()
    expect(board.locator("#display")).to_have_text("420")
    expect(ada.page.locator("#people li")).to_have_count(1)
