"""The board: a room on a projector."""

import re
from copy import copy

from playwright.sync_api import expect

from accessibility import assert_accessible
from boards import board_and_host, board_of, open_board
from handmade import Handmade
from lessons import line_of


def test_a_board_has_every_part_of_the_room_and_is_no_participant(person):
    said = []
    board = person(viewport={"width": 1280, "height": 720})
    board.page.on("websocket", lambda socket: socket.on("framesent", lambda text: said.append(text)))
    ada = board.is_hosted_by()
    open_board(board)
    view, way = board.page.locator("#room"), board.page.locator("#board-way")
    people, picture = board.page.locator("#board-people"), board.page.locator("#board-picture")
    # The board itself does not count.
    expect(people).to_have_text("1 here · keypad unlocked")
    # The way in is large until somebody has come, unless a key or a click changes it.
    expect(view).to_have_attribute("data-way", "large")
    ben = board.is_joined_by("Ben")
    expect(view).to_have_attribute("data-way", "small")
    expect(people).to_have_text("2 here · keypad unlocked")
    for one, keys in ((ada, "1 + 1 ="), (ben, "2 + 2 ="), (ada, "3 + 3 ="), (ben, "4 + 4 =")):
        one.write(keys)
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
    drawn = board.page.request.get(f"{board.address}/rooms/{board.room}/qr.svg").text()
    assert picture.evaluate("picture => decodeURIComponent(picture.src.split(',').slice(1).join(','))") == drawn
    place = re.search("<title>http://(.*)/rooms/", drawn)[1]
    for part, text in (("#board-place", place), ("#board-room", board.room)):
        expect(board.page.locator(part)).to_have_text(text)
    for part in ("#board-picture", "#board-place", "#board-room", "#board-people"):
        expect(way.locator(part)).to_be_visible()
    # There is nothing to press but the replay. A key changes the way in, and nothing else.
    expect(board.page.locator("#stage :is(a, button, input, select):visible:not(#tape button)")).to_have_count(1)
    board.page.keyboard.press("7")
    expect(view).to_have_attribute("data-way", "large")
    way.click()
    expect(view).to_have_attribute("data-way", "small")
    # The number of people, the lock and the door.
    ada.act({"lock": True})
    expect(people).to_have_text("2 here · keypad locked")
    board.is_told("^Connected$")
    expect(board.page.locator("#connection")).to_be_visible()
    ada.act({"door": False})
    expect(people).to_have_text("2 here · keypad locked · door shut")
    ben.close()
    expect(people).to_have_text("1 here · keypad locked · door shut")
    expect(view).to_have_attribute("data-way", "small")
    # A projector has nobody who taps for other forms of a number, and a tooltip would cover it.
    ada.act({"keypad": "scientific"})
    for keys, number in (("1 / 4 =", "0.25"), ("1 / 3 =", f"0.{'3' * 32}")):
        ada.write(keys)
        display = board.sees(number).page.locator("#display")
        expect(display).not_to_have_attribute("title", re.compile("."))
        display.click()
    expect(board.page.locator("#forms")).to_have_count(0)
    assert len(said) == 1 and '"watch":true' in said[0], said


def test_tab_reaches_only_elements_that_act(person, subtests):
    ada = person("Ada")
    ada.is_hosted_by().write("1 + 1 =")
    for view, drawn in (("board", "#tape button:disabled"), ("replay", "#replay-play")):
        with subtests.test(view):
            ada.go(f"/rooms/{ada.room}?view={view}")
            expect(ada.page.locator("#board-keys li, #replay-play")).not_to_have_count(0)
            expect(ada.page.locator(drawn)).to_have_count(1)
            reached = []
            for _ in range(20):
                ada.page.keyboard.press("Tab")
                reached.append(ada.page.evaluate("document.activeElement.id || document.activeElement.className"))
            assert not [one for one in reached if "key" in one.split() or one == "bill-open"]
            if view == "board":
                assert set(filter(None, reached)) == {"board-replay"}


