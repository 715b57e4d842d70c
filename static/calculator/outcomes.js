// Puts results, errors and expressions into words and elements.
import { make } from "../page/dom.js";
import { groups, local, roomy } from "../text/numbers.js";
import { texts } from "../text/texts.js";

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
    return error ? wordsOf(error) : result ? local(roomy(result)) : "…";
}

/**
 * The mark between a calculation and its outcome. A calculation equals neither an error nor a rounded number.
 * @param {{ result?: string, error?: string, rounded?: true }} line
 */
export const equalsOf = ({ result, error = errorOf(result), rounded }) => (error ? ": " : rounded ? " ≈ " : " = ");

/**
 * A character that is selected and read aloud, but not seen.
 * @param {string} text
 */
const said = (text) => make("i", { className: "said" }, text);

/** Lines end inside of numbers only if a text has at least this number of characters. */
const longLength = 12;

/**
 * A text, and places inside of its numbers where a line may end.
 * @param {string} text
 * @returns {(string | Node)[]}
 */
const breakable = (text) => text.length < longLength ? [text]
    : groups(text).flatMap((piece, index) => (index > 0 ? [make("wbr"), piece] : piece));

/**
 * A shown number or expression with raised exponents. `2 ^ 10` stays the text that is selected and read aloud.
 * @param {string} text
 * @returns {(string | Node)[]}
 */
export function nodesOf(text) {
    const [caret] = / ?\^ ?/.exec(text) ?? [];
    if (!caret) return breakable(text);
    const place = text.indexOf(caret);
    const after = text.slice(place + caret.length);
    const length = exponentLength(after);
    return [
        ...breakable(text.slice(0, place)),
        make("sup", exponent.test(after) ? {} : { className: "open" }, said(caret), ...nodesOf(after.slice(0, length))),
        ...nodesOf(after.slice(length)),
    ];
}

/**
 * A number in one of its forms: `3 1/2` with a fraction bar, `0.1(6)` with a line over the digits that recur.
 * @param {string} kind
 * @param {string} text
 * @returns {(string | Node)[]}
 */
export function formNodes(kind, text) {
    if (kind === "recurring") {
        const [before, period] = local(text).split(/[()]/);
        const groups = period.match(/.{1,3}/g)?.map((digits) => make("span", {}, digits)) ?? [];
        return [...nodesOf(before), said("("), make("span", { className: "recurring" }, ...groups), said(")")];
    }
    const [, whole = "", above, below] = /^(−?(?:.+ )?)(.+)\/(.+)$/.exec(local(text)) ?? [];
    if (!below) return nodesOf(local(text));
    const fraction = make("span", { className: "fraction" },
        make("span", {}, above), said("/"), make("span", {}, below));
    return [whole, fraction];
}

/**
 * The part of a form that is widest.
 * @param {string} text
 */
export const widestOf = (text) => {
    const [above = "", below = ""] = text.split("/");
    return above.length > below.length ? above : below;
};

/**
 * The number of characters at the beginning of a text that an exponent has: signs, a number or a group, and
 * postfix functions. A power of a power is an exponent too, and so are signs at the end.
 * @param {string} text
 * @returns {number}
 */
export function exponentLength(text) {
    const [start, atom] = exponent.exec(text) ?? ["", ""];
    if (!atom) return /^[−√⅟]+$/.test(text) ? text.length : 0;
    let length = atom.endsWith("(") ? groupLength(text) : start.length;
    length += (/^(?:[!²³%]|⁻¹)+/.exec(text.slice(length)) ?? [""])[0].length;
    const [caret] = /^ ?\^ ?/.exec(text.slice(length)) ?? [""];
    return caret ? length + caret.length + exponentLength(text.slice(length + caret.length)) : length;
}

/** Signs, and then a constant, a beginning group or a number, whose group mark may be a no-break space. */
const exponent = /^[−√⅟]*([πe](?!\^)|(?:[a-z]+(?:⁻¹)?|e\^|10\^)?\(|[^ ()+−×÷%!²³⁻a-zπ√⅟^]+(?:×10\^−?\d+)?)/;

/**
 * The length of a group with its parentheses, or of the whole text if the group is open.
 * @param {string} text
 */
function groupLength(text) {
    let depth = 0;
    for (let place = text.indexOf("("); place < text.length; place++) {
        if (text[place] === "(") depth++;
        if (text[place] === ")" && --depth === 0) return place + 1;
    }
    return text.length;
}
