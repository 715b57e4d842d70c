"""The sheets over a room: sharing, people and tape, and the announcement of another keypad."""

import re

from playwright.sync_api import expect

from accessibility import assert_accessible_in_both_schemes
from layout import resize
from scope import FULL
from windows import LOW_PHONES, PHONE

LAPTOP = {"width": 1280, "height": 800}


def open_share(one):
    one.page.get_by_role("button", name="Share", exact=True).click()
    one.page.locator("#share-picture[src]").evaluate("picture => picture.decode()")


def test_a_room_is_shared_by_its_link_its_code_its_picture_and_a_poster(person):
    ada = person("Ada", viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
    ada.page.add_init_script("""
        const sends = async (what) => { window.sent = what; };
        Navigator.prototype.share = sessionStorage.sendsNothing ? undefined : sends;""")
    ada.go("/rooms/K7QX2M?make=standard").is_connected()
    open_share(ada)
    drawn = ada.page.request.get(f"{ada.address}/rooms/K7QX2M/qr.svg").text()
    # Also on this machine it is the link that others can open.
    link = ada.page.locator("#share-link").input_value()
    assert link == re.search("<title>(.*)</title>", drawn)[1]
    ada.page.get_by_role("button", name="Send link").click()
    assert ada.page.evaluate("sent") == {"title": "K7QX2M", "url": link}
    # Where the system sends nothing, one tap copies the link.
    ada.page.evaluate("sessionStorage.sendsNothing = true")
    ada.page.reload()
    open_share(ada.is_connected())
    expect(ada.page.locator("#share-send")).to_be_hidden()
    ada.page.get_by_role("button", name="Copy link").click()
    expect(ada.page.locator("#copy")).to_have_text("Copied")
    assert ada.page.evaluate("navigator.clipboard.readText()") == link
    ada.page.keyboard.press("Escape")
    # The code and its picture fill the screen.
    for window in [PHONE, {"width": 320, "height": 568}, *([{"width": 844, "height": 390}] if FULL else []), LAPTOP]:
        ada.page.set_viewport_size(window)
        open_share(ada)
        for part in ("#share-code", "#share-place", "#share-large", "#copy"):
            expect(ada.page.locator(part)).to_be_in_viewport(ratio=1)
        expect(ada.page.locator("#share-shut")).to_be_hidden()
        small = ada.page.locator("#share-picture").bounding_box()["width"]
        ada.page.get_by_role("button", name="Full screen").click()
        sheet, large = (ada.page.locator(part).bounding_box() for part in ("#sharing", "#share-picture"))
        assert (sheet["width"], sheet["height"]) == (window["width"], window["height"])
        assert large["width"] > small and large["width"] > 0.5 * min(window.values())
        for part in ("#share-code", "#share-place", "#share-picture", "#sharing form button"):
            expect(ada.page.locator(part)).to_be_in_viewport(ratio=1)
        if window == PHONE:
            assert_accessible_in_both_schemes(ada, "full screen")
        # Escape leaves the large picture, and then the sheet.
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("#copy")).to_be_visible()
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("#sharing")).to_be_hidden()
        expect(ada.page.locator("#share")).to_be_focused()
    # A poster has code, picture and address.
    open_share(ada)
    poster = ada.prints("#share-poster")
    expect(poster.locator("h1")).to_have_text("K7QX2M")
    expect(poster).to_contain_text(ada.page.locator("#share-place").text_content())
    assert poster.locator("img").bounding_box()["width"] > 400
    pages = ada.page.pdf(format="A4").count(b"/Type /Page\n")
    assert pages == 1
    expect(poster).to_have_count(0)
    ada.page.goto(link)
    ada.is_connected()


def test_people_and_tape_have_an_icon_and_a_tab_each(person):
    ada = person("Ada", viewport=PHONE)
    ada.is_hosted_by("Ben").write("6 * 7 =")
    ada.join(ada.room).sees("42").is_connected()
    people, tape = ada.page.locator("#side-people"), ada.page.locator("#side-tape")
    for icon, shown, other in (("People", people, tape), ("Tape", tape, people)):
        ada.page.get_by_role("button", name=icon, exact=True).click()
        expect(shown).to_be_in_viewport()
        expect(other).to_be_hidden()
        expect(ada.page.get_by_role("radio", name=icon)).to_be_checked()
        assert_accessible_in_both_schemes(ada, icon)
        ada.page.keyboard.press("Escape")
        expect(ada.page.get_by_role("button", name=icon, exact=True)).to_be_focused()
    # The keyboard changes the tab, too.
    ada.page.get_by_role("button", name="People", exact=True).click()
    ada.page.keyboard.press("Shift+Tab")
    ada.page.keyboard.press("ArrowRight")
    expect(tape).to_be_visible()
    expect(people).to_be_hidden()
    # Exports are a menu.
    menu = ada.page.locator("#tape-export")
    expect(menu.locator("button").first).to_be_hidden()
    menu.locator("summary").focus()
    ada.page.keyboard.press("Enter")
    expect(menu.locator("button")).to_have_text(["Copy", "CSV", "Text", "Print"])
    for button in menu.locator("button").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert_accessible_in_both_schemes(ada, "export")
    # Escape closes the menu, and then the sheet. No key of the room is pressed.
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Escape")
    expect(menu.locator("button").first).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
    expect(tape).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#people-open, #tape-open").and_(ada.page.locator(":focus"))).to_have_count(1)
    ada.sees("42")
    # A wide window has both, without tabs.
    ada.page.set_viewport_size(LAPTOP)
    for part in (people, tape):
        expect(part).to_be_visible()
    expect(ada.page.locator("#side-tabs")).to_be_hidden()


