"""Keys by finger, mouse and keyboard; paste and copy."""

import time

import pytest
from playwright.sync_api import expect

from server import ROOT
from windows import KEYPADS

CASES = ROOT / "Tests/CalculatorEngineTests/Cases"
# What a keyboard types for a key that it has not by the same name.
TYPED = {"=": "Enter", "back": "Backspace", "C": "Escape", "CE": "Delete", "pow": "^", "fact": "!"}
SAMPLE = 12


def sample(keypad):
    """Rows of the keypad's own table, spread over it: keys and main line."""
    lines = (CASES / f"{keypad.lower()}-keypad.tsv").read_text().splitlines()
    rows = [line.split("\t")[:2] for line in lines if line and not line.startswith("#")]
    return rows[:: max(1, len(rows) // SAMPLE)]


def main_line(person):
    return person.page.locator("#display").text_content()


def shown(text):
    errors = {"divisionByZero": "Division by zero", "undefined": "Undefined", "syntax": "ERROR",
              "overflow": "Too large", "invalidInput": "Invalid input"}
    return errors.get(text.removeprefix("error:"), text)


@pytest.mark.parametrize("keypad", KEYPADS)
def test_U91_a_sample_of_the_cases_by_clicks_and_by_keyboard(person, keypad):
    ada = person(viewport={"width": 1280, "height": 720})
    ada.make(keypad)
    keys_there = ada.page.locator("#keypad [data-key]").evaluate_all(
        "keys => keys.map(key => key.dataset.key)")
    clicked = typed = 0
    for keys, display in sample(keypad):
        expected = "Infinity" if keypad == "Simple" and "Zero" in display else shown(display)
        names = keys.split()
        clear = "AC" if "AC" in keys_there else "C"
        if all(name in keys_there for name in names):
            ada.press(clear).press(keys).sees(expected)
            clicked += 1
        if all(name in TYPED or name in "0123456789.+-*/%()" for name in names):
            ada.press(clear)
            for name in names:
                ada.page.keyboard.press(TYPED.get(name, name))
            ada.sees(expected)
            typed += 1
    assert clicked >= 3 and typed >= 3, (clicked, typed)


def test_U92_twenty_keys_a_second_while_another_types(person):
    ada, ben = person("Ada"), person("Ben")
    ben.join(ada.make()).is_connected()
    count, period = 40, 0.05
    begun = time.monotonic()
    for index in range(count):
        # Ben adds what Ada types digits of, in no order that anybody knows.
        ada.page.keyboard.press("1")
        if index % 4 == 3:
            ben.page.keyboard.press("+")
        while time.monotonic() < begun + (index + 1) * period:
            ada.page.wait_for_timeout(1)
    took = time.monotonic() - begun
    print(f"{count} keys in {took:.2f} s, {count / took:.1f} a second")
    ada.is_settled(), ben.is_settled()
    # Everything that went down is in the log, once, in one order for both.
    room = ada.page.locator("#room-name").text_content()
    log = ada.page.request.get(f"{ada.address}/rooms/{room}/log").text()
    assert log.count('"press":"1"') == count
    assert log.count('"press":"+"') == count // 4
    expect(ben.page.locator("#display")).to_have_text(main_line(ada))
    expect(ben.page.locator("#expression")).to_have_text(
        ada.page.locator("#expression").text_content())


def test_U88_a_key_that_was_clicked_does_not_take_enter(person):
    ada = person()
    ada.make()
    ada.press("2 + 3")
    ada.page.keyboard.press("Enter")
    ada.sees("5")
    ada.page.get_by_role("button", name="Undo").click()
    ada.sees("3").page.keyboard.press("Enter")
    ada.sees("5")
    # Also with the focus on a key Enter is =, and the space bar presses that key.
    ada.page.locator('[data-key="7"]').focus()
    ada.page.keyboard.press("Space")
    ada.sees("7").page.keyboard.press("Enter")
    ada.sees("10")


def test_U88_a_held_key_repeats_only_if_it_takes_away(person):
    ada = person()
    ada.make()
    for _ in range(3):
        ada.page.keyboard.down("8")
    ada.page.keyboard.up("8")
    ada.sees("8")
    ada.press("7 7 7 7").sees("87777")
    for _ in range(3):
        ada.page.keyboard.down("Backspace")
    ada.page.keyboard.up("Backspace")
    ada.sees("87")
    ada.press("1 2 3 4 5 6").page.locator('[data-key="back"]').hover()
    ada.page.mouse.down()
    ada.sees("0")
    ada.page.mouse.up()
    ada.page.clock.install()
    ada.page.locator('[data-key="9"]').hover()
    ada.page.mouse.down()
    ada.page.clock.run_for(2000)
    ada.page.mouse.up()
    ada.sees("9")


def test_U88_a_question_mark_shows_the_keys(person):
    ada = person()
    ada.make()
    ada.page.keyboard.press("?")
    keys = ada.page.locator("#shortcuts kbd")
    expect(keys.first).to_be_visible()
    assert {"Enter", "Esc", "Del", "⌫", "Ctrl Z", "?"} <= set(keys.all_text_contents())
    ada.page.get_by_role("button", name="Done").click()
    expect(ada.page.locator("#shortcuts")).to_be_hidden()


@pytest.mark.parametrize(
    ("text", "locale", "display"),
    [
        ("1,234.50 €", "en-US", "1234.50"), ("1.234,50 €", "en-US", "1234.50"), ("−5", "en-US", "-5"),
        ("1 2 3", "en-US", "123"), ("1,234", "en-US", "1234"), ("1,234", "de-DE", "1.234"),
        ("1.234", "de-DE", "1234"), ("1.5", "de-DE", "1.5"), ("1’234’567.8", "de-CH", "1234567.8"),
        ("１２．５", "ja-JP", "12.5"), ("$ .75", "en-US", "0.75"), ("1,234,567", "de-DE", "1234567"),
    ],
)
def test_U89_numbers_are_pasted_however_they_are_written(person, text, locale, display):
    ada = person(locale=locale)
    ada.make()
    ada.press("9 9")
    ada.paste(text).sees(display)


@pytest.mark.parametrize("text", ["2+2==", "twelve", "", "1..2", "1e5", "12:30", "--5", "."])
def test_U89_what_is_no_number_is_refused_with_words(person, text):
    ada = person()
    ada.make()
    ada.press("9 9")
    ada.paste(text)
    expect(ada.page.locator("#notices")).to_have_text(f"Only a number can be pasted, not “{text}”.")
    ada.sees("99")


@pytest.mark.parametrize(
    ("keypad", "text", "why"),
    [
        ("Chain", "12345678.9", "no point here"), ("Chain", "-1234567890", "no more digits"),
        ("Formula", "12345678901234567", "no more digits"),
    ],
)
def test_U89_a_number_that_the_keypad_cannot_take_is_not_pasted_in_part(person, keypad, text, why):
    ada = person()
    ada.make(keypad)
    ada.press("5 + 7").paste(text)
    expect(ada.page.locator("#notices")).to_have_text(why)
    ada.is_settled().sees("0").press("3 =").sees("8")


def test_U89_a_text_without_end_is_no_number(person):
    ada = person()
    ada.make()
    ada.press("9 9").is_settled()
    ada.paste("0" * 10_000)
    expect(ada.page.locator("#notices")).to_have_text(f"Only a number can be pasted, not “{'0' * 40}”.")
    ada.sees("99").is_settled()


def test_U89_the_number_shown_is_copied(person):
    ada = person()
    ada.make()
    ada.press("5 - 1 7 . 5 =").sees("-12.5")
    assert ada.copy() == [True, "-12.5"]
    expect(ada.page.locator("#notices")).to_have_text("The number is copied.")
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Copy the number").click()
    expect(ada.page.locator("#menu")).to_be_hidden()
