import assert from "node:assert/strict";
import { test } from "node:test";
import { places } from "./browser.mjs";
import { makePasting } from "../../static/calculator/pasting.js";
import { makeSpelling } from "../../static/calculator/spelling.js";

const keyboard = { Enter: "=", Backspace: "back", Escape: "C", ",": "." };

/** Types characters, or keys with longer names, and returns what happened. */
async function spelled(...names) {
    const done = [];
    const { take, isOn } = makeSpelling((key) => done.push(key), {
        typeCall: async (text) => done.push(`call ${text}`), refuse: (why) => done.push(why),
        show: (text) => text && done.push(`…${text}`),
    });
    for (const name of names) await take(name, keyboard[name] ?? (/^[\d.+\-*/=%()]$/.test(name) ? name : undefined));
    return [isOn(), ...done].join(" ");
}

test("the letters of a name are shown until it is whole", async () => {
    assert.equal(await spelled(..."sin("), "true …s …si …sin …sin(");
    assert.equal(await spelled(..."sin(3)"), "false …s …si …sin …sin( …sin(3 …sin(3) call sin(3)");
    assert.equal(await spelled(..."pi"), "false …p …pi call pi");
    assert.equal(await spelled(..."9", ..."mod"), "false 9 …m …mo …mod mod");
    assert.equal(await spelled("2", "x", "3"), "false 2 …x * 3");
});

test("a key that continues no name follows it", async () => {
    assert.equal(await spelled(..."ln", "Enter"), "false …l …ln ln =");
    assert.equal(await spelled(..."ln 2", "+"), "false …l …ln …ln  …ln 2 call ln 2 +");
    assert.equal(await spelled(..."ln(2", "Enter"), "false …l …ln …ln( …ln(2 call ln(2 =");
    assert.equal(await spelled("e", "*"), "false …e call e *");
    assert.equal(await spelled("e", "-", "7"), "false …e …e- …e-7 call e-7");
    assert.equal(await spelled("e", "+", "+"), "false …e …e+ call e+ +");
    assert.equal(await spelled("l", "n", "1", ",", "5", "="), "false …l …ln …ln1 …ln1. …ln1.5 call ln1.5 =");
});

test("letters are deleted one by one or together, and other characters are refused", async () => {
    assert.equal(await spelled("s", "i", "Backspace", "q"), "true …s …si …s …sq");
    assert.equal(await spelled("s", "Backspace", "Backspace"), "false …s back");
    assert.equal(await spelled("s", "i", "Escape", "Escape"), "false …s …si C");
    assert.equal(await spelled("5", "$", " "), "false 5 Not understood: “$”.");
});

test("letters are on the screen or in the editor, and not in both", () => {
    const shared = {};
    const { show } = makePasting(shared, undefined, {});
    show("si");
    assert.equal(places.letters.textContent, "si");
    const notes = [];
    shared.editing = { note: (text) => notes.push(text) };
    show("sin");
    show("");
    assert.deepEqual([places.letters.textContent, notes], ["", ["sin", ""]]);
});
