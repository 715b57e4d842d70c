"""The six keypads: how they look, how they are chosen, and what their screens show."""

import pytest
from playwright.sync_api import expect

from windows import KEYPADS, PHONE


def look(person, selector):
    """The computed style of an element, or of a key's cap."""
    return person.page.eval_on_selector(
        selector,
        """(place) => {
            const style = getComputedStyle(place.matches(".key") ? place.firstChild : place);
            const names = ["color", "backgroundColor", "backgroundImage", "fontSize"];
            return Object.fromEntries([...names, "borderTopLeftRadius"].map((n) => [n, style[n]]));
        }""",
    )


def box(person, selector):
    return person.page.locator(selector).bounding_box()


def test_each_keypad_has_a_small_picture_with_its_keys(person):
    ada = person()
    ada.go("/")
    expect(ada.page.locator("#make .choice")).to_have_count(6)
    faces = "keys => keys.map(key => key.textContent)"
    small = {
        name: ada.page.locator(f'#make .preview[data-keypad="{name.lower()}"] .base .key')
        .evaluate_all(faces)
        for name in KEYPADS
    }
    ada.make()
    for name in KEYPADS:
        ada.receives_keypad(name)
        assert ada.page.locator("#keypad .base .key").evaluate_all(faces) == small[name]


def test_rooms_that_one_was_in_are_listed_until_they_are_deleted(person):
    ada = person("Ada")
    first, second = ada.make("Tip"), ada.make("Chain")
    ada.go("/")
    expect(ada.page.locator("#visited-rooms b")).to_have_text([second, first])
    expect(ada.page.locator("#visited-rooms small")).to_have_text(["Chain", "Tip"])
    ada.page.get_by_role("link", name=first).click()
    ada.is_connected()
    assert ada.page.locator("#room-name").text_content() == first
    ada.deletes_the_room()
    expect(ada.page.locator("#ended")).to_be_visible()
    ada.go("/")
    expect(ada.page.locator("#visited-rooms b")).to_have_text([second])


def test_keypads_have_the_colours_and_sizes_of_their_models(person):
    ada = person(viewport=PHONE)
    ada.make("Formula")
    ada.press("1 +")
    seven, operator = '[data-key="7"]', '[data-key="*"]'
    for scheme, page, digit, soft, ink in (
        ("light", "rgb(241, 242, 243)", "rgb(255, 255, 255)", "rgb(210, 211, 218)", "rgb(0, 0, 0)"),
        ("dark", "rgb(23, 23, 28)", "rgb(46, 47, 56)", "rgb(78, 80, 95)", "rgb(255, 255, 255)"),
    ):
        ada.page.emulate_media(color_scheme=scheme)
        assert look(ada, "#stage")["backgroundColor"] == page
        assert look(ada, seven)["backgroundColor"] == digit
        assert look(ada, '[data-key="%"]')["backgroundColor"] == soft
        assert look(ada, operator)["backgroundColor"] == "rgb(75, 94, 252)"
        assert look(ada, '[data-key="="]')["backgroundColor"] == "rgb(75, 94, 252)"
        assert look(ada, seven)["color"] == ink
    assert look(ada, seven)["fontSize"] == "32px"
    assert look(ada, seven)["borderTopLeftRadius"] == "24px"
    assert look(ada, "#display")["fontSize"] == "96px"
    assert look(ada, "#expression")["fontSize"] == "40px"
    # A key reaches to the middle of the gaps of 16 around it.
    key, below = box(ada, seven), box(ada, '[data-key="4"]')
    assert key["height"] == pytest.approx(72 + 16)
    assert box(ada, f"{seven} .cap")["height"] == pytest.approx(72)
    assert below["y"] - key["y"] == pytest.approx(72 + 16)
    assert key["x"] + 8 == pytest.approx(20)
    last = box(ada, '[data-key="="]')
    assert 844 - (last["y"] + last["height"] - 8) == pytest.approx(32)

    # Scientific gives its keys the larger part.
    ada.receives_keypad("Scientific")
    stage, keypad = box(ada, "#stage"), box(ada, "#keypad")
    assert keypad["height"] / stage["height"] == pytest.approx(0.7, abs=0.01)
    one, equals = box(ada, '[data-key="1"]'), box(ada, '[data-key="="]')
    assert equals["height"] == pytest.approx(2 * one["height"], abs=0.5)
    assert look(ada, '[data-key="1"]')["borderTopLeftRadius"] == "20px"
    # Simple has a cream display and shining keys.
    ada.receives_keypad("Simple").page.emulate_media(color_scheme="light")
    assert look(ada, "#screen")["backgroundColor"] == "rgb(245, 245, 220)"
    assert look(ada, "#stage")["backgroundColor"] == "rgb(0, 0, 0)"
    key = look(ada, '[data-key="5"]')
    assert key["backgroundImage"] == "linear-gradient(rgb(255, 255, 255), rgb(204, 204, 204))"
    assert look(ada, '[data-key="5"]')["borderTopLeftRadius"] == "5px"
    assert 200 <= box(ada, "#screen")["height"] <= 400
    ada.receives_keypad("Scientific")
    ada.page.set_viewport_size({"width": 1280, "height": 760})
    base, keypad = box(ada, ".base"), box(ada, "#keypad")
    assert base["width"] / keypad["width"] == pytest.approx(4 / 8, abs=0.01)


def test_the_menu_has_keypads_and_colours(person):
    ada = person("Ada", color_scheme="dark")
    ada.make("Formula")
    ada.choose("Tip")
    ada.has_keypad("tip")
    ada.is_settled().is_joined_by("Ben").write("8 5 tip20")
    ada.sees("17.00")
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_label("Light", exact=True).check()
    assert look(ada, "#stage")["backgroundColor"] == "rgb(238, 244, 240)"
    ada.page.reload()
    ada.is_connected()
    assert look(ada, "#stage")["backgroundColor"] == "rgb(238, 244, 240)"
