// Puts texts into the calculator: pasted ones, lines of the tape, and functions that are typed on a keyboard. A text is
// typed as a whole or refused with a reason.
import { element, write } from "../page/dom.js";
import { local } from "../text/numbers.js";
import { keysOf, read } from "../text/reading.js";
import { fill, texts } from "../text/texts.js";

/** No keypad takes a number with more characters. */
const numberMax = 64;
/** No expression has more characters, whatever blanks and marks are in it. */
const textMax = 10_000;
/** The numbers of a sum that are shown. The others are counted. */
const shownMax = 8;

/**
 * The beginning of a text. Characters that are not seen, or that change the direction of others, are replaced.
 * @param {string} text
 */
const legible = (text) => [...text.slice(0, 80)].slice(0, 40).join("").replaceAll(/\p{C}/gu, "\ufffd");

/**
 * @param {Pick<Room, "editing" | "say" | "typeKeys">} shared
 * @param {() => Promise<AskEditor>} load
 * @param {object} acts
 * @param {(key: string) => void} acts.press
 * @param {() => string | undefined} acts.remark why the last key had no effect
 * @param {() => string | undefined} acts.whyAsleep why this person cannot press keys
 * @param {(about: string, text: string, label: string, act: () => void) => void} acts.offer shows a line with a button
 */
export function makePasting(shared, load, { press, remark, whyAsleep, offer }) {
    const words = texts.notices;
    return { paste, typeText, typeCall, enter, refuse, show };

    /**
     * Says why something is not typed. The editor covers other notices.
     * @param {string} [why]
     */
    function refuse(why = "") {
        shared.editing ? shared.editing.note(why) : shared.say(why);
    }

    /**
     * Shows letters that wait for more, in the editor if it is open.
     * @param {string} text
     */
    function show(text) {
        shared.editing?.note(text);
        write(element("letters"), shared.editing ? "" : text);
    }

    /** @param {string} text */
    function paste(text) {
        const why = whyAsleep();
        if (why) return refuse(why);
        /** @type {ReturnType<typeof read>} */
        const { numbers = [], fraction, expression = "" } = text.length > textMax ? { expression: text } : read(text);
        const [number = ""] = numbers;
        if (numbers.length > 1) return offerSum(numbers);
        if (fraction) return typeFraction(fraction);
        // The parser gives the reason why a number is too long.
        if (!number || number.length > numberMax) return typeText(number || expression);
        if (shared.editing) shared.editing.insert(keysOf(number));
        else enter(number);
    }

    /** @param {string[]} numbers */
    async function offerSum(numbers) {
        const sum = numbers.join(" + ");
        if (!await keysFor(sum, true)) return;
        const more = numbers.length > shownMax ? ` + … (${numbers.length})` : "";
        offer("sum", fill(words.sum, numbers.slice(0, shownMax).map(local).join(" + ") + more), words.add,
            () => typeText(sum, true));
    }

    /**
     * Types an expression as one step.
     * @param {string} text
     * @param {boolean} [isFinished]
     */
    async function typeText(text, isFinished = false) {
        const keys = await keysFor(text, isFinished);
        if (!keys) return;
        if (shared.editing) shared.editing.insert(keys);
        else shared.typeKeys(keys);
    }

    /**
     * Types a fraction like a number. Without parentheses it is a calculation of its own.
     * @param {string} text
     */
    async function typeFraction(text) {
        const keys = await keysFor(text, false);
        if (!keys) return;
        const isOperand = keys[0] === "(";
        if (!shared.editing) return isOperand ? place(keys) : shared.typeKeys([...keys, "="]);
        if (isOperand || shared.editing.before().length === 0) shared.editing.insert(keys);
        else refuse(fill(words.notTyped.keypad, legible(text)));
    }

    /**
     * The keys of an expression, or nothing if it was refused.
     * @param {string} text
     * @param {boolean} isFinished true if `=` follows, except in the editor
     */
    async function keysFor(text, isFinished) {
        const why = whyAsleep();
        if (why) return refuse(why);
        const ask = await load();
        const keys = parse(ask, text);
        if (!keys || shared.editing) return keys;
        if (isFinished) keys.push("=");
        return isTaken(ask, keys) ? keys : undefined;
    }

    /**
     * @param {AskEditor} ask
     * @param {string} text
     */
    function parse(ask, text) {
        /** @type {EditorTold} */
        const { keys, error = "", at = 0 } = text.length > textMax ? { error: "length" } : ask("parsed", text);
        if (keys) return keys;
        const [, between, rest] = /^(; )?(.*)/s.exec(text.slice(at)) ?? [];
        // A semicolon is between lines without an operator.
        const sentence = words.notTyped[between ? "operator" : error];
        if (sentence) refuse(fill(sentence, legible(rest)));
        // The calculator arrives with the room.
        else refuse(error === "length" ? texts.remarks.expressionFull : texts.states.connecting);
        return undefined;
    }

    /**
     * True if the calculator takes all keys that are not typed yet. Otherwise it says why not.
     * @param {AskEditor} ask
     * @param {string[]} keys
     * @param {number} [typed] the number of keys at the beginning that are typed already
     */
    function isTaken(ask, keys, typed = 0) {
        const { error, editor } = ask("editor", keys.join(" "));
        const { problem = "", problemAt = -1 } = editor ?? {};
        if (editor && problemAt < typed) return true;
        refuse(editor ? texts.remarks[problem] : error === "work" ? texts.voids.work : texts.remarks.expressionFull);
        return false;
    }

    /**
     * Types a function with its argument, such as `sin(30)`, a constant, or an exponent, such as `e-7`, after the keys
     * that were typed before.
     * @param {string} text
     */
    async function typeCall(text) {
        const why = whyAsleep();
        if (why) return refuse(why);
        const ask = await load();
        const before = shared.editing?.before() ?? keysBefore(ask);
        const isAfterNumber = ask("editor", before.join(" ")).editor?.complete;
        // After a number, the parser decides whether × comes before the text.
        const keys = exponentOf(text, before) ?? (isAfterNumber ? parse(ask, `π${text}`)?.slice(1) : parse(ask, text));
        if (!keys) return;
        if (shared.editing) shared.editing.insert(keys);
        else if (isTaken(ask, [...before, ...keys], before.length)) keys.forEach(press);
    }

    /**
     * The keys of the expression on display, unless the next key begins another one.
     * @param {AskEditor} ask
     */
    function keysBefore(ask) {
        const { keys = [], finished } = ask("expression");
        return finished ? [] : keys;
    }

    /**
     * Types a number in place of the number being typed. Returns true if it was typed.
     * @param {string} number
     */
    function enter(number) {
        return place(keysOf(number));
    }

    /**
     * Presses keys in place of the number being typed, all or none. Returns true if they were pressed.
     * @param {string[]} keys
     */
    function place(keys) {
        press("CE");
        for (const key of keys) {
            press(key);
            const why = remark();
            if (!why) continue;
            press("CE");
            shared.say(why);
            return false;
        }
        return true;
    }
}

/**
 * The keys of an exponent, if it follows a number without one.
 * @param {string} text
 * @param {string[]} before
 */
function exponentOf(text, before) {
    const [, sign, one] = /^e([-+]?)(\d)$/i.exec(text) ?? [];
    const isFree = /^[\d.]$/.test(before.at(-1) ?? "") && !/EE( -)?( \d)*$/.test(before.join(" "));
    return one && isFree ? ["EE", ...sign.replace("+", ""), one] : undefined;
}
