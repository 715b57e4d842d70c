// Draws the screen of the calculator: main line, expression, remark on the last key, and the rules in force.
import { element, write } from "../page/dom.js";
import { local, marked, plain } from "../text/numbers.js";
import { fill, texts } from "../text/texts.js";
import { errorOf, wordsOf } from "./outcomes.js";
import { makeScreen } from "./screen.js";

/** Milliseconds until an unconfirmed key is marked, and until the page asks for an answer. */
const [markTime, askTime] = [150, 1500];

/**
 * Makes the display. `ask` makes the replica look for an answer.
 * @param {() => void} ask
 * @param {boolean} hasForms true if a tap shows the number in other forms
 */
export function makeDisplay(ask, hasForms) {
    const screen = makeScreen(element("screen"));
    let shown = "0";
    /** @type {string | undefined} */
    let form;
    let isRounded = false;
    /** @type {string | undefined} */
    let remark;
    /** @type {string | undefined} */
    let rules;
    let isLate = false;
    /** @type {number | undefined} */
    let timer;
    let waiting = { pending: 0, unconfirmed: 0 };

    return {
        /** The number as programs read it, or nothing for an error. */
        number: () => (errorOf(shown) ? undefined : plain(shown)),
        /** The number with the reader's marks, to be copied. */
        copied: () => marked(form ?? shown),
        isRounded: () => isRounded,
        /** The main line as it is shown. */
        text: screen.text,
        /** Why the last key had no effect, if it had none. */
        remark: () => remark,

        /** @param {Display} display */
        draw(display) {
            const { main, keypad, notice, again, memory, example, percent, radians, canUndo, canRedo } = display;
            shown = main;
            form = display.form?.text;
            isRounded = display.rounded === true;
            screen.draw(display);
            if (hasForms) element("display").title = isRounded && !form ? texts.room.exact : texts.room.forms;
            remark = texts.remarksOf[keypad]?.[notice ?? ""] ?? texts.remarks[notice ?? ""];
            write(element("remark"), remark ?? reasonOf(main, keypad));
            write(element("again"), again && fill(texts.repeats, local(again)));
            write(element("memory"), texts.memory[memory ?? ""]);
            write(element("angle"), texts.angles[radians ? "rad" : "deg"]);
            write(element("example"), example);
            if (rules !== display.rules) element("rules").title = texts.rules[(rules = display.rules) ?? ""] ?? "";
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
            element("display").dataset.pending = `${now.pending}`;
            if (isLate || now.unconfirmed === 0) screen.mark(now.unconfirmed);
            if (now.pending > 0) timer ??= setTimeout(growLate, markTime);
        },
    };

    function growLate() {
        isLate = true;
        screen.mark(waiting.unconfirmed);
        timer = setTimeout(() => {
            timer = undefined;
            ask();
        }, askTime - markTime);
    }
}

/**
 * The reason for an error, if the keypad has a word of its own for it.
 * @param {string} main
 * @param {string} keypad
 */
function reasonOf(main, keypad) {
    const error = errorOf(main);
    return error && texts.errorsOf[keypad]?.[error] && wordsOf(error);
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
