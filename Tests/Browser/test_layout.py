"""The layout of every keypad, in windows from small phones to projectors.

Each keypad is measured in English and in one other language; with CALCROOM_FULL=1 in all of them.
"""

import pytest
from playwright.sync_api import expect

from handmade import Handmade
from layout import faults, key_boxes, resize
from lessons import lock
from scope import FULL
from windows import KEYPADS, LOW_PHONES, PHONE, SCREENS

WINDOWS = sorted({*SCREENS, (667, 375), (1024, 768), (1920, 1080)})
LOW_WINDOWS = sorted({*LOW_PHONES, (736, 440), (737, 375), (740, 360), (740, 480)} - set(WINDOWS))
LOCALES = ["ja-JP", "ko-KR", "zh-CN", "zh-TW"]
# As many digits as each keypad takes, with a point if it has one.
LONG = "1234567.89012345678901234567890123456"


def measure(ada, layout):
    """The faults and the boxes of the keys, by window."""
    found, boxes = {}, {}
    for window in WINDOWS + LOW_WINDOWS:
        resize(ada, window)
        boxes[window] = key_boxes(ada)
        if here := faults(ada, layout, window in LOW_WINDOWS):
            found[window] = here
    return found, boxes


@pytest.mark.parametrize("keypad", KEYPADS)
def test_every_keypad_fits_in_every_window(person, layouts, keypad):
    ada = person("Somebody with a long name")
    ada.make(keypad, f"a-room-with-quite-a-long-name-{keypad.lower()}")
    ada.press("1 2 * 3 5 =").is_settled()
    found, before = measure(ada, layouts[keypad.lower()])
    ada.page.keyboard.press("Escape")
    for key in LONG:
        ada.page.keyboard.press(key)
    assert len(ada.is_settled().page.locator("#display").text_content()) >= 9
    found_long, after = measure(ada, layouts[keypad.lower()])
    assert (found, found_long) == ({}, {})
    assert after == before


@pytest.mark.parametrize("keypad, locale", [
    (keypad, locale) for place, keypad in enumerate(KEYPADS) for number, locale in enumerate(LOCALES)
    if FULL or number == place % len(LOCALES)])
def test_every_keypad_fits_in_other_languages(person, layouts, keypad, locale):
    ada = person("Ada", locale=locale)
    ada.make(keypad)
    ada.press("1 2 * 3 5 =").is_settled()
    found, _ = measure(ada, layouts[keypad.lower()])
    assert found == {}


def test_a_button_shows_the_functions_on_an_upright_phone(person):
    ada = person(viewport={"width": 320, "height": 568})
    ada.make("Scientific")
    more = ada.page.get_by_role("button", name="More functions")
    expect(ada.page.locator('[data-key="sin"]')).to_be_hidden()
    more.click()
    ada.press("sin 3 0 =").sees("0.5")
    assert min(min(width, height) for _, _, _, width, height in key_boxes(ada)) >= 44
    resize(ada, (844, 390))
    expect(more).to_be_hidden()
    expect(ada.page.locator('[data-key="cos"]')).to_be_visible()
    ada.receives_keypad("Standard")
    expect(more).to_be_hidden()


def test_no_state_moves_a_key(person, server, link):
    host = Handmade(server.address, "no-state-moves-a-key", "Ada").join(make={"keypad": "standard"})
    ben = person("Ben", link.address, viewport=PHONE).join("no-state-moves-a-key").is_connected()

    def boxes_of(keypad):
        expect(ben.page.locator("#stage")).to_have_attribute("data-keypad", keypad.lower())
        return key_boxes(ben)

    before = {}
    for keypad in KEYPADS:
        host.act({"keypad": keypad.lower()})
        before[keypad] = boxes_of(keypad)
        for key in ("8", "+", "9", "Enter", "Enter"):
            ben.page.keyboard.press(key)
        assert key_boxes(ben) == before[keypad]
        host.act({"lock": True})
        ben.is_told("The keypad is locked.").page.keyboard.press("7")
        expect(ben.page.locator("#notices")).not_to_be_empty()
        assert key_boxes(ben) == before[keypad]
        host.act({"lock": False})
        ben.is_told("Connected").is_settled()
    # The menu loads a script, which is not available later.
    ben.choose("Chain")
    link.cut()
    ben.is_away()
    for keypad in KEYPADS:
        ben.choose(keypad)
        assert boxes_of(keypad) == before[keypad]
    host.close()


