// Draws the screen of the calculator: main line, expression, remark on the last key, and the rules in force.
import { drawEach, element, make, picture, write } from "../page/dom.js";
import { group, local } from "../text/numbers.js";
import { fill, texts } from "../text/texts.js";

/** Keypads whose numbers have seven segments. */
const clocks = ["simple"];
/** Milliseconds until an unconfirmed key is marked, and until the page asks for an answer. */
const [markTime, askTime] = [150, 1500];
/** Lines up to this number of characters have their full size on every keypad. */
const fit = { display: 6, expression: 14 };

/**
 * @typedef {HTMLElement & { measured?: number, written?: string | number }} TextLine
 * @typedef {ReturnType<typeof screenOf>} Screen
 */

/**
 * Makes the display. `ask` makes the replica look for an answer.
 * @param {() => void} ask
 */
export function makeDisplay(ask) {
    const screen = screenOf(element("screen"));
    let shown = "0";
    /** @type {string | undefined} */
    let remark;
    let isLate = false;
    /** @type {number | undefined} */
    let timer;
    let waiting = { pending: 0, unconfirmed: 0 };

    return {
        /** The number as programs read it, or nothing for an error. */
        number: () => (errorOf(shown) ? undefined : shown),
        /** The number with the reader's marks, or the error. */
        text: () => screen.said,
        /** Why the last key had no effect, if it had none. */
        remark: () => remark,

        /** @param {Display} display */
        draw({ main, keypad, expression, notice, again, memory, example, percent, radians, canUndo,
            canRedo }) {
            shown = main;
            drawMain(screen, main, keypad);
            drawLine(screen.expression, local(expression));
            remark = texts.remarks[notice ?? ""];
            write(element("remark"), remark);
            write(element("again"), again && fill(texts.repeats, local(again)));
            write(element("memory"), texts.memory[memory ?? ""]);
            write(element("angle"), texts.angles[radians ? "rad" : "deg"]);
            write(element("example"), example);
            write(element("percent"), percent);
            enable("undo", canUndo);
            enable("redo", canRedo);
        },

        /**
         * Takes the number of pending keys, and of unconfirmed characters at the end of the main line.
         * @param {{ pending: number, unconfirmed: number }} now
         */
        wait(now) {
            if (now.pending < waiting.pending) {
                clearTimeout(timer);
                isLate = false;
                timer = undefined;
            }
            waiting = now;
            screen.display.dataset.pending = `${now.pending}`;
            if (isLate || now.unconfirmed === 0) markWaiting();
            if (now.pending > 0) timer ??= setTimeout(growLate, markTime);
        },
    };

    function growLate() {
        isLate = true;
        markWaiting();
        timer = setTimeout(() => {
            timer = undefined;
            ask();
        }, askTime - markTime);
    }

    function markWaiting() {
        const marked = waiting.unconfirmed > 0 ? shown.length - waiting.unconfirmed : undefined;
        if (screen.marked !== marked) mark(screen, marked);
    }
}

/**
 * Enables a button. An assignment of the same value would make the browser lay out the page again.
 * @param {"undo" | "redo"} id
 * @param {boolean} isOffered
 */
function enable(id, isOffered) {
    const button = element(id);
    if (button.disabled === isOffered) button.disabled = !isOffered;
}

/**
 * Draws a keypad's result of its example, `2 + 3 × 4 = 14`.
 * @param {HTMLElement} place
 * @param {string} example
 * @param {string} keypad
 */
export function drawExample(place, example, keypad) {
    const [expression, result] = example.split(" = ");
    place.append(make("div", { className: "glass" }, ...["expression", "display", "figures"].map(
        (className) => make("div", { className }))));
    const screen = screenOf(place);
    drawMain(screen, result, keypad);
    drawLine(screen.expression, expression);
}

/** @param {HTMLElement} place */
function screenOf(place) {
    const part = (/** @type {string} */ name) => /** @type {TextLine} */ (place.querySelector(name));
    return {
        place, display: part(".display"), figures: part(".figures"), expression: part(".expression"),
        /** The main line as the reader sees it. */
        said: "0",
        main: /** @type {string | undefined} */ (undefined),
        keypad: /** @type {string | undefined} */ (undefined),
        isClock: /** @type {boolean | undefined} */ (undefined),
        /** The first unconfirmed character of the number. */
        marked: /** @type {number | undefined} */ (undefined),
    };
}

