// What a keyboard types, and what is pasted and copied. What its keys mean, the engine says.
import { decimal } from "./numbers.js";
import { fill, texts } from "./texts.js";

const isField = (place) => place.closest?.("input, select, textarea, dialog");

/** `named` has the keys that are not called like those of a keypad. */
export function listenToKeyboard(named, { press, undo, redo, help }) {
    addEventListener("keydown", (event) => {
        const place = event.target;
        if (isField(place) || event.altKey || event.isComposing) return;
        if (event.ctrlKey || event.metaKey) {
            const letter = event.key.toLowerCase();
            if (letter !== "z" && letter !== "y") return;
            event.preventDefault();
            return (letter === "y" || event.shiftKey ? redo : undo)();
        }
        // Enter is = also where a key of the page has the focus; on a link it leads there.
        if (event.key === "Enter" && place.closest("a, button:not(.key)")) return;
        if (event.key === "?") return help();
        const key = named[event.key] ?? (/^[\d.+\-*/=%()]$/.test(event.key) ? event.key : undefined);
        if (!key) return;
        event.preventDefault();
        if (!event.repeat || event.key === "Backspace") press(key);
    });
}

/** No keypad has a number of more characters. */
const pastedMax = 64;

/** What is pasted takes the place of the number that is there; all of it, or nothing. */
export function listenToClipboard({ press, number, text, remark, say }) {
    addEventListener("paste", (event) => {
        if (isField(event.target)) return;
        event.preventDefault();
        const pasted = event.clipboardData.getData("text").trim();
        const canonical = pastedNumber(pasted, decimal);
        if (!canonical || canonical.length > pastedMax) {
            return say(fill(texts.notices.noNumber, pasted.slice(0, 40)));
        }
        const digits = canonical.replace("-", "");
        press("CE");
        for (const key of [...digits, ...(canonical === digits ? [] : ["neg"])]) {
            press(key);
            const why = remark();
            if (!why) continue;
            press("CE");
            return say(why);
        }
    });
    addEventListener("copy", (event) => {
        if (isField(event.target) || String(getSelection()) || number() === undefined) return;
        event.preventDefault();
        event.clipboardData.setData("text/plain", text());
        say(texts.notices.copied);
    });
}

/** `1,234.50 €` is 1234.50. One mark alone groups when three digits follow, unless it is the reader's
 decimal mark; of two kinds the first one groups. */
export function pastedNumber(text, decimalMark) {
    let number = text.normalize("NFKC").replaceAll(/[−–]/g, "-").replaceAll(/[\s\p{Sc}'’_]/gu, "");
    const [, mark, more, other] =
        /^[+-]?\d{1,3}([.,])\d{3}((?:\1\d{3})*)([.,]\d*)?$/.exec(number) ?? [];
    if (mark && (more || other || mark !== decimalMark)) number = number.replaceAll(mark, "");
    number = number.replace(",", ".").replace("+", "");
    return /^-?(\d+\.?\d*|\.\d+)$/.test(number) ? number : undefined;
}
