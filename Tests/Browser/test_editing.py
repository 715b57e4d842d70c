"""Editing an expression privately, pasting one, and using a line of the tape again."""

import json

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible
from layout import resize
from scope import FULL
from windows import KEYPADS, PHONE, WINDOWS


def edits(person):
    """The text with the place of the cursor."""
    return person.page.locator("#editor-text").evaluate("""line => [...line.querySelectorAll("span")]
        .map((span) => span.className === "cursor" ? "|" : span.textContent).join("")""")


def opened(ada):
    expect(ada.page.locator("#editor")).to_be_visible()
    return ada


@pytest.fixture
def ada(person):
    """A person who types in the room of Ben, who has no page."""
    ada = person("Ada", viewport=PHONE)
    ada.visits("Ben", "Formula")
    ada.page.keyboard.type("12*34")
    return ada.is_settled()


def in_the_room(ada, last):
    """The last events are these actions."""
    log = ada.page.request.get(f"{ada.address}/rooms/{ada.room}/log").text()
    return [name for line in log.splitlines()[-len(last):] for name in json.loads(line) if name in last] == last


def test_a_digit_in_the_middle_is_changed_in_private_and_put_into_the_room_as_one_step(ada):
    ada.page.locator("#expression").click()
    assert edits(opened(ada)) == "12 × 34|"
    expect(ada.page.locator("#editor-result")).to_have_text("= 408")
    for _ in range(3):
        ada.page.keyboard.press("ArrowLeft")
    ada.press("back 5")
    assert edits(ada) == "15| × 34"
    expect(ada.page.locator("#editor-result")).to_have_text("= 510")
    assert in_the_room(ada, ["press", "press"])
    ada.page.get_by_role("button", name="Done").click()
    expect(ada.page.locator("#editor")).to_be_hidden()
    ada.is_settled().sees("34", "15 ×")
    assert in_the_room(ada, ["press", "type"])
    ada.page.locator("#undo").click()
    ada.is_settled().sees("34", "12 ×")
    # A finished calculation is finished again after the edit.
    ada.page.keyboard.press("=")
    ada.sees("408").is_settled().page.locator("#expression").click()
    assert edits(opened(ada)) == "12 × 34|"
    ada.page.keyboard.press("Backspace")
    ada.page.get_by_role("button", name="Done").click()
    ada.is_settled().sees("36")
    expect(ada.page.locator("#tape b").first).to_have_text("36")


def test_arrow_keys_and_taps_move_the_cursor_and_escape_leaves_the_editor(ada):
    for key, text in (("ArrowLeft", "12 × 3|4"), ("Home", "|12 × 34"), ("End", "12 × 34|")):
        ada.page.keyboard.press(key)
        assert edits(opened(ada)) == text
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("#editor")).to_be_hidden()
        ada.sees("34", "12 ×")
    ada.page.locator("#expression").click()
    opened(ada)
    for index, text in ((3, "12 × |34"), (0, "|12 × 34")):
        box = ada.page.locator(f'#editor-text [data-at="{index}"]').bounding_box()
        ada.page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
        assert edits(ada) == text
    ada.page.keyboard.press("Delete")
    ada.page.keyboard.type("98")
    assert edits(ada) == "98|2 × 34"
    # A key that cannot be typed there says why.
    ada.page.keyboard.type(".5.")
    assert edits(ada) == "98.5|2 × 34"
    expect(ada.page.locator("#editor-result")).to_have_text("no point here")
    for _ in range(2):
        ada.page.keyboard.press("Backspace")
    ada.page.keyboard.press("Enter")
    ada.is_settled().sees("33388")


# The box of a character of a line.
CHARACTER = """(line, at) => {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() && walker.currentNode.length <= at) at -= walker.currentNode.length;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + 1);
    return range.getBoundingClientRect().toJSON();
}"""


def test_a_click_on_a_character_opens_the_editor_with_the_cursor_there(ada):
    ben = ada.others[0]

    def opens_at(character, half):
        box = ada.page.locator("#expression").evaluate(CHARACTER, character)
        ada.page.mouse.click(box["x"] + box["width"] * half, box["y"] + box["height"] / 2)
        text = edits(opened(ada))
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("#editor")).to_be_hidden()
        return text

    assert opens_at(0, 0.8) == "1|2 × 34"
    ada.receives_keypad("Scientific")
    ben.write("C ( 3 + 4 ) * 2 pow 1 0 - 1 2 3 4 =")
    ada.sees("5934")
    for at, half, text in ((5, 0.2, "(3 + |4) × 2 ^ 10 − 1,234"), (5, 0.8, "(3 + 4|) × 2 ^ 10 − 1,234"),
                           (15, 0.2, "(3 + 4) × 2 ^ 1|0 − 1,234"), (20, 0.2, "(3 + 4) × 2 ^ 10 − 1,|234"),
                           (24, 0.5, "(3 + 4) × 2 ^ 10 − 1,234|")):
        assert opens_at(at, half) == text
    # A result is `Ans` in the editor.
    ben.write("C 1 / 3 = + 4 5")
    ada.sees("45.333333333333333333333333333333")
    assert opens_at(len(ada.page.locator("#expression").text_content()) - 1, 0.2) == "Ans + 4|5"


