"""A question of a host: asking, answering, comparing, on every device."""

import re

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible, assert_contrast
from boards import board_of
from handmade import Handmade
from layout import GEOMETRY, resize
from lessons import ask_without_page, class_of, number_of_question
from scope import FULL, full
from test_board_looks import LEAST, LETTERS, PICTURES
from test_class import LAPTOP, clicks
from windows import KEYPADS, PHONE, PHONES

SMALL = {"width": 320, "height": 568}
LOW = {"width": 667, "height": 375}
QUESTION = "What is 12 × 12?"

KEYPAD_WITHOUT_QUESTION = """() => {
    const { dataset } = document.getElementById("room");
    const { question, view } = dataset;
    const card = document.getElementById("question");
    delete dataset.question;
    delete dataset.view;
    card.hidden = true;
    const { top } = document.getElementById("keypad").getBoundingClientRect();
    Object.assign(dataset, { question, ...(view && { view }) });
    card.hidden = false;
    return top;
}"""
# Parts of a board with a question that are outside the window, cut, or over others.
BOARD_FAULTS = "() => {" + GEOMETRY + """
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((place) => place.checkVisibility());
    const parts = seen("#question, .screen, #board-way");
    const lines = seen("#question h2, #question-state, #question-groups");
    const list = document.getElementById("question-groups");
    const shown = seen("#question-groups li").filter((group) => box(group).left < box(list).right);
    return [
        ...outside(parts),
        ...lines.filter((line) => !holds(box(parts.find(({ id }) => id === "question")), box(line)))
            .map(({ id }) => `${id} leaves the question`),
        ...shown.filter((group) => !holds(box(list), box(group))).map(() => "a group is cut"),
        ...(list.checkVisibility() && shown.length < 3 ? ["few groups are shown"] : []),
        ...overlaps(parts), ...overlaps(lines),
    ];
}"""


# Parts of a card that a pupil cannot see or touch: a button with an edge that is cut or covered, and a text with less
# than a line.
CARD_FAULTS = "() => {" + GEOMETRY + """
    const card = document.getElementById("question");
    const isTouched = (button, x, y) => document.elementFromPoint(x, y)?.closest("button") === button;
    const buttons = [...card.querySelectorAll("button")].filter((button) => button.checkVisibility());
    const text = document.getElementById("question-text");
    return [
        ...(buttons.length > 0 ? [] : ["no button"]),
        ...buttons.flatMap((button) => {
            const { left, right, top, bottom } = button.getBoundingClientRect();
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            const edges = [[left + 1, y], [right - 1, y], [x, top + 1], [x, bottom - 1]];
            return [
                ...(Math.min(right - left, bottom - top) > 43.9 ? [] : [`${button.id} is small`]),
                ...(edges.every(([x, y]) => isTouched(button, x, y)) ? [] : [`${button.id} is cut`]),
                ...(holds(box(card), box(button)) ? [] : [`${button.id} leaves the card`]),
                ...(button.scrollWidth <= button.clientWidth ? [] : [`${button.id} has a long text`]),
            ];
        }),
        ...(text.clientHeight >= Math.min(text.scrollHeight, 16) ? [] : ["the text is cut"]),
        ...(holds(box(card), box(text)) ? [] : ["the text leaves the card"]),
    ];
}"""
WORDS = "What is 3/4 of 120 g of sugar when a quarter of the packet is missing, and who took it? " * 2


def overlap(one, other):
    return all(one[start] < other[start] + other[size] and other[start] < one[start] + one[size]
               for start, size in (("x", "width"), ("y", "height")))


def ask(host, text=QUESTION, keypad="simple"):
    host.page.locator("#ask-open, #bar-ask").locator("visible=true").click()
    host.page.locator("#ask-text").fill(text)
    host.page.locator("#ask-keypad").select_option(keypad)
    host.page.locator("#ask-form .main").click()
    expect(host.page.locator("#answers")).to_be_visible()
    return host


def is_asked(person, text=QUESTION):
    expect(person.page.locator("#question-text")).to_have_text(text)
    return person


def hand_in(person, keys):
    is_asked(person)
    expect(person.page.locator("#question-back")).to_be_visible()
    person.press(keys)
    person.page.locator("#question-answer").click()
    return person


