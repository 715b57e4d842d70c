"""The rules in docs/contributing.md for distances and sizes around a calculator."""

from playwright.sync_api import expect

# Everything that is seen around a calculator.
AROUND = """[...document.querySelectorAll("body *")].filter((place) =>
    place.checkVisibility() && !place.closest(".calculator, svg, script, noscript, option"))"""
ODD_DISTANCES = f"""() => {AROUND}.flatMap((place) => {{
    const style = getComputedStyle(place);
    const names = ["paddingTop", "paddingLeft", "rowGap", "columnGap"];
    // Centred elements have the margins that are left over.
    if (!place.matches("dialog, main")) names.push("marginTop");
    return names.filter((name) => parseFloat(style[name]) % 4 > 0.01)
        .map((name) => `${{place.tagName}}#${{place.id}} ${{name}} ${{style[name]}}`);
}})"""
LETTER_SIZES = f"""() => [...new Set({AROUND}
    .filter((place) => [...place.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((place) => getComputedStyle(place).fontSize))]"""
LEFT_EDGES = """card => [...new Set([...document.querySelectorAll(
        `${card} > h2, ${card} > label, ${card} > button, ${card} input[id]`)]
    .filter((place) => place.checkVisibility({ visibilityProperty: true }))
    .map((place) => place.getBoundingClientRect().x.toFixed(1)))]"""


def open_dialog(ada, button):
    ada.page.get_by_role("button", name=button).click()
    expect(ada.page.locator("dialog[open]")).to_be_visible()


def test_distances_are_steps_of_four_and_letters_have_five_sizes(person):
    ada = person("Ada", viewport={"width": 1280, "height": 720})
    ada.make("Formula")
    ada.press("1 + 2 =").is_settled()
    places = {
        "room": lambda: None,
        "menu": lambda: open_dialog(ada, "Menu"),
        "share": lambda: (ada.page.keyboard.press("Escape"), open_dialog(ada, "Share")),
        "home": lambda: ada.go("/").page.locator("#home").wait_for(),
    }
    for name, go in places.items():
        go()
        assert ada.page.evaluate(ODD_DISTANCES) == [], name
        sizes = set(ada.page.evaluate(LETTER_SIZES))
        assert sizes <= {"13px", "16px", "20px", "28px", "44px"}, (name, sizes)
    for card in ("#join", "#make"):
        assert len(ada.page.evaluate(LEFT_EDGES, card)) == 1, card
