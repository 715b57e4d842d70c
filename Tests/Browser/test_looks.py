"""The requirements of the page on a browser, and its adaptation to a reader's settings."""

from playwright.sync_api import expect

from windows import KEYPADS


def test_nothing_comes_from_elsewhere_and_only_the_servers_scripts_run(person, server):
    ada = person()
    asked = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.make()
    assert len(asked) > 5
    assert [url for url in asked if not url.startswith(server.address)] == []
    ada.page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.isForeign = true";
            document.head.append(script);
        }"""
    )
    assert ada.page.evaluate("window.isForeign") is None
    # The browser reports this, and nothing else.
    assert [text for text in ada.complaints if "Content Security Policy" not in text] == []
    assert len(ada.complaints) == 1
    ada.complaints.clear()


def test_the_page_works_where_a_browser_calls_it_insecure(person, server):
    # This machine, by an address that a browser does not know for its own.
    ada = person(address=f"http://0.0.0.0:{server.port}")
    ada.make()
    assert ada.page.evaluate("isSecureContext") is False
    ada.press("7").is_settled().sees("7")
    ada.page.get_by_role("button", name="Share").click()
    link = ada.page.get_by_label("Link", exact=True)
    expect(link).not_to_have_value("")
    link = link.input_value()
    ada.page.get_by_role("button", name="Copy link").click()
    expect(ada.page.locator("#copy")).to_have_text("Copied")
    ada.page.get_by_role("button", name="Done").click()
    ada.page.locator("#me").click()
    field = ada.page.locator("#own-name")
    field.evaluate("field => (field.maxLength = 200)")
    field.fill("")
    field.press("Control+v")
    expect(field).to_have_value(link)


def test_letters_of_twice_the_size_lose_nothing_and_do_not_overlap(person):
    ada = person(viewport={"width": 390, "height": 844})
    ada.make("Standard")
    ada.page.evaluate("document.documentElement.style.fontSize = '200%'")
    ada.press("1 2 MS * 7 = = =").sees("4116")
    for id in ("connection", "example", "percent", "again", "undo", "redo", "share", "menu-open"):
        box = ada.page.locator(f"#{id}").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390.5, id
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 390
    assert ada.page.evaluate("me.scrollWidth <= me.clientWidth && me.scrollHeight <= me.clientHeight")
    for keypad in KEYPADS:
        ada.receives_keypad(keypad)
        overlaps = ada.page.evaluate("""() => {
            const ids = ["connection", "memory", "expression", "display", "again", "remark", "angle", "example",
                "percent", "undo", "redo", "bill-open", "tape-open"];
            const places = ids.map((id) => document.getElementById(id))
                .filter((place) => place.checkVisibility({ visibilityProperty: true }))
                .map((place) => {
                    const { top, bottom, left, right, width, height } = place.getBoundingClientRect();
                    const { paddingTop, paddingBottom } = getComputedStyle(place);
                    const inside = { top: top + parseFloat(paddingTop), bottom: bottom - parseFloat(paddingBottom) };
                    return [place.id, { ...inside, left, right, width, height }];
                })
                .filter(([, { width, height }]) => width > 2 && height > 2);
            return places.flatMap(([id, one], index) => places.slice(index + 1)
                .filter(([, other]) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
                    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4)
                .map(([other]) => `${id} covers ${other}`));
        }""")
        assert overlaps == [], keypad


def test_a_zoom_of_400_percent_loses_nothing_and_settings_of_the_system_are_followed(person):
    # A quarter of 1280 by 720 pixels.
    ada = person(viewport={"width": 320, "height": 180})
    ada.make("Scientific")
    ada.press("1 2 + 3 =").sees("15")
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 320
    for id in ("display", "undo", "example"):
        ada.page.locator(f"#{id}").scroll_into_view_if_needed()
        expect(ada.page.locator(f"#{id}")).to_be_in_viewport()
    # Reduced motion moves nothing.
    assert ada.page.evaluate(
        """() => [...document.querySelectorAll("*")].filter((place) => {
            const { transitionDuration, animationName } = getComputedStyle(place);
            return transitionDuration !== "0s" || animationName !== "none";
        }).length""") == 0
    # Forced colours leave every key its outline.
    ada.page.emulate_media(forced_colors="active")
    outlines = ada.page.locator("#keypad .cap").evaluate_all(
        "caps => caps.map(cap => getComputedStyle(cap).borderTopStyle)")
    assert set(outlines) == {"solid"}