def state(person, text):
    expect(person.page.locator("#question-state")).to_have_text(re.compile(text))
    return person


def advance(host, *buttons):
    for button in buttons:
        host.takes_clicks().page.locator(f"#answers-{button}").click()
    return host


def groups(place):
    return [line.split("\n") for line in place.all_inner_texts()]


def results(person):
    return person.page.locator("#question-groups b").all_inner_texts()


def pupil_of(person, name="Ben", **options):
    """A pupil with a page in the room of a host who has none."""
    pupil = person(name, **{"viewport": PHONE} | options)
    return pupil, pupil.visits()


def is_clear_of_the_calculator(pupil):
    """Asserts that the card covers neither the number nor a key."""
    for window in (PHONE, LAPTOP, LOW, SMALL):
        resize(pupil, (window["width"], window["height"]))
        place = {name: pupil.page.locator(name).bounding_box() for name in ("#question", "#display", "#keypad")}
        assert place["#question"]["height"] >= 44, (window, place)
        assert not overlap(place["#question"], place["#display"]), (window, place)
        assert not overlap(place["#question"], place["#keypad"]), (window, place)
        # The keys are where they are without the question.
        assert pupil.page.evaluate(KEYPAD_WITHOUT_QUESTION) == place["#keypad"]["y"], window


