"""Editing an expression privately, pasting one, and using a line of the tape again."""

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible
from handmade import Handmade
from layout import resize
from lessons import lock
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
    ada = person("Ada", viewport=PHONE)
    ada.make("Formula")
    ada.press("1 2 * 3 4").is_settled()
    return ada


def test_a_digit_in_the_middle_is_changed_in_private_and_put_into_the_room_as_one_step(ada, person):
    ben = person("Ben").join(ada.room).is_connected()
    ada.page.locator("#expression").click()
    assert edits(opened(ada)) == "12 × 34|"
    expect(ada.page.locator("#editor-result")).to_have_text("= 408")
    for _ in range(3):
        ada.page.keyboard.press("ArrowLeft")
    ada.press("back 5")
    assert edits(ada) == "15| × 34"
    expect(ada.page.locator("#editor-result")).to_have_text("= 510")
    ben.sees("34", "12 ×")
    ada.page.get_by_role("button", name="Done").click()
    expect(ada.page.locator("#editor")).to_be_hidden()
    ada.is_settled().sees("34", "15 ×")
    ben.sees("34", "15 ×")
    ada.page.locator("#undo").click()
    ben.sees("34", "12 ×")
    ada.press("=").sees("408")


def test_a_finished_calculation_is_finished_again_after_the_edit(ada):
    ada.press("=").sees("408").is_settled()
    ada.page.locator("#expression").click()
    assert edits(opened(ada)) == "12 × 34|"
    ada.press("back")
    ada.page.get_by_role("button", name="Done").click()
    ada.is_settled().sees("36")
    expect(ada.page.locator("#tape b").first).to_have_text("36")


def test_arrow_keys_open_the_editor_and_escape_leaves_it(ada):
    for key, text in (("ArrowLeft", "12 × 3|4"), ("Home", "|12 × 34"), ("End", "12 × 34|")):
        ada.page.keyboard.press(key)
        assert edits(opened(ada)) == text
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("#editor")).to_be_hidden()
        ada.sees("34", "12 ×")
    ada.page.keyboard.press("Home")
    opened(ada).page.keyboard.press("Delete")
    ada.page.keyboard.type("98")
    assert edits(ada) == "98|2 × 34"
    ada.page.keyboard.press("Enter")
    ada.is_settled().sees("33388")


def test_a_tap_puts_the_cursor_next_to_a_digit(ada):
    ada.page.locator("#expression").click()
    opened(ada)
    for index, text in ((0, "|12 × 34"), (3, "12 × |34")):
        box = ada.page.locator(f'#editor-text [data-at="{index}"]').bounding_box()
        ada.page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
        assert edits(ada) == text


# Where the cursor is, and whether the characters before it and the cursor itself are raised.
RAISED = """line => {
    const isRaised = (place) => place.closest("sup") !== null;
    const spans = [...line.querySelectorAll("span")];
    const cursor = spans.find(({ className }) => className === "cursor");
    return [spans.filter((span) => span !== cursor && isRaised(span) && !span.closest(".said"))
        .map(({ textContent }) => textContent).join(""), isRaised(cursor)];
}"""


def test_exponents_are_raised_in_the_editor_and_the_cursor_with_them(person):
    ada = person(viewport=PHONE)
    ada.make("Scientific")
    ada.page.keyboard.type("2^10+3")
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


def test_a_power_without_an_exponent_shows_a_raised_place_for_it(person):
    ada = person(viewport=PHONE)
    ada.make("Scientific")
    ada.page.keyboard.type("3+2^")
    ada.is_settled().sees("5", "3 + 2 ^")
    ada.page.keyboard.press("End")
    assert edits(opened(ada)) == "3 + 2 ^ |"
    line = ada.page.locator("#editor-text")
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


def test_a_power_of_ten_looks_in_the_editor_as_on_the_display(person):
    ada = person(viewport={"width": 1280, "height": 800})
    ada.make("Scientific")
    ada.press("5 EE - 1 2 * log 2 )").is_settled()
    ada.page.keyboard.press("End")
    assert edits(opened(ada)) == "5×10^−12 × log(2)|"
    assert ada.page.locator("#editor-text").evaluate(RAISED) == ["−12", False]


