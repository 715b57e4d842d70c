// The screen of the calculator: main line, expression, what the last key did, the rule in force.
import { drawEach, element, make, picture } from "./elements.js";
import { fill, texts } from "./texts.js";

/** Keypads whose numbers are those of a clock. */
const clocks = ["simple"];

export function makeDisplay() {
    let shown = "0";
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
            for (const id in lines) element(id).textContent = lines[id] ?? "";
            element("undo").disabled = !canUndo;
            element("redo").disabled = !canRedo;
        },

        /** Marks the last so many characters, which nobody has confirmed yet. */
        mark(pending, unconfirmed) {
            element("display").dataset.pending = pending;
            const first = shown.length - unconfirmed;
            for (const id of ["display", "figures"]) {
                [...element(id).children].forEach((figure, index) =>
                    figure.classList.toggle("unconfirmed", index >= first));
            }
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
    const error = errorOf(main);
    const said = error ? texts.errorsOf[keypad]?.[error] ?? texts.errors[error] ?? error : main;
    const display = screen.querySelector(".display");
    const isClock = !error && clocks.includes(keypad);
    display.classList.toggle("error", error !== undefined);
    display.style.setProperty("--length", said.length);
    screen.style.setProperty("--figures", said.length);
    screen.dataset.clock = isClock;
    drawEach(display, said, (character) => {
        // What stands there is the hyphen that programs read; what is seen is a minus.
        const className = character === "-" && !error ? "minus" : "";
        return make("span", { className, textContent: character });
    });
    drawEach(screen.querySelector(".figures"), isClock ? main : "", (character) =>
        make("i", { className: character === "." ? "point" : "" },
            picture(character === "." ? "figure." : "figure8", "unlit"),
            picture(`figure${character}`, "lit")));
}

function drawLine(line, text) {
    if (line.textContent === text) return;
    line.textContent = text;
    line.style.setProperty("--length", text.length);
}