def test_a_board_strikes_out_keys_that_were_undone(person):
    board, ada = board_and_host(person)
    later = copy(board)
    later.page = board.context.new_page()
    keys = "1 2 * 8 7".split()
    steps = [ada.act({"press": key}) and ada.step for key in keys]
    # A key without an effect is not there.
    ben = board.is_joined_by("Ben")
    ada.act({"lock": True})
    assert ben.act({"press": "9"}) == "locked"
    ada.act({"lock": False})
    # A new digit ends the steps that can be redone.
    for actions, shown in ((({"undo": steps[4]}, {"undo": steps[3]}, {"redo": steps[3]}), "12×8"),
                           (({"undo": steps[3]},), "12×"), (({"press": "3"}, {"press": "="}), "12×3=")):
        for action in actions:
            assert ada.act(action) == "taken"
        # Another board opens later, and reads the keys from the log.
        open_board(later).is_connected()
        for one in (board, later):
            expect(one.page.locator("#board-keys li:not(.undone) b")).to_have_text([*shown])
    expect(board.page.locator("#board-keys .undone b")).to_have_text(["8", "7"])


def test_a_board_shows_raised_hands_in_their_order(person):
    board, ada = board_and_host(person)
    ben, cleo, dora = (board.is_joined_by(name) for name in ("Ben", "Cleo", "Dora"))
    names, raised = board.page.locator("#board-names li"), board.page.locator("#board-names .raised")
    expect(names).to_have_text(["Dora", "Cleo", "Ben", "Ada"])
    ada.act({"lock": True})
    for one in (cleo, ben):
        one.act({"hand": True})
    expect(names).to_have_text(["Cleo", "Ben", "Dora", "Ada"])
    expect(raised).to_have_text(["Cleo", "Ben"])
    expect(raised.first).to_have_attribute("aria-label", "Cleo · hand raised")
    expect(board.page.locator("#board-names svg:visible")).to_have_count(2)
    ada.act({"grant": cleo.you})
    expect(names).to_have_text(["Ben", "Dora", "Cleo", "Ada"])
    expect(raised).to_have_text(["Ben"])
    expect(names.last).not_to_have_attribute("aria-label", re.compile("."))
    expect(board.page.locator("#board-people")).to_contain_text("Keypad: Cleo")
    ada.act({"lock": False})
    expect(raised).to_have_count(0)


def test_a_shut_or_closed_room_does_not_invite(person):
    board, ada = board_and_host(person)
    ada.write("1 + 1 =")
    expect(board.page.locator("#board-keys li")).to_have_count(4)
    invitation = [board.page.locator(f"#board-{part}") for part in ("picture", "scan", "place")]
    people = board.page.locator("#board-people")
    for one in invitation:
        expect(one).to_be_visible()
    ada.act({"door": False})
    for one in invitation:
        expect(one).to_be_hidden()
    expect(people).to_contain_text("door shut")
    ada.act({"door": True})
    expect(invitation[0]).to_be_visible()
    ada.act({"close": True})
    expect(people).to_have_text("The room is closed.")
    for one in invitation:
        expect(one).to_be_hidden()
    # The next class does not see the keys of this one.
    assert ada.act({"startOver": True}) == "taken"
    expect(people).to_have_text("1 here · keypad unlocked")
    expect(board.page.locator("#board-keys li")).to_have_count(0)
    open_board(board).is_connected()
    ada.write("5")
    board.sees("5")
    expect(board.page.locator("#board-keys li")).to_have_count(1)


def test_a_board_waits_for_its_room(person):
    board = person(viewport={"width": 1280, "height": 720})
    # The room may be gone before the board reads its log.
    board.expected += ("Failed to load resource",)
    board.page.clock.install()
    board.go("/rooms/not-there-yet?view=board")
    waiting = board.page.locator("#board-waiting")
    expect(waiting).to_contain_text("There is no room not-there-yet.")
    expect(waiting).to_contain_text("create a room with this name")
    expect(board.page.locator("#screen")).to_be_hidden()
    assert_accessible(board.page)
    # The same again after the room was deleted.
    for number in ("42", "7"):
        host = Handmade(board.address, "not-there-yet", "Ada").join(make={"keypad": "standard"}).write(" ".join(number))
        board.page.clock.fast_forward(60_000)
        board.sees(number)
        expect(board.page.locator("#screen")).to_be_visible()
        expect(waiting).to_be_hidden()
        host.send({"n": next(host.counts), "delete": True})
        expect(waiting).to_contain_text(re.compile("deleted not-there-yet|no room not-there-yet"))
        host.close()


