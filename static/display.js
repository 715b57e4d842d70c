// The screen of the calculator: main line, expression, what the last key did, the rule in force.
import { drawEach, element, make, picture, write } from "./elements.js";
import { group, local } from "./numbers.js";
import { fill, texts } from "./texts.js";

/** Keypads whose numbers are those of a clock. */
const clocks = ["simple"];
/** What nobody has confirmed for so long is marked, and after so long asked about. */
const [markTime, askTime] = [150, 1500];
/** Lines of so many characters have their full size on every keypad. */
const fit = { display: 6, expression: 14 };

/** `ask` asks whether anybody is there. */
export function makeDisplay(ask) {
    const screen = screenOf(element("screen"));
    let shown = "0";
    let remark;
    let isLate, timer;
    let waiting = { pending: 0 };

    return {
        /** The number as programs read it; nothing for an error. */
        number: () => (errorOf(shown) ? undefined : shown),
        /** The same in the reader's marks, or the error. */
        text: () => screen.said,
        /** What the last key could not do. */
        remark: () => remark,

        draw({ main, keypad, expression, notice, again, memory, example, percent, radians, canUndo,
            canRedo }) {
            shown = main;
            drawMain(screen, main, keypad);
            drawLine(screen.expression, local(expression));
            remark = texts.remarks[notice];
            const lines = {
                remark, again: again && fill(texts.repeats, local(again)),
                memory: texts.memory[memory], angle: texts.angles[radians ? "rad" : "deg"],
                example, percent,
            };
            for (const id in lines) write(element(id), lines[id]);
            enable("undo", canUndo);
            enable("redo", canRedo);
        },

        /** So many keys wait for their answers, and so many characters at the end are theirs. */
        wait(now) {
            if (now.pending < waiting.pending) {
                clearTimeout(timer);
                isLate = timer = undefined;
            }
            waiting = now;
            screen.display.dataset.pending = now.pending;
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

/** Whoever says again what is so has the page look after it again. */
function enable(id, isOffered) {
    const button = element(id);
    if (button.disabled === isOffered) button.disabled = !isOffered;
}

/** What a keypad makes of its example, `2 + 3 × 4 = 14`. */
export function drawExample(place, example, keypad) {
    const [expression, result] = example.split(" = ");
    place.append(make("div", { className: "glass" }, ...["expression", "display", "figures"].map(
        (className) => make("div", { className }))));
    const screen = screenOf(place);
    drawMain(screen, result, keypad);
    drawLine(screen.expression, expression);
}

const screenOf = (place) => ({
    place, display: place.querySelector(".display"), figures: place.querySelector(".figures"),
    expression: place.querySelector(".expression"), said: "0",
});

/** The name of the error that a result is, and the words for it. */
export const errorOf = (result) => result?.split("error:")[1];
export const wordsOf = (error, keypad) =>
    texts.errorsOf[keypad]?.[error] ?? texts.errors[error] ?? error;

function drawMain(screen, main, keypad) {
    if (screen.main === main && screen.keypad === keypad) return;
    Object.assign(screen, { main, keypad });
    const error = errorOf(main);
    screen.said = error ? wordsOf(error, keypad) : local(main);
    screen.display.dataset.number = error ? "" : main;
    const isClock = !error && clocks.includes(keypad);
    if (screen.isClock !== isClock) screen.place.dataset.clock = screen.isClock = isClock;
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

/** Marks all characters from the first one that is marked. */
function mark(screen, marked) {
    screen.marked = marked;
    drawNumber(screen, !errorOf(screen.main));
    const first = placeOf(screen.said, marked);
    [...screen.figures.children].forEach((figure, index) =>
        figure.classList.toggle("unconfirmed", index >= first));
}

/** Where a character of the number stands among those that group its digits. */
const placeOf = (said, index) =>
    [...said].flatMap((character, place) => (character === group ? [] : place))[index];

/** One text, unless something in it looks otherwise: then a key changes nothing else. */
function drawNumber({ display, said, marked }, isNumber) {
    if (marked === undefined && !(isNumber && said.includes("-"))) return write(display, said);
    // What stands there is the hyphen that programs read; what is seen is a minus.
    const pieces = (text) => text.split(isNumber ? /(-)/ : "\0").map((piece) =>
        piece === "-" ? make("span", { className: "minus" }, piece) : piece);
    const first = placeOf(said, marked);
    display.written = undefined;
    display.replaceChildren(...pieces(said.slice(0, first)));
    if (first === undefined) return;
    display.append(make("span", { className: "unconfirmed" }, ...pieces(said.slice(first))));
}

function drawLine(line, text) {
    write(line, text);
    measure(line, text, fit.expression);
}

/** The length that the letters shrink with. As long as they need not, nothing is laid out for it. */
function measure(line, text, least) {
    // Two marks between groups are as wide as a digit.
    const length = Math.max(text.length - (text.split(group).length >> 1), least);
    if (line.measured !== length) line.style.setProperty("--length", (line.measured = length));
}
