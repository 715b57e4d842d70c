import assert from "node:assert/strict";
import { test } from "node:test";
import { dispatch, FakeElement, pageOf } from "./browser.mjs";
import { keyOf, listenToCopy, listenToKeyboard } from "../../static/calculator/keyboard.js";
import { open } from "../../static/page/dialogs.js";

const buttons = "a, summary, button:not(.key), [role=button]";
const named = { Enter: "=", Backspace: "back", Escape: "C", Delete: "CE", "^": "pow" };

test("a keyboard types digits, operators and named keys, and nothing else", () => {
    for (const key of "0123456789.+-*/=%()") assert.equal(keyOf(key, named), key);
    for (const [key, name] of Object.entries(named)) assert.equal(keyOf(key, named), name);
    const others = ["a", "F5", "Tab", "Shift", "ArrowLeft", "12", " "];
    for (const key of others) assert.equal(keyOf(key, named), undefined);
});

test("keys wait for a pasted text before them", async () => {
    const done = [];
    let end;
    const page = pageOf(() => listenToKeyboard(named, {
        press: (key) => done.push(key), isEditing: () => false, paste: (text) => new Promise((resolve) => {
            end = () => resolve(done.push(text));
        }),
        spell: async () => ({ take: async (name) => done.push(name), isOn: () => false }),
    }));
    const paste = (text, target) => dispatch(page, "paste", { target, clipboardData: { getData: () => text } });
    assert.equal(paste("3\n4", new FakeElement("input, select, textarea")).defaultPrevented, false);
    assert.equal(paste("3\n4", new FakeElement()).defaultPrevented, true);
    dispatch(page, "keydown", { key: "7", target: new FakeElement() });
    await new Promise(setImmediate);
    assert.deepEqual(done, []);
    end();
    await new Promise(setImmediate);
    assert.deepEqual(done, ["3\n4", "7"]);
});

test("the keyboard presses, undoes and shows help", () => {
    const done = [];
    let isEditing = false;
    const act = (name) => () => done.push(name);
    const page = pageOf(() => listenToKeyboard(named, {
        press: (key) => done.push(key), undo: act("undo"), redo: act("redo"), help: act("help"),
        move: (name) => done.push(`to ${name}`), isEditing: () => isEditing,
    }));
    const place = new FakeElement();
    const field = new FakeElement("input, select, textarea");
    const link = new FakeElement(buttons);
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
        dispatch(page, "keydown", { target: place, ...event });
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
    // The last step of the room is not undone in a private editor.
    for (const key of ["z", "y"]) check({ key, ctrlKey: true });
    isEditing = false;
    check({ key: "z", ctrlKey: true }, "undo");
    // Without the part for letters, they are for the browser.
    check({ key: "s" });
});

test("Enter means = on a button that was clicked, until Tab is pressed", () => {
    const done = [];
    const page = pageOf(() => listenToKeyboard(named, {
        press: (key) => done.push(key), isEditing: () => false, spell: async () => ({ take: async () => {}, isOn: () => false }),
    }));
    const button = new FakeElement(buttons);
    const isTaken = (key, target = button) => dispatch(page, "keydown", { key, target }).defaultPrevented;
    assert.equal(isTaken("Enter"), false);
    assert.equal(isTaken(" "), false);
    assert.deepEqual(done, []);
    dispatch(page, "pointerdown", { target: button });
    assert.equal(isTaken("Enter"), true);
    assert.deepEqual(done.splice(0), ["="]);
    assert.equal(button.isBlurred, true);
    assert.equal(isTaken(" "), true);
    assert.equal(isTaken("Enter", new FakeElement(buttons)), false);
    assert.equal(isTaken("Tab"), false);
    assert.equal(isTaken("Enter"), false);
    assert.equal(isTaken(" "), false);
    // The bill has keys of its own.
    const inBill = new FakeElement(buttons, "#bill");
    dispatch(page, "pointerdown", { target: inBill });
    assert.equal(isTaken("Enter", inBill), false);
    assert.deepEqual(done, []);
});

test("from the first letter on, keys are taken in their order, also while the part for letters loads", async () => {
    const done = [];
    let [isOn, loads] = [false, 0];
    const spelling = { take: async (...key) => done.push(key), isOn: () => isOn };
    const page = pageOf(() => listenToKeyboard(named, {
        press: (key) => done.push(key), isEditing: () => false,
        // The first loads fail.
        spell: () => (++loads > 2 ? Promise.resolve(spelling) : Promise.reject(new Error("no import of spelling.js"))),
    }));
    const target = new FakeElement();
    const type = async (...keys) => {
        const taken = keys.map((key) => dispatch(page, "keydown", { key, target }).defaultPrevented);
        await new Promise(setImmediate);
        return taken;
    };
    assert.deepEqual(await type("1", " ", "F5"), [true, false, false]);
    assert.deepEqual(done.splice(0), ["1"]);
    await type("s", "7");
    assert.deepEqual(done.splice(0), ["7"]);
    assert.deepEqual(await type("p", "i", "+", "Enter", "Shift"), [true, true, true, true, false]);
    assert.deepEqual(done.splice(0), [["p", undefined], ["i", undefined], ["+", "+"], ["Enter", "="]]);
    assert.equal(loads, 3);
    assert.deepEqual(await type(" "), [false]);
    isOn = true;
    assert.deepEqual(await type(" ", "$", "Escape"), [true, true, true]);
    assert.deepEqual(done, [[" ", undefined], ["$", undefined], ["Escape", "C"]]);
});

test("copy takes the number or a selection", () => {
    const done = [];
    listenToCopy({ say: (text) => done.push(text), number: () => "1234.5", copied: () => "1.234,5" });
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
