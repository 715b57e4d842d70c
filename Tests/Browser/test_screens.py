"""What the screen of a calculator shows, and what stands beside it."""

import pytest
from playwright.sync_api import expect

from windows import KEYPADS, LOW_PHONES, PHONE, SCREENS


@pytest.mark.parametrize("keypad", KEYPADS)
def test_U80_long_numbers_shrink_and_wrap_and_are_never_cut(person, keypad):
    ada = person(viewport=PHONE)
    ada.make(keypad)
    full = ada.page.evaluate("parseFloat(getComputedStyle(display).fontSize)")
    # The longest that each can show: as many digits as it takes, and a point and a sign if it can.
    ada.page.evaluate("document.body.focus()")
    for key in "1234567.89012345678901234567890123456":
        ada.page.keyboard.press(key)
    shown = ada.page.locator("#display").text_content()
    assert len(shown) >= 9
    for width, height in SCREENS:
        ada.page.set_viewport_size({"width": width, "height": height})
        inside = ada.page.evaluate(
            """() => {
                const clock = screen_.dataset.clock === "true";
                const line = document.getElementById(clock ? "figures" : "display");
                const around = screen_.getBoundingClientRect();
                const letters = document.createRange();
                letters.selectNodeContents(line);
                const boxes = letters.getClientRects();
                return boxes.length > 0 && [...boxes].every((box) => {
                    return box.left >= around.left - 1 && box.right <= around.right + 1
                        && box.top >= around.top - 1 && box.bottom <= around.bottom + 1;
                });
            }""".replace("screen_", 'document.getElementById("screen")')
        )
        assert inside, f"{keypad} at {width} × {height}"
    ada.page.set_viewport_size(PHONE)
    least = ada.page.evaluate("parseFloat(getComputedStyle(display).fontSize)")
    if keypad in ("Formula", "Chain", "Tip", "Standard"):
        assert full * 0.599 <= least < full


@pytest.mark.parametrize("keypad", KEYPADS)
def test_U82_no_line_by_the_number_is_cut_on_a_low_screen(person, keypad):
    ada = person(viewport=PHONE)
    ada.make(keypad)
    ada.press("1 2 * 3 5 =").is_settled()
    expect(ada.page.locator("#again")).not_to_be_empty()
    for width, height in LOW_PHONES:
        ada.page.set_viewport_size({"width": width, "height": height})
        for line in ("#connection", "#expression", "#display", "#again"):
            outside = ada.page.locator(line).evaluate(
                """(line) => {
                    const around = document.getElementById("screen").getBoundingClientRect();
                    const { top, bottom } = line.getBoundingClientRect();
                    return Math.max(around.top - top, bottom - around.bottom);
                }""")
            assert outside <= 0, f"{line} of {keypad} at {width} × {height}"


def test_U80_a_number_that_wraps_leaves_no_digit_alone(person):
    ada = person(viewport=PHONE)
    ada.make("Formula")
    for key in "1234567890123456*9876543210987654=":
        ada.page.keyboard.press(key)
    ada.sees("1.219326e+31")
    first, last = ada.page.locator("#display").evaluate(
        """(place) => {
            const letters = document.createRange();
            letters.selectNodeContents(place);
            return [...letters.getClientRects()].map(({ width }) => width);
        }""")
    assert last > first / 2


def test_U81_the_digits_of_simple_are_drawn(person):
    ada = person()
    ada.make("Simple")
    ada.press("1 2 - 4 0 =").sees("-28")
    figures = ada.page.locator("#figures > i")
    expect(figures).to_have_count(3)
    lit = ada.page.locator("#figures .lit use").evaluate_all("all => all.map(u => u.href.baseVal)")
    assert lit == ["#figure-", "#figure2", "#figure8"]
    assert ada.page.locator("#figures").evaluate("place => document.fonts.size") == 0
    expect(ada.page.locator("#figures")).to_have_attribute("aria-hidden", "true")


def test_U81_simple_calls_what_cannot_be_divided_infinity(person):
    ada = person()
    ada.make("Simple")
    ada.press("5 / 0 =").sees("Infinity")
    expect(ada.page.locator("#figures > i")).to_have_count(0)
    ada.press("7").sees("7")


@pytest.mark.parametrize(
    ("keypad", "rule"), [("Formula", "2 + 3 × 4 = 14"), ("Standard", "2 + 3 × 4 = 20")]
)
def test_U82_the_rules_stand_by_the_display(person, keypad, rule):
    ada = person()
    ada.make(keypad)
    for width, height in SCREENS:
        ada.page.set_viewport_size({"width": width, "height": height})
        for id, text in (("example", rule), ("percent", "200 + 10% = 220")):
            expect(ada.page.locator(f"#{id}")).to_have_text(text)
            expect(ada.page.locator(f"#{id}")).to_be_in_viewport()


def test_U82_a_badge_says_what_another_equals_repeats(person):
    ada = person()
    ada.make()
    expect(ada.page.locator("#again")).to_be_empty()
    ada.press("2 + 3 =").sees("5")
    expect(ada.page.locator("#again")).to_have_text("= repeats + 3")
    ada.press("= 1").sees("1")
    expect(ada.page.locator("#again")).to_have_text("= repeats + 3")
    ada.press("+")
    expect(ada.page.locator("#again")).to_be_empty()
