// The keypad as the engine lays it out, and the keys of a keyboard.
import { faces } from "./texts.js";

export class KeypadView {
    #place;
    #press;
    #layouts;
    #layout;
    #radians = false;
    #inverse = false;

    constructor(place, layouts, press) {
        this.#place = place;
        this.#layouts = layouts;
        this.#press = press;
        // A key that was clicked does not take the focus: Enter goes on meaning =.
        place.onmousedown = (event) => event.preventDefault();
    }

    show(kind, radians) {
        const layout = this.#layouts.find(({ name }) => name === kind);
        if (layout === this.#layout && radians === this.#radians) return;
        if (layout !== this.#layout) this.#inverse = false;
        this.#layout = layout;
        this.#radians = radians;
        this.#draw();
    }

    /** Lights a key up in somebody's colour. */
    flash(key, hue) {
        const button = this.#place.querySelector(`[data-key="${CSS.escape(key)}"]`);
        button?.animate(
            [{ boxShadow: `inset 0 0 0 4px hsl(${hue} 70% 55%)` }, { boxShadow: "none" }], 600);
    }

    #draw() {
        const { rows, landscapeRows } = this.#layout;
        const parts = [["wide", landscapeRows], ["keys", rows]].filter(([, part]) => part.length);
        this.#place.replaceChildren(...parts.map(([kind, part]) => this.#grid(kind, part)));
    }

    #grid(kind, rows) {
        const grid = document.createElement("div");
        grid.className = kind;
        const widths = rows.map((row, index) => width(row) + width(tall(rows[index - 1])));
        grid.style.setProperty("--keys", Math.max(...widths));
        grid.style.setProperty("--rows", rows.length);
        grid.append(...rows.flatMap((row, index) =>
            row.map((key) => this.#key(key, columnCount / widths[index]))));
        return grid;
    }

    #key(key, columnsEach) {
        const button = document.createElement("button");
        const name = (this.#inverse && key.inverse) || (this.#radians && key.radians) || key.key;
        button.className = key.look;
        const columns = (key.columns ?? 1) * columnsEach;
        button.style.gridArea = `span ${key.rows ?? 1} / span ${columns}`;
        if (name) {
            button.dataset.key = name;
            button.textContent = faces[name] ?? name;
            button.onclick = () => this.#press(name);
        } else {
            button.textContent = "Inv";
            button.setAttribute("aria-pressed", this.#inverse);
            button.onclick = () => {
                this.#inverse = !this.#inverse;
                this.#draw();
            };
        }
        return button;
    }
}

/** So many columns that rows of 1 to 6 keys all fill the whole width. */
const columnCount = 60;
const width = (row) => row.reduce((sum, key) => sum + (key.columns ?? 1), 0);
const tall = (row = []) => row.filter((key) => key.rows === 2);

const typed = {
    ",": ".", "Enter": "=", "Backspace": "back", "Escape": "C", "Delete": "CE", "^": "pow",
    "!": "fact", "×": "*", "÷": "/", "−": "-",
};
const typedAsNamed = "0123456789.+-*/=%()";

/** Calls `press` with the key that a keyboard's key stands for, `undo` and `redo` for theirs. */
export function listenToKeyboard({ press, undo, redo }) {
    addEventListener("keydown", (event) => {
        const place = event.target;
        if (place.closest("input, select, dialog")) return;
        if (event.key === "Enter" && place.closest("button, a")) return;
        if (event.altKey) return;
        if (event.ctrlKey || event.metaKey) {
            const letter = event.key.toLowerCase();
            if (letter !== "z" && letter !== "y") return;
            event.preventDefault();
            (letter === "y" || event.shiftKey ? redo : undo)();
            return;
        }
        const name = typed[event.key] ?? (typedAsNamed.includes(event.key) ? event.key : undefined);
        if (!name) return;
        event.preventDefault();
        press(name);
    });
}
