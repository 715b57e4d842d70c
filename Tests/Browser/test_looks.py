"""How the page looks, and what it needs of a browser."""

import itertools

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible
from windows import KEYPADS, LOW_PHONES, PHONE

WINDOWS = {
    "small": (320, 568),
    "portrait": (390, 844),
    "small across": (568, 320),
    "landscape": (844, 390),
    "tablet": (1024, 768),
    "projector": (1920, 1080),
}


def overlap(one, other):
    return all(min(one[start] + one[size], other[start] + other[size]) - max(one[start], other[start]) > 0.5
               for start, size in (("x", "width"), ("y", "height")))


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("keypad", ["Standard", "Scientific", "Tip"])
def test_U72_the_whole_keypad_is_in_every_window(person, screenshots, window, keypad):
    width, height = WINDOWS[window]
    ada = person("Ada", viewport={"width": width, "height": height})
    room = ada.make(keypad)
    ben = person("Ben").go(f"/rooms/{room}").is_connected()
    ben.press("1 2 * 3 . 5 =")
    expect(ada.page.locator("#tape li")).to_have_count(1)
    ada.page.screenshot(path=screenshots / f"{window}-{keypad.lower()}.png")
    assert ada.page.evaluate("document.documentElement.scrollWidth") == width
    for key in ada.page.locator("#keypad button:visible").all():
        box = key.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
        assert box["width"] >= 24 and box["height"] >= 24


@pytest.mark.parametrize("keypad", ["Scientific", "Standard"])
@pytest.mark.parametrize("locale", ["en-US", "ko-KR"])
def test_U72_whatever_is_shown_beside_the_keys_can_be_touched(person, keypad, locale):
    # Not a window that becomes a phone's: there the list of people takes a moment to slide away.
    ada = person("Ada", locale=locale, viewport=PHONE)
    ada.make(keypad)
    ada.press("1 2 * 3 . 5 =").is_settled()
    for width, height in LOW_PHONES:
        ada.page.set_viewport_size({"width": width, "height": height})
        shown = ada.page.locator("#bar :is(a, button):visible, #tools button:visible").all()
        assert len(shown) >= 7
        for button in shown:
            assert button.evaluate(
                """(button) => {
                    const { left, top, width, height } = button.getBoundingClientRect();
                    const at = (x, y) =>
                        document.elementFromPoint(left + width * x, top + height * y)?.closest("a, button");
                    return [0.1, 0.5, 0.9].every((part) =>
                        at(part, 0.5) === button && at(0.5, part) === button);
                }"""), f"{button.get_attribute('id')} of {keypad} at {width} × {height}"


@pytest.mark.parametrize("keypad", KEYPADS)
@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_U72_the_tools_stand_in_one_row(person, keypad, locale):
    ada = person("Ada", locale=locale, viewport=PHONE)
    ada.make(keypad)
    ada.press("1 2 * 3 5 =").is_settled()
    for width, height in [*LOW_PHONES, (667, 375), (736, 440), (737, 375), (740, 360), (740, 480), (390, 844)]:
        ada.page.set_viewport_size({"width": width, "height": height})
        around, *parts = (part.bounding_box() for part in ada.page.locator(
            "#tools, #tools button:visible, #rules span:visible").all())
        size = f"{keypad} at {width} × {height}"
        buttons = [part for part in parts if part["height"] > 40]
        assert len(buttons) >= 3 and {part["y"] for part in buttons} == {buttons[0]["y"]}, size
        assert min(min(part["width"], part["height"]) for part in buttons) > 43.9, size
        for part in parts:
            for side, length in (("x", "width"), ("y", "height")):
                # Letters ask for a little more above and below than they have.
                assert around[side] - 1 < part[side], size
                assert part[side] + part[length] < around[side] + around[length] + 1, size
        assert not any(overlap(*pair) for pair in itertools.combinations(parts, 2)), size


@pytest.mark.parametrize("window", WINDOWS)
def test_U72_keys_stay_where_they_are(person, window):
    width, height = WINDOWS[window]
    ada = person(viewport={"width": width, "height": height})
    ada.make("Scientific")
    seven = ada.page.locator('[data-key="7"]')
    before = seven.bounding_box()
    for _ in range(10):
        ada.press("7 8 9 4 5 6 *")
    assert seven.bounding_box() == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_U72_light_and_dark_follow_the_system(person, screenshots, scheme):
    ada = person("Ada", color_scheme=scheme, viewport={"width": 1280, "height": 800})
    ada.go("/")
    expect(ada.page.locator("#home")).to_be_visible()
    ada.page.screenshot(path=screenshots / f"home-{scheme}.png")
    ada.make("Formula")
    ada.press("2 + 3 * 4")
    ada.page.screenshot(path=screenshots / f"room-{scheme}.png")
    background = ada.page.evaluate("getComputedStyle(document.body).backgroundColor")
    red = int(background.removeprefix("rgb(").split(",")[0])
    assert red < 60 if scheme == "dark" else red > 200


