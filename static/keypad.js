// The keypad as the engine lays it out: of buttons, or in small of pictures of them.
import { draw, element, make } from "./elements.js";
import { drawExample } from "./display.js";
import { face, spoken } from "./texts.js";

/** So many columns that rows of 1 to 6 keys all fill the whole width. */
const columnCount = 60;
const litTime = 900;
const heldTime = 420;
const repeatTime = 70;

export class KeypadView {
    #place;
    #press;
    #layouts;
    #layout;
    #radians = false;
    #inverse = false;
    #lit = new Map();

    constructor(place, layouts, press) {
        this.#place = place;
        this.#layouts = layouts;
        this.#press = press;
    }

    show(kind, radians = false) {
        const layout = this.#layouts.find(({ name }) => name === kind);
        if (layout === this.#layout && radians === this.#radians) return;
        if (layout !== this.#layout) this.#inverse = false;
        this.#layout = layout;
        this.#radians = radians;
        document.documentElement.dataset.keypad = kind;
        element("calculator").style.setProperty("--rows", layout.rows.length);
        element("calculator").dataset.extra = layout.landscapeRows.length > 0;
        this.#draw();
    }

    /** Lights a key up for a moment: in somebody's colour and with the name, or as one's own. */
    light(key, name, hue) {
        const button = this.#place.querySelector(`[data-key="${CSS.escape(key)}"]`);
        if (!button) return;
        clearTimeout(this.#lit.get(button));
        button.classList.toggle("down", name === undefined);
        if (name !== undefined) {
            button.dataset.by = name;
            button.style.setProperty("--hue", hue);
        }
        this.#lit.set(button, setTimeout(() => {
            this.#lit.delete(button);
            button.classList.remove("down");
            delete button.dataset.by;
        }, name === undefined ? 90 : litTime));
    }

    #draw() {
        this.#place.replaceChildren(...parts(this.#layout, (key) => this.#button(key)));
    }

    #button(key) {
        const name = (this.#inverse && key.inverse) || (this.#radians && key.radians) || key.key;
        const button = make("button", { type: "button", className: `key ${key.look}` });
        button.append(faceOf(name ?? "turn"));
        button.setAttribute("aria-label", spoken(name ?? "turn"));
        const act = name ? () => this.#press(name) : () => this.#turn();
        if (name) button.dataset.key = name;
        else button.setAttribute("aria-pressed", this.#inverse);
        listen(button, act, key.look === "backspace");
        return button;
    }

    #turn() {
        this.#inverse = !this.#inverse;
        this.#draw();
    }
}

/** A finger counts when it comes down, as on a real keypad; a click without one is a screen reader's,
 or that of the space bar. */
function listen(button, act, repeats) {
    let timer;
    const release = () => clearTimeout(timer);
    button.onpointerdown = (event) => {
        if (event.button !== 0) return;
        act();
        if (!repeats) return;
        const repeat = () => {
            if (!button.isConnected) return;
            act();
            timer = setTimeout(repeat, repeatTime);
        };
        release();
        timer = setTimeout(repeat, heldTime);
    };
    button.onpointerup = button.onpointerleave = button.onpointercancel = release;
    button.onclick = (event) => event.detail === 0 && act();
}

/** The whole calculator in small, for those who choose one. */
export function preview(layout) {
    const screen = make("div", { className: "screen" });
    drawExample(screen, layout.example, layout.name);
    const picture = ({ key, look }) =>
        make("span", { className: `key ${look}` }, faceOf(key ?? "turn"));
    const keypad = make("div", { className: "keypad" }, ...parts(layout, picture));
    const place = make(
        "div", { className: "stage preview" },
        make("div", { className: "calculator" }, screen, keypad));
    place.style.setProperty("--rows", layout.rows.length);
    place.dataset.keypad = layout.name;
    place.setAttribute("aria-hidden", "true");
    return place;
}

/** Keys that need the width, if there are any, and the others. */
function parts({ rows, landscapeRows }, makeKey) {
    return [["extra", landscapeRows], ["base", rows]]
        .filter(([, part]) => part.length > 0)
        .map(([kind, part]) => grid(kind, part, makeKey));
}

function grid(kind, rows, makeKey) {
    const grid = make("div", { className: `keys ${kind}` });
    const widths = rows.map((row, index) => width(row) + width(tall(rows[index - 1])));
    grid.style.setProperty("--columns", Math.max(...widths));
    grid.style.setProperty("--rows", rows.length);
    rows.forEach((row, index) => {
        for (const key of row) {
            const made = makeKey(key);
            const columns = (key.columns ?? 1) * (columnCount / widths[index]);
            made.style.gridArea = `span ${key.rows ?? 1} / span ${columns}`;
            made.classList.toggle("wide", (key.columns ?? 1) > 1);
            grid.append(made);
        }
    });
    return grid;
}

const width = (row) => row.reduce((sum, key) => sum + (key.columns ?? 1), 0);
const tall = (row = []) => row.filter((key) => key.rows === 2);

/** Every font has another idea of this one. */
function faceOf(name) {
    if (name !== "back") return face(name);
    const outline = "M8.5 5H20a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H8.5L3 12zM12 9.5l5 5m0-5l-5 5";
    return draw("svg", { viewBox: "0 0 24 24", class: "icon" }, draw("path", { d: outline }));
}
