// Spells names that are typed on a keyboard. The name of a function presses its key. A function with its argument and a
// constant are typed as if their text were pasted, because on some keypads the argument comes first.
import { fill, texts } from "../text/texts.js";

/** The functions and the operator that have one name for the parser of expressions and for the keys. */
const keys = /^(sqrt|sin|cos|tan|asin|acos|atan|ln|log|exp|mod)$/;
/** Names that no other name begins with, and that have no argument. */
const short = /^(x|mr|π|pi|ans|mod)$/i;
const letter = /^\p{L}$/u;

/**
 * @param {(key: string) => void} press
 * @param {Pick<ReturnType<typeof import("./pasting.js").makePasting>, "typeCall" | "refuse" | "show">} acts
 * @returns {Spelling}
 */
export function makeSpelling(press, { typeCall, refuse, show }) {
    let text = "";
    return { take, isOn: () => text !== "" };

    /**
     * Takes a key of a keyboard.
     * @param {string} name
     * @param {string} [key] the key of the keypad that it stands for
     */
    async function take(name, key) {
        if (text && name === "Escape") write("");
        else if (text && name === "Backspace") write(text.slice(0, -1));
        else if (letter.test(name) || (text && isArgument(text, name))) {
            write(text + (key === "." ? key : name));
            if (isWhole(text)) await end();
        } else {
            if (text) await end();
            if (key) press(key);
            else if (name !== " ") refuse(fill(texts.notices.notTyped.text, name));
        }
    }

    async function end() {
        const name = text.trim().toLowerCase();
        write("");
        if (name === "x") press("*");
        else if (keys.test(name)) press(name);
        else await typeCall(name);
    }

    /** @param {string} next */
    function write(next) {
        text = next;
        show(text);
    }
}

/** @param {string} text */
const openCount = (text) => text.split("(").length - text.split(")").length;

/**
 * True if a character continues a name as its argument: a number, or parentheses with all characters in them. The
 * exponent of `1e-7` has a sign.
 * @param {string} text
 * @param {string} name
 */
const isArgument = (text, name) => name !== "=" && (openCount(text) > 0 ? name.length === 1 : /^[\d., (]$/.test(name))
    || (/^e$/i.test(text) && /^[-+]$/.test(name));

/**
 * True if the text needs no more characters.
 * @param {string} text
 */
const isWhole = (text) =>
    short.test(text) || /^e[-+]?\d$/i.test(text) || (text.endsWith(")") && openCount(text) === 0);
