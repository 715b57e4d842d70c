"""Keys by finger, mouse and keyboard; paste and copy."""

from playwright.sync_api import expect

from scope import FULL
from server import ROOT
from windows import KEYPADS

CASES = ROOT / "Tests/Unit/CalculatorEngineTests/Cases"
# Keyboard names of keys that have another name.
TYPED = {"=": "Enter", "back": "Backspace", "C": "Escape", "CE": "Delete", "pow": "^", "fact": "!"}
SAMPLE = 12
PRESS = """(names) => {
    for (const name of names) for (const event of ["pointerdown", "pointerup"])
        document.querySelector(`[data-key="${name}"]`).dispatchEvent(
            new PointerEvent(event, { button: 0, bubbles: true }));
}"""


def sampled_cases(keypad):
    """Rows of the keypad's own table, spread over it: keys and main line."""
    lines = (CASES / f"{keypad.lower()}-keypad.tsv").read_text().splitlines()
    rows = [line.split("\t")[:2] for line in lines if line and not line.startswith("#")]
    return rows[:: max(1, len(rows) // SAMPLE)]


def shown(text):
    errors = {"divisionByZero": "Division by zero", "undefined": "Undefined", "syntax": "ERROR",
              "overflow": "Too large", "invalidInput": "Invalid input"}
    return errors.get(text.removeprefix("error:"), text)


def test_a_sample_of_the_cases_by_pointer_and_by_keyboard(person, subtests):
    ada = person(viewport={"width": 1280, "height": 720})
    ada.make()
    for keypad in KEYPADS if FULL else ["Scientific", "Tip"]:
        keys_there = ada.receives_keypad(keypad).page.locator("#keypad [data-key]").evaluate_all(
            "keys => keys.map(key => key.dataset.key)")
        clear = "AC" if "AC" in keys_there else "C"
        pressed = typed = 0
        for keys, display in sampled_cases(keypad):
            expected = "Infinity" if keypad == "Simple" and "Zero" in display else shown(display)
            names = keys.split()
            if all(name in keys_there for name in names):
                pressed += 1
                with subtests.test(keys, keypad=keypad, by="pointer"):
                    ada.page.evaluate(PRESS, [clear, *names])
                    ada.sees(expected)
            if all(name in TYPED or name in "0123456789.+-*/%()" for name in names):
                typed += 1
                with subtests.test(keys, keypad=keypad, by="keyboard"):
                    ada.page.evaluate(PRESS, [clear])
                    for name in names:
                        ada.page.keyboard.press(TYPED.get(name, name))
                    ada.sees(expected)
        assert pressed >= 3 and typed >= 3, (keypad, pressed, typed)


def test_keys_behind_a_dialog_do_not_count(person):
    ada = person()
    ada.make("Formula")
    ada.press("4 2").is_settled()
    ada.page.keyboard.press("?")
    keys = ada.page.locator("#shortcuts kbd")
    expect(keys.first).to_be_visible()
    assert {"Enter", "Esc", "Del", "⌫", "Ctrl Z", "?"} <= set(keys.all_text_contents())
    ada.page.keyboard.press("7")
    ada.page.get_by_role("button", name="Done").click()
    expect(ada.page.locator("#shortcuts")).to_be_hidden()
    ada.page.locator("#display").click()
    forms = ada.page.locator("#forms")
    expect(forms).to_be_visible()
    # The second tap of a double tap takes the focus out of the dialog that the first one opened.
    ada.page.evaluate("document.activeElement.blur()")
    ada.page.keyboard.press("7")
    ada.paste("99").page.keyboard.press("Escape")
    expect(forms).to_be_hidden()
    ada.sees("42").page.keyboard.press("8")
    ada.sees("428")


def test_keys_of_two_people_who_type_at_once_are_in_one_order(person):
    ada = person("Ada")
    ben = ada.make() and ada.is_joined_by("Ben")
    count = 40
    for index in range(count):
        ada.page.keyboard.press("1")
        if index % 4 == 3:
            last = ben.press("+")
    ben.until(lambda frame: any(
        event.get("by") == ben.you and event.get("n") == last for event in frame.get("events", [])))
    ada.is_settled()
    # Every key is in the event log once.
    log, state = (ada.page.request.get(f"{ada.address}/rooms/{ada.room}/{name}") for name in ("log", "state"))
    assert log.text().count('"press":"1"') == count
    assert log.text().count('"press":"+"') == count // 4
    ada.sees(state.json()["display"])


def test_a_key_that_was_clicked_does_not_take_enter_and_a_held_one_repeats_only_if_it_takes_away(person):
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
    ada.sees("10").page.evaluate("document.activeElement.blur()")
    # A held key repeats only if it takes away.
    ada.press("8 7").sees("87")
    ada.page.clock.install()
    for key, display in (("back", "0"), ("9", "9")):
        ada.page.locator(f'[data-key="{key}"]').hover()
        ada.page.mouse.down()
        ada.page.clock.run_for(2000)
        ada.page.mouse.up()
        ada.sees(display)


def test_a_number_that_the_keypad_cannot_take_is_not_pasted_in_part(person, subtests):
    ada = person()
    ada.make()
    for keypad, clear, text, why in (
        ("Chain", "AC", "12345678.9", "no point here"), ("Chain", "AC", "-1234567890", "no more digits"),
        ("Formula", "C", "12345678901234567", "no more digits"),
    ):
        with subtests.test(text):
            ada.receives_keypad(keypad).press(f"{clear} 5 + 7").paste(text)
            expect(ada.page.locator("#notices")).to_have_text(why)
            ada.is_settled().sees("0").press("3 =").sees("8")
