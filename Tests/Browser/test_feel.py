"""How keys feel, and how the menu answers."""

from playwright.sync_api import expect

from touches import Finger
from windows import PHONE

# Notes whether a key looks pressed in the next frame, and a moment after it is released.
PRESSED = """async () => {
    const key = document.querySelector('[data-key="7"]');
    const looks = () => [getComputedStyle(key).scale, getComputedStyle(key.firstChild).boxShadow];
    const send = (name) => key.dispatchEvent(new PointerEvent(name, { button: 0, bubbles: true }));
    const before = looks();
    send("pointerdown");
    send("pointerup");
    await new Promise(requestAnimationFrame);
    const down = looks();
    while (key.classList.contains("down")) await new Promise(requestAnimationFrame);
    await Promise.all(key.getAnimations({ subtree: true }).map((one) => one.finished));
    return [before, down, looks()];
}"""


def test_a_short_tap_is_seen_in_the_next_frame(person):
    ada = person(reduced_motion="no-preference", viewport=PHONE)
    ada.make("Formula")
    before, down, after = ada.page.evaluate(PRESSED)
    assert down[0] == "0.96" and down[1] != before[1]
    assert after == before


def test_a_long_touch_copies_the_number_and_a_short_one_shows_its_forms(person):
    ada = person(viewport=PHONE, has_touch=True, is_mobile=True, permissions=["clipboard-read", "clipboard-write"])
    ada.page.clock.install()
    ben = ada.visits()
    finger = Finger(ada)
    for keypad, screen in (("Standard", "#display"), ("Simple", "#figures")):
        ada.receives_keypad(keypad)
        ben.write("C 5 - 1 7 5 =")
        ada.sees("-170").page.evaluate("navigator.clipboard.writeText('nothing')")
        ada.page.locator("#notices").evaluate("place => place.replaceChildren()")
        finger.touches(screen, milliseconds=700, distance=60)
        assert ada.page.evaluate("navigator.clipboard.readText()") == "nothing"
        finger.touches(screen, milliseconds=700)
        expect(ada.page.locator("#notices")).to_have_text("Number copied.")
        assert ada.page.evaluate("navigator.clipboard.readText()") == "-170"
        # No menu of the system, no selection and no zoom get in the way, and no sheet opens.
        assert ada.page.locator(screen).evaluate("""place => {
            const { userSelect, touchAction } = getComputedStyle(place);
            const isAsked = place.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
            return [isAsked, String(getSelection()), userSelect, touchAction];
        }""") == [False, "", "none", "manipulation"]
        expect(ada.page.locator("#forms:visible")).to_have_count(0)
        finger.touches(screen)
        expect(ada.page.locator("#forms")).to_be_visible()
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("#forms:visible")).to_have_count(0)


def test_a_page_without_a_clipboard_copies_too(person):
    ada = person(viewport=PHONE, has_touch=True, is_mobile=True, permissions=["clipboard-read", "clipboard-write"])
    ada.page.clock.install()
    # As over plain HTTP.
    ada.page.add_init_script("""
        window.clipboard = navigator.clipboard;
        Object.defineProperty(navigator, "clipboard", { value: undefined });""")
    ada.make("Standard")
    ada.press("1 / 4 =").is_settled()
    finger = Finger(ada)
    menu = ada.page.get_by_role("button", name="Menu")
    forms = ada.page.locator("#display")
    for copy in (
            lambda: finger.touches("#display", milliseconds=700),
            lambda: (menu.click(), ada.page.get_by_role("button", name="Copy number").click()),
            lambda: (forms.click(), ada.page.get_by_role("button", name="Copy: Decimal").click())):
        ada.page.evaluate("clipboard.writeText('nothing')")
        ada.page.locator("#notices").evaluate("place => place.replaceChildren()")
        copy()
        expect(ada.page.locator("#notices")).to_have_text("Number copied.")
        assert ada.page.evaluate("clipboard.readText()") == "0.25"


# Buttons that close something, and what opens it.
CLOSING = [("#sharing form button", "#share"), ("#menu form button", "#menu-open"), ("#menu #copy-number", "#menu-open"),
           ("#forms .main", "#display"), ("#editor-done", "#expression"), ("#editor-cancel", "#expression")]


