"""Faults of a room's layout, as a browser measures them."""

GEOMETRY = """
    const box = (place) => place.getBoundingClientRect();
    const overlap = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
    const holds = (around, { left, top, right, bottom }, sides = 0.5, ends = sides) =>
        left >= around.left - sides && right <= around.right + sides
        && top >= around.top - ends && bottom <= around.bottom + ends;
    const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const outside = (places) => places.filter((place) => !holds(page, box(place)))
        .map(({ id }) => `${id} is out of the window`);
    const overlaps = (places) => places.flatMap((one, index) => places.slice(index + 1)
        .filter((other) => overlap(box(one), box(other))).map(({ id }) => `${one.id} covers ${id}`));
"""

# Measures the page in the current window. `layout` is the keypad's entry in keypads.json. `isLow` is true in
# windows where only the tools must have the full size.
FAULTS = "({ layout, isLow }) => {" + GEOMETRY + """
    const faults = [];
    const expect = (isRight, ...words) => isRight || faults.push(words.join(" "));
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((place) =>
        place.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box(place).width > 0);
    const nameOf = (place) => place.id || place.dataset.key || place.ariaLabel || place.textContent;
    const lettersOf = (place) => {
        const letters = document.createRange();
        letters.selectNodeContents(place);
        return [...letters.getClientRects()];
    };
    const isOnTop = (place) => {
        const { left, top, width, height } = box(place);
        return [0.1, 0.5, 0.9].every((part) => [[part, 0.5], [0.5, part]].every(([x, y]) => {
            const there = document.elementFromPoint(left + width * x, top + height * y);
            return there?.closest("a, button") === place;
        }));
    };
    expect(document.documentElement.scrollWidth === innerWidth, "the page is wider than the window");

    // Every key of the layout is drawn, in the window, and receives the finger.
    const drawn = (part) => seen(`#keypad .${part} .key`).map((key) => key.dataset.key);
    const wanted = (rows) => rows.flat().map(({ key }) => key);
    expect(`${drawn("base")}` === `${wanted(layout.rows)}`, "keys drawn:", drawn("base"));
    const hasRoom = innerWidth > innerHeight || Math.min(innerWidth, innerHeight) >= 600;
    const isOpen = document.getElementById("calculator").dataset.more !== undefined;
    const extra = hasRoom || isOpen ? wanted(layout.landscapeRows) : [];
    expect(`${drawn("extra").sort()}` === `${extra.sort()}`, "more keys drawn:", drawn("extra"));
    const more = layout.landscapeRows.length > 0 && !hasRoom ? ["more"] : [];
    const tape = innerWidth >= 960 && innerHeight > 480 ? [] : ["tape-open"];
    expect(`${seen("#tools button").map(nameOf)}` === `${[...more, "undo", "redo", "bill-open", ...tape]}`,
        "tools:", seen("#tools button").map(nameOf));
    for (const key of seen("#keypad .key")) {
        expect(holds(page, box(key)), nameOf(key), "is out of the window");
        expect(isOnTop(key), nameOf(key), "is covered");
        expect(key.textContent.trim() || key.querySelector("svg"), nameOf(key), "has no face");
    }

    // Keys are in rows and columns. Every row ends where the others do.
    const keys = seen("#keypad .base .key").map(box);
    const least = Math.min(...keys.map(({ width }) => width));
    const places = (side, some) => new Set(some.map((key) => Math.round(key[side] * 2))).size;
    expect(places("left", keys.filter(({ width }) => width < least * 1.2)) <= 9, "too many columns");
    expect(places("top", keys) <= 7, "too many rows");
    for (const edge of ["left", "right"]) {
        const sign = edge === "left" ? -1 : 1;
        const edges = keys.map(({ top }) => Math.max(...keys
            .filter((key) => key.top - 1 < top && top < key.bottom - 1).map((key) => sign * key[edge])));
        expect(Math.max(...edges) - Math.min(...edges) < 1, "rows have different ends:", edge);
    }
    if (layout.name === "chain") for (const { width, height } of keys.filter(({ width }) => width < least * 1.2))
        expect(Math.abs(width - height) <= 0.5, "a key is not round");

    // Buttons are large enough, can be touched, and do not overlap.
    for (const place of seen(isLow ? "#tools button" : "#room :is(button, a):not(#tape *)"))
        expect(Math.min(box(place).width, box(place).height) > 43.9, nameOf(place), "is small");
    const touched = seen("#bar :is(a, button), #tools button")
        .filter((place) => getComputedStyle(place).pointerEvents !== "none");
    expect(touched.length >= 6, "there are only", touched.length, "buttons");
    for (const place of touched) expect(isOnTop(place), nameOf(place), "is covered");
    const tools = [...seen("#tools button"), ...seen("#rules span")];
    for (const row of [tools, seen("#bar > *")]) row.forEach((one, index) => {
        for (const other of row.slice(index + 1))
            expect(!overlap(box(one), box(other)), nameOf(one), "overlaps", nameOf(other));
    });
    const hints = layout.rows.flat().some(({ key }) => key === "%") ? "example,percent" : "example";
    expect(isLow || `${seen("#example, #percent").map(({ id }) => id)}` === hints, "other rules than", hints);
    const around = box(document.getElementById("tools"));
    for (const part of tools) expect(holds(around, box(part), 1), nameOf(part), "is outside the tools");
    expect(new Set(seen("#tools button").map((button) => box(button).top)).size === 1,
        "the tools have several rows");

    // No line on the screen is cut.
    const screen = box(document.getElementById("screen"));
    const shows = (id) => document.getElementById(id);
    for (const id of ["connection", "expression", "display", "again"]) {
        const { top, bottom } = box(shows(id));
        expect(top >= screen.top && bottom <= screen.bottom, id, "is cut");
    }
    const number = shows("screen").dataset.clock === "true" ? shows("figures") : shows("display");
    expect(lettersOf(number).length > 0, "no number is shown");
    for (const letter of lettersOf(number)) expect(holds(screen, letter, 1), "the number is cut");
    return faults;
}"""

BOXES = """() => [...document.querySelectorAll("#keypad .key")]
    .filter((key) => key.checkVisibility()).map((key) => {
        const { x, y, width, height } = key.getBoundingClientRect();
        return [key.dataset.key, x, y, width, height];
    })"""


def key_boxes(person):
    return person.page.evaluate(BOXES)


def faults(person, layout, is_low=False):
    return person.page.evaluate(FAULTS, {"layout": layout, "isLow": is_low})


def resize(person, window):
    width, height = window
    person.page.set_viewport_size({"width": width, "height": height})
    # Observers of sizes run at the end of a frame, and some of them once more in the next one.
    person.page.evaluate("""async () => {
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    }""")
