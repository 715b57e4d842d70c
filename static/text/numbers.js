// Formats numbers as the reader's locale writes them: `-1234.50` is `−1.234,50` in German. A text may have several
// numbers, such as an expression. Only digits before a point get group marks, and only the point becomes another mark:
// decimals, periods such as `(09)` and exponents keep every digit.

/**
 * The decimal mark and the group mark of a locale, and functions for all numbers of a text.
 * @param {string} [locale] the browser's by default
 */
export function numbersOf(locale) {
    const format = new Intl.NumberFormat(locale, { numberingSystem: "latn" });
    /** @param {Intl.NumberFormatPartTypes} type */
    const mark = (type) => format.formatToParts(123456.7).find((part) => part.type === type)?.value;
    const [decimal, group] = [mark("decimal") ?? ".", mark("group") ?? ""];
    const marked = (/** @type {string} */ text) => text.replaceAll(
        /(0*(?=\d))(\d+)(?:(\.)(\d*(?:\(\d+\))?))?((?:e[+-]?\d*)?)/g,
        (_, zeros, whole, point, decimals, exponent) =>
            zeros + format.format(BigInt(whole)) + (point ? decimal + decimals : "") + exponent);
    const escape = (/** @type {string} */ mark) => mark.replace(".", "\\.");
    const written = new RegExp(`(\\d+(?:${escape(group)}\\d+)*)(?:(${escape(decimal)})(\\d*))?`, "g");
    return {
        decimal, group,
        /** With the marks of the locale, a hyphen for minus and `e` for powers of ten, as programs read it. */
        marked,
        /** As programs read it, with a zero where a page with these marks would read a group: `1.234` in German. */
        plain: (/** @type {string} */ text) =>
            decimal === "." ? text : text.replace(/^-?[1-9]\d{0,2}\.\d{3}(?=e|$)/, "$&0"),
        /** As it is shown, with a minus and `×10^18`. */
        local: (/** @type {string} */ text) =>
            marked(text).replaceAll(/(?<=[\d.,])e\+?(?=-?\d)/g, "×10^").replaceAll("-", "−"),
        /**
         * Splits a shown text where a line may end inside of a number: after a group mark, and after every
         * third digit behind the decimal mark.
         * @param {string} text
         */
        groups: (text) => text.replaceAll(written, (_, whole, point = "", rest = "") =>
            (group ? whole.replaceAll(group, `${group}\n`) : whole) + point
            + rest.replaceAll(/\d{3}(?=\d)/g, "$&\n")).split("\n"),
    };
}

/** A number with more characters has no room in small windows. Only results are that long. */
const lengthMax = 40;

/**
 * A number, with a power of ten instead of the zeros behind its point if it has no room otherwise: no digit is lost.
 * @param {string} number
 */
export function roomy(number) {
    const [, sign = "", zeros = "", first, rest] = /^(-?)0\.(0*)([1-9])(\d*)$/.exec(number) ?? [];
    if (!first || number.length <= lengthMax) return number;
    return `${sign}${first}${rest && `.${rest}`}e-${zeros.length + 1}`;
}

export const { decimal, group, marked, plain, local, groups } = numbersOf();