def test_a_double_click_that_closes_a_sheet_reaches_nothing_below(person):
    ada = person(viewport=PHONE)
    ada.make("Formula")
    ada.press("2 / 3 =").sees("0.666667").is_settled()
    ada.page.evaluate("""() => {
        window.reached = [];
        for (const name of ["pointerdown", "click"]) addEventListener(name, ({ target }) => {
            if (!target.closest("dialog, #editor")) reached.push(target.id || target.dataset.key || target.className);
        });
    }""")
    for button, opener in CLOSING:
        ada.page.locator(opener).click()
        ada.page.locator(button).scroll_into_view_if_needed()
        ada.page.evaluate("reached.length = 0")
        ada.page.locator(button).dblclick(delay=20)
        expect(ada.page.locator(button)).to_be_hidden()
        assert ada.page.evaluate("reached") == [], button
        # The next click is a new one.
        ada.page.locator("#room-name").click()
    ada.is_settled().sees("0.666667")


def test_quick_clicks_on_arrows_and_undo_all_count(person):
    ada = person(viewport=PHONE)
    ada.make("Formula")
    ada.is_joined_by("Ben")
    ada.press("1 2 3 4").is_settled().sees("1234")
    ada.page.locator("#undo").dblclick()
    ada.sees("12").is_settled()
    ada.page.keyboard.press("End")
    ada.page.locator("#editor-left").dblclick()
    expect(ada.page.locator("#editor-text .cursor + span")).to_have_text("1")
    ada.page.keyboard.press("Escape")
    # The focus has a ring only for keyboards.
    ring = "place => getComputedStyle(place).outlineStyle"
    close = ada.page.locator("#side-close")
    ada.press("7")
    assert ada.page.locator("[data-key='7'] .cap").evaluate(ring) == "none"
    ada.page.locator("#tape-open").click()
    expect(close).to_be_focused()
    assert close.evaluate(ring) == "none"
    ada.page.keyboard.press("Escape")
    for key in ("Shift+Tab", "Tab", "Enter"):
        ada.page.keyboard.press(key)
    expect(close).to_be_focused()
    assert close.evaluate(ring) == "solid"
    ada.page.keyboard.press("Escape")
    # A key of the keyboard looks pressed, and moves nothing if motion is reduced.
    ada.page.evaluate("""() => new MutationObserver((changes) => {
        const key = changes.find(({ target }) => target.matches("[data-key='8'].down"))?.target;
        if (key) window.pressed ??= getComputedStyle(key).scale;
    }).observe(keypad, { subtree: true, attributeFilter: ["class"] })""")
    ada.page.keyboard.press("8")
    ada.sees("1278")
    assert ada.page.evaluate("pressed") == "none"


def test_keys_vibrate_only_if_the_reader_wants_it(person):
    ada = person(viewport=PHONE, has_touch=True, is_mobile=True)
    ada.page.add_init_script("window.buzzes = 0; navigator.vibrate = () => ++window.buzzes")
    ada.make("Formula")
    ada.press("7 8").sees("78")
    assert ada.page.evaluate("buzzes") == 0
    ada.page.locator("#menu-open").click()
    ada.page.get_by_label("Vibrate when I press a key").check()
    ada.page.locator("#menu .main").click()
    ada.press("9").sees("789")
    assert ada.page.evaluate("buzzes") == 1
    ada.page.reload()
    ada.is_connected().press("1").sees("7891")
    assert ada.page.evaluate("buzzes") == 1


def test_a_locked_participant_learns_why_the_keypad_stays(person):
    ben = person("Ben")
    host = ben.visits()
    host.act({"lock": True})
    ben.is_told("The keypad is locked.")
    ben.page.locator("#menu-open").click()
    ben.page.locator("#menu [value=chain]").click(force=True)
    expect(ben.page.locator("#menu-why")).to_have_text("The keypad is locked. Raise your hand to ask for it.")
    expect(ben.page.locator("#menu [value=standard]")).to_be_checked()
    host.act({"lock": False})
    ben.is_told("Connected")
    ben.page.locator("#menu [value=chain]").click(force=True)
    expect(ben.page.locator("#menu-why")).to_be_hidden()
    ben.has_keypad("chain")
