"""The layout of every keypad, in windows from small phones to projectors, and in two languages.

CALCROOM_FULL=1 measures more windows, and all languages.
"""

import pytest
from playwright.sync_api import expect

from handmade import Handmade
from layout import faults, key_boxes, resize
from scope import FULL, sample
from windows import KEYPADS, LOW_PHONES, PHONE, PHONES, SCREENS

WINDOWS = [(320, 568), (390, 844), (844, 390), (1024, 768), (1280, 720)]
LOW_WINDOWS = [(360, 560), (568, 320), (740, 340)]
if FULL:
    WINDOWS = sorted({*WINDOWS, *SCREENS, (667, 375), (1920, 1080)})
    LOW_WINDOWS = sorted({*LOW_PHONES, (736, 440), (737, 375), (740, 360), (740, 480)} - set(WINDOWS))
# Keys, and the length of the number on the display: as many digits as the keypad takes, with a point if it has one.
NUMBERS = [("AC C 1 2 * 3 5 =", "< 9"), (" ".join(["AC C", *"1234567.89012345678901234567890123456"]), ">= 9")]


@pytest.mark.parametrize("locale", sample(["en-US", "ja-JP", "ko-KR", "zh-CN", "zh-TW"], ["en-US", "ja-JP"]))
def test_every_keypad_fits_in_every_window(person, free_server, layouts, locale):
    ada = person("Somebody with a long name", free_server.address, locale=locale)
    ada.make("Formula", f"a-room-with-quite-a-long-name-{locale.lower()}")
    ben = ada.is_joined_by("Ben")
    found = []
    for window in WINDOWS + LOW_WINDOWS:
        resize(ada, window)
        for keypad in KEYPADS:
            ada.receives_keypad(keypad)
            boxes = []
            # The longest numbers have the same letters in all of these languages.
            for keys, length in NUMBERS if locale == "en-US" else NUMBERS[:1]:
                ben.write(keys)
                ada.page.wait_for_function(f"() => display.textContent.length {length}")
                here = faults(ada, layouts[keypad.lower()], window in LOW_WINDOWS)
                found += [(keypad, window, fault) for fault in here]
                boxes.append(key_boxes(ada))
            assert boxes[0] == boxes[-1], (keypad, window)
    assert found == []


def test_every_key_and_every_tool_is_within_reach_on_every_phone(person, layouts):
    ada = person(viewport=PHONE)
    ada.make("Formula")
    found = []
    for keypad in KEYPADS:
        ada.receives_keypad(keypad)
        for width, height in PHONES:
            resize(ada, (width, height))
            found += [(keypad, width, height, fault)
                      for fault in faults(ada, layouts[keypad.lower()], is_low=height < 375)]
            more = ada.page.locator("#more")
            if more.is_visible():
                more.click()
                found += [(keypad, width, height, "with functions", fault)
                          for fault in faults(ada, layouts[keypad.lower()])]
                more.click()
    assert found == []


def test_a_button_shows_the_functions_on_an_upright_phone_and_they_turn_over(person):
    ada = person(viewport={"width": 320, "height": 568})
    ada.make("Scientific")
    more = ada.page.get_by_role("button", name="More functions")
    expect(ada.page.locator('[data-key="sin"]')).to_be_hidden()
    more.click()
    ada.press("sin 3 0 =").sees("0.5")
    assert min(min(width, height) for _, _, _, width, height in key_boxes(ada)) >= 44
    for window in ((844, 390), (820, 1180)):
        resize(ada, window)
        expect(more).to_be_hidden()
        expect(ada.page.locator('[data-key="cos"]')).to_be_visible()
    # Functions turn over, and angles change.
    turn = ada.page.get_by_role("button", name="inverse functions")
    turn.click()
    ada.press("asin")
    turn.click()
    ada.press("C rad")
    expect(ada.page.locator('[data-key="deg"]')).to_be_visible()
    ada.receives_keypad("Standard")
    expect(more).to_be_hidden()


# Chooses a keypad from the menu at once.
CHOOSE = """(keypad) => {
    for (const place of ["#menu-open", `#menu [value=${keypad}]`, "#menu .main"]) document.querySelector(place).click();
}"""


def test_no_state_moves_a_key(person, server, link):
    host = Handmade(server.address, "no-state-moves-a-key", "Ada").join(make={"keypad": "standard"})
    ben = person("Ben", link.address, viewport=PHONE).join("no-state-moves-a-key").is_connected()

    def boxes_of(keypad):
        ben.has_keypad(keypad)
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
        ben.page.evaluate(CHOOSE, keypad.lower())
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


def test_a_locked_keypad_and_a_private_copy_cut_no_line(person, server):
    host = Handmade(server.address, "a-locked-keypad", "Ada").join(make={"keypad": "scientific"})
    host.act({"lock": True})
    ben = person("Ben").join("a-locked-keypad").is_told("The keypad is locked.")

    def boxes_by_window():
        boxes = []
        for window in ((320, 568), (375, 553), (390, 844)):
            resize(ben, window)
            assert ben.page.evaluate(CUT) == [], (keypad, window)
            boxes.append(key_boxes(ben))
        return boxes

    for keypad in KEYPADS:
        host.act({"keypad": keypad.lower()})
        ben.has_keypad(keypad)
        host.write("AC 2 7 / 4 =")
        ben.sees("6.75")
        boxes = boxes_by_window()
        ben.page.locator("#asleep .try").click()
        expect(ben.page.locator("#alone")).to_be_visible()
        assert boxes_by_window() == boxes, keypad
        ben.page.locator("#alone-back").click()
        expect(ben.page.locator("#alone")).to_be_hidden()
    host.close()


def test_the_rules_of_a_keypad_are_shown_near_the_display(person):
    ada = person(viewport={"width": 320, "height": 568})
    ada.make("Formula")
    hint, notice = ada.page.locator("#again"), ada.page.locator("#notices")
    expect(hint).to_be_empty()
    ada.press("1 + 1 =").is_settled()
    expect(hint).to_have_text("= repeats + 1")
    height = hint.bounding_box()["height"]
    for keypad, rule, words in (("Formula", "2 + 3 × 4 = 14", "× and ÷ before + and −"),
                                ("Standard", "2 + 3 × 4 = 20", "in the order of the keys")):
        ada.receives_keypad(keypad)
        expect(ada.page.locator("#example")).to_have_text(rule)
        expect(ada.page.locator("#percent")).to_have_text("200 + 10% = 220")
        ada.page.locator("#rules").click()
        expect(notice).to_have_text(f"This keypad calculates {words}.")
        # A long notice leaves the hint of the last operation one line.
        if keypad == "Formula":
            assert notice.evaluate("place => place.getClientRects().length") == 2
            assert hint.bounding_box()["height"] == height
    # Equals repeats the operation also for another number, and until the next operator.
    ada.press("C 1 + 1 = = 1").sees("1")
    expect(hint).to_have_text("= repeats + 1")
    ada.press("+")
    expect(hint).to_be_empty()


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
    # A number that wraps leaves no group alone.
    ada.receives_keypad("Scientific")
    full = ada.page.evaluate("parseFloat(getComputedStyle(display).fontSize)")
    ada.others[0].write("C 2 / 3 =")
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
