"""Long numbers: they shrink, and then their lines end between groups of digits."""

import pytest
from playwright.sync_api import expect

from boards import board_of
from layout import resize
from scope import FULL, sample
from windows import PHONE, WINDOWS

# Locales and views of a room.
READERS = [(locale, "") for locale in ("en-US", "en-IN", "de-DE", "ja-JP", "fr-FR")] + [("en-US", "board")]
DIGITS = "1234567890" * 4
NUMBERS = [number for length in range(1, 41, 1 if FULL else 3) for number in (
    DIGITS[:length], f"-{DIGITS[:length // 3 + 1]}.{DIGITS[:length - length // 3 - 1]}")]
NUMBERS += ["-1.2345678901234567890123456789012e-9999", "9.99e+31"]

# The characters of a place that are not raised, the number of their lines, and the index of the first character of
# a number before which a line ends inside a group.
LINES = """
    const charactersOf = (place) => {
        const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        const letters = document.createRange();
        const all = [];
        while (walker.nextNode()) {
            const { parentElement } = walker.currentNode;
            if (!parentElement.closest("sup, .said")) [...walker.currentNode.data].forEach((character, index) => {
                letters.setStart(walker.currentNode, index);
                letters.setEnd(walker.currentNode, index + 1);
                const { bottom, left, right } = letters.getBoundingClientRect();
                all.push({ character, bottom, left, right });
            });
        }
        return all;
    };
    const endsLine = (all, index) => index > 0 && Math.abs(all[index - 1].bottom - all[index].bottom) > 4;
    const linesOf = (all) => 1 + all.filter((_, index) => endsLine(all, index)).length;
    const splitOf = (all, group, decimal) => {
        let decimals = -1;
        for (const [index, { character }] of all.entries()) {
            const isInside = /[\\d.,]/.test(character) && /[\\d−]/.test(all[index - 1]?.character ?? "");
            const isThird = decimals > 0 && decimals % 3 === 0;
            if (endsLine(all, index) && isInside && !isThird) return index;
            if (character === decimal) decimals = 0;
            else if (!/\\d/.test(character)) decimals = -1;
            else if (decimals >= 0) decimals++;
        }
    };
"""

# Draws numbers on each keypad, and returns those that are split inside of a group or do not fit.
DRAW = """async ({ keypads, numbers, linesMax }) => {
    const { $screen: { makeScreen }, $keypad: { makeKeypad }, $numbers: { decimal, group } } =
        await import(document.querySelector("script[src]").src);
    const screen = window.testScreen ??= makeScreen(document.getElementById("screen"));
    const keypad = window.testKeypad ??= makeKeypad(keypads, () => {}, () => {});
    const [place, figures] = ["display", "figures"].map((id) => document.getElementById(id));
    const faults = [];
    LINES
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
            screen.draw({ main: number, keypad: name, expression: `${number} +` });
            const above = document.getElementById("expression");
            const splitAbove = splitOf(charactersOf(above), group, decimal);
            if (splitAbove) faults.push([name, number, "is split in the expression after", splitAbove]);
            if (above.scrollWidth > above.clientWidth + 1) faults.push([name, number, "is cut in the expression"]);
            const isClock = figures.checkVisibility();
            const box = (isClock ? figures : place).getBoundingClientRect();
            if (box.height > document.getElementById("screen").clientHeight) faults.push([name, number, "is high"]);
            const isShort = !isClock && place.scrollWidth <= place.clientWidth
                && place.clientHeight < 2 * parseFloat(getComputedStyle(place).fontSize);
            if (isShort) continue;
            const all = isClock ? figuresOf(figures) : charactersOf(place);
            for (const { left, right } of all)
                if (left < box.left - 1 || right > box.right + 1) faults.push([name, number, "is cut"]);
            const split = splitOf(all, group, decimal);
            if (split) faults.push([name, number, "is split after", split]);
            const lines = linesOf(all);
            if (lines > linesMax) faults.push([name, number, "has", lines, "lines"]);
            if (place.scrollHeight > place.clientHeight + 1 && !isClock)
                faults.push([name, number, "scrolls", place.scrollHeight, place.clientHeight]);
        }
    }
    return faults;
}"""


# Draws numbers as lines of the tape, and returns those that are split inside of a group or wider than the tape.
DRAW_TAPE = """async (numbers) => {
    const { src } = document.querySelector("script[src]");
    const { $numbers: { decimal, group } } = await import(src);
    const { makeTape } = await import(src.replace("app.js", "tape.js"));
    const tape = makeTape({ room: "", told: {}, recall() {}, nameOf: () => "Ada", say() {}, documentAt() {}, typeText() {} });
    const lines = numbers.map((number, index) => ({
        seq: index + 1, by: 1, at: 0, expression: `${number} + ${number}`, result: number,
    }));
    tape.draw({ all: true, older: 0, first: 1, lines });
    LINES
    return [...document.querySelectorAll("#tape :is(span, b)")].flatMap((place) => {
        const split = splitOf(charactersOf(place), group, decimal);
        return [...split ? [[place.textContent, "is split after", split]] : [],
            ...place.scrollWidth > place.closest("li").clientWidth + 1 ? [[place.textContent, "is wide"]] : []];
    });
}"""


