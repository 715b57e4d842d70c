import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { countsOf, groupsOf, isRevealed } from "../../static/question/groups.js";
import { groupsBelow } from "../../static/question/print.js";
import { answerOf, candidatesOf, makeTrack } from "../../static/question/private-keys.js";

test("equal answers are one group, the largest first", () => {
    const answers = [
        { who: 2, result: "4" }, { who: 3, result: "error:syntax" }, { who: 4, result: "5" },
        { who: 5, result: "5" }, { who: 6 },
    ];
    const groups = groupsOf(answers, 3);
    assert.deepEqual(groups.map(({ result }) => result), ["5", "4", "error:syntax"]);
    assert.deepEqual(groups.map(({ answers }) => answers.map(({ who }) => who)), [[4, 5], [2], [3]]);
    assert.deepEqual(groups.map(({ own }) => own), [false, false, true]);
});

test("answers without names belong to nobody", () => {
    assert.deepEqual(groupsOf([{ result: "4" }], undefined)[0].own, false);
});

test("a printed question has the names and words of the page", () => {
    const groups = [{ result: "error:syntax", answers: [{ by: 3, name: "Ada", keys: [] }] }, { result: "4", answers: [{ keys: [] }] }];
    const list = groupsBelow({ groups }, (who, name) => `${name} (${who})`);
    assert.deepEqual(list.children.map(({ children }) => children[0]), ["Unfinished: 1 (Ada (3))", "4: 1"]);
});

test("progress counts answers, and present people without one", () => {
    assert.deepEqual(countsOf({ answers: [{}, {}], waiting: 3 }), [2, 5]);
});

test("stages from the third on are revealed", () => {
    assert.deepEqual([1, 2, 3, 4].map((stage) => isRevealed({ stage })), [false, false, true, true]);
});

/** A calculator whose steps are numbered, as the replica's are. */
function tracked(before) {
    const track = makeTrack(before);
    let last = 0;
    return {
        track,
        press(key) {
            track.note(["pressed", key], { step: { n: ++last } });
            return last;
        },
        note: (call, given, n) => track.note([call, given], { step: n ? { n } : undefined }),
    };
}

test("the track follows keys, undo and redo", () => {
    const { track, press, note } = tracked();
    const first = press("1");
    const second = press("2");
    assert.deepEqual(track.keys(), ["1", "2"]);
    note("undone", "", first);
    assert.deepEqual(track.keys(), ["1"]);
    note("redone", "", second);
    assert.deepEqual(track.keys(), ["1", "2"]);
    note("undone", "", first);
    note("undone", "", 0);
    assert.deepEqual(track.keys(), []);
});

test("a key without an effect is not in the track", () => {
    const { track, press, note } = tracked();
    const step = press("1");
    note("pressed", ")", step);
    assert.deepEqual(track.keys(), ["1"]);
});

test("a typed expression clears the keys before it", () => {
    const { track, press, note } = tracked();
    press("1");
    note("acted", JSON.stringify({ type: { keys: ["2", "+"] } }), 9);
    assert.deepEqual(track.keys(), ["C", "2", "+"]);
});

test("the track begins with the keys from before a reload", () => {
    const { track, press } = tracked(["1", "+"]);
    assert.deepEqual(track.keys(), ["1", "+"]);
    press("2");
    assert.deepEqual(track.keys(), ["1", "+", "2"]);
});

test("candidates begin after the last C or AC", () => {
    const keys = ["1", "AC", "2", "M+", "C", "3"];
    assert.deepEqual(candidatesOf(keys, false), [
        ["3"], ["deg", "3"], ["2", "M+", "C", "3"], ["deg", "2", "M+", "C", "3"], keys,
    ]);
});

/** A calculator that shows its keys. `MR` shows what M+ stored; `=` after a digit does nothing. */
const calculator = {
    type(keys) {
        const since = keys.slice(keys.lastIndexOf("C") + 1).filter((key) => key !== "=" && key !== "rad");
        const memory = keys.includes("M+") ? "7" : "0";
        const main = since.map((key) => (key === "MR" ? memory : key)).join("");
        const isIdle = keys.at(-1) === "=" && since.length < 2;
        return { main, expression: "", radians: keys.includes("rad"), ...(isIdle && { notice: "noOperation" }) };
    },
};
const handedIn = (...keys) => answerOf(calculator, keys, calculator.type(keys));

test("an answer has the keys since the last C, and = if that finishes it", () => {
    assert.deepEqual(handedIn("9", "9", "C", "1", "+", "2"), ["1", "+", "2", "="]);
    assert.deepEqual(handedIn("9", "C", "4"), ["4"]);
    assert.deepEqual(handedIn("1", "+", "2", "="), ["1", "+", "2", "="]);
});

test("an answer keeps earlier keys that it needs", () => {
    assert.deepEqual(handedIn("7", "M+", "C", "MR"), ["7", "M+", "C", "MR"]);
    assert.deepEqual(handedIn("rad", "C", "4"), ["rad", "4"]);
});

test("a calculator without an entry has no answer", () => {
    assert.deepEqual(handedIn(), []);
    assert.deepEqual(handedIn("7", "C"), []);
    assert.deepEqual(handedIn("rad"), []);
});