def test_a_click_outside_closes_a_sheet_and_one_on_its_padding_does_not(person):
    ada = person("Ada", viewport=LAPTOP)
    ada.make("Scientific")
    ada.press("1 / 3 =").is_settled()
    mouse = ada.page.mouse

    def drag(start, end):
        mouse.move(*start)
        mouse.down()
        mouse.move(*end)
        mouse.up()

    for opener in ("#me", "#share", "#menu-open", "#display", "#lesson-open", "#ask-open"):
        ada.page.locator(opener).click()
        ada.page.locator("dialog[open]").wait_for()
        ada.takes_clicks()
        is_kept = ada.page.locator("dialog[open]").evaluate(
            "sheet => sheet.firstElementChild.dispatchEvent("
            "new PointerEvent('pointerdown', { bubbles: true, cancelable: true }))")
        assert is_kept, "mouse events, and with them the focus, follow only if it is not cancelled"
        sheet = ada.page.locator("dialog[open]").bounding_box()
        inside = (sheet["x"] + 6, sheet["y"] + sheet["height"] / 2)
        outside = (sheet["x"] - 6, inside[1] + 30)
        # A mouse that selects text may leave the sheet, too.
        for start, end in ((inside, inside), (inside, outside), (outside, inside)):
            drag(start, end)
            ada.takes_clicks()
            expect(ada.page.locator("dialog[open]")).to_have_count(1)
        drag(outside, outside)
        expect(ada.page.locator("dialog[open]")).to_have_count(0)
        ada.takes_clicks()


def test_another_keypad_is_announced_and_undone_with_one_tap(person):
    ada = person("Ada", viewport=PHONE)
    ben = ada.visits("Ben")
    ada.press("2 + 3").is_settled()
    ben.act({"keypad": "tip"})
    expect(ada.page.locator("#banner-text")).to_have_text("Ben changed the keypad to Tip.")
    expect(ada.page.locator("#spoken")).to_contain_text("Ben changed the keypad to Tip")
    ada.has_keypad("tip")
    assert_accessible_in_both_schemes(ada, "another keypad")
    # It covers no key.
    note, key = (ada.page.locator(part).bounding_box() for part in ("#banner", "#keypad"))
    assert note["y"] + note["height"] <= key["y"]
    ada.page.locator("#banner-act").click()
    ada.has_keypad("standard")
    # Undone as a step, so that the calculation is there again.
    ada.sees("3", "2 +")
    expect(ada.page.locator("#banner")).to_be_hidden()
    # It is also undone after other keys, and hidden when somebody else has undone it.
    ada.is_settled().choose("Chain")
    expect(ada.page.locator("#banner-text")).to_have_text("You changed the keypad to Chain.")
    ben.write("AC 5 6")
    ada.sees("56").page.locator("#banner-act").click()
    ada.has_keypad("standard")
    ada.is_settled().sees("56")
    ben.act({"keypad": "tip"})
    ada.has_keypad("tip")
    ben.act({"undo": ben.step})
    ada.has_keypad("standard")
    expect(ada.page.locator("#banner")).to_be_hidden()


# How far the announcement reaches over the digits, whose lines begin 0.15 em above them.
COVERED = """() => {
    const letters = document.createRange();
    letters.selectNodeContents(display);
    const top = Math.min(...[...letters.getClientRects()].map(({ top }) => top));
    return banner.getBoundingClientRect().bottom - top - 0.15 * parseFloat(getComputedStyle(display).fontSize);
}"""


def test_the_announcement_of_a_keypad_covers_no_number(person):
    ada = person("Ada")
    # The announcement stays, however slow the machine is.
    ada.page.add_init_script("const own = setTimeout; window.setTimeout = (act, time) => time < 12_000 && own(act, time);")
    ben = ada.visits("A name of some length")
    for keypad in ("Formula", "Chain", "Scientific"):
        ada.receives_keypad(keypad)
        expect(ada.page.locator("#banner-text")).to_contain_text(keypad)
        for keys, start in (("AC C 1 / 3 =", "0.33"), ("AC C 4 2", "42")):
            ben.write(keys)
            ada.page.wait_for_function("start => display.textContent.startsWith(start)", arg=start)
            for window in LOW_PHONES:
                resize(ada, window)
                assert -300 < ada.page.evaluate(COVERED) <= 0, (keypad, keys, window)


def test_a_locked_participant_cannot_undo_a_keypad(person):
    ben = person("Ben", viewport=PHONE)
    ben.page.clock.install()
    ada = ben.visits()
    ada.act({"lock": True})
    ada.act({"keypad": "chain"})
    banner = ben.page.locator("#banner")
    expect(ben.page.locator("#banner-text")).to_have_text("Ada changed the keypad to Chain.")
    expect(ben.page.locator("#banner-act")).to_be_hidden()
    ben.page.locator("#banner-close").click()
    expect(banner).to_be_hidden()
    # The announcement ends after some seconds.
    ada.act({"keypad": "tip"})
    expect(banner).to_be_visible()
    ben.page.clock.fast_forward(20_000)
    expect(banner).to_be_hidden()