@pytest.mark.parametrize("window", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_host_needs_few_clicks_for_a_question(person, window):
    ada = person("Ada", viewport=window)
    room = ada.make()
    ben = ada.is_joined_by("Ben")
    expect(ada.page.locator("#people li")).to_have_count(2)
    way = "#bar-ask" if window == PHONE else "#ask-open"
    clicks(ada, way)
    expect(ada.page.locator("#ask-text")).to_be_focused()
    ada.page.keyboard.type(QUESTION)
    clicks(ada, "#ask-form .main")
    question = ben.until(number_of_question)
    # A closed sheet leaves a mark, and one click leads back. The cross does not close the question.
    ada.page.get_by_role("button", name="Close", exact=True).click()
    assert ben.act({"answer": {"question": question, "keys": ["1", "4", "4"]}}) == "taken"
    expect(ada.page.get_by_role("button", name="Question: 1 of 1 answered")).to_have_id(way[1:])
    clicks(ada, way)
    expect(ada.page.locator("#answers-state")).to_have_text("Standard · 1 of 1 answered")
    expect(ada.page.locator("#answers-groups li li")).to_have_count(1)
    clicks(ada, "#answers-close", "#answers-show", "#answers-groups button")
    ada.sees("144").is_settled()
    log = ada.page.request.get(f"{ada.address}/rooms/{room}/log").text()
    assert [name in log for name in ('"closeQuestion"', '"reveal"', '"showAnswer"')] == [True] * 3


def test_a_class_answers_and_compares(person):
    ada, ben = class_of(person, names=["Ben"])
    cleo = ada.is_joined_by("Cleo")
    board = board_of(person, ada.room)
    ada.press("7 =").sees("7")
    ask(ada)
    question = cleo.until(number_of_question)
    hand_in(ben, "1 2 * 1 2 =")
    state(ben, "Handed in: 144 · 1 of 2")
    # The room's calculator is back, and was never touched.
    ben.sees("7")
    assert cleo.act({"answer": {"question": question, "keys": "1 2 + 1 2 =".split()}}) == "taken"
    state(ben, "Handed in: 144 · 2 of 2")
    grid = ada.page.locator("#answers-groups > li")
    expect(grid).to_have_count(2)
    expect(grid.first.locator("h3")).to_have_text("144")
    expect(grid.first.locator("li")).to_contain_text("Ben12 × 12")
    # Nobody else sees an answer before the groups are shown.
    state(board, "2 of 2")
    assert results(board) == results(ben) == []
    assert cleo.act({"answer": {"question": question, "keys": "1 4 4".split()}}) == "taken"
    expect(grid).to_have_count(1)
    state(ben, "Handed in: 144 · 2 of 2")
    advance(ada, "close")
    state(ben, "Closed · Your answer: 144")
    expect(ben.page.locator("#question-answer")).to_be_hidden()
    advance(ada, "show")
    for one in (ben, board):
        expect(one.page.locator("#question-groups li")).to_have_count(1)
    expect(ben.page.locator("#question-groups .own")).to_have_count(1)
    expect(board.page.locator("#question-groups small")).to_have_text("")
    # With hidden names, the line of a shown answer names nobody.
    ada.page.locator("#answers-groups button").first.click()
    expect(ada.page.locator("#tape li").first.locator("small")).to_have_text(re.compile(r"^Anonymous \W?\d+:\d\d"))
    ada.page.locator("#ask-open").click()
    ada.page.locator("#answers-names").check()
    expect(board.page.locator("#question-groups small")).to_have_text("Ben, Cleo")
    ada.page.locator("#answers-groups button").first.click()
    for one in (ada, ben, board):
        one.sees("144")
    # The board has no key of the calculation that the answer replaced, and neither has one that is loaded again.
    ada.page.locator("#ask-open").click()
    advance(ada, "end")
    expect(ada.page.locator("#ask-open")).to_have_text("Ask")
    ada.press("+").is_settled()
    for one in (ben, board):
        expect(one.page.locator("#question")).to_be_hidden()
    expect(board.page.locator("#board-keys b")).to_have_text(["+"])
    board.page.reload()
    expect(board.page.locator("#board-keys b")).to_have_text(["+"])
    # The same question again takes one tap.
    ada.page.locator("#ask-open").click()
    ada.page.locator("#ask-earlier button").click()
    is_asked(ben)


def test_a_second_click_neither_shows_the_answers_nor_ends_the_question(person):
    ada, ben = class_of(person, names=["Ben"])
    ada.is_joined_by("Cleo")
    waiting = ada.page.locator("#answers-waiting")
    hand_in(ask(ada) and ben, "1 4 4").is_settled()
    ada.takes_clicks().page.locator("#answers-close").dblclick()
    state(ben, "Closed")
    expect(waiting).to_have_text("No answer yet: Cleo")
    ada.is_settled().takes_clicks().page.locator("#answers-show").dblclick(position={"x": 150, "y": 20})
    expect(ben.page.locator("#question-groups li")).to_have_count(1)
    ada.is_settled()
    expect(ben.page.locator("#question-groups")).to_be_visible()
    expect(waiting).to_have_text("No answer yet: Cleo")


def test_the_end_of_a_question_asks_first_while_answers_would_be_lost(person):
    ada = person("Ada", viewport=LAPTOP)
    ada.make()
    ben, cleo = (ada.is_joined_by(name) for name in ("Ben", "Cleo"))
    ask(ada)
    answer = {"question": ben.until(number_of_question), "keys": ["1"]}
    assert ben.act({"answer": answer}) == "taken"
    advance(ada, "end")
    sure = ada.takes_clicks("#ask-end").page.locator("#ask-end")
    expect(sure).to_contain_text("Answers that will be lost: 1.")
    assert_accessible(ada.page, "end")
    assert cleo.act({"answer": answer}) == "taken"
    expect(sure).to_contain_text("Answers that will be lost: 2.")
    sure.get_by_role("button", name="Cancel").click()
    advance(ada.is_settled(), "close")
    expect(ada.page.locator("#answers-groups li li")).to_have_count(2)
    advance(ada, "end")
    ada.takes_clicks("#ask-end")
    sure.get_by_role("button", name="End").click()
    expect(ada.page.locator("#ask-open")).to_have_text("Ask")
    # The lesson has the groups that were shown.
    advance(ask(ada), "close", "show", "end")
    expect(ada.page.locator("#ask-open")).to_have_text("Ask")


def test_a_private_calculator_keeps_its_way_back_during_a_question(person):
    ben, ada = pupil_of(person)
    ada.act({"lock": True})
    ben.page.get_by_role("button", name="Try it yourself").click()
    expect(ben.page.locator("#alone-back")).to_be_visible()
    question = ask_without_page(ada, QUESTION)
    is_asked(ben)
    for action in ("closeQuestion", "endQuestion"):
        assert ada.act({action: question}) == "taken"
    ben.page.locator("#alone-back").click()
    ada.write("7")
    ben.sees("7")


def test_a_reload_keeps_the_private_keys_and_an_answer_has_at_most_64(person):
    ben, ada = pupil_of(person)
    ask_without_page(ada, QUESTION)
    answer = is_asked(ben).page.locator("#question-answer")
    expect(answer).to_be_disabled()
    ben.press("1 2 *").sees("12")
    ben.page.reload()
    ben.is_connected()
    expect(ben.page.locator("#question-back")).to_be_visible()
    ben.sees("12").press("1 2 =").sees("144")
    answer.click()
    state(ben, "Handed in: 144")
    # An answer is changed.
    answer.click()
    expect(ben.page.locator("#question-back")).to_be_visible()
    ben.press("C").page.keyboard.type("1+" * 32 + "1")
    expect(ben.page.locator("#question-why")).to_contain_text("at most 64 keys")
    expect(answer).to_be_disabled()
    ben.press("C 4")
    expect(answer).to_be_enabled()
    answer.click()
    state(ben, "Handed in: 4")


def test_a_late_answer_is_void_and_the_page_says_so(person, link, server):
    ben = person("Ben", viewport=PHONE, address=link.address)
    ada = ben.visits(address=server.address)
    ben.is_joined_by("Cleo", server.address)
    question = ask_without_page(ada, QUESTION)
    is_asked(ben)
    link.cut()
    ben.is_told("Reconnecting…")
    hand_in(ben, "1 4 4")
    state(ben, "Sending your answer: 144")
    assert ada.act({"closeQuestion": question}) == "taken"
    link.heal()
    ben.hears_of_the_network()
    expect(ben.page.locator("#notices")).to_have_text("Your answer: the question is closed")
    state(ben, "^Closed · 0 of 2 answered$")


def test_anybody_can_answer_on_a_small_phone_with_a_keyboard(person):
    pupil, ada = pupil_of(person, "", viewport=SMALL)
    pupil.is_joined_by("Cleo")
    # The longest text, and a keypad of six rows.
    question = ask_without_page(ada, "m" * 5 + " how much? " * 15 + " how much?", "scientific")
    expect(pupil.page.locator("#question-back")).to_be_visible()
    button = pupil.page.locator("#question-answer")
    pupil.page.keyboard.type("2+3=")
    pupil.sees("5")
    for one in (button, pupil.page.locator("#question-back")):
        box = one.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44
    is_clear_of_the_calculator(pupil)
    assert pupil.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(pupil.page, "answering")
    button.focus()
    pupil.page.keyboard.press("Enter")
    state(pupil, "Handed in: 5")
    assert_accessible(pupil.page, "handed in")
    is_clear_of_the_calculator(pupil)
    for digit in "678":
        answer = {"question": question, "keys": [digit]}
        assert pupil.is_joined_by(f"Pupil {digit}").act({"answer": answer}) == "taken"
    for action in ({"closeQuestion": question}, {"reveal": {"question": question, "names": False}}):
        assert ada.act(action) == "taken"
    expect(pupil.page.locator("#question-groups li")).to_have_count(4)
    assert_accessible(pupil.page, "groups")
    is_clear_of_the_calculator(pupil)


@pytest.mark.parametrize("locale", ["en-US", "ja-JP", "ko-KR", "zh-CN", "zh-TW"])
def test_an_answer_can_be_handed_in_on_every_phone(person, locale):
    ben, ada = pupil_of(person, locale=locale)
    found = []

    def look(*about):
        for window in PHONES:
            resize(ben, window)
            found.extend((*about, window, fault) for fault in ben.page.evaluate(CARD_FAULTS))

    for keypad in map(str.lower, KEYPADS if locale == "en-US" else ["Scientific"]):
        for length in (8, 65, 170) if locale == "en-US" else [170]:
            question = ask_without_page(ada, WORDS[:length].strip(), keypad)
            expect(ben.page.locator("#question-back")).to_be_visible()
            is_asked(ben, WORDS[:length].strip())
            for functions in ("closed", "open") if keypad == "scientific" else ("closed",):
                ben.page.evaluate("isOpen => calculator.toggleAttribute('data-more', isOpen)", functions == "open")
                look(keypad, length, functions)
            if length == 170:
                ben.page.keyboard.type("12+3")
                ben.page.locator("#question-answer").click()
                state(ben, "15")
                look(keypad, length, "handed in")
            assert ada.act({"endQuestion": question}) == "taken"
            expect(ben.page.locator("#question")).to_be_hidden()
    assert found == []


def test_a_tap_shows_all_of_a_long_question(person):
    ben, ada = pupil_of(person, viewport=SMALL)
    ask_without_page(ada, WORDS.strip(), "scientific")
    expect(ben.page.locator("#question-back")).to_be_visible()
    text = is_asked(ben, WORDS.strip()).page.locator("#question-text.cut")
    text.wait_for()
    is_whole = "text => text.scrollHeight <= text.clientHeight + 1"
    assert not text.evaluate(is_whole)
    text.click()
    assert text.evaluate(is_whole)
    text.click()
    assert not text.evaluate(is_whole)


def test_a_long_question_is_not_cut_on_a_phone(person):
    ben, ada = pupil_of(person)
    text = "What is 3/4 of 120 g of sugar when a quarter of the packet is missing, and who took it? " * 2
    ask_without_page(ada, text.strip())
    is_asked(ben, text.strip())
    expect(ben.page.locator("#question-back")).to_be_visible()
    cut = "text => text.scrollHeight - text.clientHeight > 1 || text.clientWidth < 150"
    for window in (PHONE, {"width": 844, "height": 390}):
        resize(ben, (window["width"], window["height"]))
        assert not ben.page.locator("#question-text").evaluate(cut), window
    ben.press("8 0 / 1 5 =")
    ben.page.locator("#question-answer").click()
    state(ben, "Handed in: 5.333")
    # The long answer is below the text and not next to it.
    assert ben.page.locator("#question-text").bounding_box()["width"] > 150


def test_the_sheet_of_a_host_is_accessible(person):
    ada = person("Ada", viewport=LAPTOP)
    ada.make()
    ben = ada.is_joined_by("Ben")
    ada.page.locator("#ask-open").click()
    expect(ada.page.locator("#ask-text")).to_be_visible()
    assert_accessible(ada.page, "asking")
    ada.page.keyboard.press("Escape")
    ask(ada)
    assert ben.act({"answer": {"question": ben.until(number_of_question), "keys": "1 4 4".split()}}) == "taken"
    expect(ada.page.locator("#answers-groups li li")).to_have_count(1)
    advance(ada, "close", "show")
    resize(ada, (320, 568))
    assert ada.page.evaluate("asking.scrollWidth <= asking.clientWidth")
    assert_accessible(ada.page, "answers")


def test_lesson_and_replay_have_the_question(person):
    ada = person("Ada", viewport=LAPTOP)
    ada.make()
    ben, cleo = (ada.is_joined_by(name) for name in ("Ben", "Cleo"))
    ask(ada)
    question = ben.until(number_of_question)
    for one, keys in ((ben, "1 4 4"), (cleo, "1 2 * 1 2 =")):
        assert one.act({"answer": {"question": question, "keys": keys.split()}}) == "taken"
    expect(ada.page.locator("#answers-groups li li")).to_have_count(2)
    ada.page.locator("#answers-names").evaluate("(box) => (box.checked = true)")
    advance(ada, "close", "show", "end").is_settled()
    text = ada.page.request.get(f"{ada.address}/rooms/{ada.room}/lesson.txt").text()
    assert f"Question: {QUESTION} (2 answers)\n    144: 2 (Ben, Cleo)\n" in text
    print_lesson(ada)
    replay = person().go(f"/rooms/{ada.room}?view=replay")
    # The replay starts with the first key or question.
    expect(replay.page.locator("#replay-place")).to_have_value("5")
    replay.page.locator("#replay-place").fill("6")
    is_asked(replay)
    expect(replay.page.locator("#replay-event")).to_have_text(re.compile("answer"))
    state(replay, "1 of ")


def print_lesson(ada):
    """Prints the lesson, and asserts that the question is a row with its groups."""
    ada.page.get_by_role("button", name="Lesson", exact=True).evaluate("button => button.click()")
    row = ada.prints("#lesson [data-save=print]").locator("tbody tr")
    expect(row).to_contain_text(QUESTION)
    expect(row).to_contain_text("144: 2 (Ben, Cleo)")
    expect(row.locator("td").last).to_have_text("Answers: 2")
    # No line has a single letter.
    assert row.locator("td").last.evaluate("cell => cell.clientWidth") > 50
    ada.page.emulate_media(media="screen")


def test_a_board_shows_a_question_to_readers_far_away(person):
    ada = person("Ada")
    room = ada.make()
    board = board_of(person, room)
    pupils = [ada.is_joined_by(f"Pupil {number}") for number in range(1, 13)]
    for text in (QUESTION, "How many metres of fence does the garden need? " * 4):
        ask(ada, text.strip())
        is_asked(board, text.strip())
        number = pupils[0].until(number_of_question)
        for place, pupil in enumerate(pupils):
            keys = ["1", "/", "3", "="] if place < 2 else list(str(place))
            assert pupil.act({"answer": {"question": number, "keys": keys}}) == "taken"
        state(board, "12 of 12")
        looks_right(board, "open")
        ada.page.locator("#answers-names").evaluate("(box) => (box.checked = true)")
        advance(ada, "close", "show")
        expect(board.page.locator("#question-groups li")).to_have_count(11)
        looks_right(board, "revealed")
        assert_contrast(board.page, "groups")
        advance(ada, "end")
        expect(board.page.locator("#question")).to_be_hidden()


def looks_right(board, name):
    for width, height in PICTURES:
        resize(board, (width, height))
        assert board.page.evaluate(BOARD_FAULTS) == [], (name, width, height)
        # A line is lower than its letters, and no edge may cut their tails.
        assert board.page.locator("#question-text").evaluate("text => getComputedStyle(text).overflow") == "visible"
        small = [letters for letters in board.page.evaluate(LETTERS)
                 if letters[1] < LEAST * min(width, height) / 100 - 0.05]
        assert small == [], (name, width, height)


def test_a_question_has_contrast_on_keypads_in_light_and_dark(person):
    ada = person("Ada", viewport=LAPTOP)
    ben = person("Ben", viewport=PHONE).join(ada.make()).is_connected()
    for keypad in map(str.lower, KEYPADS if FULL else ("Standard", "Simple", "Scientific")):
        ask(ada, keypad=keypad)
        hand_in(ben, "1")
        state(ben, "Handed in: 1")
        ben.page.locator("#question-answer").click()
        expect(ben.page.locator("#question-back")).to_be_visible()
        for scheme in ("light", "dark"):
            for one in (ben, ada):
                one.page.emulate_media(color_scheme=scheme)
                assert_contrast(one.page, (keypad, scheme))
        advance(ada, "close", "show")
        expect(ben.page.locator("#question-groups li")).to_have_count(1)
        for scheme in ("light", "dark"):
            for one in (ben, ada):
                one.page.emulate_media(color_scheme=scheme)
                assert_contrast(one.page, (keypad, scheme, "revealed"))
        ada.page.locator("#answers-groups button").click()
        ada.page.locator("#ask-open").click()
        advance(ada, "end")


@full
def test_a_room_without_space_for_an_answer_says_so(person, free_server):
    ada = person("Ada", address=free_server.address, viewport=LAPTOP)
    ben = person("Ben", address=free_server.address, viewport=PHONE).join(ada.make()).is_connected()
    ask(ada)
    is_asked(ben)
    state_of_room = ada.page.request.get(f"{ada.address}/rooms/{ada.room}/state").json()
    answer = {"question": state_of_room["question"]["question"], "keys": ["1"] * 32 + ["+"] + ["1", "+"] * 15 + ["="]}
    for number in range(676):
        pupil = Handmade(free_server.address, ada.room, f"Pupil {number}").join()
        verdict = pupil.act({"answer": answer})
        pupil.close()
        assert verdict == ("taken" if number < 675 else "full")
    ben.page.keyboard.type("1+" * 31 + "1")
    ben.page.locator("#question-answer").click()
    expect(ben.page.locator("#notices")).to_have_text(
        "There is no space for more answers. Hand in a shorter one.")


def test_a_newcomer_answers_after_the_name_also_while_the_keypad_is_locked(person):
    zoe = person(viewport=PHONE)
    ada = zoe.is_hosted_by()
    zoe.is_joined_by("Ben")
    ada.act({"lock": True})
    ask_without_page(ada, QUESTION)
    zoe.go(f"/rooms/{zoe.room}").page.get_by_label("Your name").fill("Zoe")
    zoe.page.get_by_role("button", name="Join").click()
    zoe.is_connected()
    expect(zoe.page.locator("#question-back")).to_be_visible()
    hand_in(zoe, "1 4 4")
    state(zoe, "Handed in: 144 · 1 of 2")
