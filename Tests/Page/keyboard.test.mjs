import assert from "node:assert/strict";
import { test } from "node:test";
import { dispatch, FakeElement } from "./browser.mjs";
import { keysOfSum } from "../../static/bill/bill-amounts.js";
import {
    expressionOf, keyOf, keysOf, listenToClipboard, listenToKeyboard, pastedNumber, typeNumber,
} from "../../static/calculator/keyboard.js";
import { open } from "../../static/page/dialogs.js";

const numbers = [
    ["1,234.50 €", ".", "1234.50"], ["1.234,50 €", ".", "1234.50"], ["−5", ".", "-5"], ["1 2 3", ".", "123"],
    ["1,234", ".", "1234"], ["1,234", ",", "1.234"], ["1.234", ",", "1234"], ["1.5", ",", "1.5"],
    ["1’234’567.8", ".", "1234567.8"], ["１２．５", ".", "12.5"], ["$ .75", ".", ".75"],
    ["1,234,567", ",", "1234567"], ["+7", ".", "7"], ["-1.234,50", ",", "-1234.50"], ["1_000", ".", "1000"],
];
for (const [text, mark, number] of numbers) {
    test(`“${text}” is ${number} for readers who write ${mark}`, () => {
        assert.equal(pastedNumber(text, mark), number);
    });
}

const others = ["2+2==", "2+3", "7-2", "twelve", "", "1..2", "1e5", "12:30", "--5", ".", "1.2.3", "1,23,4", "<b>1</b>"];
for (const text of others) {
    test(`“${text}” is not a number`, () => {
        assert.equal(pastedNumber(text, "."), undefined);
    });
}

test("a pasted number is typed key by key, its sign last", () => {
    assert.deepEqual(keysOf("-12.50", "."), ["1", "2", ".", "5", "0", "neg"]);
    assert.equal(keysOf("twelve", "."), undefined);
});

test("a pasted expression has the marks that programs write", () => {
    for (const [text, mark, expression] of [
        ["12,5 × (3+4)", ",", "12.5 × (3+4)"], ["1,234.5 + 2", ".", "1234.5 + 2"], ["（２＋３）×４", ".", "(2+3)×4"],
        ["3² − 1", ".", "3² − 1"], [" −1.5×10^−18 ÷ 2 ", ".", "−1.5e−18 ÷ 2"], ["1\u202f234,5 + 1", ",", "1234.5 + 1"],
        ["2 × 10^3", ".", "2 × 10^3"],
    ]) assert.equal(expressionOf(text, mark), expression);
});

test("a pasted number has at most 64 characters", () => {
    assert.equal(keysOf("1".repeat(64), ".").length, 64);
    assert.equal(keysOf("1".repeat(65), "."), undefined);
});

const sums = [
    ["12.50+8", ".", "12.50+8"], ["(4 + 5.5) × 3", ".", "(4+5.5)*3"], ["100/3", ".", "100/3"],
    ["100÷3", ".", "100/3"], ["20−2,50", ".", "20-2.50"], ["20−2,50", ",", "20-2.50"],
    ["1,234.5", ".", "1234.5"], ["1.234", ",", "1234"], ["50+10%", ".", "50+10%"], ["", ".", ""],
    ["6:2x3", ".", "6/2*3"],
    ["1.2.3", ".", "?"], ["１２＋８", ".", "12+8"],
];
for (const [text, mark, keys] of sums) {
    test(`the sum “${text}” is typed as “${keys}” by readers who write ${mark}`, () => {
        assert.equal(keysOfSum(text, mark).join(""), keys);
    });
}

const named = { Enter: "=", Backspace: "back", Escape: "C", Delete: "CE", "^": "pow" };

test("a keyboard types digits, operators and named keys, and nothing else", () => {
    for (const key of "0123456789.+-*/=%()") assert.equal(keyOf(key, named), key);
    for (const [key, name] of Object.entries(named)) assert.equal(keyOf(key, named), name);
    const others = ["a", "F5", "Tab", "Shift", "ArrowLeft", "12", " "];
    for (const key of others) assert.equal(keyOf(key, named), undefined);
});

