"""The keyboard: functions by their names, Enter after a click, undo in private, and several numbers at once."""

import pytest
from playwright.sync_api import expect

from waiting import until
from windows import PHONE


@pytest.mark.parametrize("keypad", ["Scientific", "Standard"])
def test_functions_are_typed_by_their_names(person, keypad):
    ada = person(viewport={"width": 1280, "height": 800})
    ada.make(keypad)
    letters, notices = ada.page.locator("#letters"), ada.page.locator("#notices")
    ada.page.keyboard.type("sqrt(16)+si")
    expect(letters).to_have_text("si")
    expect(letters).to_be_visible()
    ada.page.keyboard.type("n(30")
    expect(letters).to_have_text("sin(30")
    ada.page.keyboard.press("Enter")
    ada.sees("4.5").is_settled()
    expect(letters).to_be_empty()
    # Letters without a meaning say so, and the last one can be deleted.
    ada.page.keyboard.type("C1+fox")
    ada.page.keyboard.press("Backspace")
    ada.page.keyboard.press("Enter")
    expect(notices).to_have_text("Not understood: “fo”.")
    ada.page.keyboard.type("$")
    expect(notices).to_have_text("Not understood: “$”.")
    # In the editor, too.
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.type("5")
    ada.page.keyboard.press("ArrowRight")
    expect(ada.page.locator("#editor")).to_be_visible()
    ada.page.keyboard.type("+sqr")
    expect(ada.page.locator("#editor-result")).to_have_text("sqr")
    ada.page.keyboard.type("t(9)")
    expect(ada.page.locator("#editor-result")).to_have_text("= 8")
    ada.page.keyboard.type("zz ")
    expect(ada.page.locator("#editor-result")).to_have_text("zz")
    ada.page.keyboard.press("Enter")
    ada.sees("8").is_settled()
    expect(ada.page.locator("#editor")).to_be_hidden()


# A control, the part that a click on it opens, and the button that closes the part. If it is empty, Escape does.
OPENERS = [
    ("#share", "#sharing", ""), ("#share", "#sharing", "form button"), ("#menu-open", "#menu", ""),
    ("#menu-open", "#menu", "form[method=dialog] button"), ("#display", "#forms", ""), ("#display", "#forms", "form button"),
    ("#me", "#naming", ""), ("#lesson-open", "#lesson", ""), ("#expression", "#editor", ""),
    ("#expression", "#editor", "#editor-cancel"), ("#bill-open", "#bill", "#bill-close"), ("#ask-open", "#asking", ""),
    ("#people .more", "#ask-person", ""), ("#tape-export summary", "#tape-export div", ""),
    ("#rules", None, None), ("#tape-tools [data-act=keys]", None, None), ("#undo", None, None),
    ("#tape .reuse", None, None),
    ("#lock", None, None),
]


