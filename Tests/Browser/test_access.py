"""Names, focus, contrast: what the page has for everybody, on every keypad and in every view."""

import re

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible
from lessons import lock
from windows import KEYPADS, PHONE


def close(ada):
    ada.page.keyboard.press("Escape")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("keypad", KEYPADS)
def test_U109_no_view_of_a_room_breaks_a_rule(person, keypad, scheme):
    ada, ben = person("Ada", color_scheme=scheme, viewport=PHONE), person("Ben")
    ben.join(ada.make(keypad)).is_connected()
    ben.press("1 2 / 3 =").is_settled()
    ada.press("= / 7 =").is_settled()
    assert_accessible(ada.page, "room")
    ada.page.locator("#people-open").click()
    expect(ada.page.locator("#side-close")).to_be_focused()
    assert_accessible(ada.page, "people and tape")
    lock(ada)
    expect(ada.page.locator("#lock")).to_have_text("Unlock the keypad")
    assert_accessible(ada.page, "locked")
    close(ada)
    for button in ("share", "menu-open"):
        ada.page.locator(f"#{button}").click()
        expect(ada.page.locator("dialog[open]")).to_be_visible()
        assert_accessible(ada.page, button)
        close(ada)
    ada.page.keyboard.press("?")
    expect(ada.page.locator("dialog[open]")).to_be_visible()
    assert_accessible(ada.page, "keyboard")
    close(ada)
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    assert_accessible(ada.page, "wide")
    ada.page.set_viewport_size({"width": 667, "height": 375})
    assert_accessible(ada.page, "across")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_U109_no_page_around_a_room_breaks_a_rule(person, link, scheme):
    ada = person("Ada", color_scheme=scheme, viewport=PHONE, address=link.address)
    ada.make("Chain")
    ada.go("/").page.locator("#visited-rooms a").wait_for()
    assert_accessible(ada.page, "home")
    ada.go("/rooms/nobody-made-it").page.locator("#ended").wait_for()
    assert_accessible(ada.page, "ended")
    ada.page.goto(ada.address + "/rooms/no%20name")
    expect(ada.page.locator("html")).to_have_attribute("lang", "en")
    assert_accessible(ada.page, "no room")
    ada.complaints.clear()  # The browser tells of the 404.
    ada.make("Standard")
    for part in ("question", "gone"):
        ada.page.locator(f"#{part}").evaluate("part => (part.hidden = false)")
    assert_accessible(ada.page, "asked")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("keypad", KEYPADS)
def test_U109_away_and_pending_break_no_rule(person, link, keypad, scheme):
    ada = person("Ada", link.address, color_scheme=scheme, viewport=PHONE)
    ada.make(keypad)
    ada.press("1 2").is_settled()
    link.cut()
    ada.is_away().press("3 4")
    expect(ada.page.locator("#display .unconfirmed")).to_have_text("34")
    assert_accessible(ada.page, "away")


@pytest.mark.parametrize("keypad", KEYPADS)
def test_U108_every_key_has_a_name_of_its_own(person, keypad):
    ada = person("Ada", viewport={"width": 844, "height": 390})
    ada.make(keypad)
    names = ada.page.locator("#keypad .key").evaluate_all(
        "keys => keys.map((key) => [key.dataset.key, key.ariaLabel])")
    assert len({name for _, name in names}) == len(names)
    for key, name in names:
        assert name and (key is None or key.isdigit() or key in ("e", "pi") or name != key), (key, name)
    # What a key shows and has no letters is named by words.
    tree = ada.page.locator("#keypad").aria_snapshot()
    assert tree.startswith('- group "Keypad"')


def test_U108_the_focus_goes_from_top_to_bottom_and_is_seen(person):
    ada = person("Ada", viewport=PHONE)
    ada.make("Standard")
    ada.press("1 + 1 =").is_settled()
    ada.page.reload()
    ada.is_connected()
    seen = []
    for _ in range(50):
        ada.page.keyboard.press("Tab")
        place = ada.page.evaluate(
            """() => {
                const place = document.activeElement;
                if (place === document.body) return null;
                const outline = (pseudo) => {
                    const { outlineStyle, outlineWidth } = getComputedStyle(place, pseudo);
                    return outlineStyle === "solid" && parseFloat(outlineWidth) >= 2;
                };
                const { top, left } = place.getBoundingClientRect();
                return [place.id || place.dataset.key || place.href, outline(null) || outline("::before"),
                    Math.round(top), Math.round(left)];
            }""")
        if place is None:
            break
        seen.append(place)
    names = [name for name, *_ in seen]
    assert len(names) == len(set(names)), names
    assert all(is_seen for _, is_seen, *_ in seen), seen
    places = [(top, left) for *_, top, left in seen]
    assert names.index("menu-open") < names.index("undo") < names.index("MC") < names.index("=")
    keys = places[names.index("MC"):names.index("=") + 1]
    assert keys == sorted(keys)


def test_U108_what_opens_takes_the_focus_and_gives_it_back(person):
    ada = person("Ada", viewport=PHONE)
    ada.make()
    for opener, inside in [("tape-open", "side-close"), ("people-open", "side-close")]:
        ada.page.locator(f"#{opener}").click()
        expect(ada.page.locator(f"#{inside}")).to_be_focused()
        close(ada)
        expect(ada.page.locator(f"#{opener}")).to_be_focused()
    for opener in ("menu-open", "share"):
        ada.page.locator(f"#{opener}").click()
        expect(ada.page.locator("dialog[open]")).to_be_visible()
        assert ada.page.evaluate("document.activeElement.closest('dialog') !== null")
        close(ada)
        expect(ada.page.locator(f"#{opener}")).to_be_focused()


def test_U108_people_are_told_apart_without_colour(person):
    ada, ben = person("Ada", viewport={"width": 1280, "height": 800}), person("Ben")
    ben.join(ada.make()).is_connected()
    ben.press("2 + 3 =")
    ada.sees("5")
    ada.press("+ 4 =").sees("9")
    expect(ada.page.locator("#tape small")).to_have_text([re.compile("^Ada "), re.compile("^Ben ")])
    expect(ada.page.locator("#people .face")).to_have_count(2)
    letters = ada.page.locator("#people .face").evaluate_all("all => all.map((f) => f.dataset.letter)")
    assert letters == ["A", "B"]
    expect(ada.page.locator("#people li > span")).to_have_text(["Ada · host · you", "Ben"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("keypad", KEYPADS)
def test_U108_who_wants_more_contrast_has_it(person, screenshots, keypad, scheme):
    ada = person("Ada", viewport=PHONE, color_scheme=scheme, contrast="more")
    ada.make(keypad)
    ada.press("1 2 / 3 = / 7").is_settled()
    ada.page.mouse.move(0, 0)
    ada.page.screenshot(path=screenshots / f"contrast-{keypad.lower()}-{scheme}.png")
    # No grey: what is beside the number has the ink of the number.
    inks = ada.page.evaluate(
        """() => [["#expression", "#display"], ["#connection", "#display"], ["#example", "#room-name"]]
            .map(([one, other]) => [one, other].map(
                (selector) => getComputedStyle(document.querySelector(selector)).color))""")
    for one, other in inks:
        assert one == other
    edges = ada.page.locator("#keypad .key").evaluate_all(
        "keys => keys.map((key) => getComputedStyle(key, '::before').outlineStyle)")
    assert set(edges) == {"solid"}
    assert_accessible(ada.page, keypad)
