import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { keysOfSum } from "../../static/bill/bill-amounts.js";
import { keysOf, readerOf } from "../../static/text/reading.js";

const narrow = "\u202f", hard = "\u00a0";
/** Readers by the decimal mark, and the group mark if it is a blank. */
const readers = {
    ".": readerOf(".", ","), ",": readerOf(",", "."), [narrow]: readerOf(",", narrow), [hard]: readerOf(",", hard),
};

const numbers = [
    ["1,234.50 €", ".", "1234.50"], ["1.234,50 €", ".", "1234.50"], ["−5", ".", "-5"],
    ["1,234", ".", "1234"], ["1,234", ",", "1.234"], ["1.234", ",", "1234"], ["1.5", ",", "1.5"],
    ["1’234’567.8", ".", "1234567.8"], ["１２．５", ".", "12.5"], ["$ .75", ".", ".75"],
    ["1,234,567", ",", "1234567"], ["+7", ".", "7"], ["-1.234,50", ",", "-1234.50"], ["1_000", ".", "1000"],
    [" 1.5 ", ".", "1.5"], ["0,123", ".", "0.123"], ["0.123", ",", "0.123"], ["1,23,45,67,890.5", ".", "1234567890.5"],
    // A blank groups digits if it cannot end a word, or if the reader's locale writes it.
    [`1${narrow}234,5`, ".", "1234.5"], [`12${hard}345${hard}678`, ".", "12345678"], ["12 345,5", narrow, "12345.5"],
    ["12 345 678", hard, "12345678"],
    // Currencies are understood around the number.
    ["1,000円", ".", "1000"], ["1,000원", ".", "1000"], ["1,000원".normalize("NFD"), ".", "1000"], ["￥１，０００", ".", "1000"],
    ["NT$1,200", ".", "1200"], ["HK$ 5", ".", "5"], ["1'234.50 CHF", ".", "1234.50"], ["CHF 12.50", ".", "12.50"],
    ["₹1,23,456.50", ".", "123456.50"], ["1 234,50 kr", narrow, "1234.50"], ["kr. 99,50", ",", "99.50"],
    ["-€5", ".", "-5"], ["- 5 €", ".", "-5"], ["12,50 zł", ",", "12.50"], ["Rs. 500", ".", "500"],
    // Powers of ten, as the page and programs write them, and digits of other scripts.
    ["1e5", ".", "1e5"], ["1.5E+18", ".", "1.5e18"], ["−1.5×10^−18", ".", "-1.5e-18"], ["2×10^3", ".", "2e3"],
    ["١٬٢٣٤٫٥", ",", "1234.5"], ["१२३", ".", "123"], ["۱۲٫۵", ".", "12.5"],
    ["= 12.5", ".", "12.5"], ["≈ 0.333", ".", "0.333"],
];
for (const [text, mark, number] of numbers) {
    test(`“${text}” is ${number} for readers who write “${mark}”`, () => {
        assert.deepEqual(readers[mark](text), { numbers: [number] });
    });
}

test("several numbers do not become one", () => {
    for (const [text, mark, ...numbers] of [
        ["3\n4\r\n5\n", ".", "3", "4", "5"], ["3\t4", ".", "3", "4"], ["12 34", ".", "12", "34"], ["1 2 3", ".", "1", "2", "3"],
        ["12 345", ".", "12", "345"], ["12 34", narrow, "12", "34"], ["1,5 200", narrow, "1.5", "200"],
        ["12345 678", narrow, "12345", "678"], [`12${hard}34`, ".", "12", "34"],
        ["3, 4, 5", ".", "3", "4", "5"], ["1,234, 2,345", ".", "1234", "2345"], ["1,5; 2,5", ",", "1.5", "2.5"],
        ["3、4", ".", "3", "4"], ["5 €\n-3 €", ".", "5", "-3"], ["5€3€", ".", "5", "3"], ["- 5\n+ 3", ".", "-5", "3"],
        ["1e3\n2×10^2", ".", "1e3", "2e2"], ["1,000円\t500円", ".", "1000", "500"],
    ]) assert.deepEqual(readers[mark](text), { numbers }, text);
});

