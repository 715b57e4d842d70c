// Draws the keypad as the engine lays it out.
import { setHue } from "../class/participants.js";
import { haptics, isEmbed } from "../offline/storage.js";
import { element, make, picture } from "../page/dom.js";
import { face, spoken } from "../text/texts.js";

/** Rows of 1 to 6 keys all fill this number of columns. */
const columnCount = 60;
const litTime = 900;
/** A key looks pressed for at least this time, so that a short tap is seen. */
const downTime = 90;
/** Milliseconds of a motor. */
const buzzTime = 8;
const heldTime = 420;
const repeatTime = 70;
const repeating = ["back", "left", "right"];

/**
 * Makes the keypad. A key that goes down is given to `press`, an arrow to `move`.
 * @param {Layout[]} layouts
 * @param {(key: string) => void} press
 * @param {(to: "left" | "right") => void} move
 */
export function makeKeypad(layouts, press, move) {
    const place = element("keypad");
    /** @type {Map<Element, number>} */
    const lit = new Map();
    /** @type {Layout | undefined} */
    let layout;
    let isRadians = false;
    let isInverse = false;

    /**
     * Shows a keypad. A newer server may have one that this page lacks.
     * @param {string} kind
     * @param {boolean} [radians]
     */
    function show(kind, radians = false) {
        if (layout?.name === kind && radians === isRadians) return;
        const found = layouts.find(({ name }) => name === kind);
        if (!found) return;
        if (layout !== found) isInverse = false;
        layout = found;
        isRadians = radians;
        for (const skin of [document.documentElement, element("stage")]) skin.dataset.keypad = kind;
        element("calculator").style.setProperty("--rows", `${layout.rows.length}`);
        element("calculator").dataset.extra = `${layout.landscapeRows.length > 0}`;
        element("percent").hidden = !layout.rows.flat().some(({ key }) => key === "%");
        drawKeys();
    }

    /**
     * @param {string} key
     * @returns {HTMLElement | null}
     */
    const buttonOf = (key) => place.querySelector(`[data-key="${CSS.escape(key)}"]`);

    /**
     * Shows that a key is pressed on a keyboard.
     * @param {string} key
     */
    function tap(key) {
        const button = buttonOf(key);
        if (!button) return;
        button.classList.add("down");
        rise(button);
    }

    /**
     * Lights a key up for a moment, in the colour and with the name of the person who pressed it.
     * @param {string} key
     * @param {string} name
     * @param {number} who
     */
    function light(key, name, who) {
        const button = buttonOf(key);
        if (!button) return;
        clearTimeout(lit.get(button));
        button.dataset.by = name;
        setHue(button, who);
        lit.set(button, setTimeout(() => {
            lit.delete(button);
            delete button.dataset.by;
        }, litTime));
    }

    const drawKeys = () => layout && place.replaceChildren(...gridsOf(layout, makeButton));

    /** @param {LayoutKey} key */
    function makeButton(key) {
        const name = nameOfKey(key, isInverse, isRadians);
        const text = name ?? key.local ?? "";
        const button = make("button", {
            className: `key ${key.look}`, ariaLabel: spoken(text),
        }, capOf(text));
        if (name) button.dataset.key = name;
        else if (key.local === "inverse") button.ariaPressed = `${isInverse}`;
        listen(button, name ? () => press(name) : () => act(key.local), repeating.includes(text));
        return button;
    }

    /** @param {LayoutKey["local"]} local */
    function act(local) {
        if (local === "inverse") {
            isInverse = !isInverse;
            drawKeys();
        } else if (local) move(local);
    }

    return { show, light, tap };
}

/** @param {HTMLElement} button */
const rise = (button) => setTimeout(() => button.classList.remove("down"), downTime);

/**
 * The name that the engine has for a key, which is missing for a key that acts on the page.
 * @param {LayoutKey} key
 * @param {boolean} isInverse
 * @param {boolean} isRadians
 */
export const nameOfKey = (key, isInverse, isRadians) =>
    (isInverse && key.inverse) || (isRadians && key.radians) || key.key;

/**
 * Acts when a finger comes down, and on a click without one, from a screen reader or the space bar.
 * @param {HTMLButtonElement} button
 * @param {() => void} act
 * @param {boolean} repeats true if the key repeats while it is held
 */
function listen(button, act, repeats) {
    /** @type {number} */
    let timer;
    /** True while a finger may scroll the page around an embed. Its click acts, which does not follow a scroll. */
    let isScroll = false;
    const release = () => {
        clearTimeout(timer);
        rise(button);
    };
    button.onpointerdown = (event) => {
        if (event.button !== 0) return;
        button.classList.add("down");
        isScroll = isEmbed && event.pointerType === "touch";
        if (isScroll) return;
        if (haptics.read() === "true") navigator.vibrate?.(buzzTime);
        act();
        if (!repeats) return;
        const repeat = () => {
            if (!button.isConnected) return;
            act();
            timer = setTimeout(repeat, repeatTime);
        };
        clearTimeout(timer);
        timer = setTimeout(repeat, heldTime);
    };
    button.onpointerup = button.onpointerleave = button.onpointercancel = release;
    button.onclick = (event) => (event.detail === 0 || isScroll) && act();
}

/**
 * The rows of a layout as grids. The last column of functions is a grid of its own, because it is a row on an upright
 * phone. `makeKey` makes each key.
 * @param {Layout} layout
 * @param {(key: LayoutKey) => HTMLElement} makeKey
 */
export function gridsOf({ rows, landscapeRows }, makeKey) {
    const grids = [];
    if (landscapeRows.length > 0) {
        grids.push(grid("extra", landscapeRows.map((row) => row.slice(0, -1)), makeKey),
            grid("extra edge", landscapeRows.map((row) => row.slice(-1)), makeKey));
    }
    if (rows.length > 0) grids.push(grid("base", rows, makeKey));
    return grids;
}

/**
 * @param {string} kind
 * @param {LayoutKey[][]} rows
 * @param {(key: LayoutKey) => HTMLElement} makeKey
 */
function grid(kind, rows, makeKey) {
    const grid = make("div", { className: `keys ${kind}` });
    const widths = widthsOf(rows);
    grid.style.setProperty("--columns", `${Math.max(...widths)}`);
    grid.style.setProperty("--rows", `${rows.length}`);
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

/**
 * The width of each row in keys. A key of two rows also takes its place in the row below.
 * @param {LayoutKey[][]} rows
 */
export const widthsOf = (rows) =>
    rows.map((row, index) => width(row) + width(rows[index - 1]?.filter((key) => key.rows === 2)));

/** @param {LayoutKey[]} [row] */
const width = (row = []) => row.reduce((sum, key) => sum + (key.columns ?? 1), 0);

/**
 * The visible part of a key.
 * @param {string} name
 */
export const capOf = (name) => make("span", { className: "cap" }, faceOf(name));

/**
 * The face of a key. √ is a picture too.
 * @param {string} name
 */
export function faceOf(name) {
    if (repeating.includes(name)) return picture(`i-${name}`, "icon");
    const [before, after] = face(name).split("√");
    if (after === undefined) return before;
    const root = picture("i-root", "icon");
    return before + after ? make("i", {}, before, root, after) : root;
}
