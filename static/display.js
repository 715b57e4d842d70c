// The screen of the calculator: main line, expression, what the last key did, the rule in force.
import { drawEach, element, make, picture, write } from "./elements.js";
import { fill, texts } from "./texts.js";

/** Keypads whose numbers are those of a clock. */
const clocks = ["simple"];
const markTime = 150;
/** Lines of so many characters have their full size on every keypad. */
const fit = { display: 6, expression: 14 };

export function makeDisplay() {
    const screen = screenOf(element("screen"));
    let shown = "0";
    let timer;

    return {
        /** The number as programs read it; nothing for an error. */
        number: () => (errorOf(shown) ? undefined : shown),

        draw({ main, keypad, expression, notice, again, memory, example, percent, radians, canUndo,
            canRedo }) {
            shown = main;
            drawMain(screen, main, keypad);
            drawLine(screen.expression, expression);
            const lines = {
                remark: texts.remarks[notice], again: again && fill(texts.repeats, again),
                memory: texts.memory[memory], angle: texts.angles[radians ? "rad" : "deg"],
                example, percent,
            };
            for (const id in lines) write(element(id), lines[id]);
            element("undo").disabled = !canUndo;
            element("redo").disabled = !canRedo;
        },

        /** Marks the last so many characters, which nobody has confirmed for a while. */
        mark(pending, unconfirmed) {
            screen.display.dataset.pending = pending;
            clearTimeout(timer);
            if (unconfirmed > 0) timer = setTimeout(mark, markTime, screen, shown.length - unconfirmed);
            else if (screen.marked !== undefined) mark(screen);
        },
    };
}

/** What a keypad makes of its example, `2 + 3 × 4 = 14`. */
export function drawExample(place, example, keypad) {
    const [expression, result] = example.split(" = ");
    place.append(make("div", { className: "glass" }, ...["expression", "display", "figures"].map(
        (className) => make("div", { className }))));
    const screen = screenOf(place);
    drawMain(screen, result, keypad);
    drawLine(screen.expression, expression);
}

const screenOf = (place) => ({
    place, display: place.querySelector(".display"), figures: place.querySelector(".figures"),
    expression: place.querySelector(".expression"),
});

const errorOf = (main) => main.split("error:")[1];

function drawMain(screen, main, keypad) {
    if (screen.main === main && screen.keypad === keypad) return;
    Object.assign(screen, { main, keypad });
    const error = errorOf(main);
    screen.said = error ? texts.errorsOf[keypad]?.[error] ?? texts.errors[error] ?? error : main;
    const isClock = !error && clocks.includes(keypad);
    if (screen.isClock !== isClock) screen.place.dataset.clock = screen.isClock = isClock;
    screen.display.classList.toggle("error", error !== undefined);
    measure(screen.display, screen.said, fit.display);
    drawNumber(screen, !error);
    if (isClock) measure(screen.figures, main, 0);
    drawEach(screen.figures, isClock ? main : "", (character) =>
        make("i", { className: character === "." ? "point" : "" },
            picture(character === "." ? "figure." : "figure8", "unlit"),
            picture(`figure${character}`, "lit")));
}

/** Marks all characters from the first one that is marked. */
function mark(screen, first) {
    screen.marked = first;
    drawNumber(screen, !errorOf(screen.main));
    [...screen.figures.children].forEach((figure, index) =>
        figure.classList.toggle("unconfirmed", index >= first));
}

/** One text, unless something in it looks otherwise: then a key changes nothing else. */
function drawNumber({ display, said, marked }, isNumber) {
    if (marked === undefined && !(isNumber && said.includes("-"))) return write(display, said);
    // What stands there is the hyphen that programs read; what is seen is a minus.
    const pieces = (text) => text.split(isNumber ? /(-)/ : "\0").map((piece) =>
        piece === "-" ? make("span", { className: "minus" }, piece) : piece);
    display.written = undefined;
    display.replaceChildren(...pieces(said.slice(0, marked)));
    if (marked === undefined) return;
    display.append(make("span", { className: "unconfirmed" }, ...pieces(said.slice(marked))));
}

function drawLine(line, text) {
    write(line, text);
    measure(line, text, fit.expression);
}

/** The length that the letters shrink with. As long as they need not, nothing is laid out for it. */
function measure(line, text, least) {
    const length = Math.max(text.length, least);
    if (line.measured !== length) line.style.setProperty("--length", (line.measured = length));
}
