"""Names, focus and contrast, on every keypad and in every view.

Views around the keys are looked at on one keypad; with CALCROOM_FULL=1 on all of them.
"""

import re

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible, assert_accessible_in_both_schemes, assert_contrast
from lessons import lock
from scope import FULL
from windows import KEYPADS, PHONE

SCHEMES = ["light", "dark"]


def close(ada):
    ada.page.keyboard.press("Escape")


def assert_contrast_in_both_schemes(ada, where, part="html", **media):
    for scheme in SCHEMES:
        ada.page.emulate_media(color_scheme=scheme, **media)
        assert_contrast(ada.page, f"{where}, {scheme}", part)


def test_no_keypad_breaks_a_rule(person, server, link):
    ada = person("Ada", link.address, viewport=PHONE)
    ada.make()
    ada.is_joined_by("Ben", server.address)
    for keypad in KEYPADS if FULL else ["Formula", "Scientific", "Simple"]:
        ada.receives_keypad(keypad)
        for key in ("Escape", *"12/3", "Enter", "Enter", *"/7"):
            ada.page.keyboard.press(key)
        assert_accessible_in_both_schemes(ada.is_settled(), keypad)
        assert_contrast_in_both_schemes(ada, f"{keypad}, more contrast", contrast="more")
        # No grey: the lines around the number have the ink of the number.
        inks = ada.page.evaluate(
            """() => [["#expression", "#display"], ["#connection", "#display"], ["#example", "#room-name"]]
                .map(([one, other]) => [one, other].map(
                    (selector) => getComputedStyle(document.querySelector(selector)).color))""")
        assert [one for one, other in inks] == [other for one, other in inks], keypad
        edges = ada.page.locator("#keypad .cap").evaluate_all(
            "caps => caps.map((cap) => getComputedStyle(cap).outlineStyle)")
        assert set(edges) == {"solid"}, keypad
        ada.page.emulate_media(contrast="no-preference")
        link.cut()
        ada.is_away().page.keyboard.press("3")
        expect(ada.page.locator("#display .unconfirmed")).not_to_be_empty()
        assert_contrast_in_both_schemes(ada, f"{keypad}, away", "#screen")
        link.heal()
        ada.hears_of_the_network().is_connected().is_settled()


@pytest.mark.parametrize("keypad", KEYPADS if FULL else ["Standard"])
def test_no_view_of_a_room_breaks_a_rule(person, keypad):
    ada = person("Ada", viewport=PHONE)
    ada.make(keypad)
    ada.is_joined_by("Ben").write("1 2 / 3 =")
    ada.press("= / 7 =").is_settled()
    ada.page.locator("#people-open").click()
    expect(ada.page.locator("#side-close")).to_be_focused()
    assert_accessible_in_both_schemes(ada, "people and tape")
    lock(ada)
    expect(ada.page.locator("#lock")).to_have_text("Unlock keypad")
    assert_accessible_in_both_schemes(ada, "locked", "#side")
    close(ada)
    for button in ("share", "menu-open"):
        ada.page.locator(f"#{button}").click()
        expect(ada.page.locator("dialog[open]")).to_be_visible()
        assert_accessible_in_both_schemes(ada, button, "dialog[open]")
        close(ada)
    ada.page.keyboard.press("?")
    expect(ada.page.locator("dialog[open]")).to_be_visible()
    assert_accessible_in_both_schemes(ada, "keyboard", "dialog[open]")
    close(ada)
    for width, height in ((1280, 800), (667, 375)):
        ada.page.set_viewport_size({"width": width, "height": height})
        assert_accessible(ada.page, f"{width} × {height}")


def test_no_page_around_a_room_breaks_a_rule(person):
    ada = person("Ada", viewport=PHONE)
    ada.make("Chain")
    ada.go("/").page.locator("#visited-rooms a").wait_for()
    assert_accessible_in_both_schemes(ada, "home")
    ada.go("/rooms/nobody-made-it").page.locator("#ended").wait_for()
    assert_accessible_in_both_schemes(ada, "ended")
    ada.page.goto(ada.address + "/rooms/no%20name")
    expect(ada.page.locator("html")).to_have_attribute("lang", "en")
    assert_accessible_in_both_schemes(ada, "no room")
    ada.complaints.clear()  # The browser reports the 404.
    ada.make("Standard")
    ada.page.locator("#gone").evaluate("part => (part.hidden = false)")
    assert_accessible_in_both_schemes(ada, "asked")


def test_every_key_has_a_name_of_its_own(person):
    ada = person("Ada", viewport={"width": 844, "height": 390})
    ada.make()
    for keypad in KEYPADS:
        ada.receives_keypad(keypad)
        names = ada.page.locator("#keypad .key").evaluate_all(
            "keys => keys.map((key) => [key.dataset.key, key.ariaLabel])")
        assert len({name for _, name in names}) == len(names)
        for key, name in names:
            assert name and (key is None or key.isdigit() or key in ("e", "pi") or name != key), (key, name)
        assert ada.page.locator("#keypad").aria_snapshot().startswith('- group "Keypad"')


def test_the_focus_goes_from_top_to_bottom_and_comes_back_from_a_part_that_opens(person):
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
                const outline = (part) => {
                    const { outlineStyle, outlineWidth } = getComputedStyle(part);
                    return outlineStyle === "solid" && parseFloat(outlineWidth) >= 2;
                };
                const { top, left } = place.getBoundingClientRect();
                return [place.id || place.dataset.key || place.href, outline(place.querySelector(".cap") ?? place),
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
    for opener in ("tape-open", "people-open"):
        ada.page.locator(f"#{opener}").click()
        expect(ada.page.locator("#side-close")).to_be_focused()
        close(ada)
        expect(ada.page.locator(f"#{opener}")).to_be_focused()
    for opener in ("menu-open", "share"):
        ada.page.locator(f"#{opener}").click()
        expect(ada.page.locator("dialog[open]")).to_be_visible()
        assert ada.page.evaluate("document.activeElement.closest('dialog') !== null")
        close(ada)
        expect(ada.page.locator(f"#{opener}")).to_be_focused()


def test_people_differ_without_colour(person):
    ada = person("Ada", viewport={"width": 1280, "height": 800})
    ada.make()
    ada.is_joined_by("Ben").write("2 + 3 =")
    ada.sees("5").press("+ 4 =").sees("9")
    expect(ada.page.locator("#tape small")).to_have_text([re.compile("^Ada "), re.compile("^Ben ")])
    expect(ada.page.locator("#people .face")).to_have_count(2)
    letters = ada.page.locator("#people .face").evaluate_all("all => all.map((f) => f.dataset.letter)")
    assert letters == ["A", "B"]
    expect(ada.page.locator("#people li > span")).to_have_text(["Ada · host · you", "Ben"])
