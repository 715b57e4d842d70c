"""Numbers in the marks of a reader's locale."""

import pytest
from playwright.sync_api import expect

from scope import sample


def test_a_reader_sees_and_copies_numbers_with_the_marks_of_their_locale(person):
    ben = person("Ben", locale="de-DE", permissions=["clipboard-read", "clipboard-write"])
    ben.make("Formula")
    ada = ben.is_joined_by("Ada").write("1 2 3 4 5 6 7 . 5 0")
    ben.shows("1.234.567,50").sees("1234567.50").press("* 2 =").shows("2.469.135").is_settled()
    # On the wire, and for programs, it is one number.
    state = ben.page.request.get(f"{ben.address}/rooms/{ben.room}/state").json()
    assert state["display"] == "2469135"
    expect(ben.page.locator("#tape b")).to_have_text("2.469.135")
    expect(ben.page.locator("#tape span")).to_have_text("1.234.567,5 × 2 = ")
    ada.write("+ 1 0 0 0 0")
    expect(ben.page.locator("#expression")).to_have_text("2.469.135 +")
    # The key for the point has the reader's mark, and its name on the wire.
    expect(ben.shows("10.000").page.locator('[data-key="."]')).to_have_text(",")

    ben.receives_keypad("Standard")
    ada.write("C 1 + 1 2 3 4 . 5 =")
    ben.sees("1235.5").shows("1.235,5")
    expect(ben.page.locator("#again")).to_have_text("= repeats + 1.234,5")
    # A number without marks is offered once.
    ada.write("C 1 2 3")
    ben.shows("123").page.get_by_role("button", name="Menu").click()
    expect(ben.page.get_by_role("button", name="Copy number")).to_be_visible()
    expect(ben.page.get_by_role("button", name="Copy plain number")).to_be_hidden()
    ben.page.keyboard.press("Escape")
    ada.write("C 1 2 3 4 . 5 0 neg")
    assert ben.shows("−1.234,50").copy() == [True, "-1.234,50"]
    expect(ben.page.locator("#notices")).to_have_text("Number copied.")
    for button, copied in [("Copy number", "-1.234,50"), ("Copy plain number", "-1234.50")]:
        ben.page.get_by_role("button", name="Menu").click()
        ben.page.get_by_role("button", name=button).click()
        expect(ben.page.locator("#menu")).to_be_hidden()
        assert ben.page.evaluate("navigator.clipboard.readText()") == copied
    # The copied text can be pasted.
    ben.press("CE 7").paste("-1.234,50").sees("-1234.50")


FIGURES = {"en-US": "1,234.5", "de-DE": "1.234,5", "de-CH": "1’234.5"}


@pytest.mark.parametrize("locale", sample(FIGURES, ["de-DE", "de-CH"]))
def test_the_clock_has_figures_for_marks(person, locale):
    ada = person(locale=locale, viewport={"width": 390, "height": 844})
    ada.make("Simple")
    # The keypad has no point; a paste brings one.
    ada.paste("1234.5").sees("1234.5").is_settled()
    shown = ada.page.locator("#display").text_content()
    assert shown.replace("'", "’") == FIGURES[locale]
    ada.press("- 2 4 6 9 =").sees("-1234.5")
    lit = ada.page.locator("#figures .lit use").evaluate_all("all => all.map((u) => u.href.baseVal)")
    assert "".join(name.removeprefix("#figure") for name in lit) == f"-{shown}"
    drawn = ada.page.locator("#figures .lit use").evaluate_all(
        "all => all.map((use) => use.getBBox().height > 0)")
    assert all(drawn)
    expect(ada.page.locator("#figures")).to_have_attribute("aria-hidden", "true")
    # An error is no number.
    ada.press("/ 0 =").sees("Infinity")
    expect(ada.page.locator("#figures i")).to_have_count(0)
