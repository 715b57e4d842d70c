// Reads the page as a person with a locale and a language does, and prints the texts whose numbers differ from the
// engine's. Each line of the input is `[kind, text, fraction]`: how the page shows the text, and for a recurring decimal
// the fraction that it is.
import "../browser.mjs";
import { readFileSync } from "node:fs";

const { formNodes, nodesOf, outcomeOf } = await import("../../../static/calculator/outcomes.js");
const { moneyText, signOf } = await import("../../../static/bill/bill-currency.js");
const { local, marked, plain } = await import("../../../static/text/numbers.js");
const { read } = await import("../../../static/text/reading.js");

const format = new Intl.NumberFormat(undefined, { numberingSystem: "latn" });
const markOf = (type) => format.formatToParts(-123456.5).find((part) => part.type === type)?.value ?? "";
const [group, decimal] = [markOf("group"), markOf("decimal")].map((mark) => mark.replace(".", "\\."));
const shape = new RegExp(`^(-?)(\\d[\\d${group}]*)(?:(${decimal})(\\d*))?(?:\\((\\d+)\\))?(?:e\\+?(-?\\d+))?$`);

/** The digits of a number with their power of ten and the period, or the text if this locale writes no such number. */
function numberIn(text) {
    const [, sign, whole, point, decimals = "", period = "", exponent = "0"] = shape.exec(text) ?? [];
    const digits = whole?.replaceAll(/\D/g, "");
    if (!whole || format.format(BigInt(digits)) !== whole) return `“${text}”`;
    const all = `${sign}${(digits + decimals).replace(/^0+(?=.)/, "")}`;
    return `${all} ${Number(exponent) - decimals.length} ${point && period}`;
}

/** The engine's text in the same form. Its marks are those of programs. */
function meantBy(text) {
    const [, sign, whole, decimals = "", period = "", exponent = "0"] =
        /^(-?)(\d+)(?:\.(\d*))?(?:\((\d+)\))?(?:e([+-]?\d+))?$/.exec(text);
    const all = `${sign}${(whole + decimals).replace(/^0+(?=.)/, "")}`;
    return `${all} ${Number(exponent) - decimals.length} ${text.includes(".") ? period : undefined}`;
}

/** The text of nodes as people see and hear it. */
const textOf = (nodes) => nodes.map((node) => (typeof node === "string" ? node : node.textContent + textOf(node.children))).join("");
/** As it would be typed. */
const seen = (text) => text.replaceAll("−", "-").replaceAll("×10^", "e");

const currencies = ["EUR", "JPY", "CHF", "x"].map((code) => signOf(code));
const ways = {
    number: (text) => [seen(textOf(nodesOf(outcomeOf({ result: text })))), seen(local(text)), marked(text)],
    recurring: (text) => [seen(textOf(formNodes("recurring", text))), seen(outcomeOf({ result: text })), marked(text)],
    money: (text) => currencies.map((sign) =>
        seen(moneyText(text, sign)).replace(sign.text, "").replace(/^(-?)[\s\u200e\u200f]*(\d.*?)\s*$/, "$1$2")),
};

const wrong = [];
for (const [kind, text, fraction] of JSON.parse(readFileSync(0, "utf8"))) {
    for (const shown of ways[kind](text)) if (numberIn(shown) !== meantBy(text)) wrong.push([text, shown]);
    const copied = fraction ? [marked(text)] : [marked(text), plain(text)];
    for (const copy of copied) {
        const pasted = read(copy);
        const [number = "0"] = pasted.numbers ?? [];
        const isSame = fraction ? pasted.fraction === `(${fraction})` : Number(number) === Number(text);
        if (!isSame) wrong.push([text, copy, pasted]);
    }
}
process.stdout.write(JSON.stringify([format.resolvedOptions().locale, document.documentElement.lang, wrong.length, wrong.slice(0, 3)]));
