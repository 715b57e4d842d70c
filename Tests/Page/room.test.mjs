import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import "./browser.mjs";
import {
    equalsOf, errorOf, exponentLength, outcomeOf, wordsOf,
} from "../../static/calculator/outcomes.js";
import { lengthOf, placeOf } from "../../static/calculator/screen.js";
import { nameOfKey, widthsOf } from "../../static/calculator/keypad.js";
import { actionsOf } from "../../static/class/asking.js";
import { cameSince } from "../../static/class/lesson.js";
import { authorOf, heldOf, holdersOf, hue, listedOf, namesOf, raisedOf } from "../../static/class/participants.js";
import { marksOf } from "../../static/class/people.js";
import { rowOf } from "../../static/question/print.js";
import { cellsOf } from "../../static/tape/tape-print.js";

test("people are listed as they arrived, hands as they were raised, and the absent not at all", () => {
    const all = [
        { who: 1, here: true }, { who: 2 }, { who: 3, here: true, hand: 9 }, { who: 4, hand: 5 },
        { who: 5, here: true },
    ];
    assert.deepEqual(listedOf(all).map(({ who }) => who), [1, 3, 4, 5]);
    assert.deepEqual(raisedOf(all).map(({ who }) => who), [4, 3]);
});

test("in a list that is in use nobody moves", () => {
    const listed = [2, 3, 4].map((who) => ({ who, name: "", here: true }));
    const now = [{ who: 1, here: true }, { who: 2, here: true, hand: 9 }, { who: 4 }, { who: 5, here: true }];
    const held = heldOf(listed, now);
    assert.deepEqual(held.map(({ who }) => who), [2, 3, 4, 1, 5]);
    assert.deepEqual(held.map(({ here }) => here === true), [true, false, false, true, true]);
    assert.equal(held[0].hand, 9);
});

test("only people who are here and are no hosts hold a keypad that was given to them", () => {
    const all = [
        { who: 1, here: true, host: true, keypad: true }, { who: 2, here: true }, { who: 3, here: true, keypad: true },
        { who: 4, keypad: true },
    ];
    assert.deepEqual(holdersOf(all).map(({ who }) => who), [3]);
});

test("a person's line has the roles, and a held name only for its owner and hosts", () => {
    const ada = { who: 1, name: "Ada", here: true, host: true };
    assert.equal(marksOf(ada, true, true), " · host · you");
    const ben = { who: 2, name: "Ben", keypad: true, hand: 4 };
    assert.equal(marksOf(ben, false, false), " · keypad · hand raised");
    const held = { who: 3, name: "Cem", held: 8 };
    assert.equal(marksOf(held, false, false), "");
    assert.equal(marksOf(held, true, false), " · you · name hidden");
    assert.equal(marksOf(held, false, true), " · name hidden");
});

test("of people with one name, all but the first have a mark, as in the server's documents", async () => {
    for (const { names, shown } of JSON.parse(await readFile(new URL("../Golden/people.json", import.meta.url)))) {
        const all = names.map((name, index) => ({ who: index + 1, name }));
        assert.deepEqual([...namesOf(all).values()], shown);
    }
});

test("a line has the name that the page gives its author, and an answer without an author is anonymous", () => {
    const nameOf = (who, name) => who === 1 ? "Ada (2)" : name;
    assert.equal(authorOf({ by: 1, name: "Ada" }, nameOf), "Ada (2)");
    assert.equal(authorOf({ by: 7, name: "Ben" }, nameOf), "Ben");
    assert.equal(authorOf({ by: 0, name: "" }, nameOf), "Anonymous");
});

test("neighbours have different colours", () => {
    for (let who = 1; who < 500; who++) {
        const turn = Math.abs(hue(who) - hue(who + 1));
        assert.ok(Math.min(turn, 360 - turn) > 90, `${who}`);
        assert.ok(hue(who) >= 0 && hue(who) < 360);
    }
});

test("errors have words, which a keypad may replace", () => {
    assert.equal(errorOf("error:divisionByZero"), "divisionByZero");
    assert.equal(errorOf("12"), undefined);
    assert.equal(errorOf(undefined), undefined);
    assert.equal(wordsOf("divisionByZero", "formula"), "Division by zero");
    assert.equal(wordsOf("divisionByZero", "simple"), "Infinity");
    assert.equal(wordsOf("aNewError"), "aNewError");
});

test("a character's position counts group marks", () => {
    // 123456: the fourth digit is after the comma.
    assert.equal(placeOf("123,456", "123456", 3), 4);
    assert.equal(placeOf("12,345", "12345", 2), 3);
    assert.equal(placeOf("−1,234.5", "-1234.5", 0), 0);
    assert.equal(placeOf("12", "12", 2), 2);
    assert.equal(placeOf("1,234×10^12", "1234e+12", 5), 5);
});