@pytest.mark.parametrize("reader", sample(READERS, [("en-US", ""), ("en-IN", ""), ("en-US", "board")]), ids=" ".join)
def test_no_number_is_split_inside_of_a_group(person, reader):
    locale, view = reader
    ada = person(locale=locale)
    ada.make("Formula")
    if view:
        ada.go(f"/rooms/{ada.room}?view={view}").is_connected()
    keypads = ada.page.request.get(f"{ada.address}/keypads.json").json()["keypads"]
    faults = []
    for window in WINDOWS:
        resize(ada, window)
        found = ada.page.evaluate(
            DRAW.replace("LINES", LINES), {"keypads": keypads, "numbers": NUMBERS, "linesMax": 4 if view else 3})
        if not view:
            found += ada.page.evaluate(DRAW_TAPE.replace("LINES", LINES), NUMBERS)
        faults += [(*window, *fault) for fault in found]
    assert not faults, "\n".join(map(str, faults))


# The height of letters in pixels, and the characters that come into view neither at the beginning nor at the end.
REACHED = """async () => {
    const isClock = document.getElementById("screen").dataset.clock === "true";
    const place = document.getElementById(isClock ? "figures" : "display");
    const around = (isClock ? document.getElementById("screen") : place).getBoundingClientRect();
    LINES
    const all = () => isClock ? [...place.querySelectorAll("i")].map((figure) => figure.getBoundingClientRect())
        : charactersOf(place);
    const seen = new Set();
    const size = isClock ? all()[0].height : parseFloat(getComputedStyle(place).fontSize);
    for (const top of [0, 1e6]) {
        place.scrollTop = top;
        all().forEach(({ bottom }, index) =>
            bottom <= around.bottom + size / 5 && bottom - size >= around.top - size / 5 && seen.add(index));
    }
    return [size, all().length - seen.size];
}"""


def test_a_result_without_room_has_a_power_of_ten_and_all_its_digits(person, free_server):
    number, shown = "0." + "0" * 31 + "3" * 32, "3." + "3" * 31
    ada = person(address=free_server.address)
    board = board_of(person, ada.make(), address=free_server.address)
    ben = ada.is_joined_by("Ben")
    for keypad, one, size_min in (
        ("Scientific", ada, 11), ("Scientific", board, 16), ("Simple", board, 16), ("Simple", ada, 11),
    ):
        ben.act({"keypad": keypad.lower()})
        ben.write("AC C")
        one.sees("0")
        ben.write("1 / 3 / 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 =")
        one.sees(number).shows(f"{shown}×10^−32")
        one.has_keypad(keypad)
        expect(one.page.locator("#tape b").first).to_have_text(f"{shown}×10^−32")
        for window in WINDOWS:
            resize(one, window)
            size, hidden = one.page.evaluate(REACHED.replace("LINES", LINES))
            assert size >= size_min and hidden == 0, (keypad, one, window, size, hidden)
            assert one.page.locator("#tape b, #again").evaluate_all("""all => all.every((place) => {
                const { right } = place.closest("li, .screen").getBoundingClientRect();
                return place.getBoundingClientRect().right <= right;
            })"""), window
    assert ada.copy() == [True, number]


def test_a_phone_shows_32_digits_on_two_lines_of_large_letters(person):
    ada = person()
    ada.make("Scientific")
    ada.is_joined_by("Ben").write("1 / 3 =")
    ada.sees("0." + "3" * 32)
    for window, size_min in (((320, 568), 22), ((360, 640), 24), ((390, 844), 27), ((568, 320), 16), ((844, 390), 20)):
        resize(ada, window)
        size, hidden = ada.page.evaluate(REACHED.replace("LINES", LINES))
        assert size >= size_min and hidden == 0, (window, size, hidden)
        # The expression keeps a line.
        assert ada.page.locator("#expression").evaluate(
            "place => place.clientHeight >= parseFloat(getComputedStyle(place).fontSize)"), window


def test_a_phone_shows_results_and_exponents_as_on_paper(person):
    ada = person(viewport=PHONE)
    ada.make("Formula")
    ada.press("9 8 7 6 5 4 * 9 8 7 6 5 4 =").shows("975,460,423,716")
    height, size = ada.page.locator("#display").evaluate(
        "place => [place.clientHeight, parseFloat(getComputedStyle(place).fontSize)]")
    assert height < 2 * size
    ben = ada.is_joined_by("Ben")
    ada.receives_keypad("Simple")
    ben.write("C 2 / 3 =")
    ada.sees("0.66666666666666666666666666666667")
    assert ada.page.locator("#figures i").evaluate_all(
        "all => new Set(all.map((figure) => figure.getBoundingClientRect().bottom)).size") == 2
    ada.receives_keypad("Scientific")
    ben.write("AC 2 pow 1 0 + 3")
    # The exponent is raised, and its text stays.
    expect(ada.page.locator("#expression")).to_have_text("2 ^ 10 + 3")
    assert ada.page.locator("#expression sup").evaluate(
        "sup => sup.getBoundingClientRect().bottom < sup.parentElement.getBoundingClientRect().bottom - 4")
    ben.write("=")
    expect(ada.page.locator("#tape span").first).to_have_text("2 ^ 10 + 3 = ")
    expect(ada.page.locator("#tape sup")).to_have_count(1)
