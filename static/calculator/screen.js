// Draws the two lines of a screen: the expression and the main line. Keypads to choose from have one too.
import { drawEach, make, picture } from "../page/dom.js";
import { group, groups, local, marked, roomy } from "../text/numbers.js";
import { errorOf, formNodes, nodesOf, widestOf, wordsOf } from "./outcomes.js";

/** Keypads whose numbers have seven segments. */
const clocks = ["simple"];
/** Lines up to this number of characters have their full size on every keypad. */
const fit = { display: 6, expression: 14 };

/** @param {HTMLElement} place */
export function makeScreen(place) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (place.querySelector(name));
    const [display, figures] = [part(".display"), part(".figures")];
    const main = makeLine(display, fit.display);
    const above = makeLine(part(".expression"), fit.expression, part(".expression").appendChild(make("div")));
    const measureFigures = makeMeasure(figures, 1);
    /** @type {{ number?: string, keypad?: string, form?: string, isRounded?: boolean, isClock?: boolean }} */
    let drawn = {};
    let text = "0";
    /** The number of unconfirmed characters. */
    let marks = 0;

    return {
        /** The main line as the reader sees it. */
        text: () => text,

        /** @param {Pick<Display, "main" | "keypad" | "expression" | "form" | "rounded">} display */
        draw(display) {
            above.draw(local(display.expression));
            const { main, keypad, form, rounded } = display;
            const isRounded = rounded === true && !form;
            const isSame = drawn.number === main && drawn.keypad === keypad
                && drawn.form === form?.text && drawn.isRounded === isRounded;
            if (!isSame) drawMain(main, keypad, form, isRounded);
        },

        /**
         * Marks characters at the end of the number as unconfirmed.
         * @param {number} count
         */
        mark(count) {
            if (marks === count) return;
            marks = count;
            drawMarks();
        },
    };

    /**
     * @param {string} number
     * @param {string} keypad
     * @param {Display["form"]} form
     * @param {boolean} isRounded
     */
    function drawMain(number, keypad, form, isRounded) {
        const error = errorOf(number);
        const isClock = !error && !form && clocks.includes(keypad);
        text = error ? wordsOf(error, keypad) : local(form?.text ?? roomy(number));
        if (drawn.isClock !== isClock) place.dataset.clock = `${isClock}`;
        if (drawn.isRounded !== isRounded) place.dataset.rounded = `${isRounded}`;
        drawn = { number, keypad, form: form?.text, isRounded, isClock };
        display.dataset.number = error ? "" : number;
        display.classList.toggle("error", error !== undefined);
        if (isClock) measureFigures(text);
        drawGroups(figures, isClock ? groups(marked(roomy(number))) : []);
        if (form) main.drawForm(form);
        else drawMarks();
    }

    function drawMarks() {
        const { number = "", form } = drawn;
        if (form) return;
        const shown = roomy(number);
        const first = errorOf(number) || marks === 0 ? undefined : placeOf(text, shown, Math.max(shown.length - marks, 0));
        main.draw(text, first);
        if (figures.firstChild) {
            [...figures.querySelectorAll("i")].forEach((figure, index) =>
                figure.classList.toggle("unconfirmed", first !== undefined && index >= first));
        }
    }
}

/**
 * Makes a line of text that draws only the difference to its last text.
 * @param {HTMLElement} measured the element whose letters shrink
 * @param {number} least
 * @param {HTMLElement} place
 */
function makeLine(measured, least, place = measured) {
    const measure = makeMeasure(measured, least);
    let [drawn, from] = ["", /** @type {number | undefined} */ (undefined)];

    return {
        /**
         * @param {string} text
         * @param {number} [first] the first unconfirmed character
         */
        draw(text, first) {
            if (text === drawn && first === from) return;
            [drawn, from] = [text, first];
            measure(text);
            const nodes = nodesOf(text.slice(0, first));
            if (first !== undefined) {
                nodes.push(make("span", { className: "unconfirmed" }, ...nodesOf(text.slice(first))));
            }
            const { firstChild } = place;
            // Most keys change one text and no element.
            if (nodes.length === 1 && firstChild instanceof Text && !firstChild.nextSibling) {
                firstChild.data = text;
            } else {
                place.replaceChildren(...nodes);
            }
        },

        /** @param {{ kind: string, text: string }} form */
        drawForm({ kind, text }) {
            [drawn, from] = ["", undefined];
            measure(widestOf(text));
            place.replaceChildren(...formNodes(kind, text));
        },
    };
}

/**
 * Makes a function that sets the length by which letters shrink. The same length costs no layout.
 * @param {HTMLElement} place
 * @param {number} least
 */
function makeMeasure(place, least) {
    /** @type {number | undefined} */
    let measured;
    return (/** @type {string} */ text) => {
        const length = Math.max(lengthOf(text, group), least);
        if (measured === length) return;
        measured = length;
        place.style.setProperty("--length", `${length}`);
    };
}

/**
 * Draws groups of figures. A line ends between groups only.
 * @param {HTMLElement} figures
 * @param {string[]} all
 */
function drawGroups(figures, all) {
    while (figures.childElementCount > all.length) figures.lastElementChild?.remove();
    all.forEach((characters, index) => {
        const place = figures.children[index] ?? figures.appendChild(make("span"));
        drawEach(/** @type {HTMLElement} */ (place), characters, makeFigure);
    });
}

/** @param {string} character */
function makeFigure(character) {
    const isPoint = !/[\de+-]/.test(character);
    return make("i", { className: isPoint ? "point" : "" },
        picture(isPoint ? `figure${character}` : "figure8", "unlit"),
        picture(`figure${character}`, "lit"));
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
    makeScreen(place).draw({ main: result, keypad, expression });
}

/**
 * The position of a number's character in its shown text, which has group marks and another exponent.
 * @param {string} shown
 * @param {string} number
 * @param {number} index
 */
export function placeOf(shown, number, index) {
    if (index > number.indexOf("e") && number.includes("e")) return shown.indexOf("×");
    return [...shown].flatMap((character, place) => (character === group ? [] : place))[index] ?? shown.length;
}

/**
 * The width of a text in digits. Two group marks are as wide as one digit.
 * @param {string} text
 * @param {string} mark
 */
export const lengthOf = (text, mark) => text.length - ((text.split(mark).length - 1) >> 1);
