"""docs/STYLE.md, as far as it can be measured: boxes, sizes, contrast."""

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible
from lessons import lock
from windows import KEYPADS

WINDOWS = [(320, 568), (390, 844), (844, 390), (1024, 768), (1280, 720), (3840, 2160)]
# Everything around a calculator that is seen.
AROUND = """() => [...document.querySelectorAll("body *")].filter((place) =>
    place.checkVisibility() && !place.closest(".calculator, svg, script, noscript, option"))"""


def boxes(person, selector):
    """Where everything stands that is seen, at one moment."""
    return person.page.locator(selector).evaluate_all(
        """all => all.filter((place) => place.checkVisibility({ visibilityProperty: true }))
            .map((place) => {
                const { x, y, width, height } = place.getBoundingClientRect();
                return { x, y, width, height, name: place.id || place.ariaLabel };
            })"""
    )


def visit(person, place, **options):
    ada = person("Ada", viewport={"width": 1280, "height": 720}, **options)
    ada.make("Formula")
    ada.press("1 + 2 =").is_settled()
    if place == "home":
        ada.go("/")
        expect(ada.page.locator("#home")).to_be_visible()
    if place == "menu":
        ada.page.get_by_role("button", name="Menu").click()
    if place == "share":
        ada.page.get_by_role("button", name="Share").click()
        expect(ada.page.locator("dialog[open]")).to_be_visible()
    return ada


@pytest.mark.parametrize("place", ["home", "room", "menu", "share"])
def test_Y1_distances_are_steps_of_four(person, place):
    ada = visit(person, place)
    odd = ada.page.evaluate(
        f"""() => ({AROUND})().flatMap((place) => {{
            const style = getComputedStyle(place);
            const names = ["paddingTop", "paddingLeft", "rowGap", "columnGap"];
            // What stands in the middle of a window has the margins that are left.
            if (!place.matches("dialog, main")) names.push("marginTop");
            return names.filter((name) => parseFloat(style[name]) % 4 > 0.01)
                .map((name) => `${{place.tagName}}#${{place.id}} ${{name}} ${{style[name]}}`);
        }})"""
    )
    assert odd == []


@pytest.mark.parametrize("place", ["home", "room", "menu", "share"])
def test_Y2_letters_have_five_sizes(person, place):
    ada = visit(person, place)
    sizes = ada.page.evaluate(
        f"""() => [...new Set(({AROUND})()
            .filter((place) => [...place.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
            .map((place) => getComputedStyle(place).fontSize))]"""
    )
    assert set(sizes) <= {"13px", "16px", "20px", "28px", "44px"}, sizes


@pytest.mark.parametrize("keypad", KEYPADS)
def test_Y3_keys_stand_in_rows_and_columns_to_the_pixel(person, keypad):
    ada = person(viewport={"width": 390, "height": 844})
    ada.make(keypad)
    for width, height in WINDOWS:
        ada.page.set_viewport_size({"width": width, "height": height})
        keys = boxes(ada, "#keypad .base .key")
        least = min(key["width"] for key in keys)
        columns = {round(key["x"] * 2) for key in keys if key["width"] < least * 1.2}
        rows = {round(key["y"] * 2) for key in keys}
        # Rows of five keys stand between columns of their own.
        assert len(columns) <= 9 and len(rows) <= 7
        # Every row ends where the others do, one with the lower half of a tall key too.
        for edge in ("begin", "end"):
            edges = [
                max((key["x"] + key["width"] if edge == "end" else -key["x"]) for key in keys
                    if key["y"] - 1 < top < key["y"] + key["height"] - 1)
                for top in {key["y"] for key in keys}]
            assert max(edges) - min(edges) < 1, (edge, width, height)


def test_Y3_the_number_ends_where_the_keys_end(person):
    ada = person(viewport={"width": 390, "height": 844})
    ada.make("Formula")
    ada.press("8 8")
    number = ada.page.evaluate(
        """() => {
            const letters = document.createRange();
            letters.selectNodeContents(display);
            return letters.getBoundingClientRect().toJSON();
        }""")
    equals = ada.page.locator('[data-key="="]').bounding_box()
    # A digit has a little air around it, and the key its half of the gap.
    assert number["x"] + number["width"] == pytest.approx(equals["x"] + equals["width"] - 8, abs=1)


def test_Y3_what_is_in_a_card_begins_at_one_edge(person):
    ada = visit(person, "home")
    for card in ("#join", "#make"):
        edges = {
            round(box["x"], 1)
            for box in boxes(ada, f"{card} > h2, {card} > label, {card} > button, {card} input[id]")
        }
        assert len(edges) == 1, (card, edges)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("keypad", KEYPADS)
def test_Y4_contrast_is_enough_on_every_keypad(person, keypad, scheme):
    ada = person("Ada", color_scheme=scheme, viewport={"width": 390, "height": 844})
    ada.make(keypad)
    ada.press("1 2 / 3 = =").is_settled()
    assert_accessible(ada.page, keypad)


@pytest.mark.parametrize("keypad", KEYPADS)
def test_Y5_no_state_moves_a_key(person, link, keypad):
    ada, ben = person("Ada"), person("Ben", link.address, viewport={"width": 390, "height": 844})
    ben.join(ada.make(keypad)).is_connected()
    before = boxes(ben, "#keypad .key")

    def is_as_before():
        assert boxes(ben, "#keypad .key") == before

    ben.press("8 + 9 = =").is_settled()
    is_as_before()
    for _ in range(12):
        ben.press("7 8 9")
    is_as_before()
    lock(ada)
    ben.is_told("The keypad is locked.").press("7")
    expect(ben.page.locator("#notices")).not_to_be_empty()
    is_as_before()
    link.cut()
    ben.is_away()
    is_as_before()


@pytest.mark.parametrize("keypad", KEYPADS)
def test_Y6_whatever_is_pressed_is_large_enough(person, keypad):
    ada = person()
    ada.make(keypad)
    for width, height in [(320, 568), (390, 844), (1280, 720), (667, 375), (844, 390)]:
        ada.page.set_viewport_size({"width": width, "height": height})
        pressed = boxes(ada, "#room :is(button, a)")
        assert len(pressed) > 16
        small = [box for box in pressed if min(box["width"], box["height"]) < 43.99]
        assert small == [], (width, height)


@pytest.mark.parametrize("keypad", KEYPADS)
def test_Y7_nothing_is_wider_than_the_window_or_overlaps(person, keypad):
    ada = person("Somebody with a long name")
    ada.make(keypad, f"a-room-with-quite-a-long-name-{keypad.lower()}")
    for width, height in WINDOWS:
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.page.evaluate("document.documentElement.scrollWidth") == width
        for row in ("#bar > *", "#tools > *"):
            row_boxes = sorted(boxes(ada, row), key=lambda box: box["x"])
            for left, right in zip(row_boxes, row_boxes[1:]):
                assert left["x"] + left["width"] <= right["x"] + 0.5, (row, width, height)