def test_an_edit_is_offered_again_when_somebody_else_was_faster(ada):
    ben = ada.others[0]
    ada.page.locator("#expression").click()
    opened(ada).page.keyboard.press("Backspace")
    ben.act({"press": "7"})
    expect(ada.page.locator("#editor-room")).to_have_text("In the room: 347")
    ada.page.get_by_role("button", name="Done").click()
    assert edits(opened(ada)) == "12 × 3|"
    expect(ada.page.locator("#editor-result")).to_have_text("someone else was faster")
    expect(ada.page.locator("#editor-room")).to_have_text("In the room: 347")
    ada.is_settled().sees("347", "12 ×")
    ada.is_past_a_double_click().page.get_by_role("button", name="Done").click()
    ada.is_settled().sees("3", "12 ×")
    # A locked participant cannot edit, and sees why.
    ben.act({"lock": True})
    ada.is_told("The keypad is locked.").page.locator("#expression").click()
    expect(ada.page.locator("#notices")).to_have_text("The keypad is locked. Raise your hand to ask for it.")
    expect(ada.page.locator("#editor")).to_be_hidden()


# Where the cursor is, and whether the characters before it and the cursor itself are raised.
RAISED = """line => {
    const isRaised = (place) => place.closest("sup") !== null;
    const spans = [...line.querySelectorAll("span")];
    const cursor = spans.find(({ className }) => className === "cursor");
    return [spans.filter((span) => span !== cursor && isRaised(span) && !span.closest(".said"))
        .map(({ textContent }) => textContent).join(""), isRaised(cursor)];
}"""


def test_exponents_are_raised_in_the_editor_and_the_cursor_with_them(ada):
    ben = ada.others[0]
    ada.receives_keypad("Scientific")
    ben.write("C")
    ada.sees("0").page.keyboard.type("2^10+3")
    ada.is_settled().page.keyboard.press("ArrowLeft")
    line = opened(ada).page.locator("#editor-text")
    for text, is_raised in (("2 ^ 10 + |3", False), ("2 ^ 10| + 3", True), ("2 ^ 1|0 + 3", True),
                            ("2 ^ |10 + 3", True), ("2| ^ 10 + 3", False), ("|2 ^ 10 + 3", False)):
        if text != "2 ^ 10 + |3":
            ada.page.keyboard.press("ArrowLeft")
        assert edits(ada) == text
        assert line.evaluate(RAISED) == ["10", is_raised]
    for at, half, text in ((2, 0.2, "2 ^ |10 + 3"), (2, 0.8, "2 ^ 1|0 + 3"), (0, 0.8, "2| ^ 10 + 3")):
        box = line.locator(f'[data-at="{at}"]').bounding_box()
        ada.page.mouse.click(box["x"] + box["width"] * half, box["y"] + box["height"] / 2)
        assert edits(ada) == text
    ada.page.keyboard.press("Delete")
    assert edits(ada) == "2|10 + 3" and line.evaluate(RAISED) == ["", False]
    for keys, text, raised in (("Escape ArrowLeft", "2 ^ 10 + |3", "10"), ("Backspace", "2 ^ 10|3", "103")):
        for key in keys.split():
            ada.page.keyboard.press(key)
        assert edits(opened(ada)) == text and line.evaluate(RAISED)[0] == raised
    # A power without an exponent shows a raised place for it.
    ada.page.keyboard.press("Escape")
    ben.write("C 3 + 2 pow")
    ada.sees("5", "3 + 2 ^").page.keyboard.press("End")
    assert edits(opened(ada)) == "3 + 2 ^ |"
    assert line.evaluate(RAISED) == ["", True]
    for place in ("#expression", "#editor-text"):
        # The sign is for readers and copies.
        assert ada.page.locator(f"{place} .said").evaluate("sign => [sign.textContent.trim(), sign.parentElement.localName]") \
            == ["^", "sup"]
        assert ada.page.locator(f"{place} sup").evaluate("sup => getComputedStyle(sup, '::after').width") != "auto"
    for key, text, raised in (("-", "3 + 2 ^ −|", "−"), ("9", "3 + 2 ^ −9|", "−9")):
        ada.page.keyboard.type(key)
        assert edits(ada) == text and line.evaluate(RAISED) == [raised, True]
    assert line.locator("sup").evaluate("sup => getComputedStyle(sup, '::after').content") == "none"
    # A power of ten looks in the editor as on the display.
    ada.page.keyboard.press("Escape")
    ben.write("C 5 EE - 1 2 * log 2 )")
    expect(ada.page.locator("#expression")).to_contain_text("log")
    ada.page.keyboard.press("End")
    assert edits(opened(ada)) == "5×10^−12 × log(2)|"
    assert line.evaluate(RAISED) == ["−12", False]


