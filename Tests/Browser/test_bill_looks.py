"""How a bill looks, in every window and language, and a table's first one."""

import re

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible, assert_contrast
from bills import table
from layout import resize
from test_languages import LANGUAGES
from scope import sample
from windows import PHONE, WINDOWS

# Elements that overflow the panel, are cut, or are too small to touch.
FAULTS = """() => {
    const bill = document.getElementById("bill");
    const { left, right } = bill.getBoundingClientRect();
    const faults = [];
    const { scrollHeight, scrollWidth } = document.documentElement;
    if (scrollHeight > innerHeight || scrollWidth > innerWidth) faults.push("the page scrolls");
    for (const place of bill.querySelectorAll("*")) {
        if (!place.checkVisibility() || place.closest("svg, datalist, option")) continue;
        const box = place.getBoundingClientRect();
        if (box.left < left - 0.5 || box.right > right + 0.5) faults.push(`${place.id || place.className} sticks out`);
        if (place.matches("button, select, input:not([type=radio], [type=checkbox]), .segments span, .switch, .row a")
            && (box.width < 43.5 || box.height < 43.5))
            faults.push(`${place.id || place.textContent || place.ariaLabel} has ${box.width} by ${box.height}`);
        if (place.firstChild?.nodeType === 3) {
            const words = document.createRange();
            words.selectNodeContents(place);
            const around = place.closest("label, li, p, button, .segments, #bill-own, section").getBoundingClientRect();
            const { left: from, right: to } = words.getBoundingClientRect();
            if (from < around.left - 1 || to > around.right + 1) faults.push(`${place.textContent} leaves its place`);
        }
        if (place.matches("b") && place.getClientRects().length > 1) faults.push(`${place.textContent} is broken`);
        if (place.matches("button, span, b, h2, h3, output") && place.scrollWidth > place.clientWidth + 1
            && place.clientWidth > 0) faults.push(`${place.textContent} is cut`);
    }
    return faults;
}"""


def test_the_keys_of_a_sum_share_a_line_below_every_field(person):
    [ada] = table(person, "Ada", others=["Ben"], viewport={"width": 360, "height": 640})
    ada.add_everybody().type("amount", "90")
    expect(ada.page.locator("#bill .money:not([inputmode=decimal])")).to_have_count(0)
    for field in (ada.part("amount"), ada.part("tip"), ada.part("paid").locator("input").last):
        field.focus()
        tops = ada.page.locator("#bill-keys button").evaluate_all(
            "all => all.map((one) => Math.round(one.getBoundingClientRect().top))")
        assert len(tops) == 6 and len(set(tops)) == 1


def test_the_last_change_is_at_the_end_of_the_panel(person):
    [ada] = table(person, "Ada", viewport={"width": 1280, "height": 800})
    ada.type("amount", "90")
    below = ada.page.locator("#bill").evaluate("""bill => bill.getBoundingClientRect().bottom
        - document.getElementById("bill-steps").getBoundingClientRect().bottom""")
    assert below < 1