def test_a_result_without_room_in_the_editor_shows_its_beginning(person):
    ada = person(viewport={"width": 320, "height": 568})
    ada.make("Formula")
    ada.press("1 2 3 4 5 6 * 6 5 4 3 2 1").is_settled()
    ada.page.keyboard.press("End")
    left, overflow = opened(ada).page.locator("#editor-result").evaluate("""place => {
        const letters = document.createRange();
        letters.selectNodeContents(place);
        return [letters.getBoundingClientRect().left - place.getBoundingClientRect().left,
            getComputedStyle(place).textOverflow];
    }""")
    assert left >= 0 and overflow == "ellipsis"


def test_a_key_that_cannot_be_typed_there_says_why(ada):
    ada.page.locator("#expression").click()
    opened(ada).press(". 5 .")
    assert edits(ada) == "12 × 34.5|"
    expect(ada.page.locator("#editor-result")).to_have_text("no point here")


def test_an_edit_is_offered_again_when_somebody_else_was_faster(ada, link, server):
    ben = Handmade(server.address, ada.room, "Ben").join()
    ada.page.locator("#expression").click()
    opened(ada).press("back")
    ben.act({"press": "7"})
    expect(ada.page.locator("#editor-room")).to_have_text("In the room: 347")
    ada.page.get_by_role("button", name="Done").click()
    assert edits(opened(ada)) == "12 × 3|"
    expect(ada.page.locator("#editor-result")).to_have_text("someone else was faster")
    ada.is_settled().sees("347", "12 ×")
    ada.is_past_a_double_click().page.get_by_role("button", name="Done").click()
    ada.is_settled().sees("3", "12 ×")
    ben.close()


def test_a_locked_participant_cannot_edit_and_is_told_why(ada, person):
    ben = person("Ben").join(ada.room).is_connected()
    lock(ada)
    ben.is_told("The keypad is locked.").page.locator("#expression").click()
    expect(ben.page.locator("#notices")).to_have_text("The keypad is locked. Raise your hand to ask for it.")
    expect(ben.page.locator("#editor")).to_have_count(0)


@pytest.mark.parametrize("locale, text", [("en-US", "12.5*(3+4)"), ("de-DE", "12,5 × (3 + 4)")])
def test_an_expression_is_pasted_as_one_step(person, locale, text):
    ada = person(locale=locale)
    ada.make("Scientific")
    ada.press("9 9").paste(text).is_settled().sees("87.5")
    ada.page.locator("#undo").click()
    ada.sees("99")


HOSTILE = {
    "words": ("twelve", "twelve"), "markup": ("<b>7</b>", "<b>7</b>"), "two numbers": ("2 + 3 4.5", "4.5"),
    "a long number": ("0" * 10_000, "0" * 40), "a longer number": ("9" * 100_000, "9" * 40),
    "a long sum": ("1+" * 50_000, "1+" * 20), "signs": ("-" * 100_000, "-" * 40), "marks": ("1," * 50_000, "1," * 20),
    "open parentheses": ("(" * 10_000, "(" * 40), "parentheses": ("(" * 5_000 + "7" + ")" * 4_999, "(" * 40),
    "roots": ("√" * 3_000 + "9", "√" * 40), "blanks": ("7 + " + " " * 100_000 + "8", "7 + " + " " * 36),
    "controls": ("\x00\x07\x1b", "���"), "the direction": ("\u202e\u20661+2", "��1+2"),
    "invisible ones": ("1\u200b+2", "�+2"), "half a character": ("\ud83d", "�"),
    "large characters": ("😀" * 60, "😀" * 40), "a megabyte": ("7" * 1_000_000, "7" * 40),
}


