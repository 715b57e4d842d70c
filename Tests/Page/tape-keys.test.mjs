import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeElement } from "./browser.mjs";
import { turn } from "../../static/tape/tape-keys.js";

/** The shown name and keys below a line, such as `Ada 1 + ~=`. Keys that were undone have a `~`. */
const capsOf = ({ children }) => children.filter(({ className }) => className === "caps")
    .flatMap((caps) => caps.children).map(({ className, children }) => (className === "undone" ? "~" : "") + children.join("")).join(" ");

/** A tape with one line, and a server that knows its keys. */
function tapeOf(keys) {
    const line = { seq: 4, by: 1, at: 0, expression: "1 + 2", result: "3" };
    const server = { asked: 0, undone: undefined };
    globalThis.fetch = async () => {
        server.asked++;
        const pressed = keys.map((press, index) =>
            ({ by: 1, name: "Ada", press, undone: index === keys.length - 1 && server.undone }));
        return { text: async () => JSON.stringify({ ...line, undone: server.undone, keys: pressed }) };
    };
    const tape = {
        told: { pending: 0 }, nameOf: () => "Ada (2)", documentAt: (name) => name, drawnLines: () => [tape.shown],
    };
    const write = (undone) => {
        tape.shown = { line: { ...line, undone }, item: new FakeElement() };
        return tape.drawn?.();
    };
    write();
    return { tape, server, write };
}

/** Ends when all answers of the server were drawn. */
const settled = () => new Promise(setImmediate);

test("a key that was undone is crossed out as soon as the room has confirmed it", async () => {
    const { tape, server, write } = tapeOf(["1", "+", "2", "="]);
    await turn(tape, new FakeElement());
    await settled();
    assert.equal(capsOf(tape.shown.item), "Ada (2) 1 + 2 =");
    // The own undo shows at once, and the server does not know it yet.
    tape.told.pending = 1;
    write(true);
    await settled();
    assert.equal(capsOf(tape.shown.item), "Ada (2) 1 + 2 =");
    server.undone = true;
    tape.told.pending = 0;
    tape.drawn();
    await settled();
    assert.equal(capsOf(tape.shown.item), "Ada (2) 1 + 2 ~=");
    assert.equal(server.asked, 2);
});

test("an undo during a question to the server is asked for afterwards", async () => {
    const { tape, server, write } = tapeOf(["7", "="]);
    await turn(tape, new FakeElement());
    // The answer was written before.
    server.undone = true;
    write(true);
    await settled();
    assert.equal(capsOf(tape.shown.item), "Ada (2) 7 ~=");
    assert.equal(server.asked, 2);
});
