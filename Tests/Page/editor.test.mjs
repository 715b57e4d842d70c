import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { keysBefore, makeEdit, matchingCount, textsOf } from "../../static/calculator/editor.js";
import { texts } from "../../static/text/texts.js";

/** A replica that refuses a second point, has no piece for `M+`, and takes at most five keys. */
function ask(question, given) {
    assert.equal(question, "editor");
    const keys = given ? given.split(" ") : [];
    if (keys.length > 5) return { error: "keys" };
    const pieces = keys.map((key) => (key === "M+" ? "" : key === "+" ? " + " : key));
    const problemAt = keys.lastIndexOf(".");
    const isTwice = keys.indexOf(".") !== problemAt;
    return { editor: {
        pieces, main: pieces.join(""), expression: "", complete: keys.length > 0,
        ...(isTwice && { problem: "pointRefused", problemAt }),
    } };
}

test("keys go in at the cursor and out before it", () => {
    const edit = makeEdit(ask, ["1", "+", "2"], 1);
    const state = () => [edit.keys().join(" "), edit.place()];
    assert.equal(edit.press("5"), undefined);
    assert.deepEqual(state(), ["1 5 + 2", 2]);
    edit.press("back");
    assert.deepEqual(state(), ["1 + 2", 1]);
    edit.remove(1);
    assert.deepEqual(state(), ["1 2", 1]);
    for (const [to, place] of [[-3, 0], [9, 2], [1, 1]]) {
        edit.go(to);
        assert.equal(edit.place(), place);
    }
    edit.go(0);
    edit.press("back");
    assert.deepEqual(state(), ["1 2", 0]);
    edit.press("AC");
    assert.deepEqual(state(), ["", 0]);
});

test("a key that the calculator refuses is not taken, and the reason is returned", () => {
    const edit = makeEdit(ask, [".", "1"], 2);
    assert.equal(edit.press("."), "no point here");
    assert.equal(edit.press("M+"), texts.editor.notHere);
    assert.deepEqual([edit.keys(), edit.place()], [[".", "1"], 2]);
    for (const key of "234") assert.equal(edit.press(key), undefined);
    assert.equal(edit.press("5"), texts.editor.full);
    assert.equal(edit.edited().pieces.length, 5);
});

test("pasted keys are inserted all or none, with one question", () => {
    let questions = 0;
    const edit = makeEdit((...asked) => (questions++, ask(...asked)), ["2"], 0);
    assert.equal(edit.insert(["1", "+"]), undefined);
    assert.equal(questions, 2);
    for (const [keys, why] of [
        [["5", "M+"], texts.editor.notHere], [[".", "."], "no point here"], [["7", "8", "9"], texts.editor.full],
    ]) assert.equal(edit.insert(keys), why);
    assert.deepEqual([edit.keys().join(" "), edit.place()], ["1 + 2", 2]);
});

test("each key has its part of the shown expression", () => {
    for (const [pieces, shown] of [
        [["1", "2", "3", "4", " + ", "5"], ["1,", "2", "3", "4", " + ", "5"]],
        [["1", "2", "3", "4", "5"], ["1", "2,", "3", "4", "5"]], [["-", "1", ".", "5"], ["−", "1", ".", "5"]],
        [["sin(", "3", "0", ")"], ["sin(", "3", "0", ")"]], [[], []],
    ]) assert.deepEqual(textsOf(pieces, pieces), shown);
});

test("an exponent of ten is shown as on the display", () => {
    assert.deepEqual(textsOf(["5", "e", "-", "2"], ["5", "EE", "-", "2"]), ["5", "×10^", "−", "2"]);
    assert.deepEqual(textsOf(["5", "e"], ["5", "e"]), ["5", "e"]);
    assert.deepEqual(textsOf(["e", "2"], ["EE", "2"]), ["1×10^", "2"]);
});

test("a place between characters becomes a place between keys", () => {
    const shown = ["1,", "2", " × ", "sin(", "3"];
    assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 99].map((count) => keysBefore(shown, count)),
        [0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5]);
});

test("a place in the expression on display has one in the editor where the texts agree", () => {
    for (const [displayed, edited, count, expected] of [
        ["12 ×", "12 × 34", 2, 2], ["12 × 34 =", "12 × 34", 5, 5], ["12 × 34 =", "12 × 34", 9, 7],
        ["0.3333 + 1", "Ans + 1", 9, 6], ["0.3333 + 1", "Ans + 1", 3, undefined],
        ["√9 + sin(30)", "9√ + 30 sin", 10, undefined],
    ]) assert.equal(matchingCount(displayed, edited, count), expected, displayed);
});
