// The screen of the calculator: main line, expression, what the last key did, the rule in force.
import { drawEach, element, make, picture, write } from "./elements.js";
import { fill, texts } from "./texts.js";

/** Keypads whose numbers are those of a clock. */
const clocks = ["simple"];
const markTime = 150;

export function makeDisplay() {
    let shown = "0";
    let isMarked = false;
    let timer;

    function mark(count) {
        isMarked = count > 0;
        const first = shown.length - count;
        for (const id of ["display", "figures"]) {
            [...element(id).children].forEach((figure, index) =>
                figure.classList.toggle("unconfirmed", index >= first));
        }
    }

    return {
        /** The number as programs read it; nothing for an error. */
        number: () => (errorOf(shown) ? undefined : shown),

        draw({ main, keypad, expression, notice, again, memory, example, percent, radians, canUndo,
            canRedo }) {
            shown = main;
            drawMain(element("screen"), main, keypad);
            drawLine(element("expression"), expression);
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
            element("display").dataset.pending = pending;
            clearTimeout(timer);
            if (unconfirmed > 0) timer = setTimeout(mark, markTime, unconfirmed);
            else if (isMarked) mark(0);
        },
    };
}

/** What a keypad makes of its example, `2 + 3 × 4 = 14`. */
export function drawExample(screen, example, keypad) {
    const [expression, result] = example.split(" = ");
    screen.append(...["expression", "display", "figures"].map((className) =>
        make("div", { className })));
    drawMain(screen, result, keypad);
    drawLine(screen.firstChild, expression);
}

const errorOf = (main) => main.split("error:")[1];

function drawMain(screen, main, keypad) {
    const shown = main + keypad;
    if (screen.dataset.shown === shown) return;
    screen.dataset.shown = shown;
    const error = errorOf(main);
    const said = error ? texts.errorsOf[keypad]?.[error] ?? texts.errors[error] ?? error : main;
    const display = screen.querySelector(".display");
    const isClock = !error && clocks.includes(keypad);
    display.classList.toggle("error", error !== undefined);
    display.style.setProperty("--length", said.length);
    screen.dataset.clock = isClock;
    drawEach(display, said, (character) => {
        // What stands there is the hyphen that programs read; what is seen is a minus.
        const className = character === "-" && !error ? "minus" : "";
        return make("span", { className, textContent: character });
    });
    const figures = screen.querySelector(".figures");
    if (isClock) figures.style.setProperty("--length", said.length);
    drawEach(figures, isClock ? main : "", (character) =>
        make("i", { className: character === "." ? "point" : "" },
            picture(character === "." ? "figure." : "figure8", "unlit"),
            picture(`figure${character}`, "lit")));
}

function drawLine(line, text) {
    if (line.textContent === text) return;
    line.textContent = text;
    line.style.setProperty("--length", text.length);
}