def test_names_are_held_back_until_the_host_has_seen_them(person):
    ada = person("Ada")
    room = ada.make()
    ben = ada.is_joined_by("Ben")
    board = board_of(person, room).is_connected()
    names = board.page.locator("#board-keys li > span")
    last = names.last
    ada.holds_names(True)
    cleo = ada.is_joined_by("Something rude")
    # People who were there before have a name; newcomers have none, on keys and on the tape.
    ben.write("7")
    expect(last).to_have_text("Ben")
    cleo.write("+ 5 =")
    board.sees("12")
    expect(last).to_have_text("Person 3")
    expect(board.page.locator("#tape li")).to_contain_text(["Person 3"])
    # Not on a board either that is opened after that, and has the keys from before.
    later = copy(board)
    later.page = board.context.new_page()
    expect(open_board(later).is_connected().page.locator("#board-keys li > span")).to_have_text(
        ["Ben"] + 3 * ["Person 3"])
    expect(later.page.locator("#tape li")).to_contain_text(["Person 3"])
    for one in (board, later):
        assert "Something" not in one.page.locator("body").inner_text()
    # People in the room see the name, and the host that it waits.
    expect(ada.page.locator("#tape li small")).to_contain_text("Something rude")
    line = line_of(ada, "Something rude")
    expect(line).to_contain_text("name hidden")
    expect(ada.page.locator("#lesson-show")).to_be_hidden()
    # Once the host allows it, it also replaces the number on earlier keys.
    line.get_by_role("button", name="Show name").click()
    expect(last).to_have_text("Something rude")
    expect(line.get_by_role("button", name="Show name")).to_have_count(0)
    # The teacher has to look at another name again.
    cleo.act({"name": "Worse"})
    expect(line_of(ada, "Worse")).to_contain_text("name hidden")
    expect(last).to_have_text("Person 3")
    assert "Worse" not in board.page.locator("body").inner_text()
    # All names that were seen are shown at once.
    dora = ada.is_joined_by("Dora")
    dora.write("7")
    expect(last).to_have_text("Person 4")
    ada.in_lesson("Show all names")
    ada.page.locator("#lesson .main").click()
    expect(names).to_have_text(["Ben"] + 3 * ["Worse"] + ["Dora"])
    expect(ada.page.get_by_role("button", name="Show name")).to_have_count(0)
    # Names are held back on, until they are not.
    ada.is_joined_by("Emil").write("8")
    expect(last).to_have_text("Person 5")
    ada.holds_names(False)
    expect(last).to_have_text("Emil")


def test_the_screen_stays_on_where_a_page_may_keep_it(person):
    board = person()
    board.page.add_init_script(
        """window.asked = [];
        const wakeLock = { request: async (kind) => window.asked.push(kind) };
        Object.defineProperty(navigator, "wakeLock", { value: location.hash ? undefined : wakeLock });"""
    )
    board.is_hosted_by()
    open_board(board)
    assert board.page.evaluate("asked") == ["screen"]
    # It ends with every look away.
    board.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert board.page.evaluate("asked") == ["screen", "screen"]
    # Another browser cannot keep it on.
    board.go(f"/rooms/{board.room}?view=board#without").page.reload()
    board.is_connected()
    assert board.page.evaluate("navigator.wakeLock === undefined")


def test_a_board_opens_in_a_tab_of_its_own_and_leads_to_the_replay_and_back(person):
    ada = person("Ada")
    room = ada.make()
    ada.page.keyboard.type("42")
    ada.is_settled().page.get_by_role("button", name="Share").click()
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
    board.locator("#board-replay").click()
    expect(board.locator("#replay")).to_be_visible()
    board.locator("#replay-leave").click()
    expect(board.locator("#room")).to_have_attribute("data-view", "board")
    expect(board.locator("#display")).to_have_text("420")
