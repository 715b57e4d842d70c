// The currencies to choose from, and how the reader's locale writes them. A code such as `EUR` has a sign, a place
// for it and decimals; any other text is a sign that somebody typed.
import { make } from "../page/dom.js";
import { local } from "../text/numbers.js";
import { texts } from "../text/texts.js";

/** The currencies of the regions that visitors come from most often. */
const regions = new Map(("AE AED,AT EUR,AU AUD,BE EUR,BR BRL,CA CAD,CH CHF,CN CNY,CZ CZK,DE EUR,DK DKK,ES EUR,FI EUR,"
    + "FR EUR,GB GBP,GR EUR,HK HKD,HU HUF,ID IDR,IE EUR,IL ILS,IN INR,IT EUR,JP JPY,KR KRW,KW KWD,LU EUR,MO MOP,MX MXN,"
    + "MY MYR,NL EUR,NO NOK,NZ NZD,PH PHP,PL PLN,PT EUR,SE SEK,SG SGD,TH THB,TR TRY,TW TWD,US USD,VN VND,ZA ZAR")
    .split(",").map((pair) => /** @type {[string, string]} */ (pair.split(" "))));
const common = ["EUR", "USD", "GBP", "JPY", "CNY", "KRW", "TWD", "HKD", "CHF"];
/** Currencies in whose countries nobody pays the decimals that the standard has. */
const withoutCoins = ["TWD", "IDR"];

/**
 * The usual currencies: first those of the reader's locales.
 * @param {readonly string[]} locales
 */
export function usualCurrencies(locales) {
    const own = locales.flatMap((locale) => {
        try {
            return regions.get(new Intl.Locale(locale).maximize().region ?? "") ?? [];
        } catch {
            return [];
        }
    });
    return [...new Set([...own, ...common])];
}

const allCurrencies = () => Intl.supportedValuesOf?.("currency") ?? [];

/** @param {string} code */
const formatOf = (code, locale = /** @type {string | undefined} */ (undefined)) =>
    new Intl.NumberFormat(locale, { style: "currency", currency: code });

/** @param {string} sign */
const isCode = (sign) => /^[A-Z]{3}$/.test(sign);

/**
 * The decimals that amounts in a currency have: 0, 2 or 3.
 * @param {string} code
 */
export function decimalsOf(code) {
    const { maximumFractionDigits: decimals = 2 } = formatOf(code).resolvedOptions();
    if (decimals === 0 || withoutCoins.includes(code)) return 0;
    return decimals < 3 ? 2 : 3;
}

/**
 * The text of a currency's sign, its place, and what separates it from the number.
 * @param {string} sign a code, or any text
 * @param {string} [locale] the browser's by default
 */
export function signOf(sign, locale) {
    const parts = formatOf(isCode(sign) ? sign : "EUR", locale).formatToParts(1);
    const place = parts.findIndex(({ type }) => type === "currency");
    const isFirst = place < parts.findIndex(({ type }) => type === "integer");
    if (!isCode(sign)) return { text: sign, isFirst, gap: isFirst && !/\p{L}$/u.test(sign) ? "" : "\u00a0" };
    const next = parts[place + (isFirst ? 1 : -1)];
    return { text: parts[place].value, isFirst, gap: next?.type === "literal" ? next.value : "" };
}

/**
 * An amount with the sign of its currency, where the locale writes it.
 * @param {string} amount
 * @param {ReturnType<typeof signOf>} sign
 */
export const moneyText = (amount, { text, isFirst, gap }) =>
    local(amount).replace(/\d.*/, (number) =>
        !text ? number : isFirst ? text + gap + number : number + gap + text);

/**
 * Fills the list of currencies.
 * @param {HTMLSelectElement} list
 */
export function fillCurrencies(list) {
    const names = new Intl.DisplayNames(document.documentElement.lang, { type: "currency" });
    const option = (/** @type {string} */ code) =>
        make("option", { value: code, textContent: `${code} · ${names.of(code)}` });
    const usual = usualCurrencies(navigator.languages);
    const all = allCurrencies().filter((code) => !usual.includes(code));
    const group = (/** @type {string} */ label, /** @type {string[]} */ codes) =>
        make("optgroup", { label }, ...codes.map(option));
    list.append(make("option", { value: "", textContent: texts.bill.noSign }),
        group(texts.bill.usual, usual),
        make("option", { value: "other", textContent: texts.bill.otherSign }),
        group(texts.bill.allCurrencies, all));
}

/**
 * The choice in the list for a currency: its code, nothing, or `other` if only the fields can show it.
 * @param {string} sign
 * @param {number} decimals
 */
export function choiceOf(sign, decimals) {
    if (!sign) return decimals === 2 ? "" : "other";
    const isKnown = isCode(sign) && [...common, ...allCurrencies()].includes(sign);
    return isKnown && decimalsOf(sign) === decimals ? sign : "other";
}
