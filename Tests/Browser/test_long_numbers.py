"""Long numbers: they shrink, and then their lines end between groups of digits."""

import pytest
from playwright.sync_api import expect

from layout import resize
from windows import KEYPADS, PHONE

WINDOWS = [(320, 568), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080)]
LOCALES = ["en-US", "de-DE", "ja-JP", "fr-FR", "en-IN"]
DIGITS = "1234567890" * 4
NUMBERS = [number for length in range(1, 41) for number in (
    DIGITS[:length], f"-{DIGITS[:length // 3 + 1]}.{DIGITS[:length - length // 3 - 1]}")]
NUMBERS += ["-1.2345678901234567890123456789012e-9999", "9.99e+31"]

# Draws numbers on each keypad, and returns those that are split inside of a group or do not fit.
DRAW = """async ({ keypads, numbers }) => {
    const load = (name) => import(performance.getEntriesByType("resource")
        .find(({ name: address }) => address.endsWith(`/${name}.js`)).name);
    const { makeScreen } = await load("screen");
    const { makeKeypad } = await load("keypad");
    const { numbersOf } = await load("numbers");
    const { decimal, group } = numbersOf();
    const screen = window.testScreen ??= makeScreen(document.getElementById("screen"));
    const keypad = window.testKeypad ??= makeKeypad(keypads, () => {}, () => {});
    const [place, figures] = ["display", "figures"].map((id) => document.getElementById(id));
    const faults = [];

    const charactersOf = (place) => {
        const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        const letters = document.createRange();
        const all = [];
        while (walker.nextNode()) [...walker.currentNode.data].forEach((character, index) => {
            letters.setStart(walker.currentNode, index);
            letters.setEnd(walker.currentNode, index + 1);
            const { bottom, left, right } = letters.getBoundingClientRect();
            if (!walker.currentNode.parentElement.closest("sup")) all.push({ character, bottom, left, right });
        });
        return all;
    };
    const figuresOf = (place) => [...place.querySelectorAll("i")].map((figure) => {
        const { bottom, left, right, height } = figure.getBoundingClientRect();
        // Figures lean.
        const lean = height * 0.05;
        const character = figure.querySelector(".lit use").href.baseVal.at(-1);
        return { character, bottom, left: left + lean, right: right - lean };
    });

    for (const { name } of keypads) {
        keypad.show(name);
        for (const number of numbers) {
            screen.draw({ main: number, keypad: name, expression: "" });
            const isClock = figures.checkVisibility();
            const box = (isClock ? figures : place).getBoundingClientRect();
            if (box.height > document.getElementById("screen").clientHeight) faults.push([name, number, "is high"]);
            const isShort = !isClock && place.scrollWidth <= place.clientWidth
                && place.clientHeight < 2 * parseFloat(getComputedStyle(place).fontSize);
            if (isShort) continue;
            const all = isClock ? figuresOf(figures) : charactersOf(place);
            let lines = 1;
            let decimals = -1;
            all.forEach(({ character, bottom, left, right }, index) => {
                if (left < box.left - 1 || right > box.right + 1) faults.push([name, number, "is cut"]);
                if (index > 0 && Math.abs(all[index - 1].bottom - bottom) > 4) {
                    lines++;
                    const isEnd = all[index - 1].character === group || (decimals > 0 && decimals % 3 === 0);
                    if (!isEnd) faults.push([name, number, "is split after", index]);
                }
                if (decimals >= 0 && /\\d/.test(character)) decimals++;
                if (character === decimal) decimals = 0;
            });
            if (lines > 3) faults.push([name, number, "has", lines, "lines"]);
            if (place.scrollHeight > place.clientHeight + 1 && !isClock) faults.push([name, number, "scrolls", place.scrollHeight, place.clientHeight]);
        }
    }
    return faults;
}"""


@pytest.mark.parametrize("locale", LOCALES)
def test_no_number_is_split_inside_of_a_group(person, locale):
    ada = person(locale=locale)
    ada.make("Formula")
    keypads = ada.page.request.get(f"{ada.address}/keypads.json").json()["keypads"]
    faults = []
    for window in WINDOWS:
        resize(ada, window)
        found = ada.page.evaluate(DRAW, {"keypads": keypads, "numbers": NUMBERS})
        faults += [(*window, *fault) for fault in found]
    assert not faults, "\n".join(map(str, faults))


def test_two_thirds_on_simple_have_two_lines(person):
    ada = person(viewport=PHONE)
    ada.make("Simple")
    ada.press("2 / 3 =").sees("0.66666666666666666666666666666667")
    assert ada.page.locator("#figures i").evaluate_all(
        "all => new Set(all.map((figure) => figure.getBoundingClientRect().bottom)).size") == 2


def test_a_product_of_twelve_digits_has_one_line_on_a_phone(person):
    ada = person(viewport=PHONE)
    ada.make("Formula")
    ada.press("9 8 7 6 5 4 * 9 8 7 6 5 4 =").shows("975,460,423,716")
    height, size = ada.page.locator("#display").evaluate(
        "place => [place.clientHeight, parseFloat(getComputedStyle(place).fontSize)]")
    assert height < 2 * size


def test_exponents_are_raised_and_the_text_stays(person):
    ada = person(viewport=PHONE)
    ada.make("Scientific")
    ada.page.keyboard.type("2^10+3")
    expect(ada.page.locator("#expression")).to_have_text("2 ^ 10 + 3")
    assert ada.page.locator("#expression sup").evaluate(
        "sup => sup.getBoundingClientRect().bottom < sup.parentElement.getBoundingClientRect().bottom - 4")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#tape span")).to_have_text("2 ^ 10 + 3 = ")
    expect(ada.page.locator("#tape sup")).to_have_count(1)
