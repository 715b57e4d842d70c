import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { describe, paidFor, pauseOf, startOf } from "../../static/replay/replay.js";

const nameOf = (who) => ["", "Ada", "Ben"][who];

test("parts of the log have 500 events", () => {
    assert.deepEqual([1, 2, 501, 502, 1001].map((seq) => startOf(seq, 1)), [2, 2, 2, 502, 502]);
    // After compaction the log begins later.
    assert.deepEqual([700, 701, 1200, 1201].map((seq) => startOf(seq, 700)), [701, 701, 701, 1201]);
});

test("a pause takes at most one second", () => {
    assert.equal(pauseOf(1000, 1500), 500);
    assert.equal(pauseOf(1000, 9000), 1000);
    assert.equal(pauseOf(undefined, 9000), 0);
});

test("a replay advances as far as its credit, and keeps the rest", () => {
    const costs = [0, 100, 100, 0, 500];
    const costOf = (seq) => costs[seq];
    assert.deepEqual(paidFor(0, 4, 250, costOf), { place: 3, left: 50 });
    assert.deepEqual(paidFor(0, 4, 99, costOf), { place: 0, left: 99 });
    assert.deepEqual(paidFor(3, 4, 600, costOf), { place: 4, left: 100 });
    assert.deepEqual(paidFor(0, 2, 9999, costOf), { place: 2, left: 9799 });
});

const event = (action) => ({ seq: 5, at: 0, by: 1, pen: 2, n: 3, ...action });
const cases = [
    [event({ press: "/" }), "Ada: ÷"], [event({ press: "7", void: "locked" }), "Ada: 7 (the keypad is locked)"],
    [event({ press: "7", void: "a-new-reason" }), "Ada: 7 (a-new-reason)"], [event({ keypad: "tip" }), "Ada: Tip"],
    [event({ undo: { by: 2, n: 4 } }), "Ada: undo"], [event({ lock: true }), "Ada: lock or unlock the keypad"],
    [event({ names: true }), "Ada: change names on the board"], [event({ show: 121 }), "Ada: show a name"],
    [event({ bill: { add: 3 } }), "Ada: change the bill"], [event({ aNewAction: true }), "Ada: Action"],
    [{ seq: 2, at: 0, enter: { name: "Cem" } }, "Cem: join"],
    [{ seq: 2, at: 0, enter: { name: "" } }, "Action: join"],
    [{ seq: 2, at: 0, hostLink: null }, "Action: change the host link"],
];
for (const [event, words] of cases) {
    test(`${JSON.stringify(event)} is “${words}”`, () => assert.equal(describe(event, nameOf), words));
}