test("fractions that have no key are expressions, also as the page copies them", () => {
    for (const [text, mark, fraction] of [
        ["0.(3)", ".", "(1/3)"], ["0.(09)", ".", "(1/11)"], ["-0.1(6)", ".", "(-1/6)"], ["12.345,1(067)", ",", "(61663808/4995)"],
        ["0,(142857)", ",", "(1/7)"], ["0.3\u0305", ".", "(1/3)"], ["0.1\u03056\u0305", ".", "(16/99)"],
        ["3 1/2", ".", "(7/2)"], ["-1 3/4", ".", "(-7/4)"], ["1,234 1/2", ".", "(2469/2)"],
    ]) {
        assert.deepEqual(readers[mark](text), { fraction }, text);
    }
});

test("an expression has the marks that programs write", () => {
    for (const [text, mark, expression] of [
        ["12,5 × (3+4)", ",", "12.5 × (3+4)"], ["1,234.5 + 2", ".", "1234.5 + 2"], ["（２＋３）×４", ".", "(2+3)×4"],
        ["3² − 1", ".", "3² - 1"], [" −1.5×10^−18 ÷ 2 ", ".", "-1.5e-18 ÷ 2"], [`1${narrow}234,5 + 1`, ",", "1234.5 + 1"],
        ["2 × 10^3", ".", "2 × 10^3"], ["5²", ".", "5²"], ["x⁻¹", ".", "x⁻¹"], ["5 -3", ".", "5 -3"], ["7/2", ".", "7/2"],
        ["1,234/5,678", ".", "1234/5678"], ["5π/6", ".", "5π/6"], ["$5 + $3", ".", "5 + 3"], ["2 + 0.5(6)", ".", "2 + 0.5(6)"],
        ["1,5 +\n\t2 *\u00a03\r\n", ",", "1.5 + 2 * 3"], ["", ".", ""],
    ]) assert.deepEqual(readers[mark](text).expression?.replaceAll(/ +/g, " "), expression, text);
});

test("a text that is not understood keeps what the parser refuses", () => {
    for (const text of [
        "twelve", "1..2", "12:30", "1.2.3", "1,23,4", "1,234,5", "5'10", "1'2'3", "12_34", "3万円", "12 34/5", "<b>1</b>", "--5",
        "5 pounds", "ABC 5",
    ]) assert.deepEqual(readers["."](text), { expression: text });
    assert.deepEqual(readers["."]("2 × 3\n(4 + 5)"), { expression: "2 × 3; (4 + 5)" });
    assert.deepEqual(readers["."]("2 + 3\t4 + 5"), { expression: "2 + 3; 4 + 5" });
});

test("a hostile text is read to its end", () => {
    for (const part of ["1,", "9", "a", " 7", " ", "$", "1 234 ", "(", "1\n", "\n", "5 kr", "0.", "-"]) {
        const text = part.repeat(10_000 / part.length);
        for (const read of Object.values(readers)) assert.match(read(`1${text}x`).expression, /x$/);
    }
    assert.deepEqual(readers["."](`0.(${"142857".repeat(1_600)})`), { fraction: "(1/7)" });
});

test("a number is typed key by key, its sign before the exponent", () => {
    for (const [number, keys] of [["-12.50", "1 2 . 5 0 neg"], [".5", ". 5"], ["-1.5e-7", "1 . 5 neg EE - 7"], ["1e+18", "1 EE 1 8"]]) {
        assert.equal(keysOf(number).join(" "), keys);
    }
});

const sums = [
    ["12.50+8", ".", "12.50+8"], ["(4 + 5.5) × 3", ".", "(4+5.5)*3"], ["100/3", ".", "100/3"],
    ["100÷3", ".", "100/3"], ["20−2,50", ".", "20-2.50"], ["20−2,50", ",", "20-2.50"],
    ["1,234.5", ".", "1234.5"], ["1.234", ",", "1234"], ["50+10%", ".", "50+10%"], ["", ".", ""],
    ["6:2x3", ".", "6/2*3"], ["1,000円", ".", "1000"], ["5²", ".", "5²"], ["3\n4", ".", "?"], ["12 34", ".", "?"],
    ["1e3", ".", "1EE3"], ["１２＋８", ".", "12+8"], ["2 + 3 4", ".", "2+3 4"],
];
for (const [text, mark, keys] of sums) {
    test(`the sum “${text}” is typed as “${keys}” by readers who write ${mark}`, () => {
        assert.equal(keysOfSum(text, readers[mark]).join(""), keys);
    });
}
