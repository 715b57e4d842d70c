// The screen of the calculator: main line, expression, what the last key did, the rule in force.
import { element, make } from "./elements.js";
import { drawFigures } from "./figures.js";
import { fill, texts } from "./texts.js";

/** Keypads whose numbers are those of a clock. */
const clocks = ["simple"];

export class DisplayView {
    #shown = { main: "0", keypad: "" };
    #unconfirmed = 0;

    /** The number as it is shown, without anything that belongs to a language; nothing for an error. */
    get number() {
        return isError(this.#shown.main) ? undefined : this.#shown.main;
    }

    draw(display) {
        this.#shown = display;
        const { main, keypad, expression } = display;
        drawMain(element("screen"), element("display"), element("figures"), main, keypad);
        drawLine(element("expression"), expression);
        this.mark(this.#unconfirmed);
        element("display").dataset.live = display.live ?? false;
        element("remark").textContent = texts.remarks[display.notice] ?? "";
        element("again").textContent = display.again ? fill(texts.repeats, display.again) : "";
        element("memory").textContent = texts.memory[display.memory] ?? "";
        element("example").textContent = display.example ?? "";
        element("percent").textContent = display.percent ?? "";
        element("angle").textContent = texts.angles[display.radians ? "rad" : "deg"];
        element("undo").disabled = !display.canUndo;
        element("redo").disabled = !display.canRedo;
    }

    /** Marks the last so many characters, which nobody has confirmed yet. */
    mark(unconfirmed) {
        this.#unconfirmed = unconfirmed;
        if (isError(this.#shown.main)) return;
        const first = this.#shown.main.length - unconfirmed;
        for (const place of [element("display"), element("figures")]) {
            [...place.children].forEach((figure, index) =>
                figure.classList.toggle("unconfirmed", index >= first));
        }
    }
}

/** For whoever chooses a keypad: what it makes of its example, `2 + 3 × 4 = 14`. */
export function drawExample(screen, example, keypad) {
    const [expression, result] = example.split(" = ");
    const [above, display, figures] = ["expression", "display", "figures"].map((name) =>
        make("div", { className: name }));
    screen.append(above, display, figures);
    drawMain(screen, display, figures, result, keypad);
    drawLine(above, expression);
}

const isError = (main) => main.startsWith("error:");

function drawMain(screen, display, figures, main, keypad) {
    const name = isError(main) ? main.slice("error:".length) : "";
    const said = name && (texts.errorsOf[keypad]?.[name] ?? texts.errors[name] ?? name);
    display.classList.toggle("error", name !== "");
    screen.style.setProperty("--length", (said || main).length);
    const isClock = !name && clocks.includes(keypad);
    screen.dataset.clock = isClock;
    if (said) display.textContent = said;
    else drawCharacters(display, main);
    drawFigures(figures, isClock ? main : "");
}

/** Each character is an element, so that a key changes one of them and no more. */
function drawCharacters(display, text) {
    if (display.childElementCount === 0) display.textContent = "";
    while (display.childElementCount > text.length) display.lastElementChild.remove();
    [...text].forEach((character, index) => {
        const drawn = display.children[index] ?? display.appendChild(make("span"));
        if (drawn.textContent === character) return;
        drawn.textContent = character;
        // What stands there is the hyphen that programs read; what is seen is a minus.
        drawn.classList.toggle("minus", character === "-");
    });
}

function drawLine(line, text) {
    if (line.textContent === text) return;
    line.textContent = text;
    line.style.setProperty("--length", text.length);
}
