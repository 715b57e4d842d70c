"""A question on every device: no button and no text is cut, and everybody can read it."""

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible, assert_contrast
from boards import board_of
from layout import GEOMETRY, resize
from lessons import ask_without_page, number_of_question
from questions import QUESTION, advance, ask, hand_in, is_asked, pupil_of, state
from scope import FULL
from test_board_looks import LEAST, LETTERS, PICTURES
from test_class import LAPTOP
from windows import KEYPADS, PHONE, PHONES

SMALL = {"width": 320, "height": 568}
LOW = {"width": 667, "height": 375}

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
        for length in (8, 65, 170) if (locale, keypad) == ("en-US", "scientific") else [170]:
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
    cleo = ben.is_joined_by("Cleo")
    question = ask_without_page(ada, WORDS.strip(), "scientific")
    expect(ben.page.locator("#question-back")).to_be_visible()
    text = is_asked(ben, WORDS.strip()).page.locator("#question-text.cut")
    text.wait_for()
    is_whole = "text => text.scrollHeight <= text.clientHeight + 1"
    assert not text.evaluate(is_whole)
    text.click()
    assert text.evaluate(is_whole)
    # Answers of others do not hide it.
    assert cleo.act({"answer": {"question": question, "keys": ["5"]}}) == "taken"
    state(ben, "1 of 2")
    assert text.evaluate(is_whole)
    text.click()
    assert not text.evaluate(is_whole)
    text.click()
    assert text.evaluate(is_whole)
    assert ada.act({"closeQuestion": question}) == "taken"
    state(ben, "Closed")
    expect(ben.page.locator("#question[data-whole]")).to_have_count(0)


def test_a_long_question_is_not_cut_on_a_phone(person):
    ben, ada = pupil_of(person)
    ask_without_page(ada, WORDS.strip())
    is_asked(ben, WORDS.strip())
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