def test_the_second_click_of_a_double_click_does_not_hit_what_moved_there(person):
    [ada] = table(person, "Ada", others=["Ben"], viewport=PHONE)
    ada.page.evaluate("""() => {
        window.clicked = [];
        document.addEventListener("click", ({ target }) => clicked.push(target.textContent.trim()));
    }""")
    here = ada.page.get_by_role("button", name="Everyone here").bounding_box()
    ada.page.mouse.click(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    expect(ada.part("own")).to_be_visible()
    ada.page.mouse.down(click_count=2)
    ada.page.mouse.up(click_count=2)
    assert ada.page.evaluate("clicked") == ["Everyone here"]


def test_a_double_click_opens_claims_and_creates_once_and_steps_twice(person):
    [ada] = table(person, "Ada", others=["Ben"], viewport=PHONE)

    def double_click(place):
        box = place.bounding_box()
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        ada.page.mouse.click(*at)
        ada.person.is_settled()
        ada.page.mouse.down(click_count=2)
        ada.page.mouse.up(click_count=2)
        ada.person.is_settled()

    ada.add_everybody().choose("split", "amount")
    double_click(ada.page.get_by_role("button", name="More: Ada"))
    expect(ada.page.get_by_label("Shares: Ada")).to_have_value("3")
    ada.choose("split", "items").add_item("Tea", "3").claims("Tea", "Ben")
    chip = ada.part("items").get_by_role("button", name="Ada", exact=True)
    expect(chip).to_be_enabled()
    chip.scroll_into_view_if_needed()
    double_click(chip)
    expect(chip).to_have_attribute("aria-pressed", "true")
    double_click(ada.part("add"))
    ada.sees("title", "Bill 2").sees("count", "2")
    ada.part("close").click()
    ada.page.evaluate("""() => {
        window.clicked = [];
        document.addEventListener("click", ({ target }) => clicked.push(target.closest("#bill")?.id));
    }""")
    double_click(ada.part("open"))
    assert ada.page.evaluate("clicked") == [None]


def fill(ada):
    """All of it: tip, rounding, a guest, items, an open one, payments, a settled debt."""
    ada.page.locator("#bill-here button").first.click()
    ada.has_sign("NT$").type("amount", "12345.67").type("tax", "7").choose("tips", "18")
    ada.part("guest").fill("Ben, Großtante Wilhelmine")
    ada.part("guest").press("Enter")
    expect(ada.part("paid").locator("> li")).to_have_count(3)
    ada.part("paid").locator("> li > button").first.click()
    ada.part("debts").locator("button").first.click()
    ada.choose("split", "items")
    ada.add_item("Spaghetti alle vongole", "1234.50").add_item("Tea", "3")
    ada.part("items").locator("> li").first.locator(".chips button").first.click()
    expect(ada.page.locator("#bill-items > .open")).to_have_count(1)
    ada.person.is_settled()


@pytest.mark.parametrize("language", sample(LANGUAGES, LANGUAGES[:2]))
def test_nothing_is_cut_or_small_or_breaks_a_rule_of_accessibility(person, language):
    [ada] = table(person, "Ada", locale=language, viewport=PHONE)
    has_rules = language == "en"
    if has_rules:
        assert_accessible(ada.page, "an empty bill")
    fill(ada)
    faults = {}
    for split in ("items", "percent", "even"):
        ada.choose("split", split)
        expect(ada.page.locator("#bill")).to_have_attribute("data-split", split)
        for window in WINDOWS:
            resize(ada, window)
            if found := ada.page.evaluate(FAULTS):
                faults[window, split] = found
        for window, size in (((320, 568), "150%"), ((844, 390), "150%"), ((390, 844), "200%")):
            resize(ada, window)
            ada.page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
            # The page below may scroll, because a room has a least height.
            if found := [fault for fault in ada.page.evaluate(FAULTS) if fault != "the page scrolls"]:
                faults[window, size, split] = found
            ada.page.evaluate("document.documentElement.style.fontSize = ''")
        if has_rules:
            # The dark scheme has other colours only.
            for scheme, check in (("dark", assert_contrast), ("light", assert_accessible)):
                ada.page.emulate_media(color_scheme=scheme)
                check(ada.page, f"{split}, {scheme}")
    if has_rules:
        resize(ada, (1280, 800))
        assert_accessible(ada.page, "wide")
    assert faults == {}


def test_a_tables_first_bill(person):
    """Phones that were never here. Each step is something that is on the screen."""
    ada, cem = (person(viewport=PHONE) for _ in range(2))
    ada.go("/")
    ada.page.locator("#make [value=tip]").check()
    ada.page.get_by_role("button", name="New room").click()
    ada.is_connected().renames("Ada")
    code = ada.page.locator("#room-name").text_content()
    ada.page.get_by_role("button", name="Share", exact=True).click()
    ada.page.get_by_role("button", name="Done").click()
    ada.room = code
    ada.is_joined_by("Ben")
    cem.go("/")
    cem.page.get_by_label("Join a room").fill(code.lower())
    cem.page.get_by_role("button", name="Join").click()
    cem.page.get_by_label("Your name").fill("Cem")
    cem.page.get_by_role("button", name="Join").click()
    expect(ada.page.locator("#people li")).to_have_count(3)
    ada.press("6 4 . 5 0 + 3 1 =")
    for one in (ada, cem):
        one.sees("95.50").page.locator("#bill-open").click()
    expect(ada.page.locator("#bill-amount")).to_have_value("95.50")
    ada.page.get_by_role("button", name="Everyone here").click()
    ada.page.locator("#bill-tips [value='10']").check()
    for one, share in ((ada, "35.02"), (cem, "35.01")):
        expect(one.page.locator("#bill-share")).to_have_text(share)
    ada.page.get_by_role("button", name="All of it: Ben").click()
    expect(cem.page.locator("#bill-owes")).to_have_text("Cem → Ben 35.01")
    debt = cem.page.locator("#bill-debts > li", has_text="Cem")
    debt.get_by_role("button", name="Paid back").click()
    expect(ada.page.locator("#bill-settled > li")).to_have_text([re.compile("Cem → Ben35.01")])
