import assert from "node:assert/strict";
import { test } from "node:test";
import { numbersOf, roomy } from "../../static/text/numbers.js";

const narrow = "\u202f";
const hard = "\u00a0";

const cases = [
    ["en-US", "1234567.50", "1,234,567.50"], ["en-US", "123", "123"], ["en-US", "1234.", "1,234."],
    ["en-US", "-1000", "−1,000"], ["en-US", "0.00012345", "0.00012345"],
    ["en-US", "1.23456e+1234", "1.23456×10^1234"], ["en-US", "1e-18", "1×10^−18"], ["en-US", "2e+0", "2×10^0"],
    ["en-US", "-5 − -1.e+9 × 2e", "−5 − −1.×10^9 × 2e"],
    ["en-US", "12345678901234567890123456789012", "12,345,678,901,234,567,890,123,456,789,012"],
    ["en-US", "1234 + sin(5000) × 2e × 10000", "1,234 + sin(5,000) × 2e × 10,000"],
    ["en-US", "0.(09)", "0.(09)"], ["en-US", "-12345.1(067)", "−12,345.1(067)"], ["de-DE", "0.(142857)", "0,(142857)"],
    ["en-US", "1234 5678/9012", "1,234 5,678/9,012"], ["en-US", "007 + 1e-1234", "007 + 1×10^−1234"], ["en-US", "(3456)", "(3,456)"],
    ["en-GB", "1234.5", "1,234.5"], ["de-DE", "1234.5", "1.234,5"], ["de-DE", "0.", "0,"],
    ["de-DE", "1.5e+18", "1,5×10^18"], ["de-AT", "1234.5", `1${hard}234,5`],
    ["de-CH", "1234567.8", "1’234’567.8"], ["fr-FR", "1234567.8", `1${narrow}234${narrow}567,8`],
    ["it-IT", "12345.6", "12.345,6"], ["nl-NL", "1234.5", "1.234,5"], ["pt-BR", "1234.5", "1.234,5"],
    ["ru-RU", "12345.67", `12${hard}345,67`], ["sv-SE", "12345.67", `12${hard}345,67`],
    ["es-ES", "1234.5", "1234,5"], ["es-ES", "12345.5", "12.345,5"], ["pl-PL", "1234.5", "1234,5"],
    ["en-IN", "1234567890", "1,23,45,67,890"], ["hi-IN", "123456.7", "1,23,456.7"],
    ["ar-EG", "1234.5", "1,234.5"], ["ja-JP", "1234.5", "1,234.5"], ["ko-KR", "1234.5", "1,234.5"],
    ["zh-TW", "1234.5", "1,234.5"], ["zh-CN", "1234.5", "1,234.5"],
];

for (const [locale, text, shown] of cases) {
    test(`${locale} writes ${text} as ${shown}`, () => {
        // Some versions of ICU have a straight apostrophe for Switzerland.
        assert.equal(numbersOf(locale).local(text).replaceAll("'", "’"), shown);
    });
}

test("a locale's marks are those that it writes", () => {
    for (const [locale, decimal, group] of [
        ["en-US", ".", ","], ["de-DE", ",", "."], ["fr-FR", ",", narrow], ["ja-JP", ".", ","],
    ]) {
        const numbers = numbersOf(locale);
        assert.deepEqual([numbers.decimal, numbers.group], [decimal, group], locale);
    }
});

test("a copied number has a hyphen and e, which programs read", () => {
    assert.equal(numbersOf("en-US").marked("-1234.5e-18"), "-1,234.5e-18");
    assert.equal(numbersOf("de-DE").marked("-1234.5"), "-1.234,5");
});

test("a number that is copied for programs is the same number for the page", () => {
    for (const [locale, number, plain] of [
        ["de-DE", "1.234", "1.2340"], ["fr-FR", "-123.456", "-123.4560"], ["de-DE", "1234.567", "1234.567"],
        ["de-DE", "0.123", "0.123"], ["de-DE", "1.23", "1.23"], ["de-DE", "1.234e+18", "1.2340e+18"], ["en-US", "1.234", "1.234"],
    ]) assert.equal(numbersOf(locale).plain(number), plain);
});

test("a long result has a power of ten instead of zeros, and all its digits", () => {
    const zeros = "0".repeat(31);
    for (const [number, shown] of [
        [`0.${zeros}${"3".repeat(32)}`, `3.${"3".repeat(31)}e-32`], [`-0.${zeros}${"0".repeat(8)}5`, "-5e-40"],
        [`0.${"0".repeat(8)}${"7".repeat(30)}`, `0.${"0".repeat(8)}${"7".repeat(30)}`],
        ["1".repeat(41), "1".repeat(41)], ["0", "0"], ["1e-99", "1e-99"],
    ]) assert.equal(roomy(number), shown);
});

test("a line ends between groups of digits", () => {
    for (const [locale, number, groups] of [
        ["en-US", "-1234567.12345678", "−1,|234,|567.123|456|78"], ["de-DE", "1234567.5", "1.|234.|567,5"],
        ["en-IN", "1234567", "12,|34,|567"], ["ja-JP", "123", "123"], ["fr-FR", "1234", `1${narrow}|234`],
        ["en-US", "0.123456", "0.123|456"], ["en-US", "2 + 1234.5", "2 + 1,|234.5"], ["es-ES", "1234", "1234"],
        ["en-US", "1234.5678e+18", "1,|234.567|8×10^18"],
    ]) {
        const reader = numbersOf(locale);
        assert.equal(reader.groups(reader.local(number)).join("|"), groups, locale);
    }
});

test("no digit and no zero is lost in any locale", () => {
    const locales = cases.map(([locale]) => locale);
    for (const locale of locales) {
        const { local, decimal, group } = numbersOf(locale);
        for (const text of ["0.10", "0.00(01)", "000", "100000.000", "1".repeat(40) + "." + "2".repeat(40)]) {
            assert.equal(local(text).replaceAll(group, "").replace(decimal, "."), text, locale);
        }
    }
});
