// Reads the keyboard and the clipboard. The engine decides what the keys mean.
import { openDialog } from "../page/dialogs.js";
import { decimal } from "../text/numbers.js";
import { texts } from "../text/texts.js";

/**
 * The element that an event is meant for. A closed dialog keeps the focus until the next frame.
 * @param {Event} event
 */
const targetOf = ({ target }) =>
    target instanceof Element && !target.closest("dialog:not([open])") ? target : document.body;

/**
 * True if an event is not for the calculator. A click may take the focus out of a dialog that stays open.
 * @param {Event} event
 */
const isElsewhere = (event) =>
    targetOf(event).closest("input, select, textarea") !== null || openDialog() !== undefined;

/** Keys that move the cursor of the editor, and open it. */
const arrows = ["ArrowLeft", "ArrowRight", "Home", "End"];

/**
 * The key of the keypad that a key of a keyboard stands for, if any.
 * @param {string} key
 * @param {Record<string, string>} named
 */
export const keyOf = (key, named) => named[key] ?? (/^[\d.+\-*/=%()]$/.test(key) ? key : undefined);

/**
 * Listens to the keyboard. `named` maps the keys that have another name on the keypad.
 * @param {Record<string, string>} named
 * @param {object} acts
 * @param {(key: string) => void} acts.press
 * @param {() => void} acts.undo
 * @param {() => void} acts.redo
 * @param {() => void} acts.help
 * @param {(name: string) => void} acts.move moves the cursor of the editor
 * @param {() => boolean} acts.isEditing
 */
export function listenToKeyboard(named, { press, undo, redo, help, move, isEditing }) {
    addEventListener("keydown", (event) => {
        if (isElsewhere(event) || event.altKey || event.isComposing) return;
        if (event.ctrlKey || event.metaKey) {
            const letter = event.key.toLowerCase();
            if (letter !== "z" && letter !== "y") return;
            event.preventDefault();
            return (letter === "y" || event.shiftKey ? redo : undo)();
        }
        // Enter means = while a key has the focus, but follows a link and clicks another button.
        const isButton = targetOf(event).closest("a, summary, button:not(.key)");
        if (event.key === "Enter" && isButton) return;
        if (event.key === "?") return help();
        if (arrows.includes(event.key) || (isEditing() && /^(Escape|Delete)$/.test(event.key))) {
            event.preventDefault();
            return move(event.key);
        }
        const key = keyOf(event.key, named);
        if (!key) return;
        event.preventDefault();
        if (!event.repeat || event.key === "Backspace") press(key);
    });
}

/** No keypad takes a number with more characters. */
const pastedMax = 64;
/** No expression has more characters, whatever blanks and marks are in it. */
export const textMax = 10_000;

/**
 * Listens to paste and copy. A text that is not a number may be an expression.
 * @param {object} acts
 * @param {(keys: string[]) => void} acts.enter types a number
 * @param {(text: string) => void} acts.typeText
 * @param {() => string | undefined} acts.number the number as programs read it
 * @param {() => string} acts.copied the number with the reader's marks
 * @param {(text: string) => void} acts.say
 */
export function listenToClipboard({ enter, typeText, number, copied, say }) {
    document.addEventListener("paste", (event) => {
        if (isElsewhere(event)) return;
        event.preventDefault();
        const pasted = event.clipboardData?.getData("text").trim() ?? "";
        if (pasted.length > textMax) return typeText(pasted);
        const keys = keysOf(pasted, decimal);
        if (keys) enter(keys);
        else typeText(expressionOf(pasted, decimal));
    });
    document.addEventListener("copy", (event) => {
        if (isElsewhere(event)) return;
        const selected = String(getSelection());
        // A selected minus is copied as the hyphen that programs read.
        if (selected ? !selected.includes("−") : number() === undefined) return;
        event.preventDefault();
        event.clipboardData?.setData("text/plain", selected ? selected.replaceAll("−", "-") : copied());
        if (!selected) say(texts.notices.copied);
    });
}

/**
 * Types a number in place of the number being typed, as a whole or not at all. Returns true if it was typed.
 * @param {string[]} keys
 * @param {object} acts
 * @param {(key: string) => void} acts.press
 * @param {() => string | undefined} acts.remark why the last key had no effect
 * @param {(text: string) => void} acts.say
 */
export function typeNumber(keys, { press, remark, say }) {
    press("CE");
    for (const key of keys) {
        press(key);
        const why = remark();
        if (!why) continue;
        press("CE");
        say(why);
        return false;
    }
    return true;
}

/**
 * The keys that type a pasted number, or nothing if it is not a number.
 * @param {string} text
 * @param {string} decimalMark
 */
export function keysOf(text, decimalMark) {
    const number = pastedNumber(text, decimalMark);
    if (!number || number.length > pastedMax) return undefined;
    return number.startsWith("-") ? [...number.slice(1), "neg"] : [...number];
}

/**
 * An expression with the marks that programs write, for the call `parsed`.
 * @param {string} text
 * @param {string} decimalMark
 */
export const expressionOf = (text, decimalMark) => text
    .replaceAll(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/(?<=\d)[\u00a0\u202f](?=\d)/g, "")
    .replaceAll(/[\d.,'’]+/g, (number) => pastedNumber(number, decimalMark) ?? number)
    .replaceAll(/×10\^(?=[-−\d])/g, "e").replaceAll(/\s+/g, " ").trim();

/**
 * Reads a number however it is written: `1,234.50 €` is 1234.50. If there are two kinds of marks, the first
 * one groups digits. A single mark before three digits groups them unless it is the reader's decimal mark.
 * @param {string} text
 * @param {string} decimalMark
 */
export function pastedNumber(text, decimalMark) {
    let number = text.normalize("NFKC").replaceAll(/[−–]/g, "-").replaceAll(/[\s\p{Sc}'’_]/gu, "");
    const [, mark, more, other] =
        /^[+-]?\d{1,3}([.,])\d{3}((?:\1\d{3})*)([.,]\d*)?$/.exec(number) ?? [];
    if (mark && (more || other || mark !== decimalMark)) number = number.replaceAll(mark, "");
    number = number.replace(",", ".").replace(/^\+/, "");
    return /^-?(\d+\.?\d*|\.\d+)$/.test(number) ? number : undefined;
}