FULL_LINE = "expression is full"
HOSTILE = {
    "words": ("twelve", "Not understood: “twelve”."), "markup": ("<b>7</b>", "Not understood: “<b>7</b>”."),
    "two numbers": ("2 + 3 4.5", "An operator is missing before “4.5”."),
    "two lines": ("2 × 3\n(4.5)", "An operator is missing before “(4.5)”."),
    "a long number": ("0" * 10_000, FULL_LINE), "a longer number": ("9" * 100_000, FULL_LINE),
    "many digits": ("9" * 70, f"This keypad cannot type “{'9' * 38}”."),
    "a long sum": ("1+" * 50_000, FULL_LINE), "signs": ("-" * 100_000, FULL_LINE), "marks": ("1," * 50_000, FULL_LINE),
    "open parentheses": ("(" * 10_000, FULL_LINE), "parentheses": ("(" * 5_000 + "7" + ")" * 4_999, FULL_LINE),
    "roots": ("√" * 3_000 + "9", FULL_LINE), "blanks": ("7 + " + " " * 100_000 + "8", FULL_LINE),
    "controls": ("\x00\x07\x1b", "Not understood: “���”."), "the direction": ("\u202e\u20661+2", "Not understood: “��1+2”."),
    "invisible ones": ("1\u200b+2", "Not understood: “�+2”."), "half a character": ("\ud83d", "Not understood: “�”."),
    "large characters": ("😀" * 60, f"Not understood: “{'😀' * 40}”."), "a megabyte": ("7" * 1_000_000, FULL_LINE),
}
SAMPLE = ["markup", "a long sum", "the direction"]


def test_a_text_that_the_keypad_cannot_type_changes_nothing(ada):
    notices = ada.page.locator("#notices")
    for keypad, is_editing in (("Standard", False), ("Scientific", False), ("Scientific", True)):
        ada.receives_keypad(keypad).others[0].write("AC 9 9")
        ada.sees("99")
        if is_editing:
            ada.page.keyboard.press("End")
            opened(ada)
        # The parser is the same for all keypads. The others show that each way of typing asks it.
        is_sample = (keypad, is_editing) != ("Scientific", False)
        for name in SAMPLE if is_sample else HOSTILE:
            text, why = HOSTILE[name]
            place = ada.page.locator("#editor-result") if is_editing else notices
            notices.evaluate("place => place.replaceChildren()")
            ada.paste(text)
            expect(place, name).to_have_text(why)
            expect(place, name).to_be_visible()
            assert place.evaluate("({ scrollWidth }) => scrollWidth <= innerWidth"), name
            assert ada.page.evaluate("display.dataset.number") == "99", name
        if is_editing:
            assert edits(ada) == "99|"
            ada.page.locator("#editor-cancel").click()
        elif keypad == "Standard":
            # There, keys act at once, so that a product cannot come before a sum.
            ada.paste("2 + 3 × (4")
            expect(notices).to_have_text("This keypad cannot type “× (4”.")
        ada.page.keyboard.press("1")
        ada.sees("991")


def test_an_expression_is_pasted_as_one_step(person, subtests):
    for locale, text in (("en-US", "12.5*(3+4)"), ("de-DE", "12,5 × (3 + 4)")):
        with subtests.test(locale):
            ada = person(locale=locale, viewport={"width": 1280, "height": 800})
            ada.is_hosted_by("Ada", "Scientific").write("9 9")
            ada.join(ada.room).sees("99").paste(text).is_settled().sees("87.5")
            ada.page.locator("#undo").click()
            ada.is_settled().sees("99")
    # Also one on several lines, and one of the tape.
    ada.page.keyboard.press("Escape")
    ada.is_settled().paste("1,5 +\n\t2 *\u00a03\r\n").is_settled().sees("7.5")
    ada.others[0].write("C 1 . 2 3 4 * 2 =")
    ada.sees("2.468").others[0].write("C")
    # The tools of the tape move its lines when they appear.
    expect(ada.sees("0").page.locator("#tape-tools [data-act=keys]")).to_be_visible()
    ada.page.get_by_role("button", name="Reuse the expression").first.click()
    ada.is_settled().sees("2.468", "1,234 × 2")


