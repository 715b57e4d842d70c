"""What a calculator shows after some keys, in windows from a small phone to a large screen."""

import pytest
from playwright.sync_api import expect

from layout import resize
from windows import KEYPADS, PHONE, WINDOWS

# Keypad, keys, and the texts that must be seen whole.
SHOWN = [
    ("Formula", "5 * -", {
        "display": "0", "expression": "5 −", "remark": "− replaced ×. Use ± for a negative number."}),
    ("Chain", "5 * -", {"display": "5", "expression": "5 −", "remark": "− replaced ×"}),
    ("Standard", "8 / -", {
        "display": "8", "expression": "8 −", "remark": "− replaced ÷. Use ± for a negative number."}),
    ("Scientific", "1 0 neg sq", {"display": "100", "expression": "(−10)²"}),
    ("Scientific", "- 1 0 pow 2 =", {"display": "−100", "expression": "−10 ^ 2 ="}),
    ("Scientific", "1 + 2 * 3 =", {"display": "7", "expression": "1 + 2 × 3 ="}),
    ("Scientific", "7 / 6 = form form", {"display": "1 1/6", "expression": "7 ÷ 6 ="}),
    ("Formula", "2 / 3 =", {"display": "0.666667", "expression": "2 ÷ 3"}),
    ("Simple", "1 / 0 =", {"display": "Infinity", "expression": "1 ÷ 0", "remark": "Division by zero"}),
    ("Tip", "8 5 tip15", {"display": "12.75", "expression": "85.00 × 15%"}),
]

# Parts of the screen that are not seen whole, and hyphens.
FAULTS = """(shown) => {
    const faults = [];
    const screen = document.getElementById("screen");
    const around = screen.getBoundingClientRect();
    for (const [id, text] of Object.entries(shown)) {
        const place = document.getElementById(id);
        if (place.textContent !== text) faults.push(`${id} is ${place.textContent}`);
        if (!place.checkVisibility({ visibilityProperty: true })) faults.push(`${id} is hidden`);
        const letters = document.createRange();
        letters.selectNodeContents(place);
        const boxes = [...letters.getClientRects()].filter(({ width }) => width > 1);
        if (boxes.length === 0) faults.push(`${id} has no letters`);
        for (const { left, right, top, bottom, height } of boxes) {
            // Fonts ask for more above and below than letters have.
            if (left < around.left - 1 || right > around.right + 1
                || top + height / 5 < around.top || bottom - height / 5 > around.bottom) faults.push(`${id} is cut`);
        }
        if (place.scrollWidth > place.clientWidth + 1) faults.push(`${id} is wider than its place`);
    }
    if (/-/.test(screen.innerText)) faults.push("a hyphen is seen");
    return faults;
}"""

# The contrast of the expression with the screen behind it.
EXPRESSION_CONTRAST = """() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const paint = (...colours) => {
        for (const colour of colours) {
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
        }
        const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
            part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const colourOf = (id, name) => getComputedStyle(document.getElementById(id))[name];
    const screen = [colourOf("stage", "backgroundColor"), colourOf("screen", "backgroundColor")];
    const pair = [paint(...screen), paint(...screen, colourOf("expression", "color"))].sort((one, other) => other - one);
    return (pair[0] + 0.05) / (pair[1] + 0.05);
}"""


@pytest.mark.parametrize("view", ["room", "board"])
def test_every_text_of_the_screen_is_seen_in_every_window(person, view):
    ada = person(viewport={"width": 1280, "height": 800})
    ada.make("Formula")
    ben = ada.is_joined_by("Ben")
    if view == "board":
        ada.go(f"/rooms/{ada.room}?view=board")
    faults = []
    for keypad, keys, shown in SHOWN:
        # A board has no place for remarks on a key.
        shown = {id: text for id, text in shown.items() if view == "room" or id != "remark"}
        ben.act({"keypad": keypad.lower()})
        ben.write(f"AC {keys}")
        ada.has_keypad(keypad)
        expect(ada.page.locator("#expression")).to_have_text(shown["expression"])
        expect(ada.page.locator("#display")).to_have_text(shown["display"])
        for scheme in ("dark", "light"):
            ada.page.emulate_media(color_scheme=scheme)
            if (contrast := ada.page.evaluate(EXPRESSION_CONTRAST)) < 4.5:
                faults.append((keypad, keys, scheme, "contrast", contrast))
        for window in WINDOWS:
            resize(ada, window)
            faults += [(keypad, keys, *window, fault) for fault in ada.page.evaluate(FAULTS, shown)]
    assert not faults, "\n".join(map(str, faults))
    if view == "board":
        # A board has no sheets.
        ben.act({"keypad": "scientific"})
        ben.write("AC 2 / 3 =")
        ada.sees("0.66666666666666666666666666666667").page.locator("#display").click()
        ada.page.locator("#expression").click()
        expect(ada.page.locator("#display")).not_to_have_attribute("role", "button")
        expect(ada.page.locator("#forms, #editor")).to_have_count(0)


# The part of a dialog's buttons and numbers that cannot be reached.
UNREACHED = """(dialog) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isOutside = left < 0 || right > innerWidth || top < 0 || bottom > innerHeight;
    const parts = [...dialog.querySelectorAll("button, .number")].filter((part) => {
        part.scrollIntoView({ block: "nearest" });
        const box = part.getBoundingClientRect();
        return box.left < left || box.right > right || box.top < top - 1 || box.bottom > bottom + 1
            || (part.matches("button") && Math.min(box.width, box.height) < 43.9);
    });
    return [...isOutside ? ["the sheet"] : [], ...parts.map(({ textContent }) => textContent)];
}"""


def test_the_sheet_of_forms_is_reached_in_every_window(person):
    ada = person()
    ada.make("Scientific")
    ada.is_joined_by("Ben").write("1 / 9 9 7 0 =")
    ada.sees("0.00010030090270812437311935807422267").page.locator("#display").click()
    sheet = ada.page.locator("#forms")
    expect(sheet.locator("li")).to_have_count(3)
    for window in WINDOWS:
        resize(ada, window)
        assert sheet.evaluate(UNREACHED) == [], window


COLOURS = """all => all.map((screen) => {
    const { backgroundColor, color } = getComputedStyle(screen);
    return [backgroundColor, color];
})"""


def test_pictures_of_keypads_show_their_whole_example_and_colours_in_every_window(person):
    ada = person(viewport=PHONE)
    ada.visits(keypad="Formula")
    ada.page.locator("#menu-open").click()
    pictures = ada.page.locator("#menu .preview .screen")
    expect(pictures).to_have_count(len(KEYPADS))
    # Their colours are their own in every room.
    colours = pictures.evaluate_all(COLOURS)
    ada.receives_keypad("Simple")
    assert pictures.evaluate_all(COLOURS) == colours
    ada.receives_keypad("Formula")
    for window in WINDOWS:
        resize(ada, window)
        faults = pictures.evaluate_all("""all => all.flatMap((screen) => {
            const around = screen.getBoundingClientRect();
            const number = screen.dataset.clock === "true" ? ".figures" : ".display";
            return [number, ".expression"].filter((part) => {
                const letters = document.createRange();
                letters.selectNodeContents(screen.querySelector(part));
                const boxes = [...letters.getClientRects()];
                // Fonts ask for more above and below than letters have.
                return boxes.length === 0 || boxes.some(({ left, right, top, bottom, height }) =>
                    left < around.left - 1 || right > around.right + 1
                    || top + height / 5 < around.top || bottom - height / 5 > around.bottom);
            }).map((part) => [screen.closest(".stage").dataset.keypad, part]);
        })""")
        assert faults == [], window