test("an exponent ends where the operand after ^ ends", () => {
    for (const [text, exponent] of [
        ["10", "10"], ["10 + 1", "10"], ["−2 × 3", "−2"], ["2π", "2"], ["π + 1", "π"], ["", ""], ["3!", "3!"],
        ["(1 ÷ 3) × 2", "(1 ÷ 3)"], ["(1 ÷ (2 + 3", "(1 ÷ (2 + 3"], ["2² × 5", "2²"], ["sin(30) + 1", "sin(30)"],
        ["sin⁻¹(1) + 1", "sin⁻¹(1)"], ["2 ^ 3 + 1", "2 ^ 3"], ["√9 − 1", "√9"], ["e^(2) − 1", "e^(2)"],
        ["10^(2)² − 1", "10^(2)²"], ["1.5×10^18 × 2", "1.5×10^18"], ["1,234.5 mod 2", "1,234.5"], ["2(3)", "2"],
        ["−", "−"], ["− 3", ""], ["2 ^ −", "2 ^ −"], ["1\u202f234,5 + 1", "1\u202f234,5"],
        ["1\u00a0234 + 1", "1\u00a0234"], ["⅟2.5 + 1", "⅟2.5"], ["⅟(1 + 2) × 3", "⅟(1 + 2)"],
        ["⅟−", "⅟−"],
    ]) assert.equal(text.slice(0, exponentLength(text)), exponent, text);
});

test("two group marks are as wide as a digit", () => {
    const numbers = ["123", "1,234", "1,234,567", "1,234,567,890,123"];
    assert.deepEqual(numbers.map((text) => lengthOf(text, ",")), [3, 5, 8, 15]);
});

test("a line of the tape has a result, an error in words, or nothing yet", () => {
    assert.equal(outcomeOf({ result: "1234.5" }), "1,234.5");
    assert.equal(outcomeOf({ error: "overflow" }), "Too large");
    assert.equal(outcomeOf({ result: "error:syntax" }), "ERROR");
    assert.equal(outcomeOf({}), "…");
});

test("a calculation equals neither an error nor a rounded number", () => {
    assert.equal(equalsOf({ result: "5" }), " = ");
    assert.equal(equalsOf({ result: "error:divisionByZero" }), ": ");
    assert.equal(equalsOf({ error: "overflow" }), ": ");
    assert.equal(equalsOf({ result: "0.333333", rounded: true }), " ≈ ");
});

test("a copied line has its author, calculation and result, and says if it is undone", () => {
    const line = { seq: 1, by: 1, at: 0, name: "Ada", expression: "2 + 3", result: "5" };
    assert.deepEqual(cellsOf(line).slice(1), ["Ada", "2 + 3", "5"]);
    const long = { ...line, expression: "1234.5 × -2e+18", result: "-2.469e+21" };
    assert.deepEqual(cellsOf(long).slice(2), ["1,234.5 × −2×10^18", "−2.469×10^21"]);
    const question = rowOf({ ...line, question: "2024-2000 = ?", answers: 1234 });
    assert.deepEqual(cellsOf(question).slice(2), ["Question: 2024-2000 = ?", "Answers: 1234"]);
    assert.deepEqual(cellsOf({ ...line, undone: true }).at(-1), "5 (undone)");
});

test("the name of a key depends on radians and inverse functions", () => {
    const sin = { key: "sin", inverse: "asin", look: "" };
    const angle = { key: "rad", radians: "deg", look: "" };
    assert.deepEqual([nameOfKey(sin, false, false), nameOfKey(sin, true, true)], ["sin", "asin"]);
    assert.deepEqual([nameOfKey(angle, false, false), nameOfKey(angle, true, true)], ["rad", "deg"]);
    assert.equal(nameOfKey({ look: "" }, true, true), undefined);
});

test("a key of two rows takes its place in the row below", () => {
    const key = (more) => ({ key: "1", look: "", ...more });
    assert.deepEqual(widthsOf([
        [key(), key(), key(), key({ rows: 2 })], [key(), key(), key()], [key({ columns: 2 }), key(), key()],
    ]), [4, 4, 4]);
});

test("a host can remove everybody who came since a person, except hosts", () => {
    const all = [{ who: 1, host: true }, { who: 2 }, { who: 5 }, { who: 6, host: true }, { who: 9 }];
    assert.deepEqual(cameSince(all, 5).map(({ who }) => who), [5, 9]);
});

test("a dialog's button has actions, and some are about a person", () => {
    assert.deepEqual(actionsOf('[{"door":false},{"remove":"asked"}]', 7), [{ door: false }, { remove: 7 }]);
    assert.deepEqual(actionsOf('[{"hostLink":null}]', 7), [{ hostLink: null }]);
    assert.deepEqual(actionsOf("", 7), []);
});