def test_the_editor_fits_on_every_screen(ada):
    ben = ada.others[0]
    for keypad in KEYPADS if FULL else ["Formula", "Simple", "Scientific"]:
        ada.receives_keypad(keypad)
        # The result has all digits that the keypad permits.
        ben.write("AC 2 / 3")
        expect(ada.page.locator("#expression")).to_contain_text("2 ÷")
        ada.page.keyboard.press("End")
        opened(ada)
        for window in WINDOWS:
            resize(ada, window)
            faults = ada.page.evaluate("""() => {
                const screen = document.getElementById("screen").getBoundingClientRect();
                const parts = [...document.querySelectorAll("#editor button, #editor-text, #editor-result")];
                return parts.filter((part) => {
                    const { left, right, top, bottom, height } = part.getBoundingClientRect();
                    return left < screen.left - 1 || right > screen.right + 1 || top < screen.top - 1
                        || bottom > screen.bottom + 1 || height < (part.matches("button") ? 43.9 : 10);
                }).map(({ id }) => id);
            }""")
            assert faults == [], (keypad, window)
        if FULL or keypad == "Formula":
            assert_accessible(ada.page, keypad)
        ada.page.keyboard.press("Escape")
    # A result without room shows its beginning.
    resize(ada, (320, 568))
    ada.receives_keypad("Formula")
    ben.write("AC 1 2 3 4 5 6 * 6 5 4 3 2 1")
    ada.sees("654321").page.keyboard.press("End")
    left, overflow = opened(ada).page.locator("#editor-result").evaluate("""place => {
        const letters = document.createRange();
        letters.selectNodeContents(place);
        return [letters.getBoundingClientRect().left - place.getBoundingClientRect().left,
            getComputedStyle(place).textOverflow];
    }""")
    assert left >= 0 and overflow == "ellipsis"


def test_a_number_is_shown_in_every_form_and_each_is_copied(person):
    ada = person(viewport=PHONE, permissions=["clipboard-read", "clipboard-write"], locale="de-DE")
    ben = ada.is_hosted_by("Ada", "Formula")
    ada.join(ada.room)
    display = ada.page.locator("#display")
    # A rounded number is marked, also on the tape and in the editor, and an exact one is not.
    for keys, number, content, title, line, result in (
            ("2 / 3 =", "0.666667", '"≈"', "Rounded. Tap to see the exact number.", "2 ÷ 3 ≈ ", "≈ 0,666667"),
            ("C 1 / 4 =", "0.25", "none", "Show this number in other forms", "1 ÷ 4 = ", "= 0,25")):
        ben.write(keys)
        ada.sees(number)
        assert display.evaluate("place => getComputedStyle(place, '::before').content") == content
        assert display.evaluate("line => line.clientHeight < 2 * parseFloat(getComputedStyle(line).fontSize)")
        expect(display).to_have_attribute("title", title)
        expect(ada.page.locator("#tape span").first).to_have_text(line)
        ada.page.keyboard.press("End")
        expect(opened(ada).page.locator("#editor-result")).to_have_text(result)
        ada.page.keyboard.press("Escape")
    ada.receives_keypad("Scientific")
    ben.write("5 / 6 =")
    ada.sees("0.83333333333333333333333333333333")
    for name, copied in (("Fraction", "5/6"), ("Recurring decimal", "0,8(3)")):
        display.click()
        ada.page.get_by_role("button", name=f"Copy: {name}").click()
        expect(ada.page.locator("#forms")).to_be_hidden()
        assert ada.page.evaluate("navigator.clipboard.readText()") == copied
    display.click()
    expect(ada.page.locator("#forms-rounded")).to_be_visible()
    assert_accessible(ada.page, "forms")
    ada.page.keyboard.press("Escape")
    # The key for forms draws the shared number.
    ben.write("C 7 / 6 =")
    for text, drawn in (("7/6", ".fraction"), ("1 1/6", ".fraction"), ("1,1(6)", ".recurring")):
        ben.write("form")
        expect(display).to_have_text(text)
        expect(ada.page.locator(f"#display {drawn}")).to_be_visible()
        ada.sees("1.1666666666666666666666666666667")
    assert ada.copy() == [True, "1,1(6)"]
    ben.write("form")
    expect(ada.page.locator("#display span")).to_have_count(0)