test("the keyboard presses, undoes and shows help", () => {
    const done = [];
    let isEditing = false;
    const act = (name) => () => done.push(name);
    listenToKeyboard(named, {
        press: (key) => done.push(key), undo: act("undo"), redo: act("redo"), help: act("help"),
        move: (name) => done.push(`to ${name}`), isEditing: () => isEditing,
    });
    const page = new FakeElement();
    const field = new FakeElement("input, select, textarea");
    const link = new FakeElement("a, summary, button:not(.key)");
    const cases = [
        [{ key: "7" }, "7"], [{ key: "Enter" }, "="], [{ key: "a" }], [{ key: "7", altKey: true }],
        [{ key: "7", isComposing: true }], [{ key: "7", target: field }], [{ key: "Enter", target: link }],
        [{ key: "7", target: link }, "7"], [{ key: "7", repeat: true }],
        [{ key: "Backspace", repeat: true }, "back"], [{ key: "?" }, "help"],
        [{ key: "z", ctrlKey: true }, "undo"], [{ key: "Z", ctrlKey: true, shiftKey: true }, "redo"],
        [{ key: "y", metaKey: true }, "redo"],
        [{ key: "c", ctrlKey: true }], [{ key: "5", ctrlKey: true }],
        [{ key: "ArrowLeft" }, "to ArrowLeft"], [{ key: "Home", target: field }], [{ key: "Escape" }, "C"],
    ];
    const check = (event, ...expected) => {
        dispatch(globalThis, "keydown", { target: page, ...event });
        assert.deepEqual(done.splice(0), expected, JSON.stringify(event));
    };
    for (const one of cases) check(...one);
    const sheet = Object.assign(new FakeElement(), { showModal: () => (sheet.open = true), open: false });
    open(sheet);
    for (const key of ["7", "Escape", "?", "ArrowLeft"]) check({ key });
    sheet.open = false;
    check({ key: "7" }, "7");
    isEditing = true;
    for (const key of ["Escape", "Delete", "End"]) check({ key }, `to ${key}`);
});

test("a number that is pasted is typed as a whole or not at all", () => {
    const done = [];
    let remark = () => undefined;
    const say = (text) => done.push(text);
    listenToClipboard({
        enter: (keys) => typeNumber(keys, { press: say, remark: () => remark(done.at(-1)), say }), say,
        typeText: (text) => done.push(`as text ${text}`), number: () => "1234.5", copied: () => "1.234,5",
    });
    const paste = (text, target = new FakeElement()) => {
        const event = dispatch(document, "paste", { target, clipboardData: { getData: () => text } });
        return [event.defaultPrevented, ...done.splice(0)];
    };
    assert.deepEqual(paste(" 1.5 "), [true, "CE", "1", ".", "5"]);
    assert.deepEqual(paste("2+3"), [true, "as text 2+3"]);
    assert.deepEqual(paste("0".repeat(65)), [true, `as text ${"0".repeat(65)}`]);
    assert.deepEqual(paste("1", new FakeElement("input, select, textarea")), [false]);
    remark = (key) => (key === "." ? "no point here" : undefined);
    assert.deepEqual(paste("1.5"), [true, "CE", "1", ".", "CE", "no point here"]);

    const copied = {};
    const clipboardData = { setData: (type, text) => (copied[type] = text) };
    dispatch(document, "copy", { target: new FakeElement(), clipboardData });
    assert.deepEqual(copied, { "text/plain": "1.234,5" });
    assert.deepEqual(done.splice(0), ["Number copied."]);

    globalThis.getSelection = () => "−1.234";
    assert.equal(dispatch(document, "copy", { target: new FakeElement(), clipboardData }).defaultPrevented, true);
    assert.deepEqual(copied, { "text/plain": "-1.234" });
    globalThis.getSelection = () => "Ada";
    assert.equal(dispatch(document, "copy", { target: new FakeElement(), clipboardData }).defaultPrevented, false);
    globalThis.getSelection = () => "";
    assert.deepEqual(done, []);
});
