// The keypad as the engine lays it out.
import { element, make, picture } from "./elements.js";
import { face, spoken } from "./texts.js";

/** So many columns that rows of 1 to 6 keys all fill the whole width. */
const columnCount = 60;
const litTime = 900;
const heldTime = 420;
const repeatTime = 70;

export function makeKeypad(layouts, press) {
    const place = element("keypad");
    const lit = new Map();
    let layout;
    let isRadians = false;
    let isInverse = false;

    function show(kind, radians = false) {
        if (layout?.name === kind && radians === isRadians) return;
        if (layout?.name !== kind) isInverse = false;
        layout = layouts.find(({ name }) => name === kind);
        isRadians = radians;
        for (const skin of [document.documentElement, element("stage")]) skin.dataset.keypad = kind;
        element("calculator").style.setProperty("--rows", layout.rows.length);
        element("calculator").dataset.extra = layout.landscapeRows.length > 0;
        drawKeys();
    }

    /** Lights somebody's key up for a moment, in the colour and with the name. */
    function light(key, name, hue) {
        const button = place.querySelector(`[data-key="${CSS.escape(key)}"]`);
        if (!button) return;
        clearTimeout(lit.get(button));
        button.dataset.by = name;
        button.style.setProperty("--hue", hue);
        lit.set(button, setTimeout(() => {
            lit.delete(button);
            delete button.dataset.by;
        }, litTime));
    }

    const drawKeys = () => place.replaceChildren(...parts(layout, makeButton));

    function makeButton(key) {
        const name = (isInverse && key.inverse) || (isRadians && key.radians) || key.key;
        const button = make("button", {
            className: `key ${key.look}`, ariaLabel: spoken(name ?? "turn"),
        }, faceOf(name ?? "turn"));
        if (name) button.dataset.key = name;
        else button.ariaPressed = isInverse;
        listen(button, name ? () => press(name) : turn, key.look === "backspace");
        return button;
    }

    function turn() {
        isInverse = !isInverse;
        drawKeys();
    }

    return { show, light };
}

/** A finger counts when it comes down; a click without one is a screen reader's or the space bar's. */
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

/** The rows of a layout as grids, each key made by `makeKey`. */
export function parts({ rows, landscapeRows }, makeKey) {
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
            grid.append(made);
        }
    });
    return grid;
}

const width = (row) => row.reduce((sum, key) => sum + (key.columns ?? 1), 0);
const tall = (row = []) => row.filter((key) => key.rows === 2);

/** Every font has another idea of this one. */
export const faceOf = (name) => (name === "back" ? picture("i-back", "icon") : face(name));
