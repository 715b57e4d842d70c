// What a keyboard types, and what is pasted and copied. Which key means what, the engine says.
import { fill, texts } from "./texts.js";

const isField = (place) => place.closest?.("input, select, textarea, dialog");

/** Calls `press` with the key of the keypad, `undo`, `redo` and `help` for theirs. A held key repeats
 only if it takes away. */
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

/** Types a number that is pasted in place of the one that is there, and gives the one shown to who
 copies. */
export function listenToClipboard({ press, number, say }) {
    addEventListener("paste", (event) => {
        if (isField(event.target)) return;
        event.preventDefault();
        const text = event.clipboardData.getData("text").trim();
        const number = pastedNumber(text, decimalMark());
        if (!number) return say(fill(texts.notices.noNumber, text.slice(0, 40)));
        const digits = number.replace("-", "");
        ["CE", ...digits, ...(number === digits ? [] : ["neg"])].forEach((key) => press(key));
    });
    addEventListener("copy", (event) => {
        const shown = number();
        if (isField(event.target) || String(getSelection()) || shown === undefined) return;
        event.preventDefault();
        event.clipboardData.setData("text/plain", shown);
        say(texts.notices.copied);
    });
}

const decimalMark = () => (1.5).toLocaleString().replaceAll(/\p{Nd}/gu, "") || ".";

/** `1,234.50 €` is 1234.50, `−5` is -5. Of two kinds of marks the last one is the decimal mark; one
 mark alone groups when three digits follow, unless it is the reader's decimal mark. */
export function pastedNumber(text, decimalMark) {
    const plain = text.normalize("NFKC").replaceAll(/[−–]/g, "-").replaceAll(/[\s\p{Sc}'’_]/gu, "");
    const [, sign, body] = /^([+-]?)((?:\d|[.,](?=\d))+[.,]?)$/.exec(plain) ?? [];
    if (!body || !/\d/.test(body)) return undefined;
    const last = Math.max(body.lastIndexOf("."), body.lastIndexOf(","));
    const mark = body[last];
    const others = body.slice(0, Math.max(last, 0));
    const groups = mark && (others.includes(mark)
        || (!/[.,]/.test(others) && mark !== decimalMark && /^\d{3}$/.test(body.slice(last + 1))));
    const whole = (mark && !groups ? others : body).replaceAll(/[.,]/g, "");
    const part = mark && !groups ? `.${body.slice(last + 1)}` : "";
    return `${sign === "-" ? "-" : ""}${whole || "0"}${part}`;
}