# The lines of the screen that are cut, or behind the bar of a private copy.
CUT = """() => {
    const screen = document.getElementById("screen").getBoundingClientRect();
    const number = document.getElementById("screen").dataset.clock === "true" ? "figures" : "display";
    const above = document.getElementById("alone")?.getBoundingClientRect().bottom ?? 0;
    return ["expression", number, "again"].filter((id) => {
        const letters = document.createRange();
        letters.selectNodeContents(document.getElementById(id));
        return [...letters.getClientRects()].some(({ top, bottom, width }) => width > 1
            && (top < Math.max(screen.top, above) - 1 || bottom > screen.bottom + 1));
    });
}"""


@pytest.mark.parametrize("window", [(320, 568), (375, 553), (390, 844)], ids=str)
def test_a_locked_keypad_and_a_private_copy_cut_no_line(person, window):
    ada, ben = person("Ada"), person("Ben")
    ben.join(ada.make("Scientific")).is_connected()
    resize(ben, window)
    lock(ada)
    ben.is_told("The keypad is locked.")
    for keypad in KEYPADS:
        ada.choose(keypad)
        ada.press("2 7 / 4 =").is_settled()
        ben.sees(ada.page.locator("#display").get_attribute("data-number"))
        assert ben.page.evaluate(CUT) == [], keypad
        boxes = key_boxes(ben)
        ben.page.locator("#asleep .try").click()
        expect(ben.page.locator("#alone")).to_be_visible()
        assert ben.page.evaluate(CUT) == [] and key_boxes(ben) == boxes, keypad
        ben.page.locator("#alone-back").click()
        expect(ben.page.locator("#alone")).to_be_hidden()


def test_a_long_notice_leaves_the_hint_of_the_last_operation_one_line(person):
    ada = person(viewport={"width": 320, "height": 568})
    ada.make("Formula")
    hint = ada.press("1 + 1 =").is_settled().page.locator("#again")
    expect(hint).to_have_text("= repeats + 1")
    height = hint.bounding_box()["height"]
    ada.page.locator("#rules").click()
    notice = ada.page.locator("#notices")
    expect(notice).to_contain_text("This keypad calculates")
    assert notice.evaluate("place => place.getClientRects().length") == 2
    assert hint.bounding_box()["height"] == height


def test_the_rules_of_a_keypad_are_shown_near_the_display(person):
    ada = person()
    ada.make("Formula")
    for keypad, rule, words in (("Formula", "2 + 3 × 4 = 14", "× and ÷ before + and −"),
                                ("Standard", "2 + 3 × 4 = 20", "in the order of the keys")):
        ada.receives_keypad(keypad)
        expect(ada.page.locator("#example")).to_have_text(rule)
        expect(ada.page.locator("#percent")).to_have_text("200 + 10% = 220")
        ada.page.locator("#rules").click()
        expect(ada.page.locator("#notices")).to_have_text(f"This keypad calculates {words}.")


def test_a_number_ends_where_the_keys_end(person):
    ada = person(viewport=PHONE)
    ada.make("Formula")
    ada.press("8 8")
    right = ada.page.evaluate("""() => {
        const letters = document.createRange();
        letters.selectNodeContents(display);
        return letters.getBoundingClientRect().right;
    }""")
    equals = ada.page.locator('[data-key="="]').bounding_box()
    # A digit has a little air around it, and the key its half of the gap.
    assert right == pytest.approx(equals["x"] + equals["width"] - 8, abs=1)


def test_only_keypads_with_a_percent_key_show_its_rule(person):
    ada = person()
    ada.make("Simple")
    for keypad, has_percent in (("Simple", False), ("Formula", True), ("Chain", False), ("Tip", False)):
        ada.receives_keypad(keypad)
        expect(ada.page.locator("#example")).to_be_visible()
        expect(ada.page.locator("#percent")).to_be_visible(visible=has_percent)


def test_a_number_that_wraps_leaves_no_group_alone(person):
    ada = person(viewport=PHONE)
    ada.make("Scientific")
    full = ada.page.evaluate("parseFloat(getComputedStyle(display).fontSize)")
    for key in "2/3=":
        ada.page.keyboard.press(key)
    ada.sees("0.66666666666666666666666666666667")
    widths, size = ada.page.locator("#display").evaluate("""(place) => {
        const letters = document.createRange();
        letters.selectNodeContents(place);
        const lines = Map.groupBy([...letters.getClientRects()], ({ bottom }) => Math.round(bottom));
        return [[...lines.values()].map((parts) => parts.reduce((sum, { width }) => sum + width, 0)),
            parseFloat(getComputedStyle(place).fontSize)];
    }""")
    assert len(widths) == 2 and widths[1] > widths[0] / 2
    # Letters shrink, but not by more than that.
    assert full * 0.339 <= size < full
