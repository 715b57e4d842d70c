"""Numbers in the marks of each reader's locale, in one room."""

import pytest
from playwright.sync_api import expect


def test_U103_everybody_in_a_room_reads_numbers_as_at_home(person):
    ada, ben = person("Ada", locale="en-US"), person("Ben", locale="de-DE")
    asha = person("Asha", locale="en-IN")
    room = ada.make("Formula")
    for guest in (ben, asha):
        guest.go(f"/rooms/{room}").is_connected()
    ada.press("1 2 3 4 5 6 7 . 5 0")
    ada.shows("1,234,567.50")
    ben.shows("1.234.567,50").sees("1234567.50")
    asha.shows("12,34,567.50")
    ben.press("* 2 =")
    ada.shows("2,469,135").sees("2469135")
    ben.shows("2.469.135")
    # On the wire, and for programs, it is one number.
    state = ada.page.request.get(f"{ada.address}/rooms/{room}/state").json()
    assert state["display"] == "2469135"
    expect(ben.page.locator("#tape b")).to_have_text("2.469.135")
    expect(ben.page.locator("#tape span")).to_have_text("1.234.567,5 × 2 = ")
    expect(ada.page.locator("#tape b")).to_have_text("2,469,135")
    ben.press("+ 1 0 0 0 0")
    expect(ben.page.locator("#expression")).to_have_text("2.469.135 +")
    ben.shows("10.000")
    # The key for the point has the reader's mark, and its name on the wire.
    expect(ben.page.locator('[data-key="."]')).to_have_text(",")
    expect(ada.page.locator('[data-key="."]')).to_have_text(".")


def test_U103_marks_of_pending_digits_are_right_between_groups(person, link):
    ada = person(address=link.address, locale="en-US")
    ada.make()
    marked = ada.page.locator("#display .unconfirmed")
    ada.press("1 2").is_settled()
    link.swallow()
    ada.press("3 4 5").shows("12,345")
    expect(marked).to_have_text("345")
    ada.press("6").shows("123,456")
    expect(marked).to_have_text("3,456")
    link.heal()
    ada.hears_of_the_network().is_settled()
    expect(marked).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "figures"), [("en-US", "1,234.5"), ("de-DE", "1.234,5"), ("de-CH", "1’234.5")])
def test_U103_the_clock_has_figures_for_marks(person, locale, figures):
    ada = person(locale=locale, viewport={"width": 390, "height": 844})
    ada.make("Simple")
    # The keypad has no point; a paste brings one.
    ada.paste("1234.5").sees("1234.5").is_settled()
    shown = ada.page.locator("#display").text_content()
    assert shown.replace("'", "’") == figures
    lit = ada.page.locator("#figures .lit use").evaluate_all("all => all.map((u) => u.href.baseVal)")
    assert "".join(name.removeprefix("#figure") for name in lit) == shown
    drawn = ada.page.locator("#figures .lit use").evaluate_all(
        "all => all.map((use) => use.getBBox().height > 0)")
    assert all(drawn)


def test_U104_a_number_is_copied_as_shown_or_for_programs(person):
    ada = person(locale="de-DE", permissions=["clipboard-read", "clipboard-write"])
    ada.make()
    ada.press("1 + 1 2 3 4 . 5 =").sees("1235.5").shows("1.235,5")
    expect(ada.page.locator("#again")).to_have_text("= repeats + 1.234,5")
    ada.press("C 1 2 3 4 . 5 0 neg").shows("−1.234,50")
    assert ada.copy() == [True, "-1.234,50"]
    for button, copied in [("Copy number", "-1.234,50"), ("Copy plain number", "-1234.50")]:
        ada.page.get_by_role("button", name="Menu").click()
        ada.page.get_by_role("button", name=button).click()
        expect(ada.page.locator("#menu")).to_be_hidden()
        assert ada.page.evaluate("navigator.clipboard.readText()") == copied
    # The copied text can be pasted.
    ada.press("CE 7").paste("-1.234,50").sees("-1234.50")


def test_U104_a_number_without_marks_is_offered_once(person):
    ada = person()
    ada.make()
    ada.press("1 2 3")
    ada.page.get_by_role("button", name="Menu").click()
    expect(ada.page.get_by_role("button", name="Copy number")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Copy plain number")).to_be_hidden()