@pytest.mark.parametrize("keypad, is_editing", [("Standard", False), ("Scientific", False), ("Scientific", True)])
def test_a_text_that_the_keypad_cannot_type_changes_nothing(person, keypad, is_editing):
    ada = person(viewport=PHONE)
    ada.make(keypad)
    ada.press("9 9").is_settled()
    if is_editing:
        ada.page.keyboard.press("End")
        opened(ada)
    notices = ada.page.locator("#notices")
    for name, (text, rest) in HOSTILE.items():
        notices.evaluate("place => place.replaceChildren()")
        ada.paste(text)
        expect(notices, name).to_have_text(f"This keypad cannot type “{rest}”.")
        assert notices.evaluate("({ scrollWidth }) => scrollWidth <= innerWidth"), name
        ada.sees("99")
    if is_editing:
        assert edits(ada) == "99|"
        ada.page.locator("#editor-cancel").click()
    ada.press("1").sees("991")


def test_a_product_that_must_come_before_a_sum_is_not_pasted_where_keys_act_at_once(person):
    ada = person()
    ada.make("Standard")
    ada.press("9 9").paste("2 + 3 × (4")
    expect(ada.page.locator("#notices")).to_have_text("This keypad cannot type “× (4”.")
    ada.sees("99")


def test_an_expression_on_several_lines_is_pasted(person):
    ada = person()
    ada.make("Scientific")
    ada.paste("1.5 +\n\t2 *\u00a03\r\n").is_settled().sees("7.5")


def test_a_line_of_the_tape_is_used_again_as_an_expression(person):
    ada = person(viewport={"width": 1280, "height": 800}, locale="de-DE")
    ada.make("Scientific")
    ada.press("1 . 2 3 4 * 2 =").sees("2.468").is_settled()
    ada.press("C").page.get_by_role("button", name="Reuse the expression").click()
    ada.is_settled().sees("2.468", "1,234 × 2")


@pytest.mark.parametrize("keypad", KEYPADS)
def test_the_editor_fits_on_every_screen(person, keypad):
    ada = person()
    ada.make(keypad)
    ada.press("1 2 + 3").is_settled()
    ada.page.locator("#expression").click()
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
        assert faults == [], window
    assert_accessible(ada.page, keypad)


def test_a_number_is_shown_in_every_form_and_each_is_copied(person):
    ada = person(viewport=PHONE, permissions=["clipboard-read", "clipboard-write"], locale="de-DE")
    ada.make("Scientific")
    ada.press("5 / 6 =").sees("0.83333333333333333333333333333333").is_settled()
    for name, copied in (("Fraction", "5/6"), ("Recurring decimal", "0,8(3)")):
        ada.page.locator("#display").click()
        ada.page.get_by_role("button", name=f"Copy: {name}").click()
        expect(ada.page.locator("#forms")).to_be_hidden()
        assert ada.page.evaluate("navigator.clipboard.readText()") == copied
    ada.page.locator("#display").click()
    expect(ada.page.locator("#forms-rounded")).to_be_visible()
    assert_accessible(ada.page, "forms")


def test_a_rounded_number_is_marked_and_an_exact_one_is_not(person):
    ada = person(viewport=PHONE)
    ada.make("Formula")
    mark = "place => getComputedStyle(place, '::before').content"
    display = ada.page.locator("#display")
    for keys, content, title in (("2 / 3 =", '"≈"', "Rounded. Tap to see the exact number."),
                                 ("C 1 / 4 =", "none", "Show this number in other forms")):
        ada.press(keys).is_settled()
        assert display.evaluate(mark) == content
        assert display.evaluate("line => line.clientHeight < 2 * parseFloat(getComputedStyle(line).fontSize)")
        expect(display).to_have_attribute("title", title)


def test_the_key_for_forms_draws_the_shared_number_as_a_fraction(person):
    ada = person(viewport={"width": 1280, "height": 800})
    ada.make("Scientific")
    ben = person("Ben").join(ada.room).is_connected()
    ada.press("7 / 6 =").is_settled()
    for text, drawn in (("7/6", ".fraction"), ("1 1/6", ".fraction"), ("1.1(6)", ".recurring")):
        ada.press("form").is_settled()
        for one in (ada, ben):
            expect(one.page.locator("#display")).to_have_text(text)
            expect(one.page.locator(f"#display {drawn}")).to_be_visible()
            one.sees("1.1666666666666666666666666666667")
    assert ada.copy() == [True, "1.1(6)"]
    ada.press("form").is_settled()
    expect(ada.page.locator("#display span")).to_have_count(0)