def test_after_a_click_enter_means_equals(person):
    ada = person("Ada", viewport={"width": 1280, "height": 900})
    ada.make("Formula")
    ben = ada.is_joined_by("Ben")
    ada.press("1 + 1 =").is_settled()
    for opener, opened, closer in OPENERS:
        ben.write("C 2 + 3")
        ada.sees("3").takes_clicks().page.locator(opener).first.click()
        if opened:
            expect(ada.page.locator(opened)).to_be_visible()
            if closer:
                ada.takes_clicks(opened).page.locator(opened).locator(closer).click()
            else:
                ada.page.keyboard.press("Escape")
            expect(ada.page.locator(opened)).to_be_hidden()
        ada.is_settled()
        # The space bar does not click either.
        for key in ("Space", "Enter"):
            ada.page.keyboard.press(key)
        # Keys wait for a line of the tape that is used again.
        log = f"{ada.address}/rooms/{ada.room}/log"
        until(lambda: '"press":"="' in ada.is_settled().page.request.get(log).text().splitlines()[-1], opener)
        assert ada.page.locator("dialog[open], #editor:visible, #bill:visible").count() == 0, opener
    # The editor gives the focus back, also to nothing.
    ada.page.keyboard.press("ArrowLeft")
    expect(ada.page.locator("#editor")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#editor")).to_be_hidden()
    # Somebody who uses Tab presses a button by Enter.
    ada.page.locator("#share").focus()
    for key in ("Tab", "Shift+Tab", "Enter"):
        ada.page.keyboard.press(key)
    expect(ada.page.locator("#sharing")).to_be_visible()


def test_undo_in_a_private_editor_or_a_field_leaves_the_room_alone(person):
    ada = person("Ada", viewport=PHONE)
    ben = ada.visits("Ben", "Formula")
    ben.write("1 2 * 3 4")
    ada.sees("34").page.keyboard.press("End")
    expect(ada.page.locator("#editor")).to_be_visible()
    ada.page.keyboard.type("5")
    for key in ("Control+z", "Control+Shift+z", "Control+y"):
        ada.page.keyboard.press(key)
    expect(ada.page.locator("#editor-text")).to_have_text("12 × 345")
    ada.page.keyboard.press("Escape")
    ada.page.locator("#me").click()
    ada.page.locator("#own-name").fill("Zoe")
    for key in ("Control+z", "Control+y"):
        ada.page.keyboard.press(key)
    ada.page.keyboard.press("Escape")
    ada.is_settled().sees("34", "12 ×")
    assert "undo" not in ada.page.request.get(f"{ada.address}/rooms/{ada.room}/log").text()
    ada.page.keyboard.press("Control+z")
    ada.is_settled().sees("3", "12 ×")


@pytest.mark.parametrize("keypad", ["Scientific", "Chain"])
def test_several_pasted_numbers_are_added_by_one_click(person, keypad):
    ada = person(viewport=PHONE)
    ada.make(keypad)
    ada.press("9 9").is_settled().paste("3\r\n1,000円\t-5")
    expect(ada.page.locator("#banner-text")).to_have_text("Add them: 3 + 1,000 + −5")
    ada.is_settled().sees("99").page.locator("#banner-act").click()
    ada.sees("998").is_settled()
    expect(ada.page.locator("#banner")).to_be_hidden()
    expect(ada.page.locator("#tape b").first).to_have_text("998")
    # The line covers the private editor, too.
    ada.page.keyboard.press("Escape")
    ada.sees("0").page.keyboard.press("End")
    expect(ada.page.locator("#editor")).to_be_visible()
    ada.paste("12 34").page.locator("#banner-act").click()
    expect(ada.page.locator("#editor-text")).to_have_text("12 + 34")
    ada.page.keyboard.press("Enter")
    ada.sees("46").is_settled()


@pytest.mark.parametrize("locale, recurring", [("en-US", "0.(09)"), ("de-DE", "0,(09)")])
def test_a_recurring_decimal_is_shown_read_aloud_copied_and_pasted(person, locale, recurring):
    ada = person(viewport=PHONE, locale=locale, permissions=["clipboard-read", "clipboard-write"])
    ada.make("Scientific")
    ada.press("1 / 1 1 =").is_settled().page.locator("#display").click()
    form = ada.page.locator("#forms li", has_text="Recurring decimal")
    expect(form.locator(".number")).to_have_text(recurring)
    expect(form.locator(".recurring")).to_have_text("09")
    form.get_by_role("button").click()
    assert ada.page.evaluate("navigator.clipboard.readText()") == recurring
    expect(ada.page.locator("#forms")).to_be_hidden()
    ada.is_joined_by("Ben").write("form form")
    ada.shows(recurring)
    # Lines of a long period end between digits, below each other.
    ada.others[0].write("C 1 / 6 1 = form form")
    expect(ada.page.locator("#display .recurring span")).to_have_count(20)
    lines = ada.page.locator("#display .recurring").evaluate("""period => {
        const boxes = [...period.children].map((group) => group.getBoundingClientRect());
        return [...new Set(boxes.map(({ bottom }) => bottom))].map((bottom) => [bottom, boxes[0].height]);
    }""")
    assert len(lines) > 1 and all(below[0] - above[0] >= above[1] for above, below in zip(lines, lines[1:], strict=False)), lines
    ada.others[0].write("C 1 / 1 1 = form form")
    ada.shows(recurring)
    expect(ada.page.locator("#spoken")).to_contain_text(f"Display {recurring}")
    assert ada.copy() == [True, recurring]
    ada.others[0].write("C 2 2 *")
    # A key that is typed at once waits for the text.
    ada.sees("22").paste(recurring).page.keyboard.press("Enter")
    ada.sees("2").is_settled()
