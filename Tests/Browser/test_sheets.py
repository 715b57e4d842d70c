"""The sheets over a room: sharing, people and tape, and the announcement of another keypad."""

import re

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible
from windows import PHONE

LAPTOP = {"width": 1280, "height": 800}


def in_both_schemes(one, where):
    for scheme in ("dark", "light"):
        one.page.emulate_media(color_scheme=scheme)
        assert_accessible(one.page, f"{where}, {scheme}")


def open_share(one):
    one.page.get_by_role("button", name="Share", exact=True).click()
    one.page.locator("#share-picture[src]").evaluate("picture => picture.decode()")


def test_the_system_sends_the_link(person):
    ada = person("Ada", viewport=PHONE)
    ada.page.add_init_script("Navigator.prototype.share = async (what) => { window.sent = what; };")
    ada.go("/rooms/K7QX2M?make=standard").is_connected()
    open_share(ada)
    link = ada.page.locator("#share-link").input_value()
    ada.page.get_by_role("button", name="Send link").click()
    assert ada.page.evaluate("sent") == {"title": "K7QX2M", "url": link}


def test_one_tap_copies_the_link(person):
    ada = person("Ada", viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
    ada.make()
    ada.page.evaluate("Navigator.prototype.share = undefined")
    open_share(ada)
    expect(ada.page.locator("#share-send")).to_be_hidden()
    ada.page.get_by_role("button", name="Copy link").click()
    expect(ada.page.locator("#copy")).to_have_text("Copied")
    assert ada.page.evaluate("navigator.clipboard.readText()") == ada.page.locator("#share-link").input_value()


@pytest.mark.parametrize("window", [PHONE, {"width": 320, "height": 568}, {"width": 844, "height": 390}, LAPTOP], ids=str)
def test_the_code_and_its_picture_fill_the_screen(person, window):
    ada = person("Ada", viewport=window)
    ada.make()
    open_share(ada)
    for part in ("#share-code", "#share-place", "#share-large", "#copy"):
        expect(ada.page.locator(part)).to_be_in_viewport(ratio=1)
    small = ada.page.locator("#share-picture").bounding_box()["width"]
    ada.page.get_by_role("button", name="Full screen").click()
    sheet, large = (ada.page.locator(part).bounding_box() for part in ("#sharing", "#share-picture"))
    assert (sheet["width"], sheet["height"]) == (window["width"], window["height"])
    assert large["width"] > small and large["width"] > 0.5 * min(window.values())
    for part in ("#share-code", "#share-place", "#share-picture", "#sharing form button"):
        expect(ada.page.locator(part)).to_be_in_viewport(ratio=1)
    if window == PHONE:
        in_both_schemes(ada, "full screen")
    # Escape leaves the large picture, and then the sheet.
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#copy")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#sharing")).to_be_hidden()
    expect(ada.page.locator("#share")).to_be_focused()


def test_a_poster_has_code_picture_and_address(person):
    ada = person("Ada")
    ada.go("/rooms/K7QX2N?make=standard").is_connected()
    open_share(ada)
    ada.page.evaluate("window.print = () => (window.hasPrinted = true)")
    ada.page.emulate_media(media="print")
    ada.page.get_by_role("button", name="Print poster").evaluate("button => button.click()")
    ada.page.wait_for_function("() => window.hasPrinted")
    poster = ada.page.locator("#sheet")
    expect(poster.locator("h1")).to_have_text("K7QX2N")
    expect(poster).to_contain_text(ada.page.locator("#share-place").text_content())
    assert poster.locator("img").bounding_box()["width"] > 400
    assert ada.page.locator("body > *:visible").evaluate_all("all => all.map(one => one.id)") == ["sheet"]
    pages = ada.page.pdf(format="A4").count(b"/Type /Page\n")
    assert pages == 1
    expect(poster).to_have_count(0)


def test_people_and_tape_have_an_icon_and_a_tab_each(person):
    ada = person("Ada", viewport=PHONE)
    ada.make("Standard")
    ada.press("6 * 7 =").sees("42").is_settled()
    people, tape = ada.page.locator("#side-people"), ada.page.locator("#side-tape")
    for icon, shown, other in (("People", people, tape), ("Tape", tape, people)):
        ada.page.get_by_role("button", name=icon, exact=True).click()
        expect(shown).to_be_in_viewport()
        expect(other).to_be_hidden()
        expect(ada.page.get_by_role("radio", name=icon)).to_be_checked()
        in_both_schemes(ada, icon)
        ada.page.keyboard.press("Escape")
        expect(ada.page.get_by_role("button", name=icon, exact=True)).to_be_focused()
    # The keyboard changes the tab, too.
    ada.page.get_by_role("button", name="People", exact=True).click()
    ada.page.keyboard.press("Shift+Tab")
    ada.page.keyboard.press("ArrowRight")
    expect(tape).to_be_visible()
    expect(people).to_be_hidden()
    # A wide window has both, without tabs.
    ada.page.set_viewport_size(LAPTOP)
    for part in (people, tape):
        expect(part).to_be_visible()
    expect(ada.page.locator("#side-tabs")).to_be_hidden()


def test_exports_are_a_menu(person):
    ada = person("Ada", viewport=PHONE)
    ada.make("Standard")
    ada.press("6 * 7 =").sees("42").is_settled()
    ada.page.get_by_role("button", name="Tape", exact=True).click()
    menu = ada.page.locator("#tape-export")
    expect(menu.locator("button").first).to_be_hidden()
    menu.locator("summary").focus()
    ada.page.keyboard.press("Enter")
    expect(menu.locator("button")).to_have_text(["Copy", "CSV", "Text", "Print"])
    for button in menu.locator("button").all():
        expect(button).to_be_in_viewport(ratio=1)
    in_both_schemes(ada, "export")
    # Escape closes the menu, and then the sheet. No key of the room is pressed.
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Escape")
    expect(menu.locator("button").first).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
    expect(ada.page.locator("#side-tape")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#tape-open")).to_be_focused()
    ada.sees("42")


def keypad_of(one, keypad):
    expect(one.page.locator("#stage")).to_have_attribute("data-keypad", keypad)


def test_another_keypad_is_announced_and_undone_with_one_tap(person):
    ada, ben = person("Ada", viewport=PHONE), person("Ben", viewport=LAPTOP)
    ben.join(ada.make("Standard")).is_connected()
    ada.press("2 + 3").is_settled()
    ben.sees("3", "2 +").choose("Tip")
    expect(ada.page.locator("#banner-text")).to_have_text("Ben changed the keypad to Tip.")
    expect(ben.page.locator("#banner-text")).to_have_text("You changed the keypad to Tip.")
    expect(ada.page.locator("#spoken")).to_contain_text("Ben changed the keypad to Tip")
    keypad_of(ada, "tip")
    in_both_schemes(ada, "another keypad")
    # It covers no key.
    note, key = (ada.page.locator(part).bounding_box() for part in ("#banner", "#keypad"))
    assert note["y"] + note["height"] <= key["y"]
    ada.page.locator("#banner-act").click()
    for one in (ada, ben):
        keypad_of(one, "standard")
        # Undone as a step, so that the calculation is there again.
        one.sees("3", "2 +")
        expect(one.page.locator("#banner")).to_be_hidden()


def test_a_keypad_is_undone_after_other_keys(person):
    ada, ben = person("Ada", viewport=PHONE), person("Ben", viewport=LAPTOP)
    ben.join(ada.make("Standard")).is_connected()
    ben.choose("Chain")
    keypad_of(ada, "chain")
    ben.press("5 6").is_settled()
    ada.sees("56").page.locator("#banner-act").click()
    for one in (ada, ben):
        keypad_of(one, "standard")
        one.sees("56")


def test_a_locked_participant_cannot_undo_a_keypad(person):
    ada, ben = person("Ada", viewport=LAPTOP), person("Ben", viewport=PHONE)
    ben.join(ada.make("Standard")).is_connected()
    ada.page.get_by_role("button", name="Lock keypad", exact=True).click()
    ada.is_settled().choose("Chain")
    expect(ben.page.locator("#banner-text")).to_have_text("Ada changed the keypad to Chain.")
    expect(ben.page.locator("#banner-act")).to_be_hidden()
    ben.page.locator("#banner-close").click()
    expect(ben.page.locator("#banner")).to_be_hidden()
    # The announcement ends after some seconds.
    ada.page.clock.install()
    ada.choose("Tip")
    expect(ada.page.locator("#banner")).to_be_visible()
    ada.page.clock.fast_forward(20_000)
    expect(ada.page.locator("#banner")).to_be_hidden()