/**
 * The name of the error that a result is, if it is one.
 * @param {string} [result]
 */
export const errorOf = (result) => result?.split("error:")[1];

/**
 * An error in words, which some keypads have of their own.
 * @param {string} error
 * @param {string} [keypad]
 */
export const wordsOf = (error, keypad = "") =>
    texts.errorsOf[keypad]?.[error] ?? texts.errors[error] ?? error;

/**
 * The result of a line, its error in words, or `…` if it is unfinished.
 * @param {{ result?: string, error?: string }} line
 */
export function outcomeOf({ result, error = errorOf(result) }) {
    return error ? wordsOf(error) : result ? local(result) : "…";
}

/**
 * @param {Screen} screen
 * @param {string} main
 * @param {string} keypad
 */
function drawMain(screen, main, keypad) {
    if (screen.main === main && screen.keypad === keypad) return;
    Object.assign(screen, { main, keypad });
    const error = errorOf(main);
    screen.said = error ? wordsOf(error, keypad) : local(main);
    screen.display.dataset.number = error ? "" : main;
    const isClock = !error && clocks.includes(keypad);
    if (screen.isClock !== isClock) {
        screen.isClock = isClock;
        screen.place.dataset.clock = `${isClock}`;
    }
    screen.display.classList.toggle("error", error !== undefined);
    measure(screen.display, screen.said, fit.display);
    drawNumber(screen, !error);
    if (isClock) measure(screen.figures, screen.said, 0);
    drawEach(screen.figures, isClock ? screen.said : "", (character) => {
        const isPoint = !/[\de+-]/.test(character);
        return make("i", { className: isPoint ? "point" : "" },
            picture(isPoint ? `figure${character}` : "figure8", "unlit"),
            picture(`figure${character}`, "lit"));
    });
}

/**
 * Marks all characters from `marked` on as unconfirmed.
 * @param {Screen} screen
 * @param {number} [marked]
 */
function mark(screen, marked) {
    screen.marked = marked;
    drawNumber(screen, !errorOf(screen.main));
    const first = placeOf(screen.said, marked, group) ?? Infinity;
    [...screen.figures.children].forEach((figure, index) =>
        figure.classList.toggle("unconfirmed", index >= first));
}

/**
 * The position of a number's character in the text, which has group marks.
 * @param {string} said
 * @param {number | undefined} index
 * @param {string} mark
 */
export const placeOf = (said, index, mark) => index === undefined ? undefined
    : [...said].flatMap((character, place) => (character === mark ? [] : place))[index];

/**
 * Draws one text node unless a part of the number looks different, so that most keys change nothing else.
 * @param {Screen} screen
 * @param {boolean} isNumber
 */
function drawNumber({ display, said, marked }, isNumber) {
    if (marked === undefined && !(isNumber && said.includes("-"))) return write(display, said);
    // The text keeps the hyphen that programs read. Style sheets draw a minus.
    const pieces = (/** @type {string} */ text) => text.split(isNumber ? /(-)/ : "\0").map((piece) =>
        piece === "-" ? make("span", { className: "minus" }, piece) : piece);
    const first = placeOf(said, marked, group);
    display.written = undefined;
    display.replaceChildren(...pieces(said.slice(0, first)));
    if (first === undefined) return;
    display.append(make("span", { className: "unconfirmed" }, ...pieces(said.slice(first))));
}

/**
 * @param {TextLine} line
 * @param {string} text
 */
function drawLine(line, text) {
    write(line, text);
    measure(line, text, fit.expression);
}

/**
 * Sets the length by which the letters shrink. Text that fits keeps the same length, and costs no layout.
 * @param {TextLine} line
 * @param {string} text
 * @param {number} least
 */
function measure(line, text, least) {
    const length = Math.max(lengthOf(text, group), least);
    if (line.measured === length) return;
    line.measured = length;
    line.style.setProperty("--length", `${length}`);
}

/**
 * The width of a text in digits. Two group marks are as wide as one digit.
 * @param {string} text
 * @param {string} mark
 */
export const lengthOf = (text, mark) => text.length - (text.split(mark).length >> 1);
