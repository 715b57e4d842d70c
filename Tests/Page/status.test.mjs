import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, dispatch, places } from "./browser.mjs";
import { makeState, nameOfState, sentenceOf } from "../../static/room/status.js";

const nameOf = (who) => ["", "Ada", "Ben", "Cem"][who];
const joined = { state: "joined", current: true };
const people = (more) => ({
    you: 1, mayPress: true, locked: false, door: true, closed: false, count: 1,
    all: [{ who: 1, name: "Ada" }], ...more,
});
const locked = { locked: true, mayPress: false };

const states = [
    ["before the first answer", { state: "connecting" }, undefined, "connecting"],
    ["without a connection", { state: "away", until: 1 }, undefined, "away"],
    ["after a connection with an unknown end", { state: "connecting", why: "other" }, undefined, "away"],
    ["after a restart", { state: "away", why: "restart" }, undefined, "restart"],
    ["in front of a full room", { state: "away", why: "full" }, undefined, "full"],
    ["if the store fails", { state: "away", why: "storage" }, undefined, "unreadable"],
    ["in a room that was made again", { state: "away", gone: true, why: "restart" }, undefined, "gone"],
    ["in a room", joined, people(), "current"],
    ["while the answer is missing", { state: "joined", current: false }, people(), "doubtful"],
    ["in a closed room", joined, people({ closed: true, ...locked }), "closed"],
    ["in a locked room", joined, people(locked), "locked"],
    ["with a raised hand", joined, people({ ...locked, all: [{ who: 1, hand: 7 }] }), "handUp"],
    ["with another's raised hand", joined, people({ ...locked, all: [{ who: 2, hand: 7 }] }), "locked"],
    ["with the keypad in a locked room", joined, people({ locked: true }), "given"],
];
for (const [when, connection, room, name] of states) {
    test(`${when} the state is ${name}`, () => {
        assert.equal(nameOfState(connection, room, undefined, true), name);
    });
}

test("a device without a network is offline, unless the room is gone", () => {
    assert.equal(nameOfState({ state: "away", why: "restart" }, undefined, undefined, false), "offline");
    assert.equal(nameOfState({ state: "away", gone: true }, undefined, undefined, false), "gone");
    assert.equal(nameOfState(joined, people(), undefined, false), "current");
});

test("a refusal is shown by its reason", () => {
    for (const why of ["storage", "rate", "work", "busy"]) {
        assert.equal(nameOfState(joined, people(), why, true), why);
    }
    assert.equal(nameOfState(joined, people(), "a-new-reason", true), "busy");
});

const notices = [
    [{ tooMany: true }, "Too many keys are waiting to be sent. The last one was not accepted."],
    [{ replaced: true },
        "Your place was taken while you were away. You rejoined as a new participant."],
    [{ expected: "84", result: "60", step: { by: 1, n: 7 } },
        "Others were faster: your keys gave 60 instead of 84."],
    [{ unsure: "7" }, "7: it is not certain that this took effect."],
    [{ unsure: null }, "Action: it is not certain that this took effect."],
    [{ void: "locked", of: "7" }, "7: the keypad is locked"],
    [{ void: "step", of: "undo" }, "undo: someone else was faster"],
    [{ void: "a-new-reason", of: null }, "Action: it had no effect"],
    [{ undid: "AC", by: 2, step: { by: 3, n: 4 } }, "Ben undid Cem’s AC."],
    [{ undid: "7", by: 2, step: { by: 1, n: 4 } }, "Ben undid your 7."],
    [{ undid: "*", by: 2, step: { by: 2, n: 4 } }, "Ben undid ×."],
    [{ undid: null, by: 2, step: { by: 3, n: 4 } }, "Ben undid Cem’s last step."],
    [{ redid: "7", by: 2, step: { by: 3, n: 4 } }, "Ben redid Cem’s 7."],
    [{ redid: null, by: 1, step: { by: 2, n: 4 } }, "You redid Ben’s last step."],
];
for (const [notice, sentence] of notices) {
    test(`a notice says “${sentence}”`, () => assert.equal(sentenceOf(notice, 1, nameOf), sentence));
}

test("the lines change with the room, and only news is announced", () => {
    clock.install();
    const told = [];
    const state = makeState((text) => told.push(text), nameOf);
    const line = () => places.connection.textContent;
    state.draw({ connection: { state: "connecting" } });
    assert.equal(line(), "Connecting…");
    state.draw({ connection: joined, people: people() });
    assert.equal(line(), "Connected");
    assert.deepEqual(told, []);
    state.draw({ notices: [{ refused: "rate" }], pending: 1 });
    assert.equal(line(), "That was too fast. Your keys are kept and sent again.");
    state.draw({ pending: 0 });
    assert.equal(line(), "Connected");
    assert.deepEqual(told, ["That was too fast. Your keys are kept and sent again.", "Connected"]);

    state.draw({ notices: [{ void: "locked", of: "7" }] });
    assert.equal(places.notices.textContent, "7: the keypad is locked");
    clock.run(5999);
    assert.equal(places.notices.textContent, "7: the keypad is locked");
    clock.run(1);
    assert.equal(places.notices.textContent, "");

    state.draw({ connection: { state: "away", until: 1 } });
    navigator.onLine = false;
    dispatch(globalThis, "offline");
    assert.equal(line(), "Offline. Your keys are kept and sent when you reconnect.");
    navigator.onLine = true;
    dispatch(globalThis, "online");
    assert.equal(line(), "Reconnecting… Your keys are kept and sent later.");
    assert.equal(places.gone.hidden, true);
    state.draw({ connection: { state: "connecting", gone: true } });
    assert.equal(places.gone.hidden, false);
});
