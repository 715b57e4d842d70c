// Reads numbers and expressions as people and other programs write them. No two numbers become one, and nothing but
// currencies is dropped: a text that is not understood stays as it is, and the parser of expressions refuses it.
import { decimal, group } from "./numbers.js";

/**
 * The functions for a reader who writes these marks.
 * @param {string} decimal
 * @param {string} group
 */
export function readerOf(decimal, group) {
    const blank = `[\u00a0\u2009\u202f${/\s/.test(group) ? " " : ""}]`;
    const inGroups = new RegExp(`(?<![\\d.,])[1-9]\\d{0,2}(?:${blank}\\d{3})+(?!\\d)`, "g");
    return read;

    /**
     * Reads a text: one or several numbers, a fraction that nobody can type as digits, or another expression, where a
     * semicolon is between lines without an operator.
     * @param {string} text
     * @returns {{ numbers?: string[], fraction?: string, expression?: string }}
     */
    function read(text) {
        const written = normalized(text).replaceAll(inGroups, (number) => number.replaceAll(/\s/g, ""));
        const numbers = numbersOf(written);
        if (numbers) return { numbers };
        const fraction = recurring(written) ?? mixed(written);
        if (fraction) return { fraction };
        return { expression: written.replaceAll(/[\d.,'’_]+/g, (digits) => valueOf(digits) ?? digits)
            .replaceAll(betweenLines, "; ").replaceAll(/\s+/g, " ") };
    }

    /**
     * The numbers of a text that has nothing else, such as cells of a table. Signs between blanks are operators.
     * @param {string} text
     */
    function numbersOf(text) {
        const pieces = text.replaceAll(/(^|[\t\n;、])\s*([-+]) +/g, "$1$2").split(/[\s;、]+|,\s+/);
        const numbers = pieces.map((piece) => numberOf(piece) ?? "");
        const isExpression = !/[\t\n;、]|,\s/.test(text) && pieces.slice(1).some((piece) => /^[-+]/.test(piece));
        return isExpression || numbers.includes("") ? undefined : numbers;
    }

    /**
     * A number such as `-1234.5` or `1e-7`.
     * @param {string} text
     */
    function numberOf(text) {
        const [, sign = "", digits = "", exponent = ""] = /^([-+]?)([\d.,'’_]+)(e[-+]?\d+)?$/i.exec(text) ?? [];
        const value = valueOf(digits);
        return value && (sign + value + exponent.toLowerCase()).replaceAll("+", "");
    }

    /**
     * A number without group marks and with a point, or nothing if its marks make no sense. If there are two kinds of
     * marks, the first one groups digits. A single mark before three digits groups them unless it is the decimal mark.
     * @param {string} digits
     */
    function valueOf(digits) {
        // In India, all groups but the last one have two digits.
        const [, mark, more, rest] = /^[1-9]\d{0,2}([.,'’_])\d{3}((?:\1\d{3})*)((?!\1)[.,]\d*)?$/.exec(digits)
            ?? /^[1-9]\d?(,)((?:\d\d,)+)\d{3}(?:\.\d*)?$/.exec(digits) ?? [];
        const isGrouped = mark && (more || rest || mark !== decimal);
        const number = (isGrouped ? digits.replaceAll(mark, "") : digits).replace(",", ".");
        return /^(\d+\.?\d*|\.\d+)$/.test(number) ? number : undefined;
    }

    /**
     * A recurring decimal: `0.1(6)` is `(1/6)`. Inside of an expression it could be a product.
     * @param {string} text
     */
    function recurring(text) {
        const [, sign, digits = "", period] = /^(-?)([\d.,'’_]+)\((\d+)\)$/.exec(text) ?? [];
        const [whole, decimals] = valueOf(digits)?.split(".") ?? [];
        if (decimals === undefined) return undefined;
        const before = whole + decimals;
        return fraction(sign, BigInt(before + period) - BigInt(before),
            BigInt("9".repeat(period.length) + "0".repeat(decimals.length)));
    }

    /**
     * A mixed number: `3 1/2` is `(7/2)`.
     * @param {string} text
     */
    function mixed(text) {
        const [, sign, ...parts] = /^(-?)([\d.,'’_]+)\s([\d.,'’_]+)\/([\d.,'’_]+)$/.exec(text) ?? [];
        const values = parts.map((part) => valueOf(part) ?? "");
        if (sign === undefined || !values.every((value) => /^\d+$/.test(value))) return undefined;
        const [whole, above, below] = values.map(BigInt);
        return above < below ? fraction(sign, whole * below + above, below) : undefined;
    }
}

/** A text in ASCII as far as possible, and without currencies. */
const normalized = (/** @type {string} */ text) => text.normalize()
    .replaceAll(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u0660-\uffff]/g, (one) => (/\p{Nd}/u.test(one) ? digitOf(one) : one))
    .replaceAll("٫", ".").replaceAll("٬", "'").replaceAll(/[−–]/g, "-")
    .replaceAll(/(?:\d\u0305)+/g, (period) => `(${period.replaceAll("\u0305", "")})`)
    .replaceAll(/(?<=\d[.,]?)[^\S\t\n]*([\p{L}\p{Sc}]+\.?)/gu, withoutCurrency)
    .replaceAll(/(?<![\p{L}\p{Sc}])([\p{L}\p{Sc}]+\.?)[^\S\t\n]*(?=-?[.,]?\d)/gu, withoutCurrency)
    .replaceAll(/(?<=\d)×10\^(?=-?\d)/g, "e")
    .trim().replace(/^[=≈]\s*/, "");

/**
 * A digit of another script in ASCII. Unicode has them in tens that begin at a multiple of 16, or 6 after one.
 * @param {string} digit
 */
function digitOf(digit) {
    const code = digit.charCodeAt(0);
    const start = code & ~15;
    return `${code - start - (/\p{Nd}/u.test(String.fromCharCode(start)) ? 0 : 6)}`;
}

/** Currencies next to amounts, except for codes such as `EUR`. */
const signs = /^(\p{Lu}{0,3}\p{Sc}|(kr|S?Fr|Rs|Rp|лв|руб|грн)\.?|Kč|zł|Ft|lei|RM|[円圆圓元块塊원])$/u;

/**
 * A blank instead of a currency, so that the numbers around it remain two.
 * @param {string} found
 * @param {string} word
 */
const withoutCurrency = (found, word) =>
    signs.test(word) || (/^[A-Z]{3}$/.test(word) && Intl.supportedValuesOf?.("currency").includes(word)) ? " " : found;

/** The end of a line or a cell between two operands. */
const betweenLines = /(?<=[^-+*/×÷·^(\s])[^\S\n\t]*[\n\t]\s*(?=[^-+*/×÷·^)=\s])/g;

/**
 * A fraction in lowest terms, as an expression.
 * @param {string} sign
 * @param {bigint} above
 * @param {bigint} below
 */
function fraction(sign, above, below) {
    let [divisor, rest] = [above, below];
    while (rest) [divisor, rest] = [rest, divisor % rest];
    return `(${sign}${above / divisor}/${below / divisor})`;
}

/**
 * The keys that type a number such as `-1.5e-7`.
 * @param {string} number
 */
export function keysOf(number) {
    const [digits, exponent] = number.replace(/^-/, "").split("e");
    const keys = [...digits, ...(number.startsWith("-") ? ["neg"] : [])];
    return exponent ? [...keys, "EE", ...exponent.replace("+", "")] : keys;
}

export const read = readerOf(decimal, group);
