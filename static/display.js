// The screen of the calculator: main line, expression, what the last key did, the rule in force.
import { drawEach, element, make, picture, write } from "./elements.js";
import { group, local } from "./numbers.js";
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
        for (const id of ["display", "figures"]) {
            let left = count;
            for (const figure of [...element(id).children].reverse()) {
                figure.classList.toggle("unconfirmed", left > 0);
                // What groups digits is none of the number's own characters.
                if (!figure.classList.contains("group")) left -= 1;
            }
        }
    }

    return {
        /** The number as programs read it; nothing for an error. */
        number: () => (errorOf(shown) ? undefined : shown),
        /** The same in the reader's marks, or the error. */
        text: () => element("display").textContent,

        draw({ main, keypad, expression, notice, again, memory, example, percent, radians, canUndo,
            canRedo }) {
            shown = main;
            drawMain(element("screen"), main, keypad);
            drawLine(element("expression"), local(expression));
            const lines = {
                remark: texts.remarks[notice], again: again && fill(texts.repeats, local(again)),
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
    const said = error ? texts.errorsOf[keypad]?.[error] ?? texts.errors[error] ?? error
        : local(main);
    const display = screen.querySelector(".display");
    const isClock = !error && clocks.includes(keypad);
    display.classList.toggle("error", error !== undefined);
    error ? delete display.dataset.number : (display.dataset.number = main);
    const groups = [...said].filter((character) => character === group).length;
    const length = said.length - Math.floor(groups / 2);
    display.style.setProperty("--length", length);
    screen.dataset.clock = isClock;
    drawEach(display, said, (character) => {
        // What stands there is the hyphen that programs read; what is seen is a minus.
        const className = error ? "" : { "-": "minus", [group]: "group" }[character] ?? "";
        return make("span", { className, textContent: character });
    });
    const figures = screen.querySelector(".figures");
    if (isClock) figures.style.setProperty("--length", length);
    drawEach(figures, isClock ? said : "", (character) => {
        const isPoint = !/[\de+-]/.test(character);
        const className = [isPoint && "point", character === group && "group"];
        return make("i", { className: className.filter(Boolean).join(" ") },
            picture(isPoint ? `figure${character}` : "figure8", "unlit"),
            picture(`figure${character}`, "lit"));
    });
}

function drawLine(line, text) {
    if (line.textContent === text) return;
    line.textContent = text;
    line.style.setProperty("--length", text.length);
}