def test_U71_nothing_comes_from_elsewhere(person, server):
    ada = person()
    asked = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.make()
    assert len(asked) > 5
    assert [url for url in asked if not url.startswith(server.address)] == []


def test_U71_no_script_runs_that_is_not_the_servers(person):
    ada = person()
    ada.make()
    ada.page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.isForeign = true";
            document.head.append(script);
        }"""
    )
    assert ada.page.evaluate("window.isForeign") is None
    # The browser tells of it, and nothing else was told.
    assert [text for text in ada.complaints if "Content Security Policy" not in text] == []
    assert len(ada.complaints) == 1
    ada.complaints.clear()


def test_U74_the_page_works_where_a_browser_calls_it_insecure(person, server):
    # This machine, by an address that a browser does not know for its own.
    ada = person(address=f"http://0.0.0.0:{server.port}")
    ada.make()
    assert ada.page.evaluate("isSecureContext") is False
    ada.press("7").is_settled().sees("7")
    ada.page.get_by_role("button", name="Share").click()
    link = ada.page.get_by_label("Link", exact=True)
    expect(link).not_to_have_value("")
    link = link.input_value()
    ada.page.get_by_role("button", name="Copy the link").click()
    expect(ada.page.locator("#copy")).to_have_text("Copied")
    ada.page.get_by_role("button", name="Done").click()
    field = ada.page.locator("#room-own-name")
    field.evaluate("field => (field.maxLength = 200)")
    field.fill("")
    field.press("Control+v")
    expect(field).to_have_value(link)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_U75_no_rule_of_accessibility_is_broken(person, scheme):
    ada = person("Ada", color_scheme=scheme)
    ada.go("/")
    expect(ada.page.locator("#home")).to_be_visible()
    assert_accessible(ada.page)
    ada.make("Scientific")
    ada.press("1 + 2 = + 3").is_settled()
    assert_accessible(ada.page)
    ada.page.get_by_role("button", name="Share").click()
    expect(ada.page.locator("dialog[open]")).to_be_visible()
    assert_accessible(ada.page)
    ada.page.get_by_role("button", name="Done").click()
    ada.page.get_by_role("button", name="Menu").click()
    assert_accessible(ada.page)
    ada.go("/rooms/nobody-made-this-either")
    expect(ada.page.locator("#ended")).to_be_visible()
    assert_accessible(ada.page)


def test_U90_letters_of_twice_the_size_lose_nothing(person):
    ada = person(viewport={"width": 390, "height": 844})
    ada.make("Standard")
    ada.page.evaluate("document.documentElement.style.fontSize = '200%'")
    ada.press("1 2 * 7 = =").sees("588")
    for id in ("connection", "example", "percent", "again", "undo", "redo", "share", "menu-open"):
        box = ada.page.locator(f"#{id}").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390.5, id
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 390


def test_U90_a_zoom_of_400_percent_loses_nothing(person):
    # What is left of 1280 by 720 pixels.
    ada = person(viewport={"width": 320, "height": 180})
    ada.make("Scientific")
    ada.press("1 2 + 3 =").sees("15")
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 320
    for id in ("display", "undo", "example"):
        ada.page.locator(f"#{id}").scroll_into_view_if_needed()
        expect(ada.page.locator(f"#{id}")).to_be_in_viewport()


def test_U90_forced_colours_leave_every_key_its_outline(person):
    ada = person(forced_colors="active")
    ada.make("Formula")
    outlines = ada.page.locator("#keypad .key").evaluate_all(
        "keys => keys.map(key => getComputedStyle(key, '::before').borderTopStyle)")
    assert set(outlines) == {"solid"}


def test_U90_reduced_motion_moves_nothing(person):
    ada = person(reduced_motion="reduce", viewport={"width": 390, "height": 844})
    ada.make()
    moving = ada.page.evaluate(
        """() => [...document.querySelectorAll("*")].filter((place) => {
            const { transitionDuration, animationName } = getComputedStyle(place);
            return transitionDuration !== "0s" || animationName !== "none";
        }).length"""
    )
    assert moving == 0
